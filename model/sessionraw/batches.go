package sessionraw

import (
	"math"
	"slices"
	"strconv"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// sameGiven: the file's row says to the model what the new one says (SR-WRITE-05).
func sameGiven(held, row *Row) bool {
	same := held.Role == row.Role && held.Content == row.Content
	for _, name := range []string{"id", "tool_call_id"} {
		same = same && jsvalue.Equal(held.field(name), row.field(name))
	}
	return same && (sameCallsGiven(held, row) || row.lacks(held, len(row.Calls) == 0)) && (held.Reasoning == row.Reasoning || row.lacks(held, row.Reasoning == ""))
}

func sameCallsGiven(held, row *Row) bool { return jsvalue.Equal(held.callsValue(), row.callsValue()) }

// lacks: a row does not know what the usage brought that only the file's row has.
func (r *Row) lacks(held *Row, nothing bool) bool {
	return nothing && held.field("provider").IsString() && !r.field("provider").IsString()
}

// retainedOf finds the rows of a record among those of the context before, in the order of SR-WRITE-06, and gives them as they
// stand there with what the model is now given; nil for those that are new.
func retainedOf(before, given []*Row) []*Row {
	known, used := make([]*Row, len(given)), map[*Row]bool{}
	find := func(may func(r *Row) bool, alike func(old, r *Row) bool) {
		for i, r := range given {
			if known[i] != nil || !may(r) {
				continue
			}
			at := slices.IndexFunc(before, func(old *Row) bool { return !used[old] && old.Role == r.Role && alike(old, r) })
			if at >= 0 {
				used[before[at]] = true
				known[i] = before[at].now(r)
			}
		}
	}
	byWords := func(r *Row) bool { return r.Role != "tool" || !r.HasID }
	find(func(r *Row) bool { return r.HasID }, func(old, r *Row) bool { return old.HasID && old.ID == r.ID })
	find(byWords, func(old, r *Row) bool {
		return old.Content == r.Content && slices.EqualFunc(old.Calls, r.Calls, Call.is) && old.field("tool_call_id").Text() == r.field("tool_call_id").Text()
	})
	find(func(r *Row) bool { return byWords(r) && len(r.Calls) == 0 }, func(old, r *Row) bool { return old.Content == r.Content })
	return known
}

// now is the file's row with what the model is now given.
func (r *Row) now(given *Row) *Row {
	fields := []jsvalue.Member{{Key: "content", Value: jsvalue.StringValue(given.Content)}}
	take := func(name string) { fields = append(fields, jsvalue.Member{Key: name, Value: given.field(name)}) }
	take("id")
	take("tool_call_id")
	if !sameCallsGiven(r, given) && !given.lacks(r, len(given.Calls) == 0) {
		take("tool_calls")
	}
	if r.Reasoning != given.Reasoning && !given.lacks(r, given.Reasoning == "") {
		take("reasoning_content")
	}
	return r.withFields(fields...)
}

// stamped puts in the place of each nil the row that was given, with what it lacks of the batch (SR-WRITE-03).
func (b batch) stamped(known, given []*Row, options jsvalue.Value) []*Row {
	var fresh []int
	for i, r := range known {
		if r != nil {
			continue
		}
		known[i] = given[i]
		if given[i].RequestID == "" && b.request != "" {
			known[i] = given[i].withFields(jsvalue.Member{Key: "request_id", Value: jsvalue.StringValue(b.request)})
		}
		fresh = append(fresh, i)
	}
	if usage := options.Get("usage"); usage.IsObject() {
		for _, i := range slices.Backward(fresh) {
			if known[i].Role == "assistant" {
				bundle := asRow(usage)
				bundle = *bundle.withFields(jsvalue.Member{Key: "tool_calls", Value: usage.Get("tool_calls")}, jsvalue.Member{Key: "reasoning_content", Value: usage.Get("reasoning_content")})
				known[i] = known[i].withUsage(bundle, true)
				break
			}
		}
	}
	for _, i := range fresh {
		if known[i].field("ts").IsUndefined() && b.time != "" {
			known[i] = known[i].withFields(jsvalue.Member{Key: "ts", Value: jsvalue.StringValue(b.time)})
		}
	}
	b.number(known, fresh, options.Get("seq"))
	return known
}

// number gives the new rows of the batch's request the numbers behind the last one of it, as long as there is one.
func (b batch) number(rows []*Row, fresh []int, first jsvalue.Value) {
	var last *uint64
	see := func(r *Row) {
		if n, err := strconv.ParseUint(r.field("seq").NumberText(), 10, 64); err == nil && r.RequestID == b.request && (last == nil || n > *last) {
			last = &n
		}
	}
	for _, e := range b.held.entries {
		for _, r := range append(slices.Clone(e.rows), e.row) {
			if r != nil {
				see(r)
			}
		}
	}
	start, counts := first.SafeInteger()
	for _, i := range fresh {
		r := rows[i]
		if counts && r.RequestID == b.request && r.field("seq").IsUndefined() && (last == nil || *last < math.MaxUint64) {
			next := uint64(start)
			if last != nil {
				next = max(next, *last+1)
			}
			number, err := jsvalue.Decode(strconv.FormatUint(next, 10))
			if err == nil {
				rows[i] = r.withFields(jsvalue.Member{Key: "seq", Value: number})
			}
		}
		see(rows[i])
	}
}
