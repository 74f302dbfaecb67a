package compaction

import (
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// mostLevels of lists and objects stay (ES-STORE-05).
const mostLevels = 32

const (
	imageGone = "[ADE] Inline image was left out ("
	deepGone  = "[ADE] Deeply nested content was left out."
	imageData = "data:image/"
)

// isImage reports whether a text is an image, written out.
func isImage(text string) bool {
	text = jsvalue.Trim(text)
	return len(text) >= len(imageData) && strings.EqualFold(text[:len(imageData)], imageData)
}

// images is what was left out of a value.
type images struct {
	any   bool // also something too deep
	bytes int  // of the images
}

// withoutImages is a value whose large images are named instead, and whose levels are not more than allowed (ES-STORE-05). depth is how many
// stand around it.
func withoutImages(value jsvalue.Value, depth int) (jsvalue.Value, images) {
	switch {
	case value.IsString():
		text := value.Text()
		if len(text) <= imageCap || !isImage(text) {
			return value, images{}
		}
		return jsvalue.StringValue(imageGone + strconv.Itoa(len(text)) + " bytes)."), images{true, len(text)}
	case !value.IsArray() && !value.IsObject():
		return value, images{}
	case depth >= mostLevels:
		return jsvalue.StringValue(deepGone), images{any: true}
	case value.IsArray():
		return listWithoutImages(value, depth)
	}
	var gone images
	var changed []jsvalue.Member
	for key, member := range value.Members() {
		if rest, of := withoutImages(member, depth+1); of.any {
			changed = append(changed, jsvalue.Member{Key: key, Value: rest})
			gone.any, gone.bytes = true, gone.bytes+of.bytes
		}
	}
	if !gone.any {
		return value, gone
	}
	return value.With(changed...), gone
}

func listWithoutImages(list jsvalue.Value, depth int) (jsvalue.Value, images) {
	var gone images
	var rests []jsvalue.Value
	for i, element := range list.Elements() {
		rest, of := withoutImages(element, depth+1)
		if !of.any {
			continue
		}
		if !gone.any {
			rests = elementsOf(list)
		}
		rests[i] = rest
		gone.any, gone.bytes = true, gone.bytes+of.bytes
	}
	if !gone.any {
		return list, gone
	}
	return jsvalue.ArrayValue(rests...), gone
}

func elementsOf(list jsvalue.Value) []jsvalue.Value {
	elements := make([]jsvalue.Value, 0, list.Len())
	for _, element := range list.Elements() {
		elements = append(elements, element)
	}
	return elements
}

// storeImage leaves the data of an image out of an event: of one member if it is over the cap, of the other whatever its size
// (ES-STORE-06).
func storeImage(event jsvalue.Value, data, place string) Form {
	form := Form{Event: event}
	if text := event.Get(data).Text(); len(text) > imageCap && isImage(text) {
		form = accounted(event, data, jsvalue.NullValue(), len(text), len(text))
	}
	if text := event.Get(place).Text(); isImage(text) {
		form.Event, form.Changed = form.Event.With(jsvalue.Member{Key: place, Value: jsvalue.NullValue()}), true
		form.Unaccounted = []Omission{{place, len(text)}}
	}
	return form
}
