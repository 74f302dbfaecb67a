package chatrecord

import (
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

const (
	redactedText  = "[redacted]"
	truncatedText = "[truncated]"
	depthCap      = 17
)

var (
	secretNames    = []string{"authorization", "auth", "cookie", "setcookie", "credential", "credentials", "passphrase", "xauthkey"}
	secretEndings  = []string{"password", "token", "secret", "secretkey", "accesskey", "apikey", "privatekey"}
	secretContents = []string{"accesstoken", "refreshtoken", "bearertoken", "personalaccesstoken"}
)

// SecretKey reports whether the value of a member of that name is a secret (CR-BLOCK-20).
func SecretKey(key string) bool {
	var b strings.Builder
	for _, c := range []byte(jsvalue.ToLower(key)) {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			b.WriteByte(c)
		}
	}
	bare := b.String()
	return slices.Contains(secretNames, bare) ||
		slices.ContainsFunc(secretEndings, func(end string) bool { return strings.HasSuffix(bare, end) }) ||
		slices.ContainsFunc(secretContents, func(part string) bool { return strings.Contains(bare, part) })
}

// Redacted is a value as a block may show it: secrets hidden, and cut at the depth cap (CR-BLOCK-19), which bounds the
// recursion.
func Redacted(v jsvalue.Value) jsvalue.Value { return redactedAt(v, 0) }

func redactedAt(v jsvalue.Value, depth int) jsvalue.Value {
	switch {
	case depth == depthCap:
		return jsvalue.StringValue(truncatedText)
	case v.IsArray():
		list := elements(v)
		for i, element := range list {
			list[i] = redactedAt(element, depth+1)
		}
		return jsvalue.ArrayValue(list...)
	case v.IsObject():
		var members []jsvalue.Member
		for key, value := range v.Members() {
			if SecretKey(key) {
				value = jsvalue.StringValue(redactedText)
			} else {
				value = redactedAt(value, depth+1)
			}
			members = append(members, jsvalue.Member{Key: key, Value: value})
		}
		return jsvalue.ObjectValue(members...)
	}
	return v
}

// canonical is a text that equal values share, whatever the order of their members, as they look when written.
func canonical(v jsvalue.Value) string { return string(jsvalue.AppendCanonical(nil, v)) }

// alike reports whether two values look the same when written: an infinite number is written null.
func alike(a, b jsvalue.Value) bool {
	return a.IsUndefined() == b.IsUndefined() && (jsvalue.Equal(a, b) || !a.IsUndefined() && canonical(a) == canonical(b))
}
