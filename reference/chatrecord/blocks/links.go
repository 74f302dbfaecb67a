package blocks

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// linkList joins the resource links of a block: one a uri, in the order of first use (CR-BLOCK-26). Links are opaque values,
// merged member by member; that costs what the new link costs, however much is known already.
type linkList struct {
	links []*link
	byURI map[string]*link
}

// link is a resource link under construction.
type link struct {
	members members
	nested  map[string]*members // the objects annotations and _meta, which are filled member by member
}

// add adds a link, or fills what an earlier link of the same uri lacks (CR-DEC-01).
func (l *linkList) add(value jsvalue.Value) {
	uri := value.Get("uri").Text()
	known := l.byURI[uri]
	if known == nil {
		if l.byURI == nil {
			l.byURI = map[string]*link{}
		}
		known = &link{nested: map[string]*members{}}
		l.byURI[uri] = known
		l.links = append(l.links, known)
	}
	for key, offered := range value.Members() {
		known.fill(key, offered)
	}
}

func (l *linkList) values() []jsvalue.Value {
	var values []jsvalue.Value
	for _, link := range l.links {
		for key, nested := range link.nested {
			link.members.set(key, nested.value())
		}
		values = append(values, link.members.value())
	}
	return values
}

// fill takes a member that is absent; of the members that a later link may supply, null counts as absent.
func (l *link) fill(key string, offered jsvalue.Value) {
	fillable := false
	switch key {
	case "mimeType", "size", "description", "title", "annotations", "_meta":
		fillable = true
	}
	known, present := l.members.get(key)
	switch {
	case !present, fillable && known.IsNullish() && !offered.IsNullish():
		l.members.set(key, offered)
	case (key == "annotations" || key == "_meta") && known.IsObject() && offered.IsObject():
		l.fillNested(key, known, offered)
	}
}

func (l *link) fillNested(key string, known, offered jsvalue.Value) {
	nested := l.nested[key]
	if nested == nil {
		nested = &members{}
		for name, value := range known.Members() {
			nested.set(name, value)
		}
		l.nested[key] = nested
	}
	for name, value := range offered.Members() {
		if old, _ := nested.get(name); old.IsNullish() && !value.IsNullish() {
			nested.set(name, value)
		}
	}
}
