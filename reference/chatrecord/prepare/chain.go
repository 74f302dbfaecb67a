package prepare

import (
	"iter"
	"slices"
)

// Chain is the path from a root to the leaf. At most one of Gap and Cycle is set (CR-PREP-23).
type Chain struct {
	UUIDs []string // root first
	Gap   *Gap
	Cycle *string // the uuid at which the walk came back
}

// SelectLeaf returns the uuid of the leaf: the wanted one if it names a conversation record, else the last conversation
// record (CR-PREP-19). found is false when there is none; with a wanted leaf that is the error leaf_not_found.
func SelectLeaf(headers iter.Seq[Header], wanted *string) (leaf string, found bool) {
	for h := range headers {
		if !IsConversation(h) {
			continue
		}
		if wanted == nil {
			leaf, found = h.UUID, true
		} else if h.UUID == *wanted { // CR-PREP-04
			return h.UUID, true
		}
	}
	return leaf, found
}

// WalkChain follows the parents from the leaf to a root, a gap or a cycle (CR-PREP-22). parentOf gives the parent of the
// FIRST fragment of a uuid ("" at a root), and whether a conversation record has that uuid.
func WalkChain(leaf string, parentOf func(uuid string) (parent string, known bool)) Chain {
	var chain Chain
	visited := map[string]bool{}
	for child, uuid := "", leaf; ; {
		before := len(visited)
		visited[uuid] = true
		if len(visited) == before {
			cycle := uuid
			chain.Cycle = &cycle
			break
		}
		parent, found := parentOf(uuid)
		if !found {
			chain.Gap = &Gap{ChildUUID: child, MissingParentUUID: uuid} // CR-DEC-27: never bridged
			break
		}
		chain.UUIDs = append(chain.UUIDs, uuid)
		if parent == "" {
			break
		}
		child, uuid = uuid, parent
	}
	slices.Reverse(chain.UUIDs)
	return chain
}
