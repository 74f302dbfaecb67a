package chatrecord

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// fragmentFeatures are about fragments of one record that say different things.
var fragmentFeatures = []feature{
	{
		name: "conflicting-fragment", rules: []string{"CR-DEC-02", "CR-PREP-25"},
		says: "A fragment has another result or payload than the one that stands.", find: conflictingFragments,
		edit: func(in *reading, record Record) jsvalue.Value {
			member, _ := in.Chain().Node(record.UUID).standing()
			return record.Value.Without(member)
		},
	},
	{
		name: "times-of-fragments", rules: []string{"CR-DEC-14"}, says: "The times of fragments are spelled in different ways.", find: oddTimesOfFragments,
		edit: func(in *reading, record Record) jsvalue.Value {
			_, spelling, _ := in.Chain().Node(record.UUID).Time()
			return record.Value.With(jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(spelling)})
		},
	},
}

// standing is the member by which the fragments of the node can disagree, and the value that stands; "" for none.
func (n *Node) standing() (member string, value jsvalue.Value) {
	switch n.Type() {
	case "tool_result":
		return "toolCallResult", n.ToolCallResult()
	case "user", "system":
		return "systemPayload", n.SystemPayload()
	}
	return "", value
}

func conflictingFragments(in *reading) []int {
	var places []int
	for _, node := range in.Chain().Nodes {
		member, standing := node.standing()
		for _, fragment := range node.originals()[1:] {
			if other := fragment.Value.Get(member); !other.IsEmpty() && !jsvalue.Equal(other, standing) {
				places = append(places, fragment.Index)
			}
		}
	}
	return places
}

// oddTimesOfFragments are the timestamps of the nodes whose latest time is not the greatest text.
func oddTimesOfFragments(in *reading) []int {
	var places []int
	for _, node := range in.Chain().Nodes {
		_, latest, ok := node.Time()
		greatest := ""
		for _, fragment := range node.Fragments {
			greatest = max(greatest, fragment.Value.Get("timestamp").Text())
		}
		if ok && greatest != latest {
			for _, fragment := range node.Fragments {
				if fragment.Value.Has("timestamp") {
					places = append(places, fragment.Index)
				}
			}
		}
	}
	return places
}
