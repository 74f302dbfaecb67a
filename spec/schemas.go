package spec

import (
	"slices"
	"strings"
)

// SchemaBase stands before the file name in the $id of each schema; references between schemas are relative to it.
const SchemaBase = "https://github.com/transcriptspec/transcriptspec/spec/schema/"

// SchemaNames lists the JSON Schemas (draft 2020-12) of records, stages and protocol messages: block, request and so on.
func SchemaNames() []string {
	entries, err := schemaFiles.ReadDir("schema")
	if err != nil {
		panic(err) // the directory is embedded
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = strings.TrimSuffix(entry.Name(), ".json")
	}
	slices.Sort(names)
	return names
}

// resultSchemas names the schema of the result of each operation, by dialect and operation.
var resultSchemas = map[[2]string]string{
	{"", "describe"}:          "description",
	{"chatrecord", "project"}: "projection",
	{"chatrecord", "prepare"}: "prepared",
	{"chatrecord", "replay"}:  "replay",
	{"chatrecord", "reduce"}:  "projection",
	{"chatrecord", "compact"}: "updates",
	{"chatrecord", "read"}:    "read",
	{"sessionraw", "context"}: "sessionraw-context",
	{"sessionraw", "items"}:   "sessionraw-items",
	{"sessionraw", "page"}:    "sessionraw-page",
	{"sessionraw", "append"}:  "sessionraw-append",

	{"eventstream", "parse"}:   "eventstream-parse",
	{"eventstream", "entries"}: "eventstream-entries",
	{"eventstream", "rows"}:    "eventstream-rows",
	{"eventstream", "groups"}:  "eventstream-groups",
	{"eventstream", "summary"}: "eventstream-summary",
	{"eventstream", "store"}:   "eventstream-parse",
	{"eventstream", "wire"}:    "eventstream-parse",
	{"eventstream", "batch"}:   "eventstream-batch",
	{"eventstream", "merge"}:   "eventstream-merge",
	{"eventstream", "cursor"}:  "eventstream-cursor",
	{"eventstream", "follow"}:  "eventstream-follow",

	{"eventstream", "snapshot"}:  "eventstream-snapshot",
	{"eventstream", "page"}:      "eventstream-page",
	{"eventstream", "candidate"}: "eventstream-candidate",
	{"eventstream", "repair"}:    "eventstream-repair",
	{"eventstream", "recovery"}:  "eventstream-recovery",
	{"eventstream", "guardrail"}: "eventstream-guardrail",
	{"eventstream", "meter"}:     "eventstream-meter",
	{"eventstream", "workflow"}:  "eventstream-workflow",
}

// ResultSchema names the schema of the result of an operation (TP-PROTO-15, TP-PROTO-18 to TP-PROTO-21); describe has no dialect. ok is
// false if there is no such operation.
func ResultSchema(dialect, op string) (name string, ok bool) {
	name, ok = resultSchemas[[2]string{dialect, op}]
	return name, ok
}

// Schema returns the text of a schema by its name; its $id is SchemaBase, the name and ".json".
func Schema(name string) (text []byte, ok bool) {
	text, err := schemaFiles.ReadFile("schema/" + name + ".json")
	return text, err == nil
}
