package recovery_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/pendinginput"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/recovery"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// chat is a file of events, one a second.
func chat(events ...string) string {
	var text strings.Builder
	for i, e := range events {
		fmt.Fprintf(&text, "{\"sessionId\":\"s\",\"timestamp\":\"2026-08-10T10:00:%02dZ\",\"event\":%s}\n", i, e)
	}
	return text.String()
}

const now = "2026-08-10T11:00:00Z"

func repair(text string) []recovery.Addition {
	c := eventstream.Count(text, eventstream.Options{})
	return recovery.Repair(c.Session, c.Envelopes, c.Rows.Running(), now)
}

// shown is what is appended, in short.
func shown(added []recovery.Addition) string {
	var list []string
	for _, a := range added {
		words := []string{a.Type()}
		for _, key := range []string{"id", "sourceTaskId", "taskId", "agentId", "turnStatus", "status", "turnId"} {
			if value := a.Event.Get(key); value.IsString() {
				words = append(words, value.Text())
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	return strings.Join(list, ", ")
}

// TestRepair: what is missing of the latest turn of the parent, and no more (ES-REPAIR-01 to ES-REPAIR-05).
func TestRepair(t *testing.T) {
	const (
		user, started = `{"type":"user_message","text":"q","turnId":"t"}`, `{"type":"status","turnStatus":"started","turnId":"t"}`
		ended, done   = `{"type":"status","turnStatus":"completed","turnId":"t"}`, `{"type":"done","status":"completed","turnId":"t"}`
		nextUser      = `{"type":"user_message","text":"q","turnId":"u"}`
		both          = "status interrupted t, done interrupted t"
		job           = `{"type":"scheduled_work_update","id":"w","kind":"background_task","status":"running","sourceTaskId":"k"}`
		agent         = `{"type":"subagent_started","agentId":"a","taskId":"b","description":"d","turnId":"t"}`
	)
	for name, c := range map[string]struct {
		events []string
		want   string
	}{
		"nothing":                       {nil, ""},
		"no turn":                       {[]string{`{"type":"text","text":"a","turnId":"t"}`, job, agent}, ""},
		"a message alone":               {[]string{user}, both},
		"a start alone":                 {[]string{started}, both},
		"a message and a start":         {[]string{user, started}, both},
		"status alone":                  {[]string{user, started, ended}, "done completed t"},
		"a failed status":               {[]string{user, `{"type":"status","turnStatus":"failed","turnId":"t"}`}, "done failed t"},
		"the last status":               {[]string{user, ended, `{"type":"status","turnStatus":"failed"}`}, "done failed t"},
		"a status that ends nothing":    {[]string{user, `{"type":"status","turnStatus":"paused","turnId":"t"}`}, both},
		"done alone":                    {[]string{user, started, `{"type":"done","status":"failed","turnId":"t"}`}, "status failed t"},
		"a done of another status":      {[]string{user, `{"type":"done","status":"odd","turnId":" t "}`}, "status completed t"},
		"both":                          {[]string{user, started, ended, done}, ""},
		"both, the done first":          {[]string{user, started, done, ended}, ""},
		"both, with running work":       {[]string{user, job, agent, ended, done}, ""},
		"an older turn":                 {[]string{user, started, nextUser, `{"type":"status","turnStatus":"completed","turnId":"u"}`, `{"type":"done","status":"completed","turnId":"u"}`}, ""},
		"ends of an older turn":         {[]string{user, started, nextUser, ended, done}, "status interrupted u, done interrupted u"},
		"a steer":                       {[]string{user, started, `{"type":"user_message","text":"q","steerId":"x","turnId":"u"}`, ended}, "done completed t"},
		"a blank steer":                 {[]string{user, ended, done, `{"type":"user_message","text":"q","steerId":" ","turnId":"u"}`}, "status interrupted u, done interrupted u"},
		"a message inline":              {[]string{user, started, `{"type":"user_message","text":"q","deliveryState":"inline"}`, ended, done}, ""},
		"a message that waits":          {[]string{user, ended, done, `{"type":"user_message","text":"q","deliveryState":" queued ","turnId":"u"}`}, ""},
		"a message that failed":         {[]string{`{"type":"user_message","text":"q","deliveryState":"failed"}`}, ""},
		"a message that was delivered":  {[]string{user, ended, done, `{"type":"user_message","text":"q","deliveryState":"delivered"}`}, "status interrupted, done interrupted"},
		"a message inside a turn":       {[]string{user, started, `{"type":"user_message","text":"q"}`, ended, done}, ""},
		"a message inside half an end":  {[]string{user, ended, `{"type":"user_message","text":"q"}`, done}, ""},
		"another turn inside a turn":    {[]string{user, started, nextUser, ended, done}, "status interrupted u, done interrupted u"},
		"the message again":             {[]string{user, ended, done, user}, ""},
		"a start behind the end":        {[]string{user, ended, done, started}, both},
		"a start behind half an end":    {[]string{user, ended, started}, "done completed t"},
		"another start":                 {[]string{user, ended, `{"type":"status","turnStatus":"started","turnId":"u"}`}, "status interrupted u, done interrupted u"},
		"a turn without a name":         {[]string{`{"type":"user_message","text":"q"}`}, "status interrupted, done interrupted"},
		"a turn that gets a name":       {[]string{`{"type":"user_message","text":"q"}`, started}, both},
		"the name of an older turn":     {[]string{user, ended, done, `{"type":"user_message","text":"q"}`, done}, "status interrupted, done interrupted"},
		"ends without a name":           {[]string{user, `{"type":"status","turnStatus":"interrupted"}`, `{"type":"done","status":"interrupted"}`}, ""},
		"a name of another kind":        {[]string{`{"type":"user_message","text":"q","turnId":7}`}, "status interrupted, done interrupted"},
		"a job":                         {[]string{user, job}, "scheduled_work_update w k stopped t, " + both},
		"a job that ended":              {[]string{user, job, strings.Replace(job, "running", "failed", 1)}, both},
		"a job that seems to run again": {[]string{user, job, strings.Replace(job, "running", "completed", 1), job}, both},
		"a paused job":                  {[]string{user, strings.Replace(job, "running", "paused", 1)}, both},
		"a schedule":                    {[]string{user, `{"type":"scheduled_work_update","id":"w","kind":"cron","status":"scheduled"}`}, both},
		"a job of an agent":             {[]string{user, job, `{"type":"subagent_started","taskId":"k","agentType":"Explore"}`}, "subagent_result k stopped t, " + both},
		"a job that is like an agent":   {[]string{user, `{"type":"subagent_started","taskId":"k","taskType":"background","command":"c"}`}, "subagent_result k stopped t, " + both},
		"one job told twice":            {[]string{user, job, `{"type":"subagent_started","taskId":"k","taskType":"background","command":"c"}`}, "scheduled_work_update w k stopped t, " + both},
		"an agent":                      {[]string{user, agent}, "subagent_result b a stopped t, " + both},
		"an agent whose task was taken": {
			[]string{user, `{"type":"subagent_started","taskId":"k"}`, `{"type":"subagent.started","agentId":"a"}`, `{"type":"subagent_progress","taskId":"k","agentId":"a"}`},
			"subagent_result k stopped t, subagent_result k a stopped t, " + both,
		},
		"a job whose task was taken": {
			[]string{`{"type":"subagent_started","taskId":"k","taskType":"local_bash"}`, `{"type":"subagent_progress","agentId":"a"}`, user, `{"type":"subagent_result","taskId":"k","agentId":"a"}`},
			"subagent_result k stopped t, " + both,
		},
		"an agent that ended":     {[]string{user, agent, `{"type":"subagent_result","agentId":"a","status":"completed"}`}, both},
		"an agent of a new kind":  {[]string{user, `{"type":"subagent.started","agentId":"a"}`}, "subagent_result a stopped t, " + both},
		"agents first, then jobs": {[]string{user, agent, job, ended}, "scheduled_work_update w k stopped t, subagent_result b a stopped t, done completed t"},
		"work of an older turn":   {[]string{user, agent, ended, done, nextUser}, "subagent_result b a stopped u, status interrupted u, done interrupted u"},
	} {
		text := chat(c.events...)
		added := repair(text)
		lines := recovery.Lines(added, true)
		if got := shown(added); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		for _, a := range added {
			if a.Timestamp != now || !a.Sequence.IsUndefined() || a.SessionID != "s" || a.Why == "" || !strings.HasPrefix(a.Rule, "ES-REPAIR-") {
				t.Errorf("%s: %+v (ES-REPAIR-06)", name, a)
			}
		}
		if len(added) > 0 && !strings.HasPrefix(lines, "\n{") || len(added) == 0 && lines != "" || "\n"+recovery.Lines(added, false) != lines && lines != "" {
			t.Errorf("%s: %q (ES-REPAIR-07)", name, lines)
		}
		repaired := eventstream.Count(strings.TrimSuffix(text, "\n")+lines, eventstream.Options{})
		if again := repair(strings.TrimSuffix(text, "\n") + lines); len(again) > 0 {
			t.Errorf("%s: again %q (ES-REPAIR-05)", name, shown(again))
		}
		for _, one := range repaired.Rows.Running() {
			if status := one.Scheduled.Get("status").Text(); len(added) > 0 && status != "paused" {
				t.Errorf("%s: it runs on: %+v (ES-REPAIR-03, ES-REPAIR-04)", name, one)
			}
		}
	}
}

// TestTurnsOfOthers: an envelope of a Codex sub-agent is of no turn of the parent (ES-REPAIR-01).
func TestTurnsOfOthers(t *testing.T) {
	text := chat(`{"type":"user_message","text":"q","turnId":"t"}`, `{"type":"status","turnStatus":"completed","turnId":"t"}`, `{"type":"done","turnId":"t"}`)
	text += `{"sessionId":"s","provenance":{"targetKind":" codex_subagent "},"event":{"type":"user_message","text":"q","turnId":"u"}}` + "\n"
	if added := repair(text); len(added) > 0 {
		t.Error(shown(added))
	}
}

func replay(t *testing.T, text string) *recovery.Replay {
	t.Helper()
	envelopes, findings := event.Read(text, "")
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	var r recovery.Replay
	for i, envelope := range envelopes {
		r.Add(envelope, i)
	}
	return &r
}

// TestReceipts: what an interrupt left queued, and what of it can still be cancelled (ES-RECOV-01, ES-RECOV-03).
func TestReceipts(t *testing.T) {
	r := replay(t, chat(
		`{"type":"command_lifecycle","steerId":"a","state":"queued"}`,
		`{"type":"interrupt_receipt","turnId":"t","stopMode":"stop_only","remaining":[{"uuid":"1","steerId":"a"},{"uuid":"2"},{"uuid":"3","steerId":"b"},{"uuid":"4","steerId":"c"},"5"]}`,
		`{"type":"command_lifecycle","steerId":"b","state":"started"}`,
		`{"type":"command_lifecycle","steerId":"b","state":"queued"}`,
		`{"type":"command_lifecycle","steerId":"c","state":"accepted"}`,
		`{"type":"command_lifecycle","steerId":"d","state":"discarded"}`,
		`{"type":"command_lifecycle","steerId":"d","state":"completed"}`,
		`{"type":"command_lifecycle","state":"started"}`,
		`{"type":"interrupt_receipt","remaining":10000000000}`,
		`{"type":"interrupt_receipt","remaining":-2}`,
		`{"type":"interrupt_receipt","remaining":1.5}`,
		`{"type":"interrupt_receipt"}`,
	))
	if got, want := fmt.Sprintf("%+v", r.Receipts()), "[{Place:1 TurnID:t StopMode:stop_only Remaining:5 Cancellable:[a c]} {Place:8 TurnID: StopMode: Remaining:10000000000 Cancellable:[]} "+
		"{Place:9 TurnID: StopMode: Remaining:0 Cancellable:[]} {Place:10 TurnID: StopMode: Remaining:0 Cancellable:[]} {Place:11 TurnID: StopMode: Remaining:0 Cancellable:[]}]"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(r.Commands()), "[{a queued} {b started} {d discarded}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestOffer: one card, for eight seconds, until it is used or expires (ES-RECOV-02).
func TestOffer(t *testing.T) {
	at := func(events ...string) func(now string) string {
		r := replay(t, chat(events...))
		return func(now string) string {
			offer, ok := r.Offer(now)
			if !ok {
				return ""
			}
			return fmt.Sprint(offer.Place, offer.TurnID, offer.Left)
		}
	}
	const (
		available, second = `{"type":"queue_recovery","state":"available","turnId":"t"}`, `{"type":"queue_recovery","state":"available","turnId":"u"}`
		restored, expired = `{"type":"queue_recovery","state":"restored","turnId":"t"}`, `{"type":"queue_recovery","state":"expired"}`
	)
	for _, c := range []struct {
		events    []string
		now, want string
	}{
		{nil, "", ""},
		{[]string{available}, "", "0t8000"},
		{[]string{available}, "2026-08-10T09:00:00Z", "0t8000"},
		{[]string{available}, "2026-08-10T10:00:07.999Z", "0t1"},
		{[]string{available}, "2026-08-10T10:00:08Z", ""},
		{[]string{available, restored}, "", ""},
		{[]string{available, expired}, "", ""},
		{[]string{available, second}, "", "1u8000"},
		{[]string{available, second, restored}, "", "1u7000"},
		{[]string{restored, available}, "", "1t8000"},
		{[]string{available, `{"type":"queue_recovery","state":"odd"}`}, "", "0t7000"},
	} {
		if got := at(c.events...)(c.now); got != c.want {
			t.Errorf("%q at %s: %q, want %q", c.events, c.now, got, c.want)
		}
	}
}

// TestRestore: a host takes a queue back once and in time, or lets the offer expire once (ES-RECOV-02).
func TestRestore(t *testing.T) {
	text := chat(`{"type":"queue_recovery","state":"available","turnId":"t","steers":[1]}`)
	r := replay(t, text)
	if _, ok := r.Expire("2026-08-10T10:00:07Z"); ok {
		t.Error("it expired early")
	}
	restored, ok := r.Restore("2026-08-10T10:00:07Z")
	if got := string(jsvalue.Append(nil, restored)); !ok || got != `{"type":"queue_recovery","state":"restored","turnId":"t","steers":[1]}` {
		t.Error(got)
	}
	if _, ok := r.Restore("2026-08-10T10:00:07Z"); ok {
		t.Error("it was restored twice")
	}
	r = replay(t, text)
	if _, ok := r.Restore("2026-08-10T10:00:08Z"); ok {
		t.Error("it was restored late")
	}
	expired, ok := r.Expire("2026-08-10T10:00:08Z")
	if got := string(jsvalue.Append(nil, expired)); !ok || got != `{"type":"queue_recovery","state":"expired","turnId":"t"}` {
		t.Error(got)
	}
	if _, ok := r.Expire("2026-08-10T10:00:09Z"); ok {
		t.Error("it expired twice")
	}
}

// TestSettle: each ending settles what waits, with the exceptions, and once (ES-RECOV-04).
func TestSettle(t *testing.T) {
	text := chat(
		`{"type":"approval_request","itemId":"p","kind":"plan_approval","turnId":"t"}`,
		`{"type":"approval_request","itemId":"c","kind":"command"}`,
		`{"type":"structured_question","itemId":"q"}`,
	)
	for ending, want := range map[recovery.Ending]string{
		recovery.Stop: "p c q", recovery.Interrupt: "p c q", recovery.TurnAborted: "p c q", recovery.ThreadDeleted: "p c q",
		recovery.Teardown: "c q", recovery.Crash: "c q", recovery.StopOnly: "",
	} {
		envelopes, _ := event.Read(text, "")
		settled := recovery.Settle(pendinginput.Fold(envelopes), ending)
		var ids []string
		for _, e := range settled {
			ids = append(ids, e.Get("itemId").Text())
			envelopes = append(envelopes, event.Envelope{SessionID: "s", Event: e})
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: %q, want %q", ending, got, want)
		}
		if again := recovery.Settle(pendinginput.Fold(envelopes), ending); len(again) > 0 {
			t.Errorf("%s: again %d", ending, len(again))
		}
	}
	if len(recovery.Endings()) != 7 {
		t.Error(recovery.Endings())
	}
}
