// Package redact masks secrets in persisted values before anything is shown or summarised.
//
// It promises: a value under a secret key never comes through, at any depth; every other string, number and key comes
// through unchanged; subtrees without a secret are shared, not copied; depth costs memory, never the process. Start at
// Capped (what a block carries) and Secrets (what text is made of); IsSecretKey decides alone by the key.
package redact

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// What stands in the place of a secret, and of a value that lies too deep.
const (
	Mask = "[redacted]"
	Deep = "[truncated]"
)

// maxDepth is the deepest level that Capped keeps; the value itself is level 0.
const maxDepth = 16

// Secrets returns v with every value under a secret key masked, at any depth. It returns v itself when there is none.
//
// CR-DEC-23: text and titles are made of values that went through here, not of the raw ones. CR-BLOCK-21: the key alone
// decides; no text is searched for secrets, JSON in a string included.
func Secrets(v jsvalue.Value) jsvalue.Value {
	out, _ := rewrite(v, -1)
	return out
}

// Capped is Secrets with a limit: any value at level 17, scalars included, becomes "[truncated]". cut reports whether
// there was one, so that the caller can say so (CR-DEC-20).
//
// CR-BLOCK-19. Whether a key is secret is asked first: a secret at level 17 is masked, and nothing counts as cut.
func Capped(v jsvalue.Value) (out jsvalue.Value, cut bool) {
	return rewrite(v, maxDepth)
}

// rewrite walks v with a stack of its own, so that a hostile depth cannot exhaust the goroutine's. limit < 0 means no
// limit. The fixed room serves everything up to 20 levels without an allocation.
func rewrite(v jsvalue.Value, limit int) (out jsvalue.Value, cut bool) {
	if v.Len() == 0 {
		return v, false
	}
	var room [20]frame
	stack := append(room[:0], frame{node: v})
	for {
		level := len(stack) - 1
		top := &stack[level]
		if limit >= 0 && level >= limit {
			cut = top.truncate() || cut
		} else if child, found := top.descend(); found {
			stack = append(stack, frame{node: child})
			continue
		}
		done, changed := top.result()
		if level == 0 {
			return done, cut
		}
		stack = stack[:level]
		if changed {
			stack[level-1].replaceLast(done)
		}
	}
}

// frame is one open container and what has changed in it so far.
type frame struct {
	node     jsvalue.Value
	next     int              // index of the first child not yet looked at
	elements []jsvalue.Value  // array: nil until one changes, then all of them
	edits    []jsvalue.Member // object: the members that changed
}

// descend masks the secret children from next on and stops behind the first child that has children itself.
func (f *frame) descend() (child jsvalue.Value, found bool) {
	isObject := f.node.IsObject()
	for count := f.node.Len(); f.next < count; {
		f.next++
		if isObject {
			member := f.node.Member(f.next - 1)
			if IsSecretKey(member.Key) {
				f.replaceLast(jsvalue.StringValue(Mask))
				continue
			}
			child = member.Value
		} else {
			child = f.node.At(f.next - 1)
		}
		if child.Len() > 0 {
			return child, true
		}
	}
	return jsvalue.Value{}, false
}

// truncate replaces every child: by the mask under a secret key, else by the mark of a value too deep.
func (f *frame) truncate() (cut bool) {
	for f.next < f.node.Len() {
		f.next++
		if IsSecretKey(f.node.Member(f.next - 1).Key) {
			f.replaceLast(jsvalue.StringValue(Mask))
			continue
		}
		f.replaceLast(jsvalue.StringValue(Deep))
		cut = true
	}
	return cut
}

// replaceLast puts v in the place of the child last looked at.
func (f *frame) replaceLast(v jsvalue.Value) {
	i := f.next - 1
	if f.node.IsObject() {
		f.edits = append(f.edits, jsvalue.Member{Key: f.node.Member(i).Key, Value: v})
		return
	}
	if f.elements == nil {
		f.elements = make([]jsvalue.Value, f.node.Len())
		for j, element := range f.node.Elements() {
			f.elements[j] = element
		}
	}
	f.elements[i] = v
}

func (f *frame) result() (v jsvalue.Value, changed bool) {
	switch {
	case f.edits != nil:
		return f.node.With(f.edits...), true
	case f.elements != nil:
		return jsvalue.ArrayValue(f.elements...), true
	}
	return f.node, false
}
