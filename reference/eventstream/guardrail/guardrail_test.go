package guardrail_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/guardrail"
)

// steps are what is done, in short. Each line is the seconds and an event: a number is a live reading, done a plain end of a turn.
func steps(t *testing.T, lines string) string {
	t.Helper()
	var guard guardrail.Guard
	var list []string
	for line := range strings.FieldsSeq(lines) {
		second, what, _ := strings.Cut(line, ":")
		var e string
		switch kind, rest, _ := strings.Cut(what, "/"); kind {
		case "done":
			e = `{"type":"done","terminalReason":"` + rest + `"}`
		case "compact":
			trigger, state, _ := strings.Cut(rest, "/")
			e = `{"type":"context_compact","trigger":"` + trigger + `","state":"` + state + `"}`
		case "unknown":
			e = `{"type":"context_usage","origin":"live","state":"unknown","percent":99}`
		case "late": // a live reading that was captured at a second, numbered
			at, percent, _ := strings.Cut(rest, "/")
			e = `{"type":"context_usage","origin":"live","sampleId":` + percent + `,"capturedAt":"2026-08-10T10:00:` + at + `Z","percent":` + percent + `}`
		case "snapshot":
			e = `{"type":"context_usage","origin":"snapshot","percent":` + rest + `}`
		default:
			e = `{"type":"context_usage","origin":"live","state":"measured","percent":` + what + `}`
		}
		envelopes, _ := event.Read(fmt.Sprintf(`{"sessionId":"s","timestamp":"2026-08-10T10:00:%sZ","event":%s}`, second, e), "")
		for _, step := range guard.Add(envelopes[0]) {
			if step.Action == guardrail.Usage {
				list = append(list, fmt.Sprint(second, ":", step.Percent))
			} else {
				list = append(list, fmt.Sprint(second, ":", step.Action, "/", step.Reason))
			}
		}
	}
	return strings.Join(list, " ")
}

// TestThrottle: not more often than every five seconds, and not for less than a point (ES-GUARD-01).
func TestThrottle(t *testing.T) {
	for lines, want := range map[string]string{
		"00:10 04.999:20 05:20":                        "00:10 05:20",
		"00:10 06:10.9 07:9.1 08:9 09:11":              "00:10 08:9",
		"00:10 06:snapshot/50 07:unknown":              "00:10",
		"09:10 02:20 13.999:20 14:20":                  "09:10 14:20",
		`00:null 01:"7" 02:1 03:2 08:3`:                "02:1 08:3",
		"00:10 06:done/ 07:compact/a/ 08:11":           "00:10", // live, of the turn of the compaction: stale (ES-METER-03)
		"00:10 06:compact/a/ 07:snapshot/10 08:11":     "00:10 08:11",
		"00:late/00/20 06:late/00/19 07:late/00/30":    "00:20 07:30",
		"00:100.1 01:-0.1 02:1e300 03:500 04:0 09:100": "04:0 09:100",
	} {
		if got := steps(t, lines); got != want {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}

// TestFallback: at the end of a turn, at 97, without a compaction of the runtime's own since 90, once until below 80
// (ES-GUARD-02, ES-GUARD-03).
func TestFallback(t *testing.T) {
	const sent = "compact/high_water"
	for lines, want := range map[string]string{
		"00:97 01:done/":       "01:" + sent,
		"00:96.9 01:done/":     "",
		"01:done/":             "",
		"00:97 01:96 02:done/": "",
		"00:97 01:done/ 02:done/ 03:snapshot/99 04:done/":                                                "01:" + sent,
		"00:97 01:done/ 02:snapshot/80 03:snapshot/99 04:done/":                                          "01:" + sent,
		"00:97 01:done/ 02:snapshot/79.9 03:snapshot/99 04:done/":                                        "01:" + sent + " 04:" + sent,
		"00:91 01:compact/auto/started 02:snapshot/98 03:done/":                                          "",
		"00:89 01:compact/auto/completed 02:snapshot/98 03:done/":                                        "03:" + sent,
		"00:91 01:compact/ade_fallback/started 02:snapshot/98 03:done/":                                  "03:" + sent,
		"00:91 01:compact/auto/ 02:snapshot/89 03:snapshot/98 04:done/":                                  "04:" + sent,
		"00:98 01:unknown 02:done/":                                                                      "",
		"00:98 01:compact/ade_fallback/completed 02:done/":                                               "",
		"00:91 01:compact/auto/ 02:snapshot/79 03:snapshot/98 04:done/":                                  "04:" + sent,
		"00:late/00/85 01:compact/auto/completed 02:late/00.5/98 03:done/":                               "",
		"00:89 01:compact/auto/started 02:snapshot/98 03:done/":                                          "",
		"00:89 01:compact/auto/started 02:snapshot/79 03:snapshot/98 04:done/":                           "",
		"00:89 01:compact/auto/started 02:snapshot/98 03:compact/auto/completed 04:snapshot/98 05:done/": "",
		"00:89 01:compact/auto/started 02:compact/auto/failed 03:snapshot/98 04:done/":                   "04:" + sent,
		"00:89 01:compact/auto/started 02:compact/ade_fallback/failed 03:snapshot/98 04:done/":           "",
		"00:snapshot/500 01:done/":                                                                       "",
		"00:snapshot/98 01:snapshot/1e300 02:done/":                                                      "",
		"00:98 01:done/cancelled":                                                                        "01:" + sent,
		"00:98 01:compact/ade_fallback/failed 02:done/":                                                  "02:" + sent,
		"00:98 01:compact/manual/started 02:done/ 03:snapshot/98 04:done/":                               "",
	} {
		var compactions []string
		for step := range strings.FieldsSeq(steps(t, lines)) {
			if strings.Contains(step, "compact") {
				compactions = append(compactions, step)
			}
		}
		if got := strings.Join(compactions, " "); got != want {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}

// TestTooLong: one compaction, and the user is asked to send the message again (ES-GUARD-04).
func TestTooLong(t *testing.T) {
	const long, asked = "done/prompt_too_long", "compact/prompt_too_long 01:ask_to_re_send/prompt_too_long"
	for lines, want := range map[string]string{
		"01:" + long:                                                   "01:" + asked,
		"01:" + long + " 02:" + long:                                   "01:" + asked,
		"00:snapshot/98 01:" + long + " 02:done/":                      "01:" + asked,
		"00:snapshot/98 01:" + long + " 02:compact/a/started":          "01:" + asked,
		"01:" + long + " 02:compact/ade_fallback/completed 03:" + long: "01:" + asked + " 03:" + strings.ReplaceAll(asked, "01", "03"),
		"01:" + long + " 02:snapshot/10 03:" + long:                    "01:" + asked + " 03:" + strings.ReplaceAll(asked, "01", "03"),
	} {
		if got := steps(t, lines); got != want {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}
