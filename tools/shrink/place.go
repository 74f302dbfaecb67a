package shrink

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// The slots of a document that hold a value to be reduced; from 0 on they are the records.
const (
	slotOptions = -1
	slotAround  = -2
)

// place is a value inside a document.
type place struct {
	slot int
	path path
}

// slots are the places of the values that are reduced as values: not of lines that are kept as text.
func (d document) slots() []place {
	var list []place
	if !d.options.IsUndefined() {
		list = append(list, place{slot: slotOptions})
	}
	if !d.around.IsUndefined() {
		list = append(list, place{slot: slotAround})
	}
	for i, r := range d.records {
		if r.plain {
			list = append(list, place{slot: i})
		}
	}
	return list
}

func (d document) slot(i int) jsvalue.Value {
	switch i {
	case slotOptions:
		return d.options
	case slotAround:
		return d.around
	}
	return d.records[i].value
}

func (d document) at(p place) jsvalue.Value { return at(d.slot(p.slot), p.path) }

// with is the document with other values at places, none of which is inside another, in the order in which walk meets them.
func (d document) with(values []jsvalue.Value, places []place) document {
	changed := map[int]jsvalue.Value{}
	for from := 0; from < len(places); {
		slot, to := places[from].slot, from+1
		for to < len(places) && places[to].slot == slot {
			to++
		}
		if to == from+1 {
			changed[slot] = replaced(d.slot(slot), places[from].path, values[from])
		} else {
			changed[slot] = replacedAll(d.slot(slot), places[from:to], values[from:to])
		}
		from = to
	}
	if value, ok := changed[slotOptions]; ok {
		d.options = value
	}
	if value, ok := changed[slotAround]; ok {
		d.around = value
	}
	return d.mapRecords(func(i int, _ jsvalue.Value) jsvalue.Value { return changed[i] })
}

// set is the document with another value at one place.
func (d document) set(p place, value jsvalue.Value) document {
	return d.with([]jsvalue.Value{value}, []place{p})
}

// children are the places one step below.
func (d document) children(parents []place) []place {
	var list []place
	for _, p := range parents {
		for _, s := range steps(d.at(p)) {
			list = append(list, place{p.slot, p.path.down(s)})
		}
	}
	return list
}

// containers are those of the places that hold an object or array with something in it.
func (d document) containers(places []place) []place {
	var list []place
	for _, p := range places {
		if d.at(p).Len() > 0 {
			list = append(list, p)
		}
	}
	return list
}

// cut is the document without the members and elements that are marked; all of the places are one step below parents,
// in order.
func (d document) cut(parents []place, gone []bool) document {
	var values []jsvalue.Value
	var changed []place
	next := 0
	for _, p := range parents {
		v := d.at(p)
		marks := gone[next : next+v.Len()]
		next += v.Len()
		if less := filtered(v, marks); !less.IsUndefined() {
			values, changed = append(values, less), append(changed, p)
		}
	}
	return d.with(values, changed)
}

// filtered is a container without what is marked; Undefined if nothing is.
func filtered(v jsvalue.Value, gone []bool) jsvalue.Value {
	var members []jsvalue.Member
	var list []jsvalue.Value
	for i := range v.Len() {
		switch {
		case gone[i]:
		case v.IsArray():
			list = append(list, v.At(i))
		default:
			members = append(members, v.Member(i))
		}
	}
	switch {
	case len(members)+len(list) == v.Len():
		return jsvalue.Value{}
	case v.IsArray():
		return jsvalue.ArrayValue(list...)
	}
	return jsvalue.ObjectValue(members...)
}
