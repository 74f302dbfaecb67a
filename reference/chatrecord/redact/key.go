package redact

import "strings"

// IsSecretKey tells whether a member of this name holds a credential.
//
// CR-BLOCK-20: the key is lower-cased by ECMAScript's rules and stripped of everything but a-z and 0-9, so that
// X-Api-Key, x_api_key and xApiKey are one key. Plurals (tokens, passwords, api_keys) are counts and names of things, not
// secrets.
func IsSecretKey(key string) bool {
	return mayBeSecret(key) && isSecret(key)
}

func isSecret(key string) bool {
	var t tail
	for i := 0; i < len(key); i++ {
		c := key[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case strings.HasPrefix(key[i:], kelvinSign):
			c = 'k'
		case strings.HasPrefix(key[i:], dottedCapitalI):
			c = 'i'
		default:
			continue
		}
		t.add(c)
		if c == 'n' && t.endsWith(secretAnywhere[:]) {
			return true
		}
	}
	return t.equals(secretWhole[:]) || t.endsWith(secretEnd[:])
}

// The only characters outside ASCII whose lower case holds an ASCII letter.
const (
	kelvinSign     = "\u212a"
	dottedCapitalI = "\u0130"
)

// The names. personalaccesstoken is covered by accesstoken, secretkey and the like stand for themselves: a bare "key" is
// no secret. All of secretAnywhere end in n, which isSecret relies on.
var (
	secretWhole = [...]string{
		"authorization", "auth", "cookie", "setcookie", "credential", "credentials", "passphrase", "xauthkey",
	}
	secretEnd = [...]string{
		"password", "token", "secret", "secretkey", "accesskey", "apikey", "privatekey",
	}
	secretAnywhere = [...]string{"accesstoken", "refreshtoken", "bearertoken"}
)

// tail remembers the end of a stripped key in constant space. What it keeps of a long key is longer than any name above,
// so that it equals none.
type tail struct {
	text [64]byte
	size int
}

func (t *tail) add(c byte) {
	if t.size == len(t.text) {
		t.size = copy(t.text[:], t.text[len(t.text)/2:])
	}
	t.text[t.size] = c
	t.size++
}

func (t *tail) endsWith(names []string) bool {
	for _, name := range names {
		if t.size >= len(name) && string(t.text[t.size-len(name):t.size]) == name {
			return true
		}
	}
	return false
}

func (t *tail) equals(names []string) bool {
	for _, name := range names {
		if string(t.text[:t.size]) == name {
			return true
		}
	}
	return false
}

// mayBeSecret is a quick test that passes every secret key and stops nearly all others: it only collects which letters
// occur. A letter in either case sets the bit of its lowest five bits; other ASCII characters may set one too many.
func mayBeSecret(key string) bool {
	var letters uint32
	for i := 0; i < len(key); i++ {
		if key[i] >= 0x80 {
			return true
		}
		letters |= 1 << (key[i] & 31)
	}
	for _, stem := range stems {
		if letters&stem == stem {
			return true
		}
	}
	return false
}

// stems are the letters without which no name above can be spelled.
var stems = [...]uint32{
	lettersOf("key"), lettersOf("token"), lettersOf("password"), lettersOf("secret"),
	lettersOf("auth"), lettersOf("cookie"), lettersOf("credential"), lettersOf("passphrase"),
}

func lettersOf(word string) (letters uint32) {
	for i := range len(word) {
		letters |= 1 << (word[i] & 31)
	}
	return letters
}
