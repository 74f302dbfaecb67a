package jsvalue

import "math"

// ToString is ECMAScript's String(v) (CR-JS-04): the text of a string, "null", "true", a number by Number::toString
// ("Infinity" too), "[object Object]", and for an array its elements joined by commas, where null and undefined are empty
// and arrays are joined likewise. It does not recurse (CR-JS-09).
func ToString(v Value) string {
	switch v.kind {
	case Undefined:
		return "undefined"
	case Null:
		return "null"
	case String:
		return v.text
	case Array:
		return string(appendJoined(nil, v.elems()))
	}
	return string(appendPrimitive(nil, v))
}

// appendJoined appends elems joined by commas. The stack holds what is left of each array that is open.
func appendJoined(dst []byte, elems []Value) []byte {
	stack := [][]Value{elems}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(*top) == 0 {
			if stack = stack[:len(stack)-1]; len(stack) > 0 && len(stack[len(stack)-1]) > 0 {
				dst = append(dst, ',')
			}
			continue
		}
		v := (*top)[0]
		*top = (*top)[1:]
		if v.kind == Array {
			stack = append(stack, v.elems())
			continue
		}
		if dst = appendPrimitive(dst, v); len(*top) > 0 {
			dst = append(dst, ',')
		}
	}
	return dst
}

// appendPrimitive appends what an array's join makes of v, which is no array.
func appendPrimitive(dst []byte, v Value) []byte {
	switch v.kind {
	case Bool:
		if v.IsTrue() {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		switch f := v.Float(); {
		case math.IsInf(f, 1):
			return append(dst, "Infinity"...)
		case math.IsInf(f, -1):
			return append(dst, "-Infinity"...)
		default:
			return AppendNumber(dst, f)
		}
	case String:
		return append(dst, v.text...)
	case Object:
		return append(dst, "[object Object]"...)
	}
	return dst
}
