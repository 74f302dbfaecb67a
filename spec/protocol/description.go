package protocol

import (
	"errors"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Description is what a program says of itself (TP-PROTO-12).
type Description struct {
	Protocol    int    // version of the protocol
	Spec        string // version of the specification that it follows
	Name        string
	Version     string
	Language    string
	Dialects    []DialectOps
	Unsupported []string // features of inputs that it does not claim to handle
	Concurrency int      // requests that may be in flight, at least 1
}

// DialectOps are the operations that a program has for a dialect.
type DialectOps struct {
	Dialect string
	Ops     []string
}

// Value is the description as its JSON object.
func (d Description) Value() jsvalue.Value {
	dialects := make([]jsvalue.Member, len(d.Dialects))
	for i, dialect := range d.Dialects {
		dialects[i] = jsvalue.Member{Key: dialect.Dialect, Value: textList(dialect.Ops)}
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "protocol", Value: jsvalue.IntValue(int64(d.Protocol))},
		text("spec", d.Spec), text("name", d.Name), text("version", d.Version), text("language", d.Language),
		jsvalue.Member{Key: "dialects", Value: jsvalue.ObjectValue(dialects...)},
		jsvalue.Member{Key: "unsupported", Value: textList(d.Unsupported)},
		jsvalue.Member{Key: "concurrency", Value: jsvalue.IntValue(int64(d.Concurrency))},
	)
}

// ParseDescription reads what a program says of itself. protocol and dialects are required; the other members may be
// absent, and concurrency then is 1. Members it does not know are ignored.
func ParseDescription(value jsvalue.Value) (Description, error) {
	version, ok := value.Get("protocol").SafeInteger()
	if !ok {
		return Description{}, errors.New("protocol: a description: protocol is not an integer")
	}
	d := Description{Protocol: int(version), Concurrency: 1}
	for key, target := range map[string]*string{"spec": &d.Spec, "name": &d.Name, "version": &d.Version, "language": &d.Language} {
		member := value.Get(key)
		if !member.IsUndefined() && !member.IsString() {
			return Description{}, errors.New("protocol: a description: " + key + " is not a string")
		}
		*target = member.Text()
	}
	if concurrency := value.Get("concurrency"); !concurrency.IsUndefined() {
		n, ok := concurrency.SafeInteger()
		if !ok || n < 1 {
			return Description{}, errors.New("protocol: a description: concurrency is not an integer above 0")
		}
		d.Concurrency = int(n)
	}
	if !value.Get("dialects").IsObject() {
		return Description{}, errors.New("protocol: a description: dialects is not an object")
	}
	for name, list := range value.Get("dialects").Members() {
		ops, ok := texts(list)
		if !ok {
			return Description{}, errors.New("protocol: a description: a dialect has no list of operations")
		}
		d.Dialects = append(d.Dialects, DialectOps{Dialect: name, Ops: ops})
	}
	if list := value.Get("unsupported"); !list.IsUndefined() {
		if d.Unsupported, ok = texts(list); !ok {
			return Description{}, errors.New("protocol: a description: unsupported is not a list of strings")
		}
	}
	return d, nil
}

func textList(list []string) jsvalue.Value {
	values := make([]jsvalue.Value, len(list))
	for i, s := range list {
		values[i] = jsvalue.StringValue(s)
	}
	return jsvalue.ArrayValue(values...)
}

func texts(list jsvalue.Value) ([]string, bool) {
	var out []string
	for _, element := range list.Elements() {
		if !element.IsString() {
			return nil, false
		}
		out = append(out, element.Text())
	}
	return out, list.IsArray()
}
