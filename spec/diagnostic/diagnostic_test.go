package diagnostic_test

import (
	"encoding/json"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// TestAppendJSON fixes the members, their order, and which are left out (CR-PREP-28).
func TestAppendJSON(t *testing.T) {
	for _, test := range []struct {
		name string
		d    diagnostic.Diagnostic
		want string
	}{
		{
			name: "code and message alone",
			d:    diagnostic.New(diagnostic.ArtifactOnly, "m"),
			want: `{"code":"artifact_only","severity":"info","message":"m","affectsCompleteness":false}`,
		}, {
			name: "every place in a record",
			d:    diagnostic.New(diagnostic.MalformedPart, "m").AtPath("message.parts[2]").OfRecord("r").AtRecord(7),
			want: `{"code":"malformed_part","severity":"warning","message":"m","affectsCompleteness":true,` +
				`"recordIndex":7,"recordId":"r","path":"message.parts[2]"}`,
		}, {
			name: "the first record and an empty id are places too",
			d:    diagnostic.New(diagnostic.InvalidRecord, "m").AtRecord(0).OfRecord(""),
			want: `{"code":"invalid_record","severity":"warning","message":"m","affectsCompleteness":true,` +
				`"recordIndex":0,"recordId":""}`,
		}, {
			name: "line and offset 0",
			d:    diagnostic.New(diagnostic.InvalidJSONLine, "m").AtLine(1, 0),
			want: `{"code":"invalid_json_line","severity":"warning","message":"m","affectsCompleteness":true,` +
				`"line":1,"byteOffset":0}`,
		}, {
			name: "ids are quoted as JSON, lone surrogates kept",
			d:    diagnostic.New(diagnostic.HistoryGap, "m").OfRecord("a\"\n\xed\xa0\x80"),
			want: `{"code":"history_gap","severity":"warning","message":"m","affectsCompleteness":true,` +
				`"recordId":"a\"\n\ud800"}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := string(test.d.AppendJSON([]byte("x")))
			if got != "x"+test.want {
				t.Errorf("got  %s\nwant x%s", got, test.want)
			}
			if !json.Valid([]byte(got[1:])) {
				t.Error("not JSON")
			}
		})
	}
}

// TestSeverityComesFromTheTable: what a code means is decided in one place (CR-PREP-28).
func TestSeverityComesFromTheTable(t *testing.T) {
	for _, entry := range spec.DiagnosticCodes() {
		d := diagnostic.New(diagnostic.Code(entry.Code), "m")
		if string(d.Severity()) != entry.Severity || d.AffectsCompleteness() != entry.AffectsCompleteness {
			t.Errorf("%s: severity %s, affects %v; the table says %s, %v",
				entry.Code, d.Severity(), d.AffectsCompleteness(), entry.Severity, entry.AffectsCompleteness)
		}
	}
	unknown := diagnostic.New("no_such_code", "m")
	if unknown.Severity() != diagnostic.Warning || !unknown.AffectsCompleteness() {
		t.Errorf("an unknown code must count as a loss: %s, %v", unknown.Severity(), unknown.AffectsCompleteness())
	}
}

// TestAccessors: a place that was not named is absent; one that was named as zero or empty is present.
func TestAccessors(t *testing.T) {
	bare := diagnostic.New(diagnostic.RepeatedRecord, "m")
	if bare.Code() != diagnostic.RepeatedRecord || bare.Message() != "m" || bare.Path() != "" {
		t.Errorf("got %q, %q, %q", bare.Code(), bare.Message(), bare.Path())
	}
	if _, ok := bare.RecordIndex(); ok {
		t.Error("record index present")
	}
	if _, ok := bare.RecordID(); ok {
		t.Error("record id present")
	}
	if _, _, ok := bare.Line(); ok {
		t.Error("line present")
	}
	full := bare.AtRecord(0).OfRecord("").AtPath("p").AtLine(3, 0)
	if index, ok := full.RecordIndex(); index != 0 || !ok {
		t.Errorf("RecordIndex = %d, %v", index, ok)
	}
	if id, ok := full.RecordID(); id != "" || !ok {
		t.Errorf("RecordID = %q, %v", id, ok)
	}
	if line, offset, ok := full.Line(); line != 3 || offset != 0 || !ok {
		t.Errorf("Line = %d, %d, %v", line, offset, ok)
	}
	if full.Path() != "p" {
		t.Errorf("Path = %q", full.Path())
	}
	if _, ok := bare.RecordID(); ok {
		t.Error("the With-style methods changed their receiver")
	}
}

// TestKey: two diagnostics repeat each other if code, record index, record id and path are equal (CR-PREP-27).
func TestKey(t *testing.T) {
	base := diagnostic.New(diagnostic.MissingToolResult, "m").AtRecord(1).OfRecord("r").AtPath("p")
	for name, other := range map[string]diagnostic.Diagnostic{
		"another message": diagnostic.New(diagnostic.MissingToolResult, "n").AtRecord(1).OfRecord("r").AtPath("p"),
		"another line":    base.AtLine(4, 4),
	} {
		if other.Key() != base.Key() {
			t.Errorf("%s: keys differ", name)
		}
	}
	for name, other := range map[string]diagnostic.Diagnostic{
		"another code":           diagnostic.New(diagnostic.MalformedPart, "m").AtRecord(1).OfRecord("r").AtPath("p"),
		"another index":          base.AtRecord(2),
		"another id":             base.OfRecord("s"),
		"another path":           base.AtPath("q"),
		"no index":               diagnostic.New(diagnostic.MissingToolResult, "m").OfRecord("r").AtPath("p"),
		"empty id and no id":     diagnostic.New(diagnostic.MissingToolResult, "m").AtRecord(1).AtPath("p"),
		"empty id is an id also": diagnostic.New(diagnostic.MissingToolResult, "m").AtRecord(1).OfRecord("").AtPath("p"),
	} {
		if other.Key() == base.Key() {
			t.Errorf("%s: keys are equal", name)
		}
	}
	empty := diagnostic.New(diagnostic.InvalidRecord, "m").OfRecord("")
	if none := diagnostic.New(diagnostic.InvalidRecord, "m"); empty.Key() == none.Key() {
		t.Error("an empty id equals no id")
	}
}
