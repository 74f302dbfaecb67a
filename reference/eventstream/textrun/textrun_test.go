package textrun_test

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/textrun"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestIdentity: what a piece is known by (ES-TEXT-01).
func TestIdentity(t *testing.T) {
	for text, want := range map[string]textrun.Identity{
		`{"messageId":" m ","turnId":"t","itemId":"i"}`:   {Message: "m"},
		`{"messageId":" ","turnId":" t","itemId":"i "}`:   {Turn: "t", Item: "i"},
		`{"messageId":null,"turnId":5,"itemId":"i"}`:      {Item: "i"},
		`{"messageId":{},"turnId":"t","itemId":"\u00a0"}`: {Turn: "t"},
		`{}`: {},
	} {
		value, err := jsvalue.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := textrun.IdentityOf(value); got != want {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	for identity, want := range map[textrun.Identity]bool{{}: false, {Turn: "t"}: false, {Item: "i"}: true, {Message: "m"}: true} {
		if identity.IsIdentified() != want {
			t.Errorf("%+v", identity)
		}
	}
}

// TestRuns: which runs each call ends, and that white space opens none (ES-TEXT-02, ES-TEXT-03).
func TestRuns(t *testing.T) {
	identities := []textrun.Identity{{Message: "m"}, {Item: "i"}, {Turn: "t"}, {}}
	for name, c := range map[string]struct {
		between func(*textrun.Runs, *textrun.Run)
		open    [4]bool
	}{
		"nothing":               {func(*textrun.Runs, *textrun.Run) {}, [4]bool{true, true, true, true}},
		"a row":                 {func(r *textrun.Runs, _ *textrun.Run) { r.Break() }, [4]bool{true, true, false, false}},
		"a row of its own":      {func(r *textrun.Runs, run *textrun.Run) { r.Break(); r.Keep(run) }, [4]bool{true, true, true, true}},
		"a user":                {func(r *textrun.Runs, _ *textrun.Run) { r.Close() }, [4]bool{}},
		"its retraction":        {func(r *textrun.Runs, _ *textrun.Run) { r.Retract("m") }, [4]bool{false, true, true, true}},
		"that of nothing":       {func(r *textrun.Runs, _ *textrun.Run) { r.Retract("") }, [4]bool{true, true, true, true}},
		"another run's text":    {func(r *textrun.Runs, _ *textrun.Run) { r.Take(textrun.Identity{Item: "x"}, "x") }, [4]bool{true, true, false, false}},
		"nothing of another":    {func(r *textrun.Runs, _ *textrun.Run) { r.Take(textrun.Identity{Message: "open"}, "") }, [4]bool{true, true, true, true}},
		"white space of no run": {func(r *textrun.Runs, _ *textrun.Run) { r.Take(textrun.Identity{Item: "x"}, " ") }, [4]bool{true, true, true, true}},
	} {
		for i, identity := range identities {
			var runs textrun.Runs
			if runs.Take(identity, " \n") != nil {
				t.Errorf("white space opens %+v", identity)
			}
			runs.Take(textrun.Identity{Message: "open"}, "a")
			run := runs.Take(identity, "a")
			c.between(&runs, run)
			blank := runs.Take(identity, " ")
			next := runs.Take(identity, "b")
			if (next == run) != c.open[i] || (blank == run) != c.open[i] || next == nil || run.Identity != identity {
				t.Errorf("%s, %+v: open is %v", name, identity, next == run)
			}
		}
	}
}
