package blocks

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

type todoTest struct{ rule, in, want string }

func runTodoTests(t *testing.T, tests []todoTest) {
	t.Helper()
	for _, test := range tests {
		got := encodeJSON(todoListPreview("todo_write", decodeJSON(t, test.in), ""))
		want := encodeJSON(decodeJSON(t, `{"kind":"todo_list",`+test.want+`}`))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %.200s: mismatch (-want +got):\n%s", test.rule, test.in, diff)
		}
	}
}

// item is one entry as previewed, with members after the status.
func item(id, content, more string) string {
	return `{"id":"` + id + `","content":"` + content + `","status":"pending"` + more + `}`
}

func TestTodoItems(t *testing.T) {
	runTodoTests(t, []todoTest{
		{"CR-PREVIEW-17", `{"todos":[]}`, `"entries":[]`},
		{"CR-PREVIEW-17", `{"entries":{},"todos":[{"content":"c"}]}`, `"entries":[` + item("plan-0", "c", "") + `]`},
		{"CR-PREVIEW-17", `{"entries":[{"text":" t "}],"todos":[{"content":"c"}]}`, `"entries":[` + item("plan-0", " t ", "") + `]`},
		{
			"CR-PREVIEW-17", `{"todos":[null,"x",{"content":" ","title":"t"},{"content":5},[]]}`,
			`"entries":[` + item("plan-2", "t", "") + `],"truncated":true`,
		},
		// Half characters are replaced, which is no cut; a byte order mark stays (CR-DEC-24).
		{"CR-PREVIEW-17", `{"todos":[{"content":"\ufeffa\ud83d"}]}`, `"entries":[` + item("plan-0", `\ufeffa\ufffd`, "") + `]`},

		{
			"CR-PREVIEW-19", `{"todos":[{"content":"c","status":"completed","priority":"high"},{"content":"c","status":"in_progress","priority":"low"}]}`,
			`"entries":[{"id":"plan-0","content":"c","status":"completed","priority":"high"},{"id":"plan-1","content":"c","status":"in_progress","priority":"low"}]`,
		},
		{
			"CR-PREVIEW-19", `{"todos":[{"content":"c","status":"pending","priority":"medium"}]}`,
			`"entries":[` + item("plan-0", "c", `,"priority":"medium"`) + `]`,
		},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","status":"done"}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","status":null}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","priority":"High"}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","priority":1}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
	})
}

func TestTodoBlockers(t *testing.T) {
	long := strings.Repeat("b", 513)
	runTodoTests(t, []todoTest{
		{
			"CR-PREVIEW-19", `{"todos":[{"content":"c","blockedBy":["a"," ","` + long[1:] + `"]}]}`,
			`"entries":[` + item("plan-0", "c", `,"blockedBy":["a"," ","`+long[1:]+`"]`) + `]`,
		},
		{
			"CR-PREVIEW-19", `{"todos":[{"content":"c","blockedBy":["","` + long + `",1,"x"]}]}`,
			`"entries":[` + item("plan-0", "c", `,"blockedBy":["x"]`) + `],"truncated":true`,
		},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","blockedBy":[""]}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","blockedBy":[]}]}`, `"entries":[` + item("plan-0", "c", "") + `]`},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","blockedBy":"a"}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","blockedBy":null}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		// The inner place wins; null there falls through, a wrong type does not.
		{
			"CR-PREVIEW-19", `{"todos":[{"content":"c","_meta":{"qwenTodo":{"blockedBy":["m"]}},"blockedBy":["a"]}]}`,
			`"entries":[` + item("plan-0", "c", `,"blockedBy":["m"]`) + `]`,
		},
		{
			"CR-PREVIEW-19", `{"todos":[{"content":"c","_meta":{"qwenTodo":{"blockedBy":null}},"blockedBy":["a"]}]}`,
			`"entries":[` + item("plan-0", "c", `,"blockedBy":["a"]`) + `]`,
		},
		{"CR-PREVIEW-19", `{"todos":[{"content":"c","_meta":{"qwenTodo":{"blockedBy":null}}}]}`, `"entries":[` + item("plan-0", "c", "") + `]`},
		{
			"CR-PREVIEW-19", `{"todos":[{"content":"c","_meta":{"qwenTodo":{"blockedBy":{}}},"blockedBy":["a"]}]}`,
			`"entries":[` + item("plan-0", "c", "") + `],"truncated":true`,
		},
	})
	// The budget of 1,000 counts every member looked at, good or not, over all items (CR-PREVIEW-16).
	bad := strings.Repeat(`1,`, 997) + `"a"` // 998 members
	got := todoListPreview("todowrite", decodeJSON(t,
		`{"todos":[{"content":"c","blockedBy":[`+bad+`]},{"content":"d","blockedBy":["x","y","z"]},{"content":"e","blockedBy":["v"]}]}`), "")
	want := `[` + item("plan-0", "c", `,"blockedBy":["a"]`) + `,` + item("plan-1", "d", `,"blockedBy":["x","y"]`) + `,` + item("plan-2", "e", "") + `]`
	if encodeJSON(got.Get("entries")) != want || !got.Get("truncated").IsTrue() {
		t.Errorf("CR-PREVIEW-16: got %s", encodeJSON(got))
	}
}

func TestTodoIDs(t *testing.T) {
	long := strings.Repeat("i", 513)
	runTodoTests(t, []todoTest{
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"a"},{"content":"c","id":"b","_meta":{"qwenTodo":{"id":"m"}}}]}`,
			`"entries":[` + item("a", "c", "") + `,` + item("m", "c", "") + `]`,
		},
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c","id":" "},{"content":"c"}]}`,
			`"entries":[` + item("plan-0", "c", "") + `,` + item("plan-1", "c", "") + `],"truncated":true`,
		},
		{"CR-PREVIEW-18", `{"todos":[{"content":"c","id":null}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"a","_meta":{"qwenTodo":{"id":7}}}]}`,
			`"entries":[` + item("a", "c", "") + `],"truncated":true`,
		},
		{"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"` + long[1:] + `"}]}`, `"entries":[` + item(long[1:], "c", "") + `]`},
		{"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"` + long + `"}]}`, `"entries":[` + item("plan-0", "c", "") + `],"truncated":true`},
		// Over the limit the other place is not tried.
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"a","_meta":{"qwenTodo":{"id":"` + long + `"}}}]}`,
			`"entries":[` + item("plan-0", "c", "") + `],"truncated":true`,
		},
		// Renaming does not set truncated.
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"a"},{"content":"c","id":"a"},{"content":"c","id":"a"},{"content":"c","id":"a-s2"},{"content":"c","id":"a"}]}`,
			`"entries":[` + item("a", "c", "") + `,` + item("a-s", "c", "") + `,` + item("a-s3", "c", "") + `,` + item("a-s2", "c", "") + `,` + item("a-s4", "c", "") + `]`,
		},
		// A generated id gives way to one that any item states, a skipped one included.
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c"},{"content":"c","id":"plan-0"},{"content":"c","id":"plan-0"}]}`,
			`"entries":[` + item("plan-0-s", "c", "") + `,` + item("plan-0", "c", "") + `,` + item("plan-0-s2", "c", "") + `]`,
		},
		{"CR-PREVIEW-18", `{"todos":[{"content":"c"},{"id":"plan-0"}]}`, `"entries":[` + item("plan-0-s", "c", "") + `],"truncated":true`},
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c"},{"content":"c","id":"x","_meta":{"qwenTodo":{"id":"plan-0"}}}]}`,
			`"entries":[` + item("plan-0-s", "c", "") + `,` + item("plan-0", "c", "") + `]`,
		},
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"__proto__"},{"content":"c","id":"__proto__"}]}`,
			`"entries":[` + item("__proto__", "c", "") + `,` + item("__proto__-s", "c", "") + `]`,
		},
		// The whole stays within 512 units, and no character is split (CR-DEC-24).
		{
			"CR-PREVIEW-18", `{"todos":[{"content":"c","id":"` + long[1:] + `"},{"content":"c","id":"` + long[1:] + `"}]}`,
			`"entries":[` + item(long[1:], "c", "") + `,` + item(long[3:]+"-s", "c", "") + `]`,
		},
		{
			"CR-DEC-24", `{"todos":[{"content":"c","id":"` + long[4:] + `😀z"},{"content":"c","id":"` + long[4:] + `😀z"}]}`,
			`"entries":[` + item(long[4:]+"😀z", "c", "") + `,` + item(long[4:]+"-s", "c", "") + `]`,
		},
	})
}

func TestTodoPlan(t *testing.T) {
	long := strings.Repeat("p", 513)
	runTodoTests(t, []todoTest{
		{"CR-PREVIEW-20", `{"todos":[],"planId":"p","revision":3}`, `"entries":[],"planId":"p","revision":3`},
		{"CR-PREVIEW-20", `{"todos":[],"plan":{"id":"q","revision":2},"planId":"p","revision":3}`, `"entries":[],"planId":"q","revision":2`},
		{
			"CR-PREVIEW-20", `{"todos":[],"_meta":{"qwenTodoPlan":{"id":"r","revision":0}},"plan":{"id":"q","revision":2}}`,
			`"entries":[],"planId":"r","revision":0`,
		},
		{
			"CR-PREVIEW-20", `{"todos":[],"plan":{"id":7,"revision":null},"planId":"p","revision":1}`,
			`"entries":[],"truncated":true,"planId":"p","revision":1`,
		},
		{"CR-PREVIEW-20", `{"todos":[],"planId":""}`, `"entries":[],"truncated":true`},
		{"CR-PREVIEW-20", `{"todos":[],"planId":null}`, `"entries":[],"truncated":true`},
		{"CR-PREVIEW-20", `{"todos":[],"plan":{"id":"` + long + `"},"planId":"p"}`, `"entries":[],"truncated":true`},
		{"CR-PREVIEW-20", `{"todos":[],"planId":"` + long[1:] + `"}`, `"entries":[],"planId":"` + long[1:] + `"`},
		// The first revision that is there decides, good or not.
		{"CR-PREVIEW-20", `{"todos":[],"plan":{"revision":"2"},"revision":3}`, `"entries":[],"truncated":true`},
		{"CR-PREVIEW-20", `{"todos":[],"revision":-1}`, `"entries":[],"truncated":true`},
		{"CR-PREVIEW-20", `{"todos":[],"revision":1.5}`, `"entries":[],"truncated":true`},
		{"CR-PREVIEW-20", `{"todos":[],"revision":9007199254740992}`, `"entries":[],"truncated":true`},
		{"CR-PREVIEW-20", `{"todos":[],"revision":9007199254740991}`, `"entries":[],"revision":9007199254740991`},
		{"CR-PREVIEW-20", `{"todos":[],"revision":1.0}`, `"entries":[],"revision":1`},
		{"CR-PREVIEW-20", `{"todos":[],"revision":null}`, `"entries":[]`},
	})
}

// CR-PREVIEW-16: a thousand items and 100,000 units of content.
func TestTodoLimits(t *testing.T) {
	list := func(items ...string) jsvalue.Value {
		return todoListPreview("todowrite", decodeJSON(t, `{"todos":[`+strings.Join(items, ",")+`]}`), "S")
	}
	content := func(text string) string { return `{"content":"` + text + `"}` }
	many := strings.Split(strings.Repeat(content("c")+" ", 1001), " ")
	for _, test := range []struct {
		items     []string
		truncated bool
	}{{many[:1000], false}, {many[:1001], true}} {
		got := list(test.items...)
		if n := got.Get("entries").Len(); n != 1000 || got.Get("truncated").IsTrue() != test.truncated {
			t.Errorf("%d items: got %d, truncated %v", len(test.items), n, got.Get("truncated").IsTrue())
		}
	}

	y := strings.Repeat("y", 100_000)
	tests := []struct {
		name      string
		items     []string
		lengths   []int
		truncated bool
	}{
		{"all of it", []string{content(y)}, []int{100_000}, false},
		{"too long", []string{content(y + "z")}, []int{100_000}, true},
		{"second cut", []string{content(y[:60_000]), content(y[:60_000])}, []int{60_000, 40_000}, true},
		{"nothing left", []string{content(y), content("a"), content("b")}, []int{100_000}, true},
		{"replaced halves count", []string{content(`\ud83d` + y[2:]), content("ab")}, []int{99_999, 1}, true},
		// CR-DEC-24: what a split character leaves is there for the next item, and no item is empty.
		{"pair across the cut", []string{content(y[1:] + "😀"), content("😀"), content("z")}, []int{99_999, 1}, true},
	}
	for _, test := range tests {
		got := list(test.items...)
		var lengths []int
		for _, entry := range got.Get("entries").Elements() {
			lengths = append(lengths, jsvalue.Length(entry.Get("content").Text()))
		}
		if diff := cmp.Diff(test.lengths, lengths); diff != "" || got.Get("truncated").IsTrue() != test.truncated {
			t.Errorf("%s: truncated %v, lengths (-want +got):\n%s", test.name, got.Get("truncated").IsTrue(), diff)
		}
	}

	// Renaming a thousand alike ids is not quadratic, and all come out unlike.
	var alike []string
	for range 1000 {
		alike = append(alike, `{"content":"c","id":"same"}`)
	}
	seen := map[string]bool{}
	for _, entry := range list(alike...).Get("entries").Elements() {
		seen[entry.Get("id").Text()] = true
	}
	if len(seen) != 1000 || !seen["same-s999"] || seen["same-s1000"] {
		t.Errorf("%d ids of 1000 are unlike", len(seen))
	}
}
