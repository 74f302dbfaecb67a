package certify

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// schemas are the compiled schemas by name.
type schemas map[string]*jsonschema.Schema

// compiledSchemas are compiled once; they are safe for concurrent use.
var compiledSchemas = sync.OnceValues(compileSchemas)

func compileSchemas() (schemas, error) {
	compiler := jsonschema.NewCompiler()
	for _, name := range spec.SchemaNames() {
		text, _ := spec.Schema(name)
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("the schema %s: %w", name, err)
		}
		if err := compiler.AddResource(spec.SchemaBase+name+".json", document); err != nil {
			return nil, fmt.Errorf("the schema %s: %w", name, err)
		}
	}
	compiled := schemas{}
	for _, name := range spec.SchemaNames() {
		schema, err := compiler.Compile(spec.SchemaBase + name + ".json")
		if err != nil {
			return nil, fmt.Errorf("the schema %s: %w", name, err)
		}
		compiled[name] = schema
	}
	return compiled, nil
}

// breach is a place where a value does not meet its schema.
type breach struct{ schema, path, keyword, says string }

// check returns the first breach of the schema of a result, in the order of paths; false if there is none.
func (s schemas) check(dialect, op string, result jsvalue.Value) (breach, bool) {
	name, ok := spec.ResultSchema(dialect, op)
	if !ok {
		return breach{}, false
	}
	var invalid *jsonschema.ValidationError
	if err := s[name].Validate(plain(result, 0)); !errors.As(err, &invalid) {
		return breach{}, false
	}
	first := sorted(breaches(invalid))[0]
	first.schema = name
	return first, true
}

// sorted orders breaches by what they say: the validator gives them in no order.
func sorted(all []breach) []breach {
	slices.SortFunc(all, func(a, b breach) int {
		return strings.Compare(a.path+" "+a.keyword, b.path+" "+b.keyword)
	})
	return all
}

// breaches are the causes of an error; alternatives are not taken apart, since all but one of them are meant to fail.
func breaches(err *jsonschema.ValidationError) []breach {
	switch err.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		at := breachOf(err)
		at.says = nearest(err, at.path)
		return []breach{at}
	}
	if len(err.Causes) == 0 {
		return []breach{breachOf(err)}
	}
	var all []breach
	for _, cause := range err.Causes {
		all = append(all, breaches(cause)...)
	}
	return all
}

// nearest says what is wrong, of a value at a path, with the alternative that was most likely meant: one whose constants hold,
// since these tell alternatives apart, else that with the fewest breaches.
func nearest(err *jsonschema.ValidationError, path string) string {
	if len(err.Causes) == 0 {
		return "more than one of its alternatives holds"
	}
	var meant breach
	least := math.MaxInt
	for _, cause := range err.Causes {
		all, weight := sorted(breaches(cause)), 0
		of := all[0]
		for _, b := range all {
			weight++
			if b.keyword == "const" || b.keyword == "enum" {
				of, weight = b, weight+otherKind
			}
		}
		if weight < least {
			meant, least = of, weight
		}
	}
	return "in the nearest alternative " + meant.inside(path)
}

// otherKind is what a constant that does not hold weighs against other breaches.
const otherKind = 1000

// inside names a breach by its place in the value at a path.
func (b breach) inside(path string) string {
	at := report.Name(strings.TrimPrefix(strings.TrimPrefix(b.path, path), "."))
	switch {
	case at == "" && b.says == "":
		return fmt.Sprintf("it does not meet %q", b.keyword)
	case at == "":
		return b.says
	case b.says == "":
		return fmt.Sprintf("%s does not meet %q", at, b.keyword)
	}
	return "of " + at + " " + b.says
}

func breachOf(err *jsonschema.ValidationError) breach {
	var path strings.Builder
	for _, step := range err.InstanceLocation {
		switch _, failed := strconv.Atoi(step); {
		case failed == nil:
			path.WriteString("[" + step + "]")
		case path.Len() == 0:
			path.WriteString(step)
		default:
			path.WriteString("." + step)
		}
	}
	return breach{path: path.String(), keyword: keywordOf(err.ErrorKind), says: says(err.ErrorKind)}
}

// keywordOf is the keyword that failed. A schema that is false, and not, have no path of their own.
func keywordOf(what jsonschema.ErrorKind) string {
	switch what.(type) {
	case *kind.FalseSchema:
		return "false"
	case *kind.Not:
		return "not"
	}
	return strings.Join(what.KeywordPath(), "/")
}

// says names the member that is wrong, if the keyword alone does not.
func says(what jsonschema.ErrorKind) string {
	list := func(members []string) string { return strings.Join(slices.Sorted(slices.Values(members)), ", ") }
	switch what := what.(type) {
	case *kind.Required:
		return list(what.Missing) + " is missing"
	case *kind.DependentRequired:
		return list(what.Missing) + " is missing beside " + what.Prop
	case *kind.AdditionalProperties:
		return report.Name(list(what.Properties)) + " is no member that it may have"
	case *kind.FalseSchema:
		return "nothing may stand there"
	}
	return ""
}

// message is what a finding says.
func (b breach) message() string {
	text := fmt.Sprintf("it does not meet %q of the schema %s", b.keyword, b.schema)
	if b.says != "" {
		text += ": " + b.says
	}
	return text
}

// deepest is where a value is no longer taken apart: no schema looks further, and depth must not cost the process.
const deepest = 60

// plain is a value in the kinds of Go that the schemas are checked on.
func plain(v jsvalue.Value, depth int) any {
	switch {
	case depth > deepest:
		return string(jsvalue.Append(nil, v))
	case v.IsArray():
		list := make([]any, v.Len())
		for i, element := range v.Elements() {
			list[i] = plain(element, depth+1)
		}
		return list
	case v.IsObject():
		object := make(map[string]any, v.Len())
		for key, value := range v.Members() {
			object[key] = plain(value, depth+1)
		}
		return object
	case v.IsString():
		return v.Text()
	case v.IsNumber():
		return v.Float()
	case v.IsBool():
		return v.IsTrue()
	}
	return nil
}
