package jsvalue

// Clone is a deep copy of v that keeps nothing else alive: neither the source it was decoded from nor the memory it shares
// with other values. It does not recurse (CR-JS-09).
func (v Value) Clone() Value {
	var c cloner
	v = c.shallow(v)
	for len(c.open) > 0 {
		n := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		for i := range n.elems {
			n.elems[i] = c.shallow(n.elems[i])
		}
		for i := range n.members {
			n.members[i].Key = c.text(n.members[i].Key)
			n.members[i].Value = c.shallow(n.members[i].Value)
		}
	}
	return v
}

// cloner copies a tree from the top down. The parts of the nodes in open are still those of the original.
type cloner struct {
	open []*node
	slab slab
}

// shallow copies v itself, and leaves the parts of its copy to do.
func (c *cloner) shallow(v Value) Value {
	v.text = c.text(v.text)
	if v.node != nil {
		n := c.slab.newNode()
		n.index = v.node.index // knows positions only
		if v.kind == Array {
			n.elems = c.slab.keepElems(v.node.elems)
		} else {
			n.members = c.slab.keepMembers(v.node.members)
		}
		c.open = append(c.open, n)
		v.node = n
	}
	return v
}

func (c *cloner) text(s string) string {
	c.slab.ahead += len(s) // later chunks are the larger the more there was
	return c.slab.keepString(s)
}
