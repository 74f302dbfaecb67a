package compare

import (
	"regexp"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func (c *comparison) diagnostics(want, got []jsvalue.Value) {
	for i, d := range want {
		want[i] = c.renamed(d, c.ids)
	}
	for i, d := range got {
		got[i] = c.renamed(d, nil)
	}
	c.listed(want, got, align(len(want), len(got), func(i, j int) int { return diagnosticWeight(want[i], got[j]) }), c.place, func(w, g jsvalue.Value) {
		c.walk("diagnostics["+w.Get("code").Text()+"]", present(w), present(g))
	})
}

// diagnosticWeight says how much two diagnostics look like the same one.
func diagnosticWeight(want, got jsvalue.Value) int {
	same := func(key string) bool { return equal(want.Get(key), got.Get(key)) }
	switch {
	case !same("code"):
		return 0
	case (want.Has("file") || want.Has("line")) && same("file") && same("line") && same("path"):
		return fullWeight
	case same("recordIndex") && same("recordId") && same("path") && (want.Has("recordId") || want.Has("recordIndex")):
		return fullWeight
	case !want.Has("recordId") && !got.Has("recordId") && same("recordIndex"):
		return fullWeight / 8 // one that names no record may stand anywhere: better that it is out of place than another
	case same("recordIndex") && same("recordId") && want.Has("path") != got.Has("path"):
		return fullWeight / 2
	case same("path") && want.Has("path") && want.Has("recordId") != got.Has("recordId"):
		return fullWeight / 4
	}
	return 0
}

// present reduces the message of a diagnostic to whether it is there.
func present(d jsvalue.Value) jsvalue.Value {
	return d.With(jsvalue.Member{Key: "message", Value: jsvalue.BoolValue(d.Get("message").Text() != "")})
}

// goneBlock stands in paths for the id of a block that is not there, because it was left out: nothing ties it to another.
const goneBlock = "left-out"

// renamed is a diagnostic whose path has the other side's id of the block that it names.
func (c *comparison) renamed(d jsvalue.Value, ids map[string]string) jsvalue.Value {
	rest, ok := strings.CutPrefix(d.Get("path").Text(), "blocks.")
	if !ok {
		return d
	}
	id, member, dotted := strings.Cut(rest, ".")
	if other, paired := ids[id]; paired {
		id = other
	} else if _, there := c.kinds[id]; !there {
		id = goneBlock
	}
	if dotted {
		id += "." + member
	}
	return d.With(jsvalue.Member{Key: "path", Value: jsvalue.StringValue("blocks." + id)})
}

var index = regexp.MustCompile(`\[\d+\]`)

// place is the path pattern of a whole diagnostic.
func (c *comparison) place(d jsvalue.Value) string {
	place := "diagnostics[" + d.Get("code").Text() + "]"
	path := d.Get("path").Text()
	if path == "" {
		return place
	}
	if rest, ok := strings.CutPrefix(path, "blocks."); ok {
		id, member, dotted := strings.Cut(rest, ".")
		path = "blocks[" + c.kinds[id] + "]"
		if dotted {
			path += "." + member
		}
	}
	return place + "(" + index.ReplaceAllString(path, "[]") + ")"
}
