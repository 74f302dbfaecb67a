package chatrecord

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var textInvariants = []model.Invariant{
	{
		ID: "texts-of-chain", Rules: []string{
			"CR-REPLAY-08", "CR-REPLAY-09", "CR-REPLAY-10", "CR-REPLAY-11", "CR-REPLAY-13", "CR-REPLAY-15", "CR-REPLAY-16", "CR-REPLAY-20", "CR-REPLAY-39",
			"CR-REPLAY-41", "CR-REPLAY-50", "CR-BLOCK-05", "CR-BLOCK-06", "CR-BLOCK-07", "CR-BLOCK-09", "CR-DEC-15", "CR-DEC-16", "CR-DEC-24", "CR-JS-07",
		},
		Says:  "The text blocks are the texts of the chain, in order, each whole, joined without inventing or losing a character.",
		Check: onProjections(textsOfChain),
	},
	{
		ID: "media-of-chain", Rules: []string{"CR-REPLAY-12", "CR-REPLAY-17", "CR-BLOCK-25", "CR-BLOCK-26", "CR-CAP-04"},
		Says:  "Images, files and links of user blocks are those of their records, in order.",
		Check: onProjections(mediaOfChain),
	},
	{
		ID: "gap-notice", Rules: []string{"CR-REPLAY-06"},
		Says:  "A chain that begins at a gap begins with a notice in the name of its first record, which stands by itself.",
		Check: onProjections(gapNotice),
	},
	{
		ID: "text-cap", Rules: []string{"CR-CAP-01", "CR-CAP-02", "CR-CAP-03", "CR-BLOCK-23"},
		Says:  "No text is over the cap; each block that was cut is named once with its id and its first record.",
		Check: onProjections(textCap),
	},
}

const (
	textLimit = 100_000
	cutLength = 99_987
	cutEnd    = "\n[truncated]\n"
)

// pairs are the blocks that show texts, each with what the chain owes in its place. With maxBlocks they are the last
// ones. ok is false if the two lists do not fit together, and then why says so.
func (v *View) pairs() (blocks []Block, owed []Shown, why string) {
	chain := v.Input.Chain()
	for place := range chain.Nodes {
		owed = append(owed, chain.Shown(place)...)
	}
	for _, b := range v.Blocks {
		if (b.isText() || b.Kind == "status") && !chain.isGoal(b) {
			blocks = append(blocks, b)
		}
	}
	if !v.Whole() && len(blocks) <= len(owed) {
		owed = owed[len(owed)-len(blocks):]
	}
	for i := range min(len(blocks), len(owed)) {
		b, o := blocks[i], owed[i]
		if b.Kind != o.Kind || len(b.Sources) != 1 || b.Sources[0] != o.UUID {
			return blocks, owed, b.path("") + " is a " + b.Kind + " of " + strings.Join(b.Sources, " ") + ", owed is a " + o.Kind + " of " + o.UUID
		}
	}
	if len(blocks) < len(owed) {
		o := owed[len(blocks)]
		return blocks, owed, "a " + o.Kind + " of " + o.UUID + " is missing"
	}
	if len(blocks) > len(owed) {
		return blocks, owed, blocks[len(owed)].path("") + " is owed by nothing"
	}
	return blocks, owed, ""
}

// isGoal: what a goal_state record shows is not judged here.
func (c *Chain) isGoal(b Block) bool {
	if b.Kind != "user" || len(b.Sources) != 1 {
		return false
	}
	node := c.Node(b.Sources[0])
	return node != nil && node.Type() == "system" && node.Subtype() == "goal_state"
}

func textsOfChain(v *View, p *problems) bool {
	blocks, owed, why := v.pairs()
	if why != "" {
		p.add("blocks", "%s", why)
		return true
	}
	for i, b := range blocks {
		got := b.Value.Get("text").Text()
		switch o := owed[i]; {
		case o.Free && !holdsInOrder(got, o.Fixed):
			p.add(b.path("text"), "lacks a text of %q", o.UUID)
		case o.Free:
		case jsvalue.LongerThan(o.Text, textLimit) && isCutOf(got, o.Text):
		case got != o.Text:
			p.add(b.path("text"), "is not the text of %q: %s", o.UUID, firstDifference(got, o.Text))
		}
	}
	return len(blocks)+len(owed) > 0
}

// holdsInOrder: a text with free wording in it shows the fixed pieces one behind the other, unless they reach the cap, where
// a block that was just full has no mark (CR-CAP-02).
func holdsInOrder(got string, fixed []string) bool {
	if got == "" {
		return false
	}
	rest := got
	for _, piece := range fixed {
		_, behind, ok := strings.Cut(rest, piece)
		if !ok {
			return strings.HasSuffix(got, cutEnd) || jsvalue.Length(got) == textLimit
		}
		rest = behind
	}
	return true
}

// isCutOf: the first units and the mark, or a block that was just full.
func isCutOf(got, whole string) bool {
	return got == jsvalue.WellFormed(jsvalue.Prefix(whole, cutLength))+cutEnd || got == jsvalue.Prefix(whole, textLimit)
}

func firstDifference(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	for i > 0 && (inCharacter(got, i) || inCharacter(want, i)) {
		i--
	}
	excerpt := func(s string) string { return text(jsvalue.StringValue(jsvalue.Prefix(s[i:], 30))) }
	return "it goes on with " + excerpt(got) + " where the record has " + excerpt(want)
}

// inCharacter reports whether a WTF-8 text has no beginning of a character at i.
func inCharacter(s string, i int) bool { return i < len(s) && s[i]&0xC0 == 0x80 }

func mediaOfChain(v *View, p *problems) bool {
	blocks, owed, why := v.pairs()
	if why != "" {
		return false
	}
	judged := false
	for i, b := range blocks {
		o := owed[i]
		judged = judged || len(o.Images)+len(o.Files)+len(o.Links) > 0
		images, files, links := b.Value.Get("images"), b.Value.Get("files"), b.Value.Get("resourceLinks")
		if images.Len() != len(o.Images) || files.Len() != len(o.Files) || links.Len() != len(o.Links) {
			p.add(b.path(""), "has %d images, %d files, %d links; its record %d, %d, %d",
				images.Len(), files.Len(), links.Len(), len(o.Images), len(o.Files), len(o.Links))
			continue
		}
		for k, image := range o.Images {
			mime := image.Get("mimeType").Text()
			if images.At(k).Get("data").Text() != image.Get("data").Text() || mime != "image/*" && images.At(k).Get("mimeType").Text() != mime {
				p.add(b.path("images"), "image %d is not that of %q", k, o.UUID)
			}
		}
		for k, file := range o.Files {
			if files.At(k).Get("attachmentId").Text() != file.Get("attachmentId").Text() {
				p.add(b.path("files"), "file %d is not that of %q", k, o.UUID)
			}
		}
		for k, link := range o.Links {
			if links.At(k).Get("uri").Text() != link.Get("uri").Text() {
				p.add(b.path("resourceLinks"), "link %d is not that of %q", k, o.UUID)
			}
		}
	}
	return judged
}

func gapNotice(v *View, p *problems) bool {
	chain := v.Input.Chain()
	if !chain.Gap || !v.Whole() {
		return false
	}
	child := chain.Nodes[0].UUID
	if len(v.Blocks) == 0 {
		p.add("blocks", "there is no notice of the gap before %q", child)
		return true
	}
	b := v.Blocks[0]
	if b.Kind != "assistant" || b.Value.Get("text").Text() == "" || len(b.Sources) != 1 || b.Sources[0] != child ||
		!b.Value.Get("meta").Get("qwenDiscreteMessage").IsTrue() {
		p.add(b.path(""), "is no notice of the gap before %q", child)
	}
	return true
}

func textCap(v *View, p *problems) bool {
	named := make(map[string]Diagnostic)
	for _, d := range v.Diagnostics {
		if d.Code == "transcript_text_truncated" {
			named[strings.TrimPrefix(d.Path, "blocks.")] = d
		}
	}
	for _, b := range v.Blocks {
		shown := b.Value.Get("text").Text()
		if !b.isText() && b.Kind != "status" {
			continue
		}
		if jsvalue.LongerThan(shown, textLimit) {
			p.add(b.path("text"), "has more than %d units", textLimit)
		}
		d, cut := named[b.ID]
		if cut && (len(b.Sources) == 0 || d.RecordID != b.Sources[0]) {
			p.add(d.path(), "names %q, which does not begin %s", d.RecordID, b.ID)
		}
		if cut && jsvalue.Length(shown) < cutLength {
			p.add(d.path(), "says that %s was cut, which has %d units", b.ID, jsvalue.Length(shown))
		}
	}
	p.cutsAreNamed(v, named)
	return true
}

// cutsAreNamed: a text that is owed and is over the cap is named.
func (p *problems) cutsAreNamed(v *View, named map[string]Diagnostic) {
	blocks, owed, why := v.pairs()
	if why != "" {
		return
	}
	for i, o := range owed {
		if _, ok := named[blocks[i].ID]; !o.Free && ok != jsvalue.LongerThan(o.Text, textLimit) {
			p.add(blocks[i].path("text"), "is named as cut: %v; the record has %d units", ok, jsvalue.Length(o.Text))
		}
	}
}
