package redact

import (
	"regexp"
	"strings"
	"testing"
)

// CR-BLOCK-20.
func TestIsSecretKey(t *testing.T) {
	secret := []string{
		// Whole names.
		"authorization", "Authorization", "auth", "AUTH", "cookie", "Set-Cookie", "credential", "credentials", "passphrase",
		"passPhrase_", "x-auth-key",
		// Ends.
		"password", "dbPassword", "PASS_WORD", "token", "csrf-token", "nextPageToken", "clientSecret", "client.secret.key",
		"AWS_ACCESS_KEY", "x-api-key", "apikey", "api key", "private_key", "privateKey",
		// Anywhere.
		"accessTokenExpiry", "my_refresh-token_v2", "BearerTokenType", "personalAccessTokenName", "accessTokens",
		"access_token_count", "bearer_tokens",
		// Outside ASCII only two characters have an ASCII letter in their lower case; all others are dropped.
		"to\u212aen", "api\u212aEY", "coo\u212aie", "cook\u0130e", "ap\u0130key", "credent\u0130als", "to\u1d0aken",
		"tok\u00e9en", "\xed\xa0\x80token\xed\xb0\x80",
		// Long keys.
		strings.Repeat("a", 1000) + "_token",
		"auth" + strings.Repeat("_", 500),
		strings.Repeat("a", 57) + "accesstoken" + strings.Repeat("b", 200),
	}
	harmless := []string{
		"author", "authorizations", "auth2", "myauth", "cookies", "sessionCookie", "myCredentials", "passphrases",
		"password1", "tokenizer", "secretary", "key", "publicKey", "api_key_id", "monkey", "tokenAccess", "max_tokens_total",
		// Plurals.
		"tokens", "inputTokens", "passwords", "secrets", "api_keys", "privateKeys",
		"pa\u017f\u017fword", "t\u00f6ken", "p\u00e4ssword", "пароль",
		strings.Repeat("a", 1000) + "_auth",
		strings.Repeat("x", 63) + "auth",
		strings.Repeat("q", 64),
		"", "-", "__proto__",
	}
	for _, key := range secret {
		if !IsSecretKey(key) {
			t.Errorf("IsSecretKey(%q) = false", key)
		}
	}
	for _, key := range harmless {
		if IsSecretKey(key) {
			t.Errorf("IsSecretKey(%q) = true", key)
		}
	}
}

// The rule once more, the slow way.
var (
	notPlain   = regexp.MustCompile(`[^a-z0-9]`)
	secretName = regexp.MustCompile(`^(authorization|auth|cookie|setcookie|credentials?|passphrase|xauthkey)$` +
		`|(password|token|secret|secretkey|accesskey|apikey|privatekey)$` +
		`|accesstoken|refreshtoken|bearertoken|personalaccesstoken`)
)

func naiveIsSecretKey(key string) bool {
	return secretName.MatchString(notPlain.ReplaceAllString(strings.ToLower(key), ""))
}

func FuzzIsSecretKey(f *testing.F) {
	for _, words := range [][]string{secretWhole[:], secretEnd[:], secretAnywhere[:]} {
		for _, word := range words {
			for _, key := range []string{word, word + "s", "x" + word, "X_" + strings.ToUpper(word), word + "\u0130", word[1:]} {
				f.Add(key)
				f.Add(strings.ReplaceAll(key, "k", "\u212a"))
			}
		}
	}
	f.Add(strings.Repeat("accesstoken", 9))
	f.Add(strings.Repeat("0", 64) + "auth")
	f.Fuzz(func(t *testing.T, key string) {
		if got, want := IsSecretKey(key), naiveIsSecretKey(key); got != want {
			t.Errorf("IsSecretKey(%q) = %v, want %v", key, got, want)
		}
	})
}

func TestIsSecretKeyAllocatesNothing(t *testing.T) {
	keys := []string{"file_path", "description", "apiKey", "to\u212aen", strings.Repeat("accessToke", 50)}
	if n := testing.AllocsPerRun(100, func() {
		for _, key := range keys {
			IsSecretKey(key)
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkIsSecretKey(b *testing.B) {
	keys := []string{"file_path", "old_string", "new_string", "description", "content", "pattern", "command", "output"}
	for b.Loop() {
		for _, key := range keys {
			IsSecretKey(key)
		}
	}
}

func BenchmarkIsSecretKeyWithoutQuickTest(b *testing.B) {
	keys := []string{"file_path", "old_string", "new_string", "description", "content", "pattern", "command", "output"}
	for b.Loop() {
		for _, key := range keys {
			isSecret(key)
		}
	}
}
