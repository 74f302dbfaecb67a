package eventstream

import (
	"slices"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Strings are looked for so deep in a value, and so many of them (ES-WORK-09).
const (
	deepestString = 5
	mostStrings   = 80
)

// addresses are those of the machine itself that an entry mentions.
func (c *chart) addresses(entry jsvalue.Value) (list []jsvalue.Value) {
	var texts []string
	for _, key := range []string{"command", "output", "detail", "label"} {
		texts = append(texts, entry.Get(key).Text())
	}
	for _, key := range []string{"args", "result"} {
		of := stringsOf(entry.Get(key), 0)
		texts = append(texts, of[:min(len(of), mostStrings)]...)
	}
	for _, text := range texts {
		found, certain := addressesIn(text)
		c.doubt = c.doubt || !certain
		for _, one := range found {
			if !slices.ContainsFunc(list, func(known jsvalue.Value) bool { return known.Get("href").Text() == one.Get("href").Text() }) {
				list = append(list, one)
			}
		}
	}
	return list
}

func stringsOf(value jsvalue.Value, depth int) (list []string) {
	switch {
	case depth > deepestString:
	case value.IsString() && !isBlank(value.Text()):
		list = append(list, value.Text())
	case value.IsArray():
		for _, element := range value.Elements() {
			list = append(list, stringsOf(element, depth+1)...)
		}
	case value.IsObject():
		for _, one := range value.Members() {
			list = append(list, stringsOf(one, depth+1)...)
		}
	}
	return list
}

// addressesIn finds the addresses of a text (ES-URL-01 to ES-URL-03). It is not certain where something that is none holds
// another one.
func addressesIn(text string) (list []jsvalue.Value, certain bool) {
	certain = true
	for at := 0; at < len(text); {
		scheme, host, behind := beginning(text[at:])
		if host == "" {
			at++
			continue
		}
		end := at + len(scheme) + len(host)
		for end < len(text) && !endsAddress(text[end:]) {
			end++
		}
		rest := text[at+len(scheme)+len(host) : end]
		switch address := addressOf(scheme, host, rest); {
		case address.IsUndefined() || at > 0 && isNamePart(text[at-1]):
			certain = certain && !strings.Contains(behind[:end-at-len(scheme)], "://")
		default:
			list = append(list, address)
		}
		at = end
	}
	return list, certain
}

// beginning is the scheme and the host with which a text begins, and what stands behind the scheme.
func beginning(text string) (scheme, host, behind string) {
	for _, scheme := range []string{"https://", "http://"} {
		if len(text) < len(scheme) || !strings.EqualFold(text[:len(scheme)], scheme) {
			continue
		}
		behind = text[len(scheme):]
		for _, host := range []string{"localhost", "127.0.0.1", "0.0.0.0", "[::1]"} {
			if len(behind) >= len(host) && strings.EqualFold(behind[:len(host)], host) {
				return text[:len(scheme)], behind[:len(host)], behind
			}
		}
	}
	return "", "", ""
}

func endsAddress(text string) bool {
	for _, r := range text {
		return isSpace(r) || strings.ContainsRune("<>\"'", r)
	}
	return true
}

// addressOf is the address of its parts; Undefined if it is none.
func addressOf(scheme, host, rest string) jsvalue.Value {
	port, number := "", 0
	if strings.HasPrefix(rest, ":") {
		digits := 1
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		port, rest = rest[1:digits], rest[digits:]
	}
	rest = strings.TrimRight(rest, ".,;)]}`")
	authority := rest
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		authority = rest[:i]
	}
	if authority != "" && (port == "" || strings.Contains(authority, "@") || isNamePart(authority[0])) {
		return jsvalue.Value{}
	}
	shown := jsvalue.NullValue()
	if port != "" {
		var err error
		if number, err = strconv.Atoi(port); err != nil || len(port) > 5 || number < 1 || number > 65535 {
			return jsvalue.Value{}
		}
		shown, port = jsvalue.IntValue(int64(number)), ":"+port
	}
	return jsvalue.ObjectValue(textOf("url", scheme+host+port+rest), textOf("href", scheme+"localhost"+port+rest), textOf("host", host), member("port", shown))
}

func isNamePart(b byte) bool {
	return b == '-' || b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
