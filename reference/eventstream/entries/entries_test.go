package entries_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// add reads a script: U("text"), T("text",message,turn,item), with - for none, R(message) and the types of other events.
func add(t *testing.T, m *entries.Machine, script string) {
	t.Helper()
	for i, word := range strings.Split(script, "; ") {
		name, arguments, _ := strings.Cut(strings.TrimSuffix(word, ")"), "(")
		parts := strings.Split(arguments, ",")
		line := ""
		switch name {
		case "S":
			line = `{"type":"user_message","steerId":"s","text":` + parts[0] + `}`
		case "U":
			line = `{"type":"user_message","text":` + parts[0] + `}`
		case "T":
			line = `{"type":"text","text":` + parts[0]
			for n, key := range []string{"messageId", "turnId", "itemId"} {
				if len(parts) > n+1 && parts[n+1] != "-" {
					line += `,"` + key + `":` + strconv.Quote(parts[n+1])
				}
			}
			line += "}"
		case "R":
			line = `{"type":"transcript_retraction","messageIds":["` + parts[0] + `"]}`
		default:
			line = `{"type":"` + name + `","turnId":"t1","itemId":"c` + strconv.Itoa(i) + `","tool":"Read","cardId":"c","turnStatus":"started","taskId":"k"}`
		}
		e, err := jsvalue.Decode(line)
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		m.Add(event.Envelope{SessionID: "s", Timestamp: strconv.Itoa(i), Event: e})
	}
}

// TestProbes: the canonical text of the probes 1 to 30, as our decisions correct them (ES-TEXT-01 to ES-TEXT-05,
// ES-ENTRY-01 to ES-ENTRY-04). An inferred entry has a star.
func TestProbes(t *testing.T) {
	for script, want := range map[string]string{
		`T("no new mod",m1); activity; T("ifier chain",m1)`:                  `"no new modifier chain"`,
		`T("Run impl",m1); tool_call; T("ementers",m1)`:                      `"Run implementers"`,
		`T("A",-,t1); activity; T("B",-,t1)`:                                 `"AB"`,
		`T("a",m1); T("A",-,t1); T("",m1); T("B",-,t1)`:                      `"a" "AB"`,
		`T("A.",-,t1); tool_call; T("B.",-,t1)`:                              `*"A.\n\nB."`,
		`T("A\n",-,t1); tool_call; T("B",-,t1)`:                              `"A\nB"`,
		`T("A  ",-,t1); done; T(" B",-,t1)`:                                  `*"A  \n\n B"`,
		`T("F.",m1,t1,ia); T("S.",m1,t1,ib)`:                                 `"F.S."`,
		`T("F.",-,t1,ia); tool_call; T("S.",-,t1,ib)`:                        `"F." "S."`,
		`T("a",m1); T("x",m2); T("b",m1)`:                                    `"ab" "x"`,
		`T("wor",m1,t1); U("stop"); T("ld",m1,t2)`:                           `"wor" U"stop" "ld"`,
		`T("wor",m1); U("   "); T("ld",m1)`:                                  `"wor" "ld"`,
		`T("chain",m1); T(" ",m1); T("needed",m1)`:                           `"chain needed"`,
		`T("Sev",m1); T("  \n",m1); T("  File",m1)`:                          `"Sev  \n  File"`,
		`T("  ",m1); T("Hi",m1)`:                                             `"Hi"`,
		`T("A",-,t1); tool_call; T("  ",-,t1); T("B",-,t1)`:                  `*"A\n\nB"`,
		`T("Half a wo",-,t1); brand_new; T("rd.",-,t1)`:                      `"Half a word."`,
		`T("A",-,t1); ade_card; T("B",-,t1)`:                                 `*"A\n\nB"`,
		`T("old",m1); R(m1); T("new",m2)`:                                    `"new"`,
		`T("a",m1); tool_call; T("b",m1); R(m1); T("c",m1)`:                  `"c"`,
		`R(m1); T("x",m1)`:                                                   `"x"`,
		`T("x",m1); R( m1 )`:                                                 ``,
		`T("x",m1); R()`:                                                     `"x"`,
		`T("Half a wo",-,t1); status; T("rd.",-,t1)`:                         `"Half a word."`,
		`subagent_started; T("Half",-,t1); subagent_progress; T("way",-,t1)`: `"Halfway"`,
		`T("a",m1,t1); T("b",-,t1)`:                                          `"a" "b"`,
		`T("a",-,-,i1); T("b",-,-,i1)`:                                       `"ab"`,
		`T("a",-,t1,i1); T("b",-,t2,i1)`:                                     `"a" "b"`,
		`T("x",-,a b,c); T("y",-,a,b c)`:                                     `"x" "y"`,
		`T("a"); activity; T("b")`:                                           `"ab"`,
		`T("a"); tool_call; T("b")`:                                          `"a" "b"`,
		`T("\n\nHi\n",m1)`:                                                   `"\n\nHi\n"`,
		`T("x",-,t1); T("y",-,t2); T("z",-,t1)`:                              `*"x\n\nz" "y"`,
		`T("x",-,t1); U("u"); T("z",-,t1)`:                                   `"x" U"u" "z"`,
		`U(" u\n"); T("\ud83d",m1); T("\ude00",m1)`:                          `U"u" "😀"`,
		`S("q"); T("Half a wo",m1); S("q"); T("rd.",m1)`:                     `U"q" "Half a word."`,
		`S(""); T("a",m1); S(" q ")`:                                         `U"q" "a"`,
		`S("q"); S(""); S("r")`:                                              `U"r"`,
		`T(5,m1); T("x",m1)`:                                                 `"x"`,
	} {
		m := entries.New("s")
		add(t, m, script)
		var got []string
		for _, entry := range m.Entries() {
			mark := map[entries.Role]string{entries.User: "U"}[entry.Role]
			if entry.Inferred {
				mark += "*"
			}
			got = append(got, mark+strconv.Quote(entry.Text))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s\n got %s\nwant %s", script, strings.Join(got, " "), want)
		}
	}
}

// TestSessions: entries are those of one session, and an exact repeat counts once (ES-ENTRY-02).
func TestSessions(t *testing.T) {
	e, err := jsvalue.Decode(`{"type":"text","text":"x","messageId":"m"}`)
	if err != nil {
		t.Fatal(err)
	}
	one := event.Envelope{SessionID: "s", Timestamp: "1", Event: e, Sequence: jsvalue.IntValue(1)}
	other := one
	other.SessionID = "o"
	m := entries.New(" s ")
	var codes []string
	for _, envelope := range []event.Envelope{one, one, other} {
		for _, d := range m.Add(envelope) {
			codes = append(codes, string(d.Code()))
		}
	}
	if got := fmt.Sprint(codes, m.Entries()[0].Text, len(m.Entries())); got != "[repeated_event other_session]x1" {
		t.Error(got)
	}
}

// TestByteIdentity: whatever interleaves, and whatever is retracted, the texts of the rows of a message, joined, are the
// texts of its entries, joined (ES-ENTRY-02, ES-TEXT-04).
func TestByteIdentity(t *testing.T) {
	others := []string{"activity", "tool_call", "done", "status", "brand_new", "ade_card", "reasoning", "user_message"}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		m, drawn := entries.New("s"), rows.New("s")
		for i := range 40 {
			line := `{"type":"` + others[r.IntN(len(others))] + `","text":"u","turnId":"t","itemId":"i","cardId":"c"}`
			switch message := []string{"m", " m ", "n"}[r.IntN(3)]; {
			case r.IntN(12) == 0:
				line = `{"type":"transcript_retraction","messageIds":["` + message + `"]}`
			case r.IntN(3) > 0:
				line = `{"type":"text","text":` + []string{`"a"`, `" "`, `"\n"`, `"b c"`, `"\ud83d"`, `"\ude00"`, `""`}[r.IntN(7)] + `,"messageId":"` + message + `"}`
			}
			e, err := jsvalue.Decode(line)
			if err != nil {
				t.Fatal(err)
			}
			envelope := event.Envelope{SessionID: "s", Timestamp: strconv.Itoa(i), Event: e}
			m.Add(envelope)
			drawn.Add(envelope)
		}
		ofRows, ofEntries := map[string][]string{}, map[string][]string{}
		for _, row := range drawn.Rows() {
			if row.Event.Get("type").Text() == "text" {
				id := jsvalue.Trim(row.Event.Get("messageId").Text())
				ofRows[id] = append(ofRows[id], row.Event.Get("text").Text())
			}
		}
		for _, entry := range m.Entries() {
			if entry.Role == entries.Assistant {
				id := jsvalue.Trim(entry.MessageID.Text())
				ofEntries[id] = append(ofEntries[id], entry.Text)
			}
		}
		for _, id := range []string{"m", "n"} {
			if a, b := jsvalue.Concat(ofRows[id]...), jsvalue.Concat(ofEntries[id]...); a != b {
				t.Fatalf("seed %d, message %s: rows %q, entries %q", seed, id, a, b)
			}
		}
	}
}
