package chatrecord

import (
	"sync"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Chain is the active branch: the nodes from the root to the leaf, and why it begins where it does (CR-PREP-19 to
// CR-PREP-23). At most one of Gap and Cycle is true.
type Chain struct {
	Nodes []*Node // root first
	Leaf  string  // the uuid asked for, or that of the last conversation record
	Found bool    // there is a leaf
	Given bool    // the caller named it

	Gap    bool   // the parent of Nodes[0] is no conversation record
	Cycle  bool   // the parents run in a circle
	Closes string // the uuid that would come a second time

	Tree []*Node // all conversation records, on the chain or not, in the file order of their first fragments

	byUUID map[string]*Node
	place  map[string]int
	read   func() *display
}

// Node is the conversation records with one uuid: the fragments of one record, in file order (CR-PREP-21).
type Node struct {
	UUID      string
	Fragments []Record
	Copies    []Record // those of the fragments that are copies (CR-DEC-18)
}

// First is the fragment that gives type, subtype and parent.
func (n *Node) First() Record { return n.Fragments[0] }

// HasContent is Record.HasContent for the joined record: the type of the first fragment, the parts of any.
func (n *Node) HasContent() bool { return n.First().Type != "system" && len(n.Parts()) > 0 }

// Node is the conversation record with that uuid, nil if there is none.
func (c *Chain) Node(uuid string) *Node { return c.byUUID[uuid] }

// Place is the position of a record on the chain, -1 if it is not on it.
func (c *Chain) Place(uuid string) int {
	if place, ok := c.place[uuid]; ok {
		return place
	}
	return -1
}

// newChain reads the tree. leafUuid is the option, Undefined when not given.
func newChain(records []Record, leafUUID jsvalue.Value) *Chain {
	c := &Chain{byUUID: make(map[string]*Node), place: make(map[string]int)}
	for _, r := range records {
		if r.Conversation() {
			c.add(r)
		}
	}
	if c.Given = !leafUUID.IsUndefined(); c.Given {
		c.Leaf = leafUUID.Text()
	}
	if c.Found = c.byUUID[c.Leaf] != nil; c.Found {
		c.walk()
	}
	for _, node := range c.Nodes {
		node.findCopies()
	}
	c.read = sync.OnceValue(c.readAll)
	return c
}

func (c *Chain) add(r Record) {
	node := c.byUUID[r.UUID]
	if node == nil {
		node = &Node{UUID: r.UUID}
		c.byUUID[r.UUID] = node
		c.Tree = append(c.Tree, node)
	}
	node.Fragments = append(node.Fragments, r)
	c.Leaf = r.UUID
}

func (c *Chain) walk() {
	var upwards []*Node
	visited := make(map[string]bool)
	for uuid := c.Leaf; ; {
		if visited[uuid] {
			c.Cycle, c.Closes = true, uuid
			break
		}
		node := c.byUUID[uuid]
		if node == nil {
			c.Gap = true
			break
		}
		visited[uuid] = true
		upwards = append(upwards, node)
		if uuid = node.First().Parent; uuid == "" {
			break
		}
	}
	for i := len(upwards) - 1; i >= 0; i-- {
		c.place[upwards[i].UUID] = len(c.Nodes)
		c.Nodes = append(c.Nodes, upwards[i])
	}
}

// findCopies: an earlier fragment equals it but for four members, and it has a timestamp (CR-DEC-18).
func (n *Node) findCopies() {
	if len(n.Fragments) == 1 {
		return
	}
	earlier := make(map[string][]jsvalue.Value)
	for _, fragment := range n.Fragments {
		value := fragment.Value.Without("parentUuid", "cwd", "version", "gitBranch")
		// Equal values have equal canonical texts, but not the other way round: an infinite number is written null.
		key := string(jsvalue.AppendCanonical(nil, value))
		for _, other := range earlier[key] {
			if jsvalue.Equal(value, other) && !value.Get("timestamp").IsNullish() {
				n.Copies = append(n.Copies, fragment)
				break
			}
		}
		earlier[key] = append(earlier[key], value)
	}
}
