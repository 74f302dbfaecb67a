package view_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/view"
)

// step is a call or a result of a random turn; a result without an id has the id "".
type step struct {
	call bool
	id   string
}

// TestPairing compares with the rule as it is written: a result with an id gets the oldest open call of that id, and one
// without the oldest open call that no later result of the turn misses then (SR-VIEW-09).
func TestPairing(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		steps := make([]step, 1+rng.IntN(9))
		for i := range steps {
			steps[i] = step{rng.IntN(2) == 0, string(rune('a' + rng.IntN(3)))}
			if !steps[i].call && rng.IntN(2) == 0 {
				steps[i].id = ""
			}
		}
		var lines []string
		for i, s := range steps {
			switch {
			case s.call:
				lines = append(lines, row("assistant", "", calls(s.id+fmt.Sprintf(" n%d", i))))
			case s.id == "":
				lines = append(lines, row("tool", fmt.Sprint(i)))
			default:
				lines = append(lines, row("tool", fmt.Sprint(i), id(s.id)))
			}
		}
		got := map[string]string{}
		for _, item := range view.ShowFile("f.jsonl", header+"\n"+strings.Join(lines, "\n")).Items {
			if item.Call.Name != "tool" {
				got[item.Call.Name] = item.Call.Result.Text()
			}
		}
		want := naivePairs(steps)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v\ngot  %v\nwant %v", steps, got, want)
		}
	}
}

func naivePairs(steps []step) map[string]string {
	open := map[int]bool{}
	pairs := map[string]string{}
	for i, s := range steps {
		if s.call {
			open[i] = true
			pairs[fmt.Sprintf("n%d", i)] = ""
			continue
		}
		for call := range i {
			if !open[call] || s.id != "" && steps[call].id != s.id || s.id == "" && missed(steps, open, i, call) {
				continue
			}
			delete(open, call)
			pairs[fmt.Sprintf("n%d", call)] = fmt.Sprint(i)
			break
		}
	}
	return pairs
}

// missed reports whether fewer of the later results that name the id of the call find one without it.
func missed(steps []step, open map[int]bool, from, without int) bool {
	found := func(skip int) (n int) {
		free := 0
		for i, s := range steps {
			switch {
			case s.id != steps[without].id:
			case s.call && i != skip && (open[i] || i > from):
				free++
			case !s.call && i > from && free > 0:
				free--
				n++
			}
		}
		return n
	}
	return found(without) < found(-1)
}
