package shrink

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// idSpaceOf is the kind of id that stands at a path of a record or of the options, "" for none. Ids of one kind point at
// each other.
func idSpaceOf(p path) string {
	switch key := p.key(); {
	case len(p) == 1 && (key == "uuid" || key == "parentUuid" || key == "leafUuid"):
		return "record"
	case len(p) == 1 && key == "sessionId":
		return "session"
	case len(p) == 2 && (p[0].key == "toolCallResult" || p[0].key == "systemPayload") && key == "callId":
		return "call"
	case len(p) == 5 && (p[3].key == "functionCall" || p[3].key == "functionResponse") && key == "id": // message.parts[i]
		return "call"
	}
	return ""
}

// id is an id of one kind.
type id struct{ space, text string }

// renameIDs gives short names to the ids, by their first use: all at once, else kind by kind and one by one.
func renameIDs(s *search) {
	base := s.best
	ids, names := base.ids()
	renamed := func(gone []bool) document {
		to := map[id]string{}
		for i, from := range ids {
			if gone[i] {
				to[from] = names[i]
			}
		}
		return base.withIDs(to)
	}
	shed(len(ids), s.over, func(gone []bool) bool { // all at once in every round: names may have to be exchanged
		return s.try(func() document { return renamed(gone) })
	})
	joinIDs(s)
}

// joinIDs gives an id the name of an earlier one of its kind.
func joinIDs(s *search) {
	const few = 4
	ids, _ := s.best.ids()
	if len(ids) > 2*few {
		return
	}
	for i := range ids {
		for _, other := range ids[:i] {
			to := map[id]string{ids[i]: other.text}
			if other.space == ids[i].space && s.try(func() document { return s.best.withIDs(to) }) {
				break
			}
		}
	}
}

// ids are the ids, each once, kind by kind in the order of their first use, and the names for them.
func (d document) ids() (ids []id, names []string) {
	seen := map[id]bool{}
	leaves := d.leaves()
	for _, space := range []string{"record", "session", "call"} {
		used := 0
		for _, p := range leaves {
			found := id{space, d.at(p).Text()}
			if found.text == "" || idSpaceOf(p.path) != space || seen[found] {
				continue
			}
			seen[found] = true
			ids, names = append(ids, found), append(names, letters(used))
			used++
		}
	}
	return ids, names
}

// letters is the n-th name: a to z, then aa, ab and so on.
func letters(n int) string {
	name := ""
	for n++; n > 0; n = (n - 1) / 26 {
		name = string(rune('a'+(n-1)%26)) + name
	}
	return name
}

// withIDs is the document with other ids. An id that is made of the uuid of a record follows it (CR-REPLAY-23).
func (d document) withIDs(to map[id]string) document {
	const synthetic = "qwen-replay-tool:"
	return d.rewrite(func(int) rewriter {
		return rewriter{leaf: func(p path, v jsvalue.Value) jsvalue.Value {
			space := idSpaceOf(p)
			if name, ok := to[id{space, v.Text()}]; ok && v.IsString() {
				return jsvalue.StringValue(name)
			}
			if rest, ok := strings.CutPrefix(v.Text(), synthetic); ok && space == "call" {
				uuid, place, _ := strings.Cut(rest, ":")
				if name, ok := to[id{"record", uuid}]; ok {
					return jsvalue.StringValue(synthetic + name + ":" + place)
				}
			}
			return v
		}}
	})
}
