package sessionraw_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/model/sessionraw"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestDifferencesAreKeptApart: what is wrong with items and diagnostics is told by its place, its symptom and the rules of just
// that, with both values.
func TestDifferencesAreKeptApart(t *testing.T) {
	long := strings.Repeat("word ", 40)
	asked := caseOf(header+`{"role":"user","content":"[Context]","request_id":"r"}`+"\n"+`{"role":"assistant","content":"`+long+`","request_id":"r"}`+"\n"+`{"kind":"x"}`, "")
	boundary, said := `{"kind":"turnBoundary","requestId":"r"}`, `{"kind":"userMessage","content":"[Context]","lookalike":true,"requestId":"r"}`
	answer := `{"kind":"assistantMessage","content":"` + long + `","requestId":"r"}`
	told := `{"code":"unknown_kind","file":"session_raw/100_a.jsonl","line":4,"byteOffset":543}`
	for _, c := range []struct{ items, told, want string }{
		{boundary + "," + said + "," + answer, told, "diagnostics misplaced unknown_kind [SR-LINE-12] unknown_kind has the byte offset 543, which is not that of line 4"},
		{boundary + "," + said + "," + answer, "", "diagnostics missing unknown_kind [SR-LINE-03] unknown_kind of line 4 is not told"},
		{boundary + "," + said + "," + answer, `{"code":"repeated_row"}`, "diagnostics extra repeated_row [SR-VIEW-11 SR-VIEW-12] repeated_row of the file \"\" is told of nothing"},
		{said + "," + answer, "", "items missing turnBoundary [SR-VIEW-03] there are 2, by the definition 3: at 0 the turnBoundary is missing"},
		{boundary + "," + said, "", "items missing assistantMessage [SR-VIEW-07 SR-VIEW-11 SR-VIEW-13 SR-VIEW-14] there are 2, by the definition 3: at 2 the assistantMessage is missing"},
		{boundary + "," + said + "," + said + "," + answer, "", "items extra userMessage [SR-VIEW-06 SR-VIEW-11 SR-VIEW-13 SR-VIEW-15] there are 4, by the definition 3: at 2 the userMessage has no place"},
		{boundary + "," + said + "," + answer + `,{"kind":"x y"}`, "", "items extra kind [] there are 4, by the definition 3: at 3 the x y has no place"},
		{boundary + "," + strings.Replace(said, `"lookalike":true,`, "", 1) + "," + answer, "", "items[1].lookalike userMessage lacks it [SR-SAN-04] lookalike of the userMessage is absent, by the definition true"},
		{boundary + "," + strings.Replace(said, "}", `,"displayContent":"x"}`, 1) + "," + answer, "", `items[1].displayContent userMessage has it [SR-SAN-01 SR-SAN-02 SR-SAN-03] displayContent of the userMessage is "x", by the definition absent`},
		{boundary + "," + strings.Replace(said, "}", `,"x":1}`, 1) + "," + answer, "", "items[1] userMessage has it [] x of the userMessage is 1, by the definition absent"},
		{
			boundary + "," + said + "," + strings.Replace(answer, "word \"", "wort \"", 1), "",
			`items[2].content assistantMessage differs [SR-VIEW-07 SR-VIEW-14] content of the assistantMessage is …d word word word wort ", by the definition …d word word word word "`,
		},
		{boundary + "," + answer + "," + said, "", `items[1].kind userMessage differs [] kind of the userMessage is "assistantMessage", by the definition "userMessage"`},
		{boundary + ",5," + answer, "", `items[1].kind userMessage lacks it [] kind of the userMessage is absent, by the definition "userMessage"`},
	} {
		value, err := jsvalue.Decode(`{"threadId":"T","hasTranscript":true,"items":[` + c.items + `],"diagnostics":[` + c.told + `]}`)
		if err != nil {
			t.Fatal(err)
		}
		check := "items-by-definition"
		if strings.HasPrefix(c.want, "diagnostics") {
			check = "diagnostics-by-definition"
		}
		m := sessionraw.Model()
		asker, err := model.NewAsker(t.Context(), fixed{value}, m.Dialect)
		if err != nil {
			t.Fatal(err)
		}
		result, err := m.CheckOnly(t.Context(), asker, asked, check)
		if err != nil || len(result.Violations) == 0 {
			t.Fatalf("%s: nothing is wrong, %v", c.want, err)
		}
		v := result.Violations[0]
		rules := v.Rules
		if len(rules) > 10 { // all
			rules = nil
		}
		if got := fmt.Sprint(v.Path, " ", v.Symptom, " ", rules, " ", v.Message); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
