package sessionraw

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var batchInvariants = []model.Invariant{
	{
		ID: "batch-by-definition", Rules: []string{"SR-WRITE-03", "SR-WRITE-05", "SR-WRITE-06", "SR-WRITE-07", "SR-WRITE-08", "SR-LINE-07", "TP-PROTO-19"},
		Says:  "The rows that a batch writes to a file without damage, and the partial answer behind them, are those of a second definition, field for field.",
		Check: on(appending, batchProblems),
	},
}

// batch is what a write comes to by the second definition.
type batch struct {
	write
	held    *account
	context []*Row // before
	all     []*Row // behind: those of the context as they stand there, and new ones
	record  bool   // the context is written anew
	rows    []*Row // that are written: all of a record, else the new ones
}

func batchProblems(v *View, p *problems) bool {
	w, ok := v.writing()
	if !ok || !w.given && w.partial.IsUndefined() {
		return false
	}
	b, certain := w.batch(asRounded(v.Case.Options))
	if !certain {
		return false
	}
	got, partials, record := w.written()
	if record != b.record {
		p.add("file", "a record is written: %v, by the definition %v", record, b.record)
		return true
	}
	if len(got) != len(b.rows) {
		p.add("file", "%d rows are written, by the definition %d", len(got), len(b.rows))
		return true
	}
	for i, row := range b.rows {
		if want, got := row.written(), got[i].written(); !jsvalue.Equal(want, got) {
			p.add("file", "row %d of the batch is not that of the definition: %s", i, differing(want, got))
		}
	}
	b.partialProblems(partials, p)
	return true
}

// asRounded is the options as they come out of a pipe, whose numbers are binary64 (TP-PROTO-19).
func asRounded(options jsvalue.Value) jsvalue.Value {
	value, err := jsvalue.Decode(string(jsvalue.Append(nil, options)))
	if err != nil {
		return options
	}
	return value
}

// batch is the write by the second definition; false where the file or the rows have something of which that is not certain.
func (w write) batch(options jsvalue.Value) (b batch, certain bool) {
	b = batch{write: w, held: &account{}}
	if !w.isNew() {
		file := readFile(fileOf(w.held))
		b.held = readAll(file)
		if !file.Plain || b.held.doubt {
			return b, false
		}
		b.context, _ = b.held.contextOf()
	}
	given := slices.Clone(b.context)
	if w.given {
		given = nil
		for _, row := range w.rows {
			one, certain := row.taken()
			if !certain {
				return b, false
			}
			given = append(given, one)
		}
	}
	b.record = !w.isNew() && (len(given) < len(b.context) || !slices.EqualFunc(b.context, given[:len(b.context)], sameGiven))
	var known []*Row
	switch {
	case !w.given || !b.record:
		known = append(slices.Clone(b.context), make([]*Row, len(given)-len(b.context))...)
	default:
		known = retainedOf(b.context, given)
	}
	b.all = b.stamped(known, given, options)
	if b.rows = b.all; !b.record {
		b.rows = b.all[len(b.context):]
	}
	return b, true
}

// written are the rows among the lines of the batch or in its record, and the partial answers behind them.
func (w write) written() (rows, partials []Row, record bool) {
	for _, line := range w.lines() {
		list := []jsvalue.Value{line}
		if (Line{Value: line}).isCompaction() {
			record, list = true, nil
			for _, name := range replacementMembers {
				for _, element := range line.Get(name).Elements() {
					list = append(list, element)
				}
			}
		}
		for _, value := range list {
			switch r, ok := rowOf(value); {
			case !ok:
			case r.Interrupted:
				partials = append(partials, r)
			default:
				rows = append(rows, r)
			}
		}
	}
	return rows, partials, record
}

// written is a row with the fields that count: those that are wrong, empty or false are as if absent.
func (r Row) written() jsvalue.Value {
	row := object("role", r.Role, "content", r.Content)
	for _, one := range rowFields {
		value := r.field(one.name)
		empty := value.IsUndefined() || value.IsBool() && !value.IsTrue() || one.name == "request_id" && value.Text() == ""
		switch {
		case one.name == "tool_calls" && value.Len() > 0:
			row = row.With(jsvalue.Member{Key: one.name, Value: r.callsValue()})
		case one.name != "tool_calls" && (!empty || one.name == "extra_metadata" && !value.IsUndefined()):
			row = row.With(jsvalue.Member{Key: one.name, Value: value})
		}
	}
	return row
}

// withFields is the row with other fields; an absent one is taken away.
func (r Row) withFields(fields ...jsvalue.Member) *Row {
	value := r.Value
	for _, f := range fields {
		if value = value.Without(f.Key); !f.Value.IsUndefined() {
			value = value.With(f)
		}
	}
	row, _ := rowOf(value)
	return &row
}

// taken is a row that was given, with what its metadata say of usage and failure as fields (SR-WRITE-07).
func (r Row) taken() (row *Row, certain bool) {
	metadata := r.field("extra_metadata")
	rest := func(name string) jsvalue.Member {
		value := metadata.Without(name)
		if value.Len() == 0 {
			value = jsvalue.Value{}
		}
		return jsvalue.Member{Key: "extra_metadata", Value: value}
	}
	if mark := metadata.Get("openhuman_tool_failure"); r.Role == "tool" && (mark.IsTrue() || mark.Get("failure").IsTrue()) {
		fields := []jsvalue.Member{{Key: "failure", Value: jsvalue.BoolValue(true)}, rest("openhuman_tool_failure")}
		if detail := trim(mark.Get("detail").Text()); detail != "" {
			fields = append(fields, jsvalue.Member{Key: "failure_detail", Value: jsvalue.StringValue(detail)})
		}
		return r.withFields(fields...), true
	}
	bundle := r.usage()
	if r.Role != "assistant" || !bundle.IsObject() || r.carriesUsage() {
		return &r, true
	}
	own := asRow(bundle)
	own = *own.withFields(jsvalue.Member{Key: "tool_calls", Value: bundle.Get("tool_calls")}, jsvalue.Member{Key: "reasoning_content", Value: bundle.Get("reasoning_content")})
	check := &account{}
	check.row(own.Value, 0, "")
	if len(check.told) > 0 || check.doubt { // it is not whole, unless what is wrong with it is not needed
		return &r, len(r.Calls) == 0 && r.Reasoning == "" && r.field("ts").IsUndefined() && r.field("iteration").IsUndefined()
	}
	if !own.carriesUsage() {
		return &r, true
	}
	full := r.withFields(rest("openhuman_turn_usage"))
	return full.withUsage(own, false), true
}

// withUsage is the row with the usage of a turn: what it has of its own stays, unless it is the time of a usage that it came
// with. A row that came with a provider gets neither calls nor reasoning from the usage of a batch (SR-WRITE-07).
func (r Row) withUsage(bundle Row, ofBatch bool) *Row {
	fields := []jsvalue.Member{}
	take := func(names ...string) {
		for _, name := range names {
			fields = append(fields, jsvalue.Member{Key: name, Value: bundle.field(name)})
		}
	}
	take("provider", "model", "usage")
	states := ofBatch && r.field("provider").IsString()
	if !states && r.Reasoning == "" && bundle.Reasoning != "" {
		take("reasoning_content")
	}
	if !states && len(r.Calls) == 0 && len(bundle.Calls) > 0 {
		take("tool_calls")
	}
	whole := ofBatch && r.carriesUsage()
	if whole || r.field("ts").IsUndefined() {
		take("ts")
	}
	switch none := r.field("iteration").IsUndefined(); {
	case !bundle.field("iteration").IsUndefined() && (whole || none):
		take("iteration")
	case none:
		fields = append(fields, jsvalue.Member{Key: "iteration", Value: jsvalue.IntValue(0)})
	}
	return r.withFields(fields...)
}

// partialProblems looks at what the turn said last: it is written unless it is blank, or stands in the file (SR-WRITE-08).
func (b batch) partialProblems(got []Row, p *problems) {
	words, thought := b.partial.Get("text").Text(), trim(b.partial.Get("reasoning").Text())
	missing := !isBlank(words)
	if len(b.rows) == 0 && !b.record {
		for _, e := range slices.Backward(b.held.entries) {
			if e.row == nil || !e.row.Interrupted {
				break
			}
			missing = missing && (e.row.Content != words || e.row.RequestID != b.request || e.row.field("reasoning_content").Text() != thought)
		}
	}
	if len(b.all) > 0 && b.request != "" {
		last := b.all[len(b.all)-1]
		m := last.meaning()
		if m.doubt {
			return
		}
		answered := last.Role == "assistant" && len(m.calls) == 0 && last.RequestID == b.request
		missing = missing && !(answered && strings.HasPrefix(trim(m.text), trim(words)))
	}
	switch {
	case missing != (len(got) == 1) || len(got) > 1:
		p.add("file", "%d partial answers are written, and one is missing: %v", len(got), missing)
	case missing && (got[0].Role != "assistant" || got[0].Content != words || got[0].RequestID != b.request || got[0].Reasoning != thought):
		p.add("file", "the partial answer is not what the turn said last")
	}
}
