package crosscheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Case is one input of a projection.
type Case struct {
	Name     string
	Index    int           // among its kind
	Lines    []string      // the records, one JSON text each, without line feeds
	Argument jsvalue.Value // stands for the records when they are not even an array; else Undefined
	Options  jsvalue.Value // Undefined when none are given
}

// Text is the records as a file.
func (c Case) Text() string {
	var text strings.Builder
	for _, line := range c.Lines {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	return text.String()
}

// Records are the parsed lines.
func (c Case) Records() ([]jsvalue.Value, error) {
	records := make([]jsvalue.Value, 0, len(c.Lines))
	for i, line := range c.Lines {
		record, err := jsvalue.Decode(jsvalue.FromUTF8String(line))
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", c.Name, i+1, err)
		}
		records = append(records, record)
	}
	return records, nil
}

// edited is the case with each record changed.
func (c Case) edited(change func(jsvalue.Value) jsvalue.Value) (Case, error) {
	records, err := c.Records()
	if err != nil {
		return c, err
	}
	c.Lines = make([]string, len(records))
	for i, record := range records {
		if record.IsObject() {
			record = change(record)
		}
		c.Lines[i] = string(jsvalue.AppendASCII(nil, record))
	}
	return c, nil
}

// Request puts the case into the words of the protocol.
func (c Case) Request(id jsvalue.Value) protocol.Request {
	request := protocol.Request{ID: id, Dialect: "chatrecord", Op: "project", Input: protocol.TextOf(c.Text()), Options: c.Options}
	if !c.Argument.IsUndefined() {
		request.Input = protocol.ValueOf(c.Argument)
	}
	return request
}

// Generated is the n-th case of a seed.
func Generated(seed uint64, n int) Case {
	session := generate.NewChatCase(generate.NewPCG(seed<<20 + uint64(n)))
	return Case{Name: fmt.Sprintf("seed %d, session %d", seed, n), Index: n, Lines: session.Lines, Options: session.Options}
}

// Previews are the entries {name, tool, args} of a table of previews, each as a session of one answered call.
func Previews(table string) ([]Case, error) {
	previews, err := jsvalue.Decode(table)
	if err != nil {
		return nil, err
	}
	cases := make([]Case, previews.Len())
	for i, preview := range previews.Elements() {
		call := jsvalue.ObjectValue(jsvalue.Member{Key: "functionCall", Value: jsvalue.ObjectValue(
			jsvalue.Member{Key: "id", Value: jsvalue.StringValue("x")},
			jsvalue.Member{Key: "name", Value: preview.Get("tool")},
			jsvalue.Member{Key: "args", Value: preview.Get("args")},
		)})
		response := jsvalue.ObjectValue(jsvalue.Member{Key: "functionResponse", Value: jsvalue.ObjectValue(
			jsvalue.Member{Key: "id", Value: jsvalue.StringValue("x")},
			jsvalue.Member{Key: "name", Value: preview.Get("tool")},
		)})
		cases[i] = Case{Name: "preview " + preview.Get("name").Text(), Index: i, Lines: []string{
			oneMessage("a", "", "assistant", call), oneMessage("b", "a", "tool_result", response),
		}}
	}
	return cases, nil
}

func oneMessage(uuid, parent, kind string, part jsvalue.Value) string {
	return string(jsvalue.Append(nil, jsvalue.ObjectValue(
		jsvalue.Member{Key: "uuid", Value: jsvalue.StringValue(uuid)},
		jsvalue.Member{Key: "parentUuid", Value: jsvalue.StringValue(parent)},
		jsvalue.Member{Key: "sessionId", Value: jsvalue.StringValue("s")},
		jsvalue.Member{Key: "type", Value: jsvalue.StringValue(kind)},
		jsvalue.Member{Key: "message", Value: jsvalue.ObjectValue(jsvalue.Member{Key: "parts", Value: jsvalue.ArrayValue(part)})},
	)))
}

// tooSlow are fixtures for which the SDK needs minutes: it is quadratic in the blocks, and in the calls of one id.
var tooSlow = []string{"190-one-id-on-1000-calls", "191-one-id-on-2000-calls", "56-deep-linear-chain"}

// Fixtures are the inputs of the embedded fixtures that are records, and not bytes for the reader.
func Fixtures() ([]Case, error) {
	var cases []Case
	for _, group := range fixtures.Groups() {
		list, err := fixtures.Load("chatrecord", group)
		if err != nil {
			return nil, err
		}
		for _, fixture := range list {
			if fixture.HasText || slices.Contains(tooSlow, fixture.File) {
				continue
			}
			c := Case{Name: string(group) + "/" + fixture.File, Index: len(cases), Argument: fixture.RecordsArgument, Options: fixture.Options}
			for _, record := range fixture.Records {
				c.Lines = append(c.Lines, string(jsvalue.Append(nil, record)))
			}
			cases = append(cases, c)
		}
	}
	return cases, nil
}
