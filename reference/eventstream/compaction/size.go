package compaction

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

const indent = "  "

// sizeOf is the length of textOf of a value that can be deep: it takes time with the value alone, where its indentation would take
// time with the square of its depth.
func sizeOf(value jsvalue.Value) int {
	if value.IsString() {
		return len(value.Text())
	}
	type level struct {
		value jsvalue.Value
		depth int
	}
	size := len(jsvalue.Append(nil, value))
	for open := []level{{value, 0}}; len(open) > 0; {
		this := open[len(open)-1]
		open = open[:len(open)-1]
		n := this.value.Len()
		if n == 0 {
			continue // also of what has no children
		}
		size += n*(1+len(indent)*(this.depth+1)) + 1 + len(indent)*this.depth // each child and the end stand on lines
		for _, element := range this.value.Elements() {
			open = append(open, level{element, this.depth + 1})
		}
		for _, member := range this.value.Members() {
			size++ // the space behind the colon
			open = append(open, level{member, this.depth + 1})
		}
	}
	return size
}
