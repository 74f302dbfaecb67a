package chatrecord

import (
	"fmt"
	"regexp"
	"sync"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// View is one case with its answer, read. Its parts never fail: what the answer does not have is empty.
type View struct {
	Case   testcase.Case
	Answer protocol.Answer
	Input  Input // of an operation that takes records

	Result      jsvalue.Value // Undefined unless the answer is a result
	Blocks      []Block
	Diagnostics []Diagnostic

	portable func() bool // the records survive being written
	named    func() map[Finding]bool
}

// Block is a block of the answer.
type Block struct {
	Index   int
	Value   jsvalue.Value
	ID      string
	Kind    string
	Sources []string
}

// Diagnostic is a diagnostic of the answer. RecordIndex is -1 when there is none.
type Diagnostic struct {
	Index       int
	Value       jsvalue.Value
	Code        string
	Affects     bool
	RecordIndex int
	RecordID    string
	Path        string
}

// See reads a case and its answer.
func See(c testcase.Case, answer protocol.Answer) *View {
	v := seeResult(answer.Result())
	v.Case, v.Answer, v.Input = c, answer, Read(c)
	v.portable = sync.OnceValue(func() bool { return isPortable(v.Input.Argument) })
	return v
}

func (v *View) findings() map[Finding]bool {
	named := make(map[Finding]bool)
	for _, d := range v.Diagnostics {
		named[d.finding()] = true
	}
	return named
}

// Dialect is the name of the dialect.
func (v *View) Dialect() string { return Dialect }

func readBlocks(list jsvalue.Value) []Block {
	var blocks []Block
	for i, value := range list.Elements() {
		block := Block{Index: i, Value: value, ID: value.Get("id").Text(), Kind: value.Get("kind").Text()}
		for _, id := range value.Get("sourceRecordIds").Elements() {
			block.Sources = append(block.Sources, id.Text())
		}
		blocks = append(blocks, block)
	}
	return blocks
}

func readDiagnostics(list jsvalue.Value) []Diagnostic {
	var diagnostics []Diagnostic
	for i, value := range list.Elements() {
		index := -1
		if n, ok := value.Get("recordIndex").SafeInteger(); ok {
			index = int(n)
		}
		diagnostics = append(diagnostics, Diagnostic{
			i, value, value.Get("code").Text(), value.Get("affectsCompleteness").IsTrue(), index,
			value.Get("recordId").Text(), value.Get("path").Text(),
		})
	}
	return diagnostics
}

// Complete and Truncated are the members of a projection.
func (v *View) Complete() bool { return v.Result.Get("complete").IsTrue() }

// Truncated says whether something was cut off.
func (v *View) Truncated() bool { return v.Result.Get("truncated").IsTrue() }

// Whole reports whether no block was left out because of maxBlocks.
func (v *View) Whole() bool { return !v.has("transcript_blocks_truncated") }

func (v *View) has(code string) bool {
	for _, d := range v.Diagnostics {
		if d.Code == code {
			return true
		}
	}
	return false
}

// isProjection reports whether the answer is a projection that the rules demand.
func (v *View) isProjection() bool {
	return v.Case.Op == "project" && v.Answer.Kind() == protocol.ResultAnswer && v.Input.ErrorCode("project") == ""
}

// problems collects what is wrong.
type problems []model.Problem

func (p *problems) add(path, format string, args ...any) {
	*p = append(*p, model.Problem{Path: path, Message: withSurrogates(fmt.Sprintf(format, args...))})
}

// quotedSurrogate is a lone surrogate as the verb %q writes it, byte by byte.
var quotedSurrogate = regexp.MustCompile(`\\xed\\x[ab][0-9a-f]\\x[89ab][0-9a-f]`)

// withSurrogates writes the lone surrogates of quoted texts as JSON does.
func withSurrogates(message string) string {
	return quotedSurrogate.ReplaceAllStringFunc(message, func(quoted string) string {
		var lead, middle, last int
		fmt.Sscanf(quoted, `\x%x\x%x\x%x`, &lead, &middle, &last) // as the pattern has it
		return fmt.Sprintf(`\u%04x`, lead&0xF<<12|middle&0x3F<<6|last&0x3F)
	})
}

func (b Block) path(member string) string {
	if member == "" {
		return fmt.Sprintf("blocks[%d]", b.Index)
	}
	return fmt.Sprintf("blocks[%d].%s", b.Index, member)
}

func (d Diagnostic) path() string { return fmt.Sprintf("diagnostics[%d]", d.Index) }
