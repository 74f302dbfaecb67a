package redact

import (
	"regexp"
	"strings"
	"testing"
)

// CR-BLOCK-20.
func TestIsSecretKey(t *testing.T) {
	tests := []struct {
		key  string
		want bool
	}{
		// Whole names.
		{"authorization", true}, {"Authorization", true}, {"auth", true}, {"AUTH", true}, {"cookie", true},
		{"Set-Cookie", true}, {"credential", true}, {"credentials", true}, {"passphrase", true}, {"x-auth-key", true},
		{"author", false}, {"authorizations", false}, {"auth2", false}, {"myauth", false}, {"cookies", false},
		{"sessionCookie", false}, {"myCredentials", false}, {"passphrases", false}, {"passPhrase_", true},
		// Ends.
		{"password", true}, {"dbPassword", true}, {"PASS_WORD", true}, {"token", true}, {"csrf-token", true},
		{"nextPageToken", true}, {"clientSecret", true}, {"client.secret.key", true}, {"AWS_ACCESS_KEY", true},
		{"x-api-key", true}, {"apikey", true}, {"api key", true}, {"private_key", true}, {"privateKey", true},
		{"password1", false}, {"tokenizer", false}, {"secretary", false}, {"key", false}, {"publicKey", false},
		{"api_key_id", false}, {"monkey", false},
		// Anywhere.
		{"accessTokenExpiry", true}, {"my_refresh-token_v2", true}, {"BearerTokenType", true},
		{"personalAccessTokenName", true}, {"accessTokens", true}, {"access_token_count", true}, {"bearer_tokens", true},
		{"tokenAccess", false}, {"max_tokens_total", false},
		// Plurals are no secrets.
		{"tokens", false}, {"inputTokens", false}, {"passwords", false}, {"secrets", false}, {"api_keys", false},
		{"privateKeys", false},
		// Outside ASCII only two characters have an ASCII letter in their lower case.
		{"to\u212aen", true}, {"api\u212aEY", true}, {"coo\u212aie", true}, {"cook\u0130e", true}, {"ap\u0130key", true},
		{"credent\u0130als", true}, {"pa\u017f\u017fword", false}, {"to\u1d0aken", true}, {"t\u00f6ken", false},
		{"p\u00e4ssword", false}, {"\xed\xa0\x80token\xed\xb0\x80", true}, {"пароль", false}, {"tok\u00e9en", true},
		// Long keys.
		{strings.Repeat("a", 1000) + "_token", true}, {strings.Repeat("a", 1000) + "_auth", false},
		{strings.Repeat("x", 63) + "auth", false}, {"auth" + strings.Repeat("_", 500), true},
		{strings.Repeat("a", 57) + "accesstoken" + strings.Repeat("b", 200), true},
		{strings.Repeat("q", 64), false}, {strings.Repeat("q", 60) + "auth", false},
		// Nothing at all.
		{"", false}, {"-", false}, {"__proto__", false},
	}
	for _, test := range tests {
		if got := IsSecretKey(test.key); got != test.want {
			t.Errorf("IsSecretKey(%q) = %v, want %v", test.key, got, test.want)
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
