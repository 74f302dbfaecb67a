package chatrecord

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var provenanceInvariants = []model.Invariant{
	{
		ID: "provenance-on-chain", Rules: []string{"CR-DEC-25", "CR-BLOCK-03", "CR-REPLAY-02"},
		Says:  "Every block names the records that it comes from: known ones, on the chain, none twice, in the order of the chain.",
		Check: onProjections(provenanceOnChain),
	},
	{
		ID: "blocks-along-chain", Rules: []string{"CR-REPLAY-01", "CR-BLOCK-08"},
		Says:  "Blocks stand in the order in which the chain has their first records.",
		Check: onProjections(blocksAlongChain),
	},
	{
		ID: "times-of-sources", Rules: []string{"CR-BLOCK-03", "CR-BLOCK-16", "CR-DEC-14", "CR-TIME-01", "CR-PREP-09"},
		Says:  "The time of a block is that of the record that began it, and is absent exactly if that has none.",
		Check: onProjections(timesOfSources),
	},
	{
		ID: "segments-of-records", Rules: []string{"CR-REPLAY-03", "CR-DEC-32", "CR-BLOCK-03"},
		Says:  "The segment of a text is named after its record, has at most 512 units, and is no other block's.",
		Check: onProjections(segmentsOfRecords),
	},
	{
		ID: "blocks-of-their-kind", Rules: []string{"CR-REPLAY-45", "CR-PREP-16", "CR-BLOCK-04"},
		Says:  "Each block comes from records that can show its kind; silent system records show nothing.",
		Check: onProjections(blocksOfTheirKind),
	},
}

func provenanceOnChain(v *View, p *problems) bool {
	chain := v.Input.Chain()
	for _, b := range v.Blocks {
		ids := b.Value.Get("sourceRecordIds")
		if ids.Len() == 0 {
			p.add(b.path("sourceRecordIds"), "is missing or empty")
		}
		last := -1
		for i, id := range b.Sources {
			place := chain.Place(id)
			switch {
			case !ids.At(i).IsString() || place < 0:
				p.add(b.path("sourceRecordIds"), "names %q, which is not on the chain", id)
			case place == last:
				p.add(b.path("sourceRecordIds"), "names %q twice", id)
			case place < last:
				p.add(b.path("sourceRecordIds"), "names %q behind a later record", id)
			}
			last = max(last, place)
		}
	}
	return len(v.Blocks) > 0
}

// blocksAlongChain leaves out tools of todo_write, which can be made by the end (CR-DEC-04), and prompt_cancelled, whose
// sources are replaced (CR-BLOCK-27).
func blocksAlongChain(v *View, p *problems) bool {
	last := 0
	for _, b := range v.Blocks {
		if len(b.Sources) == 0 || b.Value.Get("toolName").Text() == "todo_write" || b.Kind == "prompt_cancelled" {
			continue
		}
		place := v.Input.Chain().Place(b.Sources[0])
		if place < last {
			p.add(b.path(""), "of %q stands behind a block of a later record", b.Sources[0])
		}
		last = max(last, place)
	}
	return len(v.Blocks) > 1
}

func timesOfSources(v *View, p *problems) bool {
	for _, b := range v.Blocks {
		got := b.Value.Get("serverTimestamp")
		if len(b.Sources) == 0 {
			continue
		}
		node := v.Input.Chain().Node(b.Sources[0])
		if node == nil {
			continue
		}
		if b.Kind == "prompt_cancelled" {
			if want := node.SystemPayload().Get("cancelledAt"); !jsvalue.Equal(got, want) {
				p.add(b.path("serverTimestamp"), "is not cancelledAt of %q", node.UUID)
			}
			continue
		}
		ms, _, ok := node.Time()
		want := jsvalue.Value{}
		if ok {
			want = jsvalue.NumberValue(float64(ms))
		}
		if !jsvalue.Equal(got, want) {
			p.add(b.path("serverTimestamp"), "is %s, the time of %q is %s", text(got), node.UUID, text(want))
		}
		if meta := b.Value.Get("meta").Get("timestamp"); b.isText() && !jsvalue.Equal(meta, want) {
			p.add(b.path("meta.timestamp"), "is %s, the time of %q is %s", text(meta), node.UUID, text(want))
		}
	}
	return len(v.Blocks) > 0
}

// text is a value for a message, shortened.
func text(v jsvalue.Value) string {
	if v.IsUndefined() {
		return "absent"
	}
	return jsvalue.Prefix(string(jsvalue.AppendASCII(nil, v)), 200)
}

func (b Block) isText() bool { return b.Kind == "user" || b.Kind == "assistant" || b.Kind == "thought" }

const maxSegment = 512

func segmentsOfRecords(v *View, p *problems) bool {
	seen := make(map[string]int)
	judged := false
	for _, b := range v.Blocks {
		segment := b.Value.Get("segmentId").Text()
		if !b.isText() && b.Kind != "status" || len(b.Sources) != 1 {
			continue
		}
		judged = true
		uuid := b.Sources[0]
		ordinal, named := strings.CutPrefix(segment, uuid+":")
		switch {
		case segment == "" && b.Value.Get("text").Text() != "" && jsvalue.Length(uuid) < maxSegment-10:
			p.add(b.path("segmentId"), "is missing")
		case segment == "":
		case jsvalue.LongerThan(segment, maxSegment):
			p.add(b.path("segmentId"), "has more than %d units", maxSegment)
		case !named || strings.Trim(ordinal, "0123456789") != "" || ordinal == "":
			p.add(b.path("segmentId"), "%q is not named after %q", segment, uuid)
		default:
			if other, ok := seen[segment]; ok {
				p.add(b.path("segmentId"), "%q is that of blocks[%d]", segment, other)
			}
			seen[segment] = b.Index
		}
	}
	return judged
}

func (c *Chain) kindsAt(place int, steps []Step) map[string]bool {
	kinds := make(map[string]bool)
	for _, step := range steps {
		switch step.Kind {
		case Call, Result:
			kinds["tool"] = true
		case Status:
			kinds["status"] = true
		case Vague:
			kinds[vagueKinds[c.Nodes[place].Subtype()]] = true
		default:
			kinds[step.Role] = true
		}
	}
	return kinds
}

var vagueKinds = map[string]string{"goal_state": "user", "turn_result": "prompt_cancelled", "agent_session_ready": "tool"}

func blocksOfTheirKind(v *View, p *problems) bool {
	chain := v.Input.Chain()
	for _, b := range v.Blocks {
		if b.Kind != "tool" && len(b.Sources) > 1 {
			p.add(b.path("sourceRecordIds"), "a %s block of several records: %q", b.Kind, b.Sources)
		}
		for _, id := range b.Sources {
			if place := chain.Place(id); place >= 0 && !chain.kindsOf(place)[b.Kind] {
				p.add(b.path(""), "%s shows no %s block", describe(chain.Nodes[place]), b.Kind)
			}
		}
	}
	return len(v.Blocks) > 0
}

func describe(n *Node) string {
	return fmt.Sprintf("record %q of type %s, subtype %q,", n.UUID, n.Type(), n.Subtype())
}
