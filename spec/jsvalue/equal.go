package jsvalue

// Equal reports whether a and b are the same value: objects with the same members in any order, numbers of one float64
// value (0 and -0 are the same), texts of the same bytes. It does not recurse (CR-JS-09).
func Equal(a, b Value) bool {
	var stack []pair
	for {
		if !alike(a, b) {
			return false
		}
		if a.node != b.node { // both are containers of one length, and not one and the same
			stack = append(stack, pair{a: a.node, b: b.node})
		}
		for {
			if len(stack) == 0 {
				return true
			}
			var more, same bool
			if a, b, more, same = stack[len(stack)-1].next(); !same {
				return false
			}
			if more {
				break
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// pair is two containers of one kind and length being compared; parts before i are equal.
type pair struct {
	a, b *node
	i    int
}

// next gives the next two parts to compare, if there are more. It reports whether they belong to the same key.
func (p *pair) next() (a, b Value, more, same bool) {
	i := p.i
	p.i++
	if p.a.elems != nil {
		if i == len(p.a.elems) {
			return a, b, false, true
		}
		return p.a.elems[i], p.b.elems[i], true, true
	}
	if i == len(p.a.members) {
		return a, b, false, true
	}
	member := &p.a.members[i]
	at := i // most often both are in one order
	if p.b.members[i].Key != member.Key {
		if at = p.b.find(member.Key); at < 0 {
			return a, b, false, false
		}
	}
	return member.Value, p.b.members[at].Value, true, true
}

// alike compares without looking into containers: of those, only kind and length.
func alike(a, b Value) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Bool:
		return a.IsTrue() == b.IsTrue()
	case Number:
		return a.text == b.text || a.Float() == b.Float()
	case String:
		return a.text == b.text
	case Array, Object:
		return a.Len() == b.Len()
	}
	return true
}
