package rows

import (
	"github.com/transcriptspec/transcriptspec/reference/eventstream/localhost"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	maxURLDepth   = 5  // of the values in which strings are looked for
	maxURLStrings = 80 // of one value
)

// withLocalURLs adds the addresses of the machine itself that an entry mentions (ES-WORK-09).
func withLocalURLs(entry jsvalue.Value) jsvalue.Value {
	var list []jsvalue.Value
	seen := map[string]bool{}
	scan := func(text string) {
		for _, url := range localhost.Find(text) {
			if !seen[url.Href] {
				seen[url.Href] = true
				list = append(list, url.Value())
			}
		}
	}
	for _, key := range []string{"command", "output", "detail", "label"} {
		scan(entry.Get(key).Text())
	}
	for _, key := range []string{"args", "result"} {
		left := maxURLStrings
		scanStrings(entry.Get(key), 0, &left, scan)
	}
	if list == nil {
		return entry
	}
	return entry.With(member("localUrls", jsvalue.ArrayValue(list...)))
}

func scanStrings(value jsvalue.Value, depth int, left *int, scan func(string)) {
	switch {
	case *left == 0 || depth > maxURLDepth:
	case value.IsString():
		if !jsvalue.IsBlank(value.Text()) {
			*left--
			scan(value.Text())
		}
	case value.IsArray():
		for _, element := range value.Elements() {
			scanStrings(element, depth+1, left, scan)
		}
	case value.IsObject():
		for _, element := range value.Members() {
			scanStrings(element, depth+1, left, scan)
		}
	}
}
