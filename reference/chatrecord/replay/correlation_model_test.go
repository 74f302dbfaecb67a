package replay

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
)

// naiveCall and naiveCalls are a second definition of CR-REPLAY-23 to CR-REPLAY-28: linear searches over one list, in the words
// of the rules, without any of the registry's indexes.
type naiveCall struct {
	id, p, name, digest      string // p is the persisted id
	pending, settled, orphan bool
}

type naiveCalls struct{ calls []*naiveCall }

func (m *naiveCalls) uniq(w string) string {
	has := func(s string) bool {
		for _, c := range m.calls {
			if c.id == s {
				return true
			}
		}
		return false
	}
	if !has(w) {
		return w
	}
	for n := 2; ; n++ {
		if s := fmt.Sprintf("%s:%d", w, n); !has(s) {
			return s
		}
	}
}

func (m *naiveCalls) start(p, name, synth string) *naiveCall {
	if p != "" {
		for _, nm := range []string{name, ""} {
			for i := len(m.calls) - 1; i >= 0; i-- {
				if c := m.calls[i]; c.orphan && c.p == p && c.name == nm {
					c.orphan = false
					c.name = name
					return c
				}
			}
		}
	}
	w := p
	if w == "" {
		w = synth
	}
	c := &naiveCall{id: m.uniq(w), p: p, name: name, pending: true}
	m.calls = append(m.calls, c)
	return c
}

func (m *naiveCalls) result(p, name, rec, digest string) (c *naiveCall, diag string) {
	if p == "" {
		var hits []*naiveCall
		for _, x := range m.calls {
			if x.pending && x.name == name {
				hits = append(hits, x)
			}
		}
		if len(hits) == 1 {
			c = hits[0]
		} else {
			c = &naiveCall{id: m.uniq("qwen-replay-tool:" + rec + ":result"), name: name}
			m.calls = append(m.calls, c)
			diag = "ambiguous_tool_call_correlation"
		}
		c.pending, c.settled, c.digest = false, true, digest
		return
	}
	var pend, named []*naiveCall
	for _, x := range m.calls {
		if x.pending && x.p == p {
			pend = append(pend, x)
			if name != "" && x.name == name {
				named = append(named, x)
			}
		}
	}
	if len(pend) > 0 {
		if len(pend) > 1 && len(named) > 0 {
			pend = named
		}
		c = pend[0]
		if len(pend) > 1 {
			diag = "ambiguous_tool_call_correlation"
		}
		c.pending, c.settled, c.digest = false, true, digest
		return
	}
	for i := len(m.calls) - 1; i >= 0 && c == nil; i-- {
		if x := m.calls[i]; x.settled && x.p == p && (name == "" || x.name == name) {
			c = x
		}
	}
	for i := len(m.calls) - 1; i >= 0 && c == nil; i-- {
		if x := m.calls[i]; x.settled && x.p == p && x.name == "" {
			c = x
		}
	}
	if c == nil {
		c = &naiveCall{id: m.uniq(p), p: p, name: name, settled: true, orphan: true, digest: digest}
		m.calls = append(m.calls, c)
		return
	}
	for i := len(m.calls) - 1; i >= 0; i-- {
		if x := m.calls[i]; x.settled && x.p == p && x.name == c.name && x.digest == digest {
			x.digest = digest
			return x, "repeated_result"
		}
	}
	c.digest = digest
	return c, "result_replaced"
}

// CR-REPLAY-23 to CR-REPLAY-28, CR-DEC-07 to CR-DEC-10, CR-DEC-12: the registry finds what the naive definition finds, in one
// pass and with a page for each record.
func TestCorrelationAgainstNaiveModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := []string{"", "x", "x", "y", "x:2", "x:3", "qwen-replay-tool:r0:0", "qwen-replay-tool:r1:result"}
		names := []string{"read", "write", "grep"}
		var lines []string
		m := &naiveCalls{}
		var want []string
		n := rapid.IntRange(1, 14).Draw(t, "n")
		for i := range n {
			rec := fmt.Sprint("r", i)
			id := rapid.SampledFrom(ids).Draw(t, "id")
			if rapid.IntRange(0, 2).Draw(t, "k") == 0 {
				name := rapid.SampledFrom(names).Draw(t, "name")
				lines = append(lines, fmt.Sprintf(`{"uuid":%q,"type":"assistant","message":{"parts":[{"functionCall":{"id":%q,"name":%q}}]}}`, rec, id, name))
				c := m.start(id, name, "qwen-replay-tool:"+rec+":0")
				want = append(want, "S "+c.id)
			} else {
				name := rapid.SampledFrom(append(names, "")).Draw(t, "name")
				out := rapid.SampledFrom([]string{"1", "2"}).Draw(t, "out")
				lines = append(lines, fmt.Sprintf(`{"uuid":%q,"type":"tool_result","message":{"parts":[{"functionResponse":{"id":%q,"name":%q,"response":{"output":%q}}}]}}`, rec, id, name, out))
				c, d := m.result(id, name, rec, out)
				want = append(want, "R "+c.id+" "+d)
			}
		}
		for _, c := range m.calls {
			if c.pending {
				want = append(want, "F "+c.id)
			}
		}
		recs := chain(t, lines...)
		run := func(page bool) []string {
			var got []string
			diag := ""
			tr := &transcript{}
			mm := New(tr.options())
			seen := 0
			for _, r := range recs {
				if page {
					s := mm.Snapshot()
					o := tr.options()
					o.InitialState = &s
					mm = New(o)
				}
				for e := range mm.Project(r) {
					diag = ""
					for _, d := range tr.diagnostics[seen:] {
						if d.Code() != "malformed_part" {
							diag = string(d.Code())
						}
					}
					seen = len(tr.diagnostics)
					k := "R "
					if e.Update.Kind == update.ToolCall {
						got = append(got, "S "+e.Update.ToolCallID)
						continue
					}
					got = append(got, k+e.Update.ToolCallID+" "+diag)
				}
			}
			for e := range mm.Finalize() {
				got = append(got, "F "+e.Update.ToolCallID)
			}
			return got
		}
		for _, page := range []bool{false, true} {
			if g, w := strings.Join(run(page), "\n"), strings.Join(want, "\n"); g != w {
				t.Fatalf("page %v\n%s\n got:\n%s\nwant:\n%s", page, strings.Join(lines, "\n"), g, w)
			}
		}
	})
}
