package sessionraw

import (
	"maps"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var rowInvariants = []model.Invariant{
	{
		ID: "rows-in-order", Rules: []string{"SR-VIEW-02", "SR-VIEW-03", "SR-VIEW-04", "SR-VIEW-05", "SR-VIEW-06", "SR-VIEW-07", "SR-LINE-06"},
		Says:  "The rows of a file without records give their boundaries, messages, reasoning, calls and partial answers in order, and nothing else.",
		Check: on(wholly, orderProblems),
	},
	{
		ID: "shown-exactly-once", Rules: []string{"SR-VIEW-02", "SR-VIEW-06", "SR-VIEW-07", "SR-VIEW-11", "SR-VIEW-12", "SR-VIEW-13"},
		Says:  "Each message that was ever written is shown, no more often than it was written; system rows never are.",
		Check: on(wholly, onceProblems),
	},
	{
		ID: "no-invented-text", Rules: []string{"SR-VIEW-01", "SR-VIEW-06", "SR-VIEW-07", "SR-VIEW-09"},
		Says:  "Every text of an item is in a row, character for character.",
		Check: on(viewing, inventedProblems),
	},
	{
		ID: "display-content-is-the-rest", Rules: []string{"SR-SAN-01", "SR-SAN-02", "SR-SAN-04"},
		Says:  "displayContent is the end of the content, cut behind a blank line, and what is tagged looks like a block.",
		Check: on(viewing, displayProblems),
	},
	{
		ID: "results-find-their-calls", Rules: []string{"SR-VIEW-09", "SR-VIEW-10"},
		Says:  "A result that names a call is on the oldest open call of that id in its turn, and failed exactly if its row says so.",
		Check: on(wholly, pairingProblems),
	},
	{
		ID: "arguments-keep-their-text", Rules: []string{"SR-VIEW-08", "SR-LINE-10"},
		Says:  "The arguments of a call are those of the row: absent, the JSON value with its numbers as written, or the text.",
		Check: on(wholly, argumentProblems),
	},
	{
		ID: "one-subagent-a-file", Rules: []string{"SR-FILE-01", "SR-FILE-02", "SR-FILE-05", "SR-SUB-01"},
		Says:  "Each chain of files of sub-agents of the thread is one item.",
		Check: on(wholly, childProblems),
	},
	{
		ID: "unknown-lines-are-told", Rules: []string{"SR-LINE-03", "SR-LINE-05"},
		Says:  "Each line of an unknown kind, each that is no row and each row of an unknown role gives a diagnostic, and no other line does.",
		Check: on(wholly, unknownProblems),
	},
	{
		ID: "compactions-are-marked", Rules: []string{"SR-VIEW-13", "SR-LINE-09"},
		Says:  "Each compaction record is one item, which counts the rows of the context before and those of the record.",
		Check: on(wholly, markerProblems),
	},
}

func orderProblems(v *View, p *problems) bool {
	file, ok := v.alone()
	return ok && file.isShownBy(v.top(), p)
}

// isShownBy compares the rows of a file with the items of a view; false where the plain way cannot tell.
func (f File) isShownBy(items []Item, p *problems) bool {
	want, ok := f.steps()
	if !ok {
		return false
	}
	orphans := slices.ContainsFunc(want, func(s step) bool { return s.kind == "toolCall" && s.more == orphanName })
	if orphans && slices.ContainsFunc(f.rows(), func(r Row) bool { return r.Role == "tool" }) {
		return false // which calls results have made, their name does not tell
	}
	got := stepsOf(items, orphans)
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			p.add("items", "item %d but for sub-agents and results is %q, by the rows %q", i, got[i], want[i])
			return true
		}
	}
	if len(want) != len(got) {
		p.add("items", "there are %d but for sub-agents and results, by the rows %d", len(got), len(want))
	}
	return true
}

// said is who said what.
type said struct{ kind, text string }

func saidBy(r Row) said {
	switch {
	case r.Interrupted:
		return said{"interruptedPartial", r.Content}
	case r.Role == "user":
		return said{"userMessage", r.Content}
	default:
		return said{"assistantMessage", r.Content}
	}
}

// isMessage: it is shown as a message or partial answer, whatever else the file has.
func (r Row) isMessage() bool {
	return r.isShown() && (r.Interrupted || r.isPlainText() && r.Role != "tool" && !(r.Role == "assistant" && isBlank(r.Content)))
}

// mostScaffolding is how many rows may stand before those that a generation repeats (SR-VIEW-12).
const mostScaffolding = 4

func onceProblems(v *View, p *problems) bool {
	files, chains := v.shownFiles()
	if len(files) == 0 {
		return false
	}
	least, shown := leastOften(files, chains), v.saidOften()
	for _, one := range sortedKeys(least) {
		if shown[one] < least[one] {
			p.add("items", "a %s is %d times written and %d times shown", one.kind, least[one], shown[one])
		}
	}
	if len(files) < len(v.Input.Files) || slices.ContainsFunc(files, func(f File) bool { return f.has(isOdd) }) {
		return true // other files may be of the thread too
	}
	most := mostOften(files)
	for _, one := range sortedKeys(shown) {
		if shown[one] > most[one] {
			p.add("items", "a %s is %d times written and %d times shown", one.kind, most[one], shown[one])
		}
	}
	return true
}

// leastOften is how often messages must be shown at least: as often as one of the files has them for certain.
func leastOften(files []File, chains int) map[said]int {
	least, inRecords := map[said]int{}, map[said]bool{}
	for _, f := range files {
		for _, r := range slices.Concat(f.replacements(), f.scaffolding()) {
			inRecords[saidBy(r)] = true
		}
	}
	for _, f := range files {
		written := map[said]int{}
		for _, r := range distinct(f.rows()[len(f.scaffolding()):]) {
			if r.isMessage() {
				written[saidBy(r)]++
			}
		}
		for one, n := range written {
			if chains > 1 { // a later one may begin with the rows of the one before, which can be scaffolding there
				n = min(n, 1)
			}
			if chains > 1 && inRecords[one] {
				n = 0
			}
			least[one] = max(least[one], n)
		}
	}
	return least
}

// mostOften is how often messages are written at all.
func mostOften(files []File) map[said]int {
	most := map[said]int{}
	for _, f := range files {
		for _, r := range slices.Concat(f.rows(), f.replacements()) {
			if r.isMessage() {
				most[saidBy(r)]++
			}
		}
	}
	return most
}

// saidOften is how often messages are shown.
func (v *View) saidOften() map[said]int {
	shown := map[said]int{}
	for _, item := range v.Items {
		switch item.Kind {
		case "userMessage", "assistantMessage":
			shown[said{item.Kind, item.Value.Get("content").Text()}]++
		case "interruptedPartial":
			shown[said{item.Kind, item.Value.Get("text").Text()}]++
		}
	}
	return shown
}

// scaffolding are the first rows of a generation, as far as they can be nobody's words (SR-VIEW-12).
func (f File) scaffolding() []Row {
	rows, spoken := f.rows(), 0
	if f.chain() == f.Stem {
		return nil
	}
	for i, r := range rows {
		if r.Role != "system" {
			spoken++
		}
		if spoken > mostScaffolding {
			return rows[:i]
		}
	}
	return rows
}

// isOdd: the line is a row whose text stands for something else, or holds such rows.
func isOdd(line Line) bool {
	if line.isMeta() {
		return false
	}
	f := File{Lines: []Line{line}}
	return slices.ContainsFunc(slices.Concat(f.rows(), f.replacements()), func(r Row) bool { return !r.isPlainText() })
}

func sortedKeys(counts map[said]int) []said {
	return slices.SortedFunc(maps.Keys(counts), func(a, b said) int {
		return strings.Compare(a.kind+a.text, b.kind+b.text)
	})
}

// shownFiles are the plain files that are shown for certain, and how many of them are one transcript with others.
func (v *View) shownFiles() (files []File, chains int) {
	if !v.Input.Named {
		if file, ok := v.alone(); ok {
			return []File{file}, 1
		}
		return nil, 0
	}
	roots, certain := v.Input.roots()
	if !certain || len(roots) == 0 { // without a root nothing is shown
		return nil, 0
	}
	files = roots
	children, ok := v.Input.children(roots)
	if ok {
		for _, child := range children {
			if child.level <= mostLevels {
				files = append(files, child.files...)
				chains += len(child.files) - 1
			}
		}
	}
	return files, chains + len(roots)
}

func inventedProblems(v *View, p *problems) bool {
	var texts strings.Builder
	for _, f := range v.Input.Files {
		if !f.Plain {
			return false
		}
		for _, r := range slices.Concat(f.rows(), f.replacements()) {
			writeTexts(&texts, r.Value)
		}
	}
	all := texts.String()
	for _, item := range v.Items {
		for _, member := range []string{"content", "displayContent", "text", "thinking", "result"} {
			if text := item.Value.Get(member); text.IsString() && !strings.Contains(all, text.Text()) {
				p.add(item.path(member), "no row has it")
			}
		}
	}
	return len(v.Items) > 0
}

// writeTexts writes all texts of a value, and those of the JSON in them (SR-VIEW-14), each behind a line feed.
func writeTexts(texts *strings.Builder, value jsvalue.Value) {
	switch {
	case value.IsString():
		texts.WriteString("\n" + value.Text() + "\n")
		if inner, err := jsvalue.Decode(value.Text()); err == nil && inner.IsObject() {
			writeTexts(texts, inner)
		}
	case value.IsArray():
		for _, element := range value.Elements() {
			writeTexts(texts, element)
		}
	case value.IsObject():
		for _, member := range value.Members() {
			writeTexts(texts, member)
		}
	}
}

// looks are the beginnings of a block.
var looks = []string{"Current Date & Time:", "[Channel context]", "[Memory context]", "[Context]"}

func looksLikeBlock(text string) bool {
	text = trim(text)
	return slices.ContainsFunc(looks, func(look string) bool { return strings.HasPrefix(text, look) })
}

func displayProblems(v *View, p *problems) bool {
	judged := false
	for _, item := range v.Items {
		if item.Kind != "userMessage" {
			continue
		}
		content, display := item.Value.Get("content").Text(), item.Value.Get("displayContent")
		rest := content
		if !display.IsUndefined() {
			judged, rest = true, display.Text()
			cut, isEnd := strings.CutSuffix(content, rest)
			switch {
			case !isEnd || cut == "":
				p.add(item.path("displayContent"), "it is not the end of the content")
			case !looksLikeBlock(cut):
				p.add(item.path("displayContent"), "what is cut is no block")
			case !strings.HasSuffix(strings.ReplaceAll(cut, "\r\n", "\n"), "\n\n") && rest != "":
				p.add(item.path("displayContent"), "what is cut does not end with a blank line")
			}
		}
		if looksLikeBlock(rest) != item.Value.Get("lookalike").IsTrue() {
			judged = true
			p.add(item.path("lookalike"), "it looks like a block, or is said to: not both")
		}
	}
	return judged
}
