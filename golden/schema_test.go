package golden_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// schemas are the compiled schemas by name, which also shows that each is a schema.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, name := range spec.SchemaNames() {
		text, ok := spec.Schema(name)
		if !ok {
			t.Fatalf("%s is not there", name)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if id := document.(map[string]any)["$id"]; id != spec.SchemaBase+name+".json" {
			t.Errorf("%s: $id is %v", name, id)
		}
		if err := compiler.AddResource(spec.SchemaBase+name+".json", document); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, name := range append(spec.SchemaNames(), groupedRow, "prepared.json#/$defs/record", "preview.json#/$defs/result",
		"options.json#/$defs/project", "options.json#/$defs/prepare", "options.json#/$defs/replay", "options.json#/$defs/reduce",
		"sessionraw-options.json#/$defs/context", "sessionraw-options.json#/$defs/items", "sessionraw-options.json#/$defs/page",
		"sessionraw-options.json#/$defs/append",
		"eventstream-options.json#/$defs/parse", "eventstream-options.json#/$defs/entries", "eventstream-options.json#/$defs/rows",
		"eventstream-options.json#/$defs/groups", "eventstream-options.json#/$defs/summary", "eventstream-options.json#/$defs/store",
		"eventstream-options.json#/$defs/wire", "eventstream-options.json#/$defs/batch", "eventstream-options.json#/$defs/merge",
		"eventstream-options.json#/$defs/cursor", "eventstream-options.json#/$defs/follow",
		"eventstream-options.json#/$defs/repair", "eventstream-options.json#/$defs/recovery", "eventstream-options.json#/$defs/guardrail",
		"eventstream-options.json#/$defs/meter", "eventstream-options.json#/$defs/workflow",
		"eventstream-options.json#/$defs/snapshot", "eventstream-options.json#/$defs/page", "eventstream-options.json#/$defs/candidate") {
		file := name
		if !strings.Contains(name, "#") {
			file += ".json"
		}
		schema, err := compiler.Compile(spec.SchemaBase + file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		compiled[name] = schema
	}
	return compiled
}

// meets reports what a value violates.
func meets(t *testing.T, schema *jsonschema.Schema, value jsvalue.Value) {
	t.Helper()
	if err := schema.Validate(plain(value, 0)); err != nil {
		t.Errorf("%v", err)
	}
}

// TestSchemaOfDiagnostics: the codes in the schema, and what they affect, are those of the table (CR-PREP-28).
func TestSchemaOfDiagnostics(t *testing.T) {
	diagnostics := schemas(t)["diagnostic"]
	for _, code := range spec.DiagnosticCodes() {
		d := map[string]any{"code": code.Code, "severity": code.Severity, "affectsCompleteness": code.AffectsCompleteness, "message": "m"}
		if err := diagnostics.Validate(d); err != nil {
			t.Errorf("%s: %v", code.Code, err)
		}
		d["affectsCompleteness"] = !code.AffectsCompleteness
		if diagnostics.Validate(d) == nil {
			t.Errorf("%s: its effect can be turned round", code.Code)
		}
	}
}

// TestGoldenFilesMeetTheSchema: every expected projection is one (CR-BLOCK-17, CR-CAP-09).
func TestGoldenFilesMeetTheSchema(t *testing.T) {
	schema := schemas(t)["projection"]
	eachGolden(t, func(t *testing.T, projection jsvalue.Value) { meets(t, schema, projection) })
}

func eachGolden(t *testing.T, check func(t *testing.T, projection jsvalue.Value)) {
	files, err := filepath.Glob("testdata/" + dialect + "/*/*.golden")
	if err != nil || len(files) < 300 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		projection := decode(t, string(text))
		if projection.Has("error") {
			continue
		}
		t.Run(filepath.Base(filepath.Dir(file))+"/"+strings.TrimSuffix(filepath.Base(file), ".golden"), func(t *testing.T) {
			check(t, projection.With(
				jsvalue.Member{Key: "blocks", Value: withoutMarks(projection.Get("blocks"))},
				jsvalue.Member{Key: "diagnostics", Value: withoutMarks(projection.Get("diagnostics"))},
			))
		})
	}
}

// withoutMarks drops what abridge put in the place of many elements.
func withoutMarks(list jsvalue.Value) jsvalue.Value {
	var kept []jsvalue.Value
	for _, element := range list.Elements() {
		if !element.IsString() {
			kept = append(kept, element)
		}
	}
	return jsvalue.ArrayValue(kept...)
}

// exchange is put for a request of chatrecord; it also checks the options and the result.
func exchange(t *testing.T, compiled map[string]*jsonschema.Schema, op string, input protocol.Input, options jsvalue.Value) protocol.Answer {
	t.Helper()
	answer := put(t, compiled, testcase.Case{Dialect: dialect, Op: op, Input: input, Options: options})
	if result := answer.Result(); answer.Kind() == protocol.ResultAnswer {
		if schema := compiled["options.json#/$defs/"+op]; schema != nil && !options.IsUndefined() {
			meets(t, schema, options)
		}
		meetsResult(t, compiled, dialect, op, result)
	} else if !slices.Contains([]protocol.Code{"invalid_records", "invalid_max_blocks", "leaf_not_found", "mixed_session_ids", "bad_input"}, answer.Err().Code) {
		t.Errorf("%s: %+v", op, answer.Err())
	}
	return answer
}

func meetsResult(t *testing.T, compiled map[string]*jsonschema.Schema, dialect, op string, result jsvalue.Value) {
	t.Helper()
	if op == protocol.OpDescribe {
		dialect = ""
	}
	name, ok := spec.ResultSchema(dialect, op)
	if !ok {
		t.Fatalf("%s %s has no schema", dialect, op)
	}
	meets(t, compiled[name], result)
}

// put puts a case to the reference over the wire and checks both lines against their schemas.
func put(t *testing.T, compiled map[string]*jsonschema.Schema, c testcase.Case) protocol.Answer {
	t.Helper()
	request := c.Request(jsvalue.IntValue(1))
	meets(t, compiled["request"], request.Value())
	c.Name = t.Name()
	meets(t, compiled["case"], c.Value())
	var out bytes.Buffer
	in := bytes.NewReader(request.AppendLine(nil))
	if err := protocol.Serve(t.Context(), subject.New("test"), in, &out, protocol.ServeOptions{Log: t.Output()}); err != nil {
		t.Fatal(err)
	}
	meets(t, compiled["answer"], decode(t, out.String()))
	_, answer, err := protocol.ParseAnswer(out.String())
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestAnswersMeetTheSchemas: all requests that come from a fixture, and all answers to them, do (TP-PROTO-15).
func TestAnswersMeetTheSchemas(t *testing.T) {
	compiled := schemas(t)
	for _, group := range fixtures.Groups() {
		for _, fixture := range load(t, group) {
			t.Run(string(group)+"/"+fixture.File, func(t *testing.T) {
				if len(fixture.Records) > 5000 {
					t.Skip("more of the same")
				}
				exchangeAll(t, compiled, fixture)
			})
		}
	}
	t.Run("describe", func(t *testing.T) { exchange(t, compiled, protocol.OpDescribe, protocol.Input{}, jsvalue.Value{}) })
	t.Run("demo", func(t *testing.T) {
		exchangeAll(t, compiled, fixtures.Fixture{Text: fixtures.Demo(), HasText: true})
	})
}

func exchangeAll(t *testing.T, compiled map[string]*jsonschema.Schema, fixture fixtures.Fixture) {
	input := protocol.ValueOf(jsvalue.ArrayValue(fixture.Records...))
	if !fixture.RecordsArgument.IsUndefined() {
		input = protocol.ValueOf(fixture.RecordsArgument)
	}
	if fixture.HasText {
		read := exchange(t, compiled, "read", protocol.TextOf(fixture.Text), jsvalue.Value{})
		input = protocol.ValueOf(read.Result().Get("records"))
	}
	exchange(t, compiled, "project", input, fixture.Options)
	prepared := exchange(t, compiled, "prepare", input, fixture.Options).Result()
	if prepared.IsUndefined() {
		return
	}
	options := jsvalue.ObjectValue(jsvalue.Member{Key: "gaps", Value: prepared.Get("gaps")}, jsvalue.Member{Key: "finalize", Value: jsvalue.BoolValue(false)})
	replayed := exchange(t, compiled, "replay", protocol.ValueOf(prepared.Get("records")), options).Result()
	exchange(t, compiled, "replay", protocol.ValueOf(jsvalue.ArrayValue()), object("initialState", replayed.Get("state")))
	updates := protocol.ValueOf(object("updates", updatesOf(replayed)))
	compacted := exchange(t, compiled, "compact", updates, jsvalue.Value{}).Result()
	exchange(t, compiled, "reduce", updates, jsvalue.Value{})
	exchange(t, compiled, "reduce", protocol.ValueOf(compacted), jsvalue.Value{})
	for _, record := range prepared.Get("records").Elements() {
		if record.Get("subtype").IsUndefined() { // an unknown one is not taken without a diagnostic
			meets(t, compiled["record"], record)
		}
	}
}

func updatesOf(replayed jsvalue.Value) jsvalue.Value {
	var updates []jsvalue.Value
	for _, emission := range replayed.Get("emissions").Elements() {
		updates = append(updates, emission.Get("update"))
	}
	return jsvalue.ArrayValue(updates...)
}
