package jsonl_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestReports reads files as users reported them; "records" of a case lists what a reader must recover.
func TestReports(t *testing.T) {
	want := map[string]string{ // the diagnostics, as "code line"
		"62-glued-records.json":                "recovered_record 2",
		"64-torn-last-line.json":               "invalid_json_line 4",
		"65-torn-prefix-then-next-record.json": "invalid_json_line 3, recovered_record 3",
		"67-bad-line-does-not-end-replay.json": "invalid_json_line 3",
		"68-bom-and-crlf.json":                 "",
		"70-cut-inside-utf8-character.json":    "invalid_json_line 2",
	}
	files, err := filepath.Glob("testdata/reports/*.json")
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d report files, want %d (%v)", len(files), len(want), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			text, records := report(t, file)
			lines, diagnostics := jsonl.Read(text)
			var values []jsvalue.Value
			for _, line := range lines {
				values = append(values, line.Value)
			}
			if got := jsvalue.ArrayValue(values...); !jsvalue.Equal(got, records) {
				t.Errorf("recovered %s\nwant %s", jsvalue.Append(nil, got), jsvalue.Append(nil, records))
			}
			if got := codes(diagnostics); got != want[name] {
				t.Errorf("diagnostics %q, want %q", got, want[name])
			}
			if strings.Contains(name, "torn-last-line") && !strings.Contains(diagnostics[0].Message(), "torn") {
				t.Errorf("the message does not say that the last line is torn: %s", diagnostics[0].Message())
			}
		})
	}
}

func report(t *testing.T, file string) (text string, records jsvalue.Value) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsvalue.Decode(string(content))
	if err != nil {
		t.Fatal(err)
	}
	if encoded := value.Get("raw_base64"); encoded.IsString() {
		bytes, err := base64.StdEncoding.DecodeString(encoded.Text())
		if err != nil {
			t.Fatal(err)
		}
		return string(bytes), value.Get("records")
	}
	return value.Get("raw_text").Text(), value.Get("records")
}
