// Package sources lists what a chat drew on: the files it changed, what it found on the web, the connectors it used and the
// addresses it names.
//
// It promises: it is a view of the rows; each thing stands once, where it came first. Start at Of.
package sources

import (
	"regexp"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/entries"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/localhost"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/rows"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// File is a file that was changed.
type File struct{ Path, Kind string } // Kind is that of the latest change; "" if it is not said

// Page is what a web search found or opened. Title and Snippet are "" if nothing told them.
type Page struct{ URL, Title, Snippet string }

// Connector is what tools belong to that come from elsewhere.
type Connector struct {
	Name    string // of the app, else the plugin, else the server
	Actions []string
}

// Sources is what a chat drew on (ES-SRC-01).
type Sources struct {
	Files      []File
	Pages      []Page
	Connectors []Connector
	Addresses  []string // that the assistant names, and no search found
}

// Of collects the sources of a chat (ES-SRC-01 to ES-SRC-04). Addresses are looked for in the entries, since rows break a
// text where something else was drawn.
func Of(list []rows.Row, said []entries.Entry) Sources {
	c := collector{files: map[string]int{}, pages: map[string]int{}, connectors: map[string]int{}, actions: map[[2]string]bool{}, known: map[string]bool{}}
	for _, row := range list {
		if row.Event.Get("type").Text() == "work_log_entry" {
			c.entry(row.Event.Get("entry"))
		}
	}
	for _, entry := range said {
		if entry.Role == entries.Assistant {
			c.text(entry.Text)
		}
	}
	return c.sources
}

// collector knows the place of each thing that it has.
type collector struct {
	sources                  Sources
	files, pages, connectors map[string]int
	actions                  map[[2]string]bool // of connectors
	known                    map[string]bool    // addresses
}

func (c *collector) entry(entry jsvalue.Value) {
	for _, file := range entry.Get("changedFiles").Elements() {
		c.file(file.Get("path").Text(), file.Get("kind").Text())
	}
	for _, key := range []string{"actions", "results"} {
		for _, page := range entry.Get(key).Elements() {
			c.page(Page{trimmed(page, "url"), trimmed(page, "title"), trimmed(page, "snippet")})
		}
	}
	if mcp := entry.Get("mcp"); mcp.IsObject() {
		app := mcp.Get("appContext")
		c.action(
			first(trimmed(app, "appName"), trimmed(mcp, "pluginId"), trimmed(mcp, "server")),
			first(trimmed(app, "actionName"), trimmed(mcp, "tool")),
		)
	}
}

// file adds a change (ES-SRC-01).
func (c *collector) file(path, kind string) {
	if at, ok := c.files[path]; ok {
		c.sources.Files[at].Kind = first(kind, c.sources.Files[at].Kind)
		return
	}
	c.files[path] = len(c.sources.Files)
	c.sources.Files = append(c.sources.Files, File{path, kind})
}

// page adds a result, or what is told of one that is there (ES-SRC-02).
func (c *collector) page(page Page) {
	at, ok := c.pages[page.URL]
	switch {
	case page.URL == "":
	case ok:
		known := &c.sources.Pages[at]
		known.Title, known.Snippet = first(known.Title, page.Title), first(known.Snippet, page.Snippet)
	default:
		c.pages[page.URL], c.known[page.URL] = len(c.sources.Pages), true
		c.sources.Pages = append(c.sources.Pages, page)
	}
}

// action adds what a connector did (ES-SRC-03).
func (c *collector) action(connector, action string) {
	if connector == "" {
		return
	}
	at, ok := c.connectors[connector]
	if !ok {
		at = len(c.sources.Connectors)
		c.connectors[connector] = at
		c.sources.Connectors = append(c.sources.Connectors, Connector{Name: connector})
	}
	if name := [2]string{connector, action}; action != "" && !c.actions[name] {
		c.actions[name] = true
		c.sources.Connectors[at].Actions = append(c.sources.Connectors[at].Actions, action)
	}
}

// address ends at ECMAScript's white space (CR-JS-05). The flag i of Go would also take U+017F for an s.
var address = regexp.MustCompile(`\b[Hh][Tt][Tt][Pp][Ss]?://[^\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}<>"'` + "`" + `]+`)

// text adds the addresses that a text names (ES-SRC-04).
func (c *collector) text(text string) {
	for _, found := range address.FindAllString(text, -1) {
		url := withoutClosing(found)
		if !c.known[url] && !strings.HasSuffix(url, "//") && !isLocal(url) {
			c.known[url] = true
			c.sources.Addresses = append(c.sources.Addresses, url)
		}
	}
}

// withoutClosing is an address without marks at its end that close a sentence, emphasis or a bracket that it does not open.
func withoutClosing(url string) string {
	surplus := map[byte]int{}
	for _, pair := range []string{"()", "[]", "{}"} {
		surplus[pair[1]] = strings.Count(url, pair[1:]) - strings.Count(url, pair[:1])
	}
	for url != "" {
		mark := url[len(url)-1]
		switch {
		case strings.IndexByte(".,;:!?*_", mark) >= 0:
		case surplus[mark] > 0:
			surplus[mark]--
		default:
			return url
		}
		url = url[:len(url)-1]
	}
	return url
}

// isLocal reports whether the host of an address is the machine itself, whatever stands behind it.
func isLocal(url string) bool {
	behind := strings.Index(url, "://") + len("://")
	if end := strings.IndexAny(url[behind:], `/?#\`); end >= 0 {
		url = url[:behind+end]
	}
	return len(localhost.Find(url)) > 0
}

func trimmed(object jsvalue.Value, key string) string { return jsvalue.Trim(object.Get(key).Text()) }

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
