// Package localhost finds the addresses of servers on the machine itself in what commands and tools print.
//
// It promises: a name that only begins like the machine's own is none (ES-URL-02); time is linear in the text. Start at
// Find.
package localhost

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// URL is one address.
type URL struct {
	URL  string // as it stands in the text
	Href string // with localhost for the host, by which addresses are told apart
	Host string // as it stands in the text
	Port int    // 0 if there is none
}

// Value is {url, href, host, port}; port is null if there is none.
func (u URL) Value() jsvalue.Value {
	port := jsvalue.NullValue()
	if u.Port != 0 {
		port = jsvalue.IntValue(int64(u.Port))
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "url", Value: jsvalue.StringValue(u.URL)},
		jsvalue.Member{Key: "href", Value: jsvalue.StringValue(u.Href)},
		jsvalue.Member{Key: "host", Value: jsvalue.StringValue(u.Host)},
		jsvalue.Member{Key: "port", Value: port},
	)
}

// address is a scheme and a host of the machine itself, a port, and all behind it up to white space, a quote or an angle bracket. The
// flag i of Go would also take U+017F for an s.
var address = regexp.MustCompile(`([Hh][Tt][Tt][Pp][Ss]?://)([Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(:[0-9]*)?([^` + spaces + `<>"']*)`)

// spaces are the characters of ECMAScript's white space (CR-JS-05).
const spaces = `\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

// Find returns the addresses in the order of the text, each href once, as it came first (ES-URL-01).
func Find(text string) []URL {
	if !strings.Contains(text, "://") { // as most text: the expression would take long to say so
		return nil
	}
	var found []URL
	seen := map[string]bool{}
	for _, at := range address.FindAllStringSubmatchIndex(text, -1) {
		if at[0] > 0 && isNameByte(text[at[0]-1]) {
			continue
		}
		part := func(i int) string { return text[max(0, at[2*i]):max(0, at[2*i+1])] }
		if url, ok := read(part(1), part(2), part(3), part(4)); ok && !seen[url.Href] {
			seen[url.Href] = true
			found = append(found, url)
		}
	}
	return found
}

// read is the address of its parts, unless its host goes on, or its port is none.
func read(scheme, host, port, rest string) (URL, bool) {
	digits := strings.TrimPrefix(port, ":")
	rest = strings.TrimRight(rest, ".,;)]}`") // ES-URL-03
	if !ends(rest, digits) {
		return URL{}, false
	}
	number := 0
	if digits == "" {
		port = ""
	} else {
		var err error
		if number, err = strconv.Atoi(digits); err != nil || number < 1 || number > 65535 || len(digits) > 5 {
			return URL{}, false
		}
	}
	named := "localhost"
	return URL{URL: scheme + host + port + rest, Href: scheme + named + port + rest, Host: host, Port: number}, true
}

// ends reports whether the host, or the port behind it, ends where rest begins: neither a longer name nor an account is
// named (ES-URL-02).
func ends(rest, port string) bool {
	authority := rest
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		authority = rest[:i]
	}
	switch {
	case authority == "":
		return true
	case port == "": // browsers read more as a name than looks like one
		return false
	default:
		return !strings.Contains(authority, "@") && !isNameByte(authority[0])
	}
}

// isNameByte reports whether the byte can go on with a name or a number.
func isNameByte(b byte) bool {
	return b == '-' || b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}
