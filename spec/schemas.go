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

// Schema returns the text of a schema by its name; its $id is SchemaBase, the name and ".json".
func Schema(name string) (text []byte, ok bool) {
	text, err := schemaFiles.ReadFile("schema/" + name + ".json")
	return text, err == nil
}
