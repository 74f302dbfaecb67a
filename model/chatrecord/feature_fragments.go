package chatrecord

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// fragmentFeatures are about fragments of one record that say different things.
var fragmentFeatures = []feature{
	{
		name: "conflicting-fragment", rules: []string{"CR-DEC-02", "CR-PREP-25"},
		says: "A fragment has another result or payload than the one that stands.", find: conflictingFragments,
		edit: func(in *reading, record Record) jsvalue.Value {
			return record.Value.Without(in.Chain().Node(record.UUID).disputed())
		},
	},
	{
		name: "times-of-fragments", rules: []string{"CR-DEC-14"}, says: "The times of fragments are spelled in different ways.", find: oddTimesOfFragments,
		edit: func(in *reading, record Record) jsvalue.Value {
			return record.Value.With(jsvalue.Member{Key: "timestamp", Value: jsvalue.StringValue(in.spelling(record.UUID))})
		},
	},
}

// disputed is the member by which the fragments of the node can disagree, "" for none.
func (n *Node) disputed() string {
	switch n.Type() {
	case "tool_result":
		return "toolCallResult"
	case "user", "system":
		return "systemPayload"
	}
	return ""
}

func conflictingFragments(in *reading) []int {
	var places []int
	for _, node := range in.Chain().Nodes {
		fragments, member := node.originals(), node.disputed()
		if len(fragments) == 1 || member == "" {
			continue
		}
		standing := node.SystemPayload()
		if member == "toolCallResult" {
			standing = node.ToolCallResult()
		}
		for _, fragment := range fragments[1:] {
			if other := fragment.Value.Get(member); !other.IsEmpty() && !jsvalue.Equal(other, standing) {
				places = append(places, fragment.Index)
			}
		}
	}
	return places
}

// spelling is the time of a node as it is spelled, found once for all its fragments.
func (in *reading) spelling(uuid string) string {
	if in.spellings == nil {
		in.spellings = make(map[string]string)
	}
	if _, known := in.spellings[uuid]; !known {
		_, in.spellings[uuid], _ = in.Chain().Node(uuid).Time()
	}
	return in.spellings[uuid]
}

// oddTimesOfFragments are the timestamps of the nodes whose latest time is not the greatest text.
func oddTimesOfFragments(in *reading) []int {
	var places []int
	for _, node := range in.Chain().Nodes {
		if len(node.Fragments) == 1 {
			continue
		}
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
