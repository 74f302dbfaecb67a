package eventstream

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jstime"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// mergeInvariants hold what merge answers against a second definition, which looks for pairs one by one.
var mergeInvariants = []model.Invariant{
	{
		ID: "merged-by-definition", Rules: []string{"ES-MERGE-01", "ES-MERGE-02", "ES-MERGE-03", "ES-MERGE-04", "ES-MERGE-05", "ES-MERGE-06"},
		Says:  "The merged events are those of a second definition, in its order, and whether they are those that were there is said.",
		Check: on(merging, mergedProblems),
	},
	{
		ID: "repeats-are-counted", Rules: []string{"ES-MERGE-03", "ES-MERGE-05"},
		Says:  "An event that is shown is shown as often as it was there or, if that is more often, as the snapshot has it; what is pushed counts once.",
		Check: on(merging, countProblems),
	},
	{
		ID: "snapshots-keep-their-order", Rules: []string{"ES-MERGE-04"},
		Says:  "The events of a snapshot are all there, in its order.",
		Check: on(merging, mergedSnapshotProblems),
	},
	{
		ID: "merging-tells", Rules: []string{"ES-READ-01", "ES-READ-02", "ES-READ-03", "ES-READ-04", "ES-ROW-02", "TP-PROTO-21"},
		Says:  "Each line that is not merged has its diagnostic, by file and line, and complete follows from them.",
		Check: on(merging, mergeTold),
	},
}

var merging = []string{"merge"}

// mergeInput is what a case of merge is about.
type mergeInput struct {
	existing, came, mark []Envelope
	pushed, watched      bool
	session              string
	told                 []string // code, file and line
}

// readMerge reads the files of a case of merge.
func readMerge(c testcase.Case) (in mergeInput) {
	in.session = trim(c.Options.Get("sessionId").Text())
	texts := map[string]string{}
	if c.Input.Kind() == protocol.FilesInput {
		for _, file := range c.Input.Files() {
			texts[file.Name] = file.Text
			in.pushed = in.pushed || file.Name == "incoming.jsonl"
			in.watched = in.watched || file.Name == "watermark.jsonl"
		}
	}
	in.existing = in.file(c, "existing.jsonl", texts)
	in.came = append(in.file(c, "incoming.jsonl", texts), in.file(c, "snapshot.jsonl", texts)...)
	in.mark = in.file(c, "watermark.jsonl", texts)
	return in
}

func (in *mergeInput) file(c testcase.Case, name string, texts map[string]string) (own []Envelope) {
	read := Input{Now: c.Options.Get("now").Text(), Lines: linesOf(texts[name])}
	for _, line := range read.Lines {
		read.take(line)
	}
	told := read.Told
	for _, e := range read.Envelopes {
		if in.session == "" {
			in.session = e.Session
		}
		if e.Session == in.session && !e.ofThread() {
			own = append(own, e)
		} else {
			told = append(told, toldOf("other_session", e.Line))
		}
	}
	for _, t := range told {
		in.told = append(in.told, fmt.Sprint(t.code, " ", name, " ", t.line.Number))
	}
	return own
}

func toldOf(code string, line Line) told { return told{code, line} }

// identity is what makes two events one (ES-MERGE-01).
func (e Envelope) identity() string {
	return e.Time + "\x00" + string(jsvalue.Append(nil, e.Event))
}

// laterThan compares by time (ES-MERGE-02).
func (e Envelope) laterThan(other Envelope) bool {
	a, aIs := jstime.Parse(e.Time)
	b, bIs := jstime.Parse(other.Time)
	switch {
	case aIs && bIs:
		return a > b
	case aIs || bIs:
		return bIs
	}
	return slices.Compare(unitsOf(e.Time), unitsOf(other.Time)) > 0
}

func unitsOf(text string) (list []uint16) {
	for text != "" {
		if r, size := utf8.DecodeRuneInString(text); r != utf8.RuneError || size > 1 {
			list = append(list, utf16.Encode([]rune{r})...)
			text = text[size:]
			continue
		}
		if len(text) < 3 {
			return list
		}
		list = append(list, uint16(text[0]&0x0F)<<12|uint16(text[1]&0x3F)<<6|uint16(text[2]&0x3F))
		text = text[3:]
	}
	return list
}

// merged is the second definition.
func (in mergeInput) merged() []Envelope {
	if in.pushed {
		return in.live()
	}
	return in.withSnapshot()
}

func (in mergeInput) live() []Envelope {
	list := slices.Clone(in.existing)
	sorted := true
	for _, e := range in.came {
		if slices.ContainsFunc(list, func(other Envelope) bool { return other.identity() == e.identity() }) {
			continue
		}
		sorted = sorted && (len(list) == 0 || !list[len(list)-1].laterThan(e))
		list = append(list, e)
	}
	if !sorted {
		list = byTime(list)
	}
	return list
}

// byTime puts each event behind the last one before it that is not later, from the first on.
func byTime(list []Envelope) (sorted []Envelope) {
	for _, e := range list {
		sorted = behind(sorted, e)
	}
	return sorted
}

// behind puts an event behind the last one that is not later.
func behind(list []Envelope, e Envelope) []Envelope {
	i := len(list)
	for i > 0 && list[i-1].laterThan(e) {
		i--
	}
	return slices.Insert(slices.Clone(list), i, e)
}

// when is the time of an event; false if it cannot be read.
func (e Envelope) when() (float64, bool) { return jstime.Parse(e.Time) }

// timesOf are the times at which the events of a list count: one that cannot be read counts at that of the one before it
// (ES-MERGE-02).
func timesOf[E interface{ when() (float64, bool) }](list []E) []float64 {
	times := make([]float64, len(list))
	last := math.Inf(-1)
	for i, e := range list {
		if at, ok := e.when(); ok {
			last = at
		}
		times[i] = last
	}
	return times
}

// among puts late events into a list, from the earliest on, each behind the last one that is not later.
func among[E interface{ when() (float64, bool) }](list, late []E, times []float64) []E {
	order := make([]int, len(late))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(times[a], times[b]) })
	for _, n := range order {
		at := timesOf(list)
		i := len(list)
		for i > 0 && at[i-1] > times[n] {
			i--
		}
		list = slices.Insert(slices.Clone(list), i, late[n])
	}
	return list
}

func holds(list []Envelope, e Envelope) bool {
	return slices.ContainsFunc(list, func(other Envelope) bool { return other.identity() == e.identity() })
}

func (in mergeInput) withSnapshot() []Envelope {
	older, snapshot, newer := in.parts()
	list := slices.Concat(older, snapshot, newer)
	if !in.watched {
		return list
	}
	var late []Envelope
	var times []float64
	for j, at := range timesOf(in.existing) {
		if e := in.existing[j]; !holds(list, e) && !holds(in.mark, e) {
			late, times = append(late, e), append(times, at)
		}
	}
	return among(list, late, times)
}

// parts are what a merge with a snapshot shows, without what a watermark keeps.
func (in mergeInput) parts() (older, snapshot, newer []Envelope) {
	if len(in.existing) == 0 || len(in.came) == 0 {
		return in.existing, in.came, nil
	}
	snapshot = slices.Clone(in.came)
	taken := map[int]bool{}
	first, last := len(in.existing), -1
	for i := len(snapshot) - 1; i >= 0; i-- {
		for j := len(in.existing) - 1; j >= 0; j-- {
			if !taken[j] && in.existing[j].identity() == snapshot[i].identity() {
				taken[j], first, snapshot[i] = true, min(first, j), in.existing[j]
				if i == len(snapshot)-1 {
					last = j
				}
				break
			}
		}
	}
	times := timesOf(in.existing)
	end := timesOf(in.came)[len(in.came)-1]
	var dropped []Envelope
	var at []float64
	for j, e := range in.existing {
		switch {
		case taken[j]:
		case j < first && first < len(in.existing):
			older = append(older, e)
		case last >= 0 && j > last && times[j] >= end, last < 0 && times[j] > end:
			newer = append(newer, e)
		default:
			dropped, at = append(dropped, e), append(at, times[j])
		}
	}
	shown := slices.Concat(older, snapshot, newer)
	var back []Envelope
	var backAt []float64
	for j, e := range dropped {
		if holds(shown, e) {
			back, backAt = append(back, e), append(backAt, at[j])
		}
	}
	return among(older, back, backAt), snapshot, newer
}

func mergedProblems(v *View, p *problems) bool {
	in := readMerge(v.Case)
	if len(in.existing)+len(in.came) > manyEnvelopes {
		return false
	}
	var want []jsvalue.Value
	for _, e := range in.merged() {
		want = append(want, e.value())
	}
	got := v.list("envelopes")
	p.sameList("envelopes", "envelope", []string{"ES-MERGE-02", "ES-MERGE-03", "ES-MERGE-04", "ES-MERGE-05", "ES-MERGE-06"}, want, got)
	stays := len(want) == len(in.existing) && (in.pushed || len(want) > 0)
	for i, e := range in.existing {
		stays = stays && same(e.value(), want[i])
	}
	if v.Result.Get("sameAsExisting").IsTrue() != stays {
		p.add("sameAsExisting", "it says another thing than the lists")
	}
	if session := v.Result.Get("sessionId"); session.Text() != in.session {
		p.add("sessionId", "it is not the session that is merged")
	}
	return true
}

// counts are how often identities are in a list.
func counts(list []Envelope) map[string]int {
	count := map[string]int{}
	for _, e := range list {
		count[e.identity()]++
	}
	return count
}

// answered are envelopes of an answer.
func answered(values []jsvalue.Value) (list []Envelope) {
	for _, value := range values {
		list = append(list, Envelope{Session: value.Get("sessionId").Text(), Time: value.Get("timestamp").Text(), Event: value.Get("event")})
	}
	return list
}

func countProblems(v *View, p *problems) bool {
	in := readMerge(v.Case)
	had, came := counts(in.existing), counts(in.came)
	shown := counts(answered(v.list("envelopes")))
	for _, id := range sorted(shown) {
		want := max(had[id], came[id])
		if in.pushed {
			want = max(had[id], 1)
		}
		if shown[id] != want {
			p.add("envelopes", "an event is there %d times, not %d", shown[id], want)
		}
	}
	for id := range came {
		if shown[id] == 0 {
			p.add("envelopes", "an event that came is not there")
			break
		}
	}
	return true
}

func mergedSnapshotProblems(v *View, p *problems) bool {
	in := readMerge(v.Case)
	if in.pushed {
		return false
	}
	rest := in.came
	for _, e := range answered(v.list("envelopes")) {
		if len(rest) > 0 && e.identity() == rest[0].identity() {
			rest = rest[1:]
		}
	}
	if len(rest) > 0 {
		p.add("envelopes", "%d events of the snapshot are not there in its order", len(rest))
	}
	return true
}

func mergeTold(v *View, p *problems) bool {
	in := readMerge(v.Case)
	var got []string
	affected := false
	for _, d := range v.Diagnostics {
		got = append(got, fmt.Sprint(d.Code, " ", d.Value.Get("file").Text(), " ", d.Line))
		affected = affected || d.Affects
	}
	slices.Sort(got)
	slices.Sort(in.told)
	if !slices.Equal(got, in.told) {
		p.add("diagnostics", "they are %s, not %s", strings.Join(got, ", "), strings.Join(in.told, ", "))
	}
	if v.Result.Get("complete").IsTrue() == affected {
		p.add("complete", "it does not follow from the diagnostics")
	}
	return true
}
