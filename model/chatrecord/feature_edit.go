package chatrecord

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// edit takes something out of a value, and reports whether there was something to take. A value that is Undefined then goes
// from the object or array that holds it.
type edit func(v jsvalue.Value) (jsvalue.Value, bool)

// dropped takes a value that is there and for which the predicate holds.
func dropped(holds func(jsvalue.Value) bool) edit {
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		if v.IsUndefined() || !holds(v) {
			return v, false
		}
		return jsvalue.Value{}, true
	}
}

// become puts another value in the place of one.
func become(other jsvalue.Value) edit {
	return func(jsvalue.Value) (jsvalue.Value, bool) { return other, true }
}

// only applies the edit to values for which the predicate holds.
func only(holds func(jsvalue.Value) bool, e edit) edit {
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		if !holds(v) {
			return v, false
		}
		return e(v)
	}
}

// all applies edits one after the other.
func all(edits ...edit) edit {
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		changed := false
		for _, e := range edits {
			next, took := e(v)
			v, changed = next, changed || took
		}
		return v, changed
	}
}

// at applies the edit to the member at a path of keys.
func at(e edit, path ...string) edit {
	if len(path) > 1 {
		e = at(e, path[1:]...)
	}
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		if !v.IsObject() {
			return v, false
		}
		member, changed := e(v.Get(path[0]))
		if !changed {
			return v, false
		}
		return v.With(jsvalue.Member{Key: path[0], Value: member}), true
	}
}

// each applies the edit to the elements of an array.
func each(e edit) edit {
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		var left []jsvalue.Value
		changed := false
		for i, element := range v.Elements() {
			element, took := e(element)
			if took && !changed {
				left, changed = elements(v)[:i], true
			}
			if changed && !element.IsUndefined() {
				left = append(left, element)
			}
		}
		if !changed {
			return v, false
		}
		return jsvalue.ArrayValue(left...), true
	}
}

// maxInside is how deep an edit looks for values; it bounds the recursion.
const maxInside = 200

// inside applies the edit to a value and to all values in it, the inner ones first.
func inside(e edit) edit { return insideAt(e, 0) }

func insideAt(e edit, depth int) edit {
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		changed := false
		if depth < maxInside && v.Len() > 0 {
			v, changed = eachInner(insideAt(e, depth+1))(v)
		}
		v, took := e(v)
		return v, changed || took
	}
}

// eachInner applies the edit to the elements and members of a value.
func eachInner(e edit) edit {
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		if v.IsArray() {
			return each(e)(v)
		}
		var taken []jsvalue.Member
		for key, member := range v.Members() {
			if member, changed := e(member); changed {
				taken = append(taken, jsvalue.Member{Key: key, Value: member})
			}
		}
		if taken == nil {
			return v, false
		}
		return v.With(taken...), true
	}
}

// withoutKeys takes the members of an object whose key is one of these.
func withoutKeys(holds func(key string) bool) edit {
	return func(v jsvalue.Value) (jsvalue.Value, bool) {
		var taken []string
		for key := range v.Members() {
			if holds(key) {
				taken = append(taken, key)
			}
		}
		if taken == nil {
			return v, false
		}
		return v.Without(taken...), true
	}
}

// inParts applies the edit to the parts of a record. A message that has none left goes as well, since it would be one that
// never had any.
func inParts(e edit) edit {
	parts := at(each(e), "message", "parts")
	return func(record jsvalue.Value) (jsvalue.Value, bool) {
		record, changed := parts(record)
		if changed && record.Get("message").Get("parts").Len() == 0 {
			record = record.Without("message")
		}
		return record, changed
	}
}

// membersOfParts takes members of the parts for which the predicate holds; a part that has nothing left to show goes.
func membersOfParts(holds func(part jsvalue.Value, key string) bool) edit {
	return inParts(func(part jsvalue.Value) (jsvalue.Value, bool) {
		part, changed := withoutKeys(func(key string) bool { return holds(part, key) })(part)
		if changed && (part.Len() == 0 || isUnknownPart(part) || isEmptyPart(part)) {
			part = jsvalue.Value{}
		}
		return part, changed
	})
}

// whole takes the record.
func whole(jsvalue.Value) (jsvalue.Value, bool) { return jsvalue.Value{}, true }
