// Package testcase is one question to an implementation, with an identity that depends on the question alone.
//
// It promises: the id of a case names its content (TP-CASE-01), so that it survives renames, moves and reorderings, and
// two files with one question have one id; the JSON form reads back as it was (TP-CASE-02). Start at Case.
package testcase

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Case is one request and what people call it.
type Case struct {
	Dialect  string
	Op       string
	Input    protocol.Input
	Options  jsvalue.Value // Undefined when none are given
	Name     string        // for people; the slug of the id is made of it
	Features []string      // what the input shows, such as fragments or reused-call-id
}

// Request is the question of the case, under an id of the transport.
func (c Case) Request(id jsvalue.Value) protocol.Request {
	return protocol.Request{ID: id, Dialect: c.Dialect, Op: c.Op, Input: c.Input, Options: c.Options}
}

// digestBytes of the SHA-256 stand in an id: 48 bits, so that a million cases collide with a probability of 1 in 500.
const digestBytes = 6

// Digest is the part of the id that counts: the first 12 hexadecimal digits of the SHA-256 of the compact JSON of the
// request without its id, the members of all objects sorted by the bytes of their keys (TP-CASE-01).
func (c Case) Digest() string {
	sum := sha256.Sum256(jsvalue.AppendExactCanonical(nil, c.Request(jsvalue.Value{}).Value()))
	return hex.EncodeToString(sum[:digestBytes])
}

// ID is "<slug of the name>-<digest>", or the digest alone when the name has no letter or digit.
func (c Case) ID() string { return IDOf(c.Name, c.Digest()) }

// IDOf is the id of a case of that name whose digest is known already: to make it takes as long as to write the case.
func IDOf(name, digest string) string {
	if slug := slug(name); slug != "" {
		return slug + "-" + digest
	}
	return digest
}

// DigestOf is the digest that an id ends with; two ids with one digest are the same case, whatever it is called.
func DigestOf(id string) string { return id[strings.LastIndexByte(id, '-')+1:] }

// maxSlug bounds the readable part of an id, in bytes.
const maxSlug = 48

// slug keeps the ASCII letters and digits of a name, in lower case, with one hyphen for what stands between.
func slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case b.Len() >= maxSlug:
			return strings.Trim(b.String(), "-")
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}
