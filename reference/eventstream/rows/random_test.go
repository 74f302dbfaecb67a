package rows_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/textrun"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// words are the values that random events choose from: few, so that they meet.
var words = map[string][]string{
	"text": {`"a"`, `"b "`, `" "`, `"\n"`, `""`, `"\ud83d"`, `"\ude00"`, `null`}, "turnId": {`"t"`, `"u"`, `null`, `" "`},
	"messageId": {`"m"`, `" m "`, `"n"`, `""`}, "itemId": {`"i"`, `"j"`, `""`}, "logicalItemId": {`"i"`, `"L"`, `null`},
	"messageIds": {`["m"]`, `[" n ","m"]`, `[""]`, `"m"`}, "status": {`"running"`, `"completed"`, `"failed"`, `"stopped"`, `null`},
	"taskId": {`"x"`, `"y"`, `"chat:z"`, `""`}, "agentId": {`"x"`, `"v"`, `""`}, "taskType": {`"background"`, `"subagent"`, `null`},
	"agentType": {`"background"`, `"Explore"`, `""`}, "id": {`"x"`, `"k"`}, "sourceTaskId": {`"x"`, `"v"`, `"y"`}, "steerId": {`"s"`, `"r"`},
	"kind": {`"background_task"`, `"cron"`, `"create"`}, "cardId": {`"c"`, `" c "`, `"d"`}, "rows": {`[]`, `[1]`, `null`}, "degradedReason": {`"r"`, `null`},
	"items": {`[]`, `[{"status":"completed"}]`, `5`}, "steps": {`[]`, `[1]`, `null`}, "state": {`"started"`, `"completed"`, `"delta"`, `"recovered"`, `"available"`},
	"tool": {`"Read"`, `"tool"`, `""`, `5`}, "result": {`"r"`, `{"title":"T"}`, `null`, `[]`}, "output": {`"a"`, `"ab"`, `5`}, "path": {`"p"`, `"(pending file)"`},
	"diff": {`"+a\n"`, `"+a\n-b"`, `null`}, "message": {`"m"`, `"Hook: PreToolUse:x error"`, `""`}, "noticeKind": {`"hook"`, `"info"`}, "summary": {`"s"`, `"Task updated"`, `""`},
	"turnStatus": {`"failed"`, `"started"`}, "parentItemId": {`"i"`, `"q"`}, "metadata": {`{"a":1}`, `{"scheduledWake":{"scheduleId":"w","kind":"cron","firedAt":"z"}}`, `5`},
}

// randomEvents are events of all types, of those with text the most.
func randomEvents(r *rand.Rand, keys []string, n int) []event.Envelope {
	names := append(event.TypeNames(), "brand_new")
	list := make([]event.Envelope, n)
	for i := range list {
		name := names[r.IntN(len(names))]
		if r.IntN(3) == 0 {
			name = []string{"text", "text", "transcript_retraction", "reasoning"}[r.IntN(4)]
		}
		line := `{"type":"` + name + `"`
		for _, key := range keys {
			if r.IntN(3) > 0 {
				line += `,"` + key + `":` + words[key][r.IntN(len(words[key]))]
			}
		}
		value, err := jsvalue.Decode(line + "}")
		if err != nil {
			panic(err)
		}
		list[i] = event.Envelope{SessionID: "s", Timestamp: at(i / 3), Event: value}
		if r.IntN(2) == 0 {
			list[i].Sequence = jsvalue.IntValue(int64(i / 3))
		}
	}
	return list
}

// TestRandom: whatever comes, each change is what it is said to be, keys stay apart, and the rows of a message are its pieces,
// joined (ES-ROW-01, ES-ROW-02, ES-TEXT-04).
func TestRandom(t *testing.T) {
	var keys []string
	for key := range words {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for seed := range uint64(200) {
		m := rows.New("s")
		before := m.Rows()
		kept := pieces{texts: map[string]string{}, open: map[string]bool{}, steers: map[string]bool{}}
		for i, envelope := range randomEvents(rand.New(rand.NewPCG(seed, 1)), keys, 80) {
			change := m.Add(envelope)
			after := m.Rows()
			if err := follows(before, after, change); err != nil {
				t.Fatalf("seed %d, event %d %s: %v", seed, i, jsvalue.Append(nil, envelope.Event), err)
			}
			if !change.Ignored {
				kept.take(envelope.Event)
			}
			if got := joined(after); !equalTexts(got, kept.texts) {
				t.Fatalf("seed %d, event %d %s: %q, want %q", seed, i, jsvalue.Append(nil, envelope.Event), got, kept.texts)
			}
			before = after
		}
		checkKeys(t, before)
	}
}

// pieces joins what each message says, by the rules and without rows.
type pieces struct {
	texts  map[string]string
	open   map[string]bool
	steers map[string]bool
}

func (p *pieces) take(e jsvalue.Value) {
	switch message := textrun.IdentityOf(e).Message; e.Get("type").Text() {
	case "user_message":
		if steer := jsvalue.Trim(e.Get("steerId").Text()); !p.steers[steer] {
			p.open = map[string]bool{}
			p.steers[steer] = steer != ""
		}
	case "transcript_retraction":
		for _, id := range e.Get("messageIds").Elements() {
			delete(p.texts, jsvalue.Trim(id.Text()))
			delete(p.open, jsvalue.Trim(id.Text()))
		}
	case "text":
		text := e.Get("text").Text()
		if message != "" && (p.open[message] || !jsvalue.IsBlank(text)) {
			p.open[message] = true
			p.texts[message] = jsvalue.Concat(p.texts[message], text)
		}
	}
}

// joined are the texts of the rows of each message.
func joined(list []rows.Row) map[string]string {
	texts := map[string]string{}
	for _, row := range list {
		if message := textrun.IdentityOf(row.Event).Message; row.Event.Get("type").Text() == "text" && message != "" {
			texts[message] = jsvalue.Concat(texts[message], row.Event.Get("text").Text())
		}
	}
	return texts
}

func equalTexts(a, b map[string]string) bool {
	for key := range a {
		if a[key] != b[key] {
			return false
		}
	}
	return len(a) == len(b)
}

func checkKeys(t *testing.T, list []rows.Row) {
	t.Helper()
	seen := map[string]bool{}
	for _, row := range list {
		if seen[row.Key] && !strings.HasPrefix(row.Key, "scheduled-wake:") {
			t.Errorf("two rows have the key %s", row.Key)
		}
		seen[row.Key] = true
	}
}
