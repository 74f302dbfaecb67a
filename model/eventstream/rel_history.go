package eventstream

import (
	"fmt"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

// historyRelations ask for more of a history, and for the same again.
var historyRelations = []model.Relation{
	{
		ID: "snapshot-and-pages-are-the-history", Rules: []string{"ES-HIST-11", "ES-HIST-06", "ES-HIST-09"},
		Says:  "Pages from the cursor of a snapshot on back end, and give each older event once and in order, but for those in lines that line_beyond_page names; the snapshot has the others.",
		Check: relate(snapshots, walkIsHistory),
	},
	{
		ID: "pages-do-not-change", Rules: []string{"ES-HIST-10"},
		Says:  "The same cursor gives the same page of a file that has grown, and of one that ends there.",
		Check: relate(pages, pageStays),
	},
	{
		ID: "more-bytes-more-events", Rules: []string{"ES-HIST-11", "ES-HIST-03", "ES-HIST-08"},
		Says:  "With more bytes a snapshot or a page gives all that it gave, behind what is more.",
		Check: relate(historyOps, moreBytes),
	},
	{
		ID: "bounds-are-clamped", Rules: []string{"ES-HIST-03", "ES-HIST-05", "ES-HIST-08"},
		Says:  "What lies outside of a bound counts as the bound, a fraction counts as nothing, and what is not given as the default.",
		Check: relate(historyOps, boundsClamp),
	},
	{
		ID: "what-is-held-adds", Rules: []string{"ES-HIST-04"},
		Says:  "Events that are held in memory take none away that are read, and double none.",
		Check: relate(snapshots, heldAdds),
	},
	{
		ID: "choice-is-an-order", Rules: []string{"ES-HIST-12"},
		Says:  "The order of the candidates does not depend on that of the files, and stays among those that are left.",
		Check: relate(candidates, choiceIsOrder),
	},
}

// pastEvents are the events of an answer, written.
func (v *View) pastEvents() (list []string) {
	for _, e := range v.list("events") {
		list = append(list, string(jsvalue.Append(nil, e)))
	}
	return list
}

// optionsOf are those of the case for its session, with more.
func (t *trial) optionsOf(more ...jsvalue.Member) jsvalue.Value {
	var options []jsvalue.Member
	for _, key := range []string{"now", "sessionId", "beforeOffset", "maxBytes", "maxEvents", "resident"} {
		if t.Case.Options.Has(key) {
			options = append(options, member(key, t.Case.Options.Get(key)))
		}
	}
	value := jsvalue.ObjectValue(options...)
	if t.Input.Session != "" {
		value = value.With(textOf("sessionId", t.Input.Session))
	}
	for _, m := range more {
		value = value.With(m)
	}
	return value
}

func walkIsHistory(t *trial) error {
	text := t.Case.Input.Text()
	cursor, _ := t.Result.Get("tailStartOffset").SafeInteger()
	if cursor > int64(len(text)) {
		cursor = int64(len(text)) // another check says so
	}
	all, _, _ := t.pastOf(text)
	var walked, older, missing []string
	beyond := map[int]bool{} // places inside of lines that no page shows
	for before := cursor; before > 0; {
		page, err := t.ask("page", text, t.optionsOf().Without("maxEvents", "resident").With(member("beforeOffset", jsvalue.IntValue(before))).With(member("maxBytes", jsvalue.IntValue(leastOfPage))))
		if page == nil || err != nil {
			return err
		}
		t.judged = true
		walked = append(page.pastEvents(), walked...)
		start, ok := page.Result.Get("startOffset").SafeInteger()
		if !ok || start >= before || start < 0 {
			t.add("startOffset", "the cursor %d leads to %s", before, shownText(page.Result.Get("startOffset")))
			return nil
		}
		for _, told := range page.toldAt() {
			if told.code == "line_beyond_page" {
				beyond[told.at] = true
			}
		}
		before = start
	}
	given := t.pastEvents()
	for _, one := range all {
		if int64(one.start) >= cursor {
			missing = append(missing, string(jsvalue.Append(nil, one.event)))
		} else if !spans(text, one.start, beyond) {
			older = append(older, string(jsvalue.Append(nil, one.event)))
		}
	}
	t.judged = true
	if len(missing) > len(given) || !slices.Equal(missing, given[len(given)-len(missing):]) {
		t.add("events", "the snapshot lacks events that stand behind its cursor")
	}
	if !slices.Equal(older, walked) && (len(beyond) == 0 || !isPart(older, walked)) {
		t.add("tailStartOffset", "the pages have %d events, and %d are older", len(walked), len(older))
	}
	return nil
}

// spans: one of the places is inside of the line.
func spans(text string, start int, places map[int]bool) bool {
	end := len(text)
	if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
		end = start + i
	}
	for at := range places {
		if start < at && at <= end {
			return true
		}
	}
	return false
}

// isPart: the elements of one list stand in the other, in order.
func isPart(list, in []string) bool {
	for _, one := range in {
		if len(list) > 0 && one == list[0] {
			list = list[1:]
		}
	}
	return len(list) == 0
}

func pageStays(t *trial) error {
	text := t.Case.Input.Text()
	if t.Input.Session == "" {
		return nil
	}
	before := t.numberOf("beforeOffset", len(text), 0, len(text))
	options := t.optionsOf(member("beforeOffset", jsvalue.IntValue(int64(before))))
	for _, other := range []string{
		withLines(text, envelope(t.Input.Session, "text", textOf("text", "new"))),
		text + "}\n",
		text[:before],
	} {
		again, err := t.ask("page", other, options)
		if again == nil || err != nil {
			return err
		}
		t.same(again, func(result jsvalue.Value) jsvalue.Value { return without(result, "message") })
	}
	return nil
}

func moreBytes(t *trial) error {
	least, otherwise, most := leastOfPage, pageUnlessSaid, mostOfPage
	if t.Case.Op == "snapshot" {
		least, otherwise, most = 1, tailUnlessSaid, mostOfWindow
		if !t.Case.Options.Has("maxBytes") {
			return nil // another bound of the JSON holds then
		}
	}
	for _, factor := range []float64{1.01, 2} {
		n := float64(t.numberOf("maxBytes", otherwise, least, most))*factor + 1
		more, err := t.ask(t.Case.Op, t.Case.Input.Text(), t.optionsOf(member("maxBytes", jsvalue.NumberValue(n))))
		if more == nil || err != nil {
			return err
		}
		t.judged = true
		got, all := t.pastEvents(), more.pastEvents()
		if len(all) < len(got) || !slices.Equal(all[len(all)-len(got):], got) {
			t.add("events", "there are %d, and of %v bytes %d", len(got), n, len(all))
		}
	}
	return nil
}

func boundsClamp(t *trial) error {
	type bound struct {
		name                   string
		least, otherwise, most int
	}
	bounds := []bound{{"maxBytes", leastOfPage, pageUnlessSaid, mostOfPage}, {"beforeOffset", 0, len(t.Case.Input.Text()), len(t.Case.Input.Text())}}
	if t.Case.Op == "snapshot" {
		bounds = []bound{{"maxEvents", 0, mostEvents, mostEvents}, {"maxBytes", 0, mostOfWindow, mostOfWindow}, {"resident", 0, 0, len(t.Case.Input.Text())}}
	}
	for _, b := range bounds {
		if b.name == "maxBytes" && t.Case.Op == "snapshot" && !t.Case.Options.Has(b.name) {
			continue // the default is no number that counts for both of its bounds
		}
		at := float64(t.numberOf(b.name, b.otherwise, b.least, b.most))
		others := []float64{at, at + 0.5}
		if at == float64(b.least) {
			others = append(others, at-1, at-1e9)
		}
		if at == float64(b.most) {
			others = append(others, at+1, 1e300)
		}
		for _, other := range others {
			again, err := t.ask(t.Case.Op, t.Case.Input.Text(), t.optionsOf(member(b.name, jsvalue.NumberValue(other))))
			if again == nil || err != nil {
				return err
			}
			t.same(again, func(result jsvalue.Value) jsvalue.Value { return without(result, "message") })
		}
	}
	return nil
}

func heldAdds(t *trial) error {
	for _, held := range []int{0, 1, 3, len(t.Input.Envelopes)} {
		other, err := t.ask("snapshot", t.Case.Input.Text(), t.optionsOf(member("resident", jsvalue.IntValue(int64(held)))))
		if other == nil || err != nil {
			return err
		}
		t.judged = true
		got, all := t.pastEvents(), other.pastEvents()
		if held < t.numberOf("resident", 0, 0, 1<<31-1) {
			got, all = all, got
		}
		if len(all) < len(got) || !slices.Equal(all[len(all)-len(got):], got) {
			t.add("events", "there are %d, and %d if %d are held", len(t.list("events")), len(other.list("events")), held)
		}
	}
	return nil
}

func choiceIsOrder(t *trial) error {
	files := slices.Clone(t.Case.Input.Files())
	if len(files) < 2 {
		return nil
	}
	slices.Reverse(files)
	others := []testcase.Case{{Input: protocol.FilesOf(files...)}}
	for i, file := range files {
		left := slices.Delete(slices.Clone(files), i, i+1)
		others = append(others, testcase.Case{Name: file.Name, Input: protocol.FilesOf(left...)})
	}
	for _, other := range others {
		answer, ok, err := t.asker.Ask(t.ctx, "candidate", other.Input, t.Case.Options)
		if err != nil || !ok {
			return err
		}
		var want []jsvalue.Value
		for _, candidate := range t.list("candidates") {
			if other.Name == "" || candidate.Get("name").Text() != other.Name {
				want = append(want, candidate)
			}
		}
		t.judged = true
		if got := answer.Result().Get("candidates"); !same(jsvalue.ArrayValue(want...), got) {
			t.add("candidates", "they are others%s", map[bool]string{true: " where the files stand in another order", false: fmt.Sprintf(" where there is no %q", other.Name)}[other.Name == ""])
		}
	}
	return nil
}
