// Package groups folds the rows of a chat into what its timeline shows: work in groups, thoughts together, one end a turn.
//
// It promises: each step of work and each thought is in a group as it was drawn, and rows that no rule folds pass as they are,
// in their order. Of repeated statuses, ends that fold into one, cards of stopped agents and lines of jobs the groups hold what
// ES-GROUP-05, -06, -08 and -09 say; the rest is in the rows. Start at Fold.
package groups

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Fold groups rows (ES-GROUP-01 to ES-GROUP-09). It does not change them.
func Fold(list []rows.Row) []rows.Row {
	for _, pass := range []func([]rows.Row) []rows.Row{
		groupWork, bundleActivity, joinThoughts, dropStatuses, joinEnds, collapsePhases, groupStopped, groupJobs,
	} {
		list = pass(list)
	}
	return list
}

func typeOf(r rows.Row) string { return r.Event.Get("type").Text() }

func trimmed(value jsvalue.Value, key string) string { return jsvalue.Trim(value.Get(key).Text()) }

func text(key, value string) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: jsvalue.StringValue(value)}
}

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

// runs cuts the list where a row does not go on with the rows before it, and gives each stretch to fold.
func runs(list []rows.Row, goesOn func(run []rows.Row, next rows.Row) bool, fold func(run []rows.Row) []rows.Row) []rows.Row {
	out := make([]rows.Row, 0, len(list))
	for begin := 0; begin < len(list); {
		end := begin + 1
		for end < len(list) && goesOn(list[begin:end], list[end]) {
			end++
		}
		out = append(out, fold(list[begin:end:end])...)
		begin = end
	}
	return out
}

// last is the last row of a run.
func last(run []rows.Row) rows.Row { return run[len(run)-1] }

// alike reports whether two events are equal in these members; null and absent are the same, and so are an id that is blank, or
// no text, and none.
func alike(a, b rows.Row, keys ...string) bool {
	for _, key := range keys {
		if key == "turnId" || key == "itemId" {
			if trimmed(a.Event, key) != trimmed(b.Event, key) {
				return false
			}
			continue
		}
		x, y := a.Event.Get(key), b.Event.Get(key)
		if x.IsNullish() != y.IsNullish() || !x.IsNullish() && !jsvalue.Equal(x, y) {
			return false
		}
	}
	return true
}
