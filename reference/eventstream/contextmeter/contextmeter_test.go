package contextmeter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/contextmeter"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/event"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestMeter: what is shown after each event, "-" where it stays, "stale" where a sample does not count (ES-METER-01 to
// ES-METER-03).
func TestMeter(t *testing.T) {
	sample := func(origin, members string) string {
		return `{"type":"context_usage","origin":"` + origin + `"` + members + `}`
	}
	for name, c := range map[string]struct {
		events []string
		want   string
	}{
		"samples": {[]string{
			sample("live", `,"percent":3,"sampleId":1`), sample("live", `,"percent":4,"sampleId":2`), sample("live", `,"percent":9,"sampleId":2`),
			sample("snapshot", `,"percent":9,"sampleId":1`), sample("snapshot", `,"percent":5`), sample("compact", `,"percent":6,"sampleId":3`),
		}, "measured 3 1, measured 4 2, stale, stale, measured 5 null, measured 6 3"},
		"what a user asked for": {[]string{sample("command", `,"percent":3`), `{"type":"context_usage","percent":3}`, sample("other", `,"percent":3`)}, "-, -, -"},
		"the same again":        {[]string{sample("live", `,"percent":3`), sample("live", `,"percent":3`)}, "measured 3 null, -"},
		"states": {[]string{
			sample("live", `,"percent":3`), sample("live", `,"percent":100,"state":"unknown"`), sample("live", `,"percent":3,"state":"measured"`),
			sample("live", `,"percent":3,"state":"compacting"`), sample("live", `,"state":"recalculating"`), sample("live", `,"percent":3,"state":"odd"`), sample("live", `,"percent":"3"`),
		}, "measured 3 null, unknown null null, measured 3 null, compacting null null, recalculating null null, unknown null null, -"},
		"a counter that begins again": {[]string{
			sample("live", `,"percent":3,"sampleId":7,"capturedAt":"2026-08-10T09:00:00Z"`), sample("live", `,"percent":4,"sampleId":1,"capturedAt":"2026-08-10T09:00:00Z"`),
			sample("live", `,"percent":4,"sampleId":1,"capturedAt":"2026-08-10T09:00:01Z"`), sample("live", `,"percent":5,"sampleId":2`),
		}, "measured 3 7, stale, measured 4 1, measured 5 2"},
		"a compaction": {[]string{
			sample("live", `,"percent":97,"turnId":"t","sampleId":1`), `{"type":"context_compact","state":"started","turnId":"t"}`, `{"type":"context_compact","state":"completed","turnId":"t"}`,
			sample("live", `,"percent":97,"turnId":" t ","sampleId":2`), sample("snapshot", `,"percent":96,"sampleId":3,"capturedAt":"2026-08-10T10:00:01Z"`),
			sample("snapshot", `,"state":"recalculating","sampleId":4`), sample("live", `,"percent":97,"turnId":"t","sampleId":5`),
			sample("snapshot", `,"percent":20,"sampleId":6,"capturedAt":"2026-08-10T10:00:02Z"`), sample("live", `,"percent":21,"turnId":"t","sampleId":7`),
		}, "measured 97 1, compacting null null, recalculating null null, stale, stale, recalculating null 4, stale, measured 20 6, measured 21 7"},
		"before the start": {[]string{
			sample("live", `,"percent":96,"turnId":"t"`), `{"type":"context_compact","state":"started","turnId":"t"}`, sample("live", `,"percent":96,"turnId":"t","capturedAt":"2026-08-10T10:00:00.5Z"`),
			sample("snapshot", `,"percent":96,"capturedAt":"2026-08-10T10:00:00.5Z"`), `{"type":"context_compact","state":"failed","turnId":"t"}`, sample("live", `,"percent":97,"turnId":"u"`),
		}, "measured 96 null, compacting null null, stale, stale, -, measured 97 null"},
		"out of range": {
			[]string{sample("live", `,"percent":100`), sample("live", `,"percent":500`), sample("live", `,"percent":0`), sample("live", `,"percent":-3`), sample("live", `,"percent":1e300`)},
			"measured 100 null, unknown null null, measured 0 null, unknown null null, -",
		},
		"the next turn":            {[]string{`{"type":"codex_context_compaction","turnId":"t"}`, sample("live", `,"percent":21,"turnId":"u"`)}, "recalculating null null, measured 21 null"},
		"a compaction that failed": {[]string{sample("live", `,"percent":3`), `{"type":"context_compact","state":"failed"}`}, "measured 3 null, -"},
		"another conversation":     {[]string{sample("live", `,"percent":3,"sampleId":9`), `{"type":"conversation_reset"}`, sample("live", `,"percent":1,"sampleId":1`)}, "measured 3 9, null, measured 1 1"},
	} {
		var meter contextmeter.Meter
		var list []string
		for i, e := range c.events {
			envelopes, _ := event.Read(fmt.Sprintf(`{"sessionId":"s","timestamp":"2026-08-10T10:00:%02dZ","event":%s}`, i, e), "")
			changed, stale := meter.Add(envelopes[0])
			reading, ok := meter.Shown()
			value := reading.Value()
			text := func(key string) string { return string(jsvalue.Append(nil, value.Get(key))) }
			switch {
			case stale && !changed:
				list = append(list, "stale")
			case !changed:
				list = append(list, "-")
			case !ok:
				list = append(list, "null")
			default:
				list = append(list, fmt.Sprint(value.Get("state").Text(), " ", text("percent"), " ", text("sampleId")))
			}
		}
		if got := strings.Join(list, ", "); got != c.want {
			t.Errorf("%s: %q\nwant %q", name, got, c.want)
		}
	}
}
