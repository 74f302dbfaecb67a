package prepare_test

import (
	"slices"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func decodeValue(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// TestRecordValue: a record is written with the members it has, in order (TP-PROTO-16).
func TestRecordValue(t *testing.T) {
	for given, want := range map[string]string{
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user"}`: "",
		`{"uuid":"a","parentUuid":"","sessionId":"s","type":"user"}`:   "",
		`{"uuid":"a","parentUuid":"p","sessionId":"s","timestamp":"2026-01-02T03:04:05+01:00","type":"system","subtype":"future",` +
			`"message":{"role":"user","parts":[1,{"text":"\ud800"}]},"usageMetadata":null,"toolCallResult":[],"systemPayload":0,` +
			`"model":"m","daemonPromptId":" d ","backgroundTurn":{"x":1}}`: "",
		`{"type":"user","backgroundTurn":false,"message":{"parts":[],"x":1},"sessionId":"s","parentUuid":null,"uuid":"a","cwd":"/"}`:    `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"parts":[]},"backgroundTurn":false}`,
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{},"subtype":7,"timestamp":"soon","daemonPromptId":" "}`: `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{}}`,
		`{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":[]}`:                                                     `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user"}`,
	} {
		if want == "" {
			want = given
		}
		record, ok := prepare.Validate(decodeValue(t, given), 0, func(diagnostic.Diagnostic) {})
		if got := string(jsvalue.Append(nil, record.Value())); !ok || got != want {
			t.Errorf("%s\n%s, want\n%s", given, got, want)
		}
	}
}

// TestRecordValueReadsBack: what is written is read without a word, and written the same again (CR-PREP-25).
func TestRecordValueReadsBack(t *testing.T) {
	records := 0
	for _, group := range fixtures.Groups() {
		list, err := fixtures.Load("chatrecord", group)
		if err != nil {
			t.Fatal(err)
		}
		for _, fixture := range list {
			prepared, err := prepare.Prepare(fixture.Records, nil)
			if err != nil || len(prepared.Records) > 5000 { // more of the same
				continue
			}
			for i, record := range prepared.Records {
				records++
				value := record.Value()
				again, ok := prepare.Validate(value, i, func(d diagnostic.Diagnostic) {
					if d.Path() != "subtype" || record.Subtype == "" {
						t.Errorf("%s: %s %s", fixture.File, d.Code(), d.Path())
					}
				})
				if !ok || !jsvalue.Equal(again.Value(), value) || again.Timestamp != record.Timestamp || again.HasContent != record.HasContent {
					t.Errorf("%s: record %d reads back as\n%s, was\n%s", fixture.File, i, jsvalue.Append(nil, again.Value()), jsvalue.Append(nil, value))
				}
			}
		}
	}
	if records < 500 {
		t.Errorf("only %d records", records)
	}
}

func TestPreparedValue(t *testing.T) {
	record := decodeValue(t, `{"uuid":"b","parentUuid":"a","sessionId":"s","type":"user","message":{"parts":[{"text":"x"}]}}`)
	prepared, err := prepare.Prepare([]jsvalue.Value{record}, nil)
	if err != nil {
		t.Fatal(err)
	}
	value := prepared.Value()
	if got := value.Get("sessionId").Text(); got != "s" || !jsvalue.Equal(value.Get("records").At(0), record) {
		t.Errorf("%s", jsvalue.Append(nil, value))
	}
	if got := string(jsvalue.Append(nil, value.Get("gaps"))); got != `[{"childUuid":"b","missingParentUuid":"a"}]` {
		t.Errorf("gaps %s", got)
	}
	if got := value.Get("diagnostics").At(0).Get("code").Text(); got != string(diagnostic.HistoryGap) {
		t.Errorf("diagnostic %s", got)
	}
	if got := string(jsvalue.Append(nil, prepare.Prepared{}.Value())); got != `{"records":[],"gaps":[],"diagnostics":[]}` {
		t.Errorf("nothing is %s", got)
	}
	gaps, err := prepare.ParseGaps(value.Get("gaps"))
	if err != nil || !slices.Equal(gaps, prepared.Gaps) {
		t.Errorf("gaps read back as %v, %v", gaps, err)
	}
}
