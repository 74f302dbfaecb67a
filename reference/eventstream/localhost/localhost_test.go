package localhost_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/eventstream/localhost"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

func found(text string) string {
	var urls []jsvalue.Value
	for _, url := range localhost.Find(text) {
		urls = append(urls, url.Value())
	}
	return string(jsvalue.Append(nil, jsvalue.ArrayValue(urls...)))
}

// TestVectors compares with a shipped program (ES-URL-01, ES-URL-03). What it gets wrong by its marks is in TestFind.
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("localhost")
	if err != nil {
		t.Fatal(err)
	}
	plain := 0
	for _, vector := range vectors {
		want := string(jsvalue.Append(nil, vector.Output))
		diff := cmp.Diff(want, found(vector.Input.Get("text").Text()))
		if len(vector.Deviates) == 0 {
			plain++
		}
		if (diff == "") == (len(vector.Deviates) > 0) {
			t.Errorf("vector %d %v:\n%s", vector.Index, vector.Deviates, diff)
		}
	}
	if plain != 33 {
		t.Errorf("%d plain vectors", plain)
	}
}

// TestFind: probes 68 to 73, and what a name must not go on with (ES-URL-02, ES-URL-03).
func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"http://127.0.0.1:5173/app).":                   "http://localhost:5173/app",
		"http://localhost:99999 http://localhost:0":     "",
		"http://[::1]":                                  "http://localhost",
		"(http://[::1])":                                "http://localhost",
		"http://127.0.0.100:80 http://localhost.evil.c": "",
		"http://localhost:123456":                       "",
		"http://localhost:3000`":                        "http://localhost:3000",
		"http://localhost:3000;":                        "http://localhost:3000",
		"http://localhost:/x":                           "http://localhost/x",
		"http://localhostx http://localhost-x":          "",
		"xhttp://localhost":                             "",
		"http://localhost@evil.com":                     "",
		"http://localhost:80@evil.com":                  "",
		"http://localhost:80abc":                        "",
		"http://localhost:80/a@b":                       "http://localhost:80/a@b",
		"at http://localhost.":                          "http://localhost",
		"http://localhost:00080":                        "http://localhost:00080",
		"http://localhost?a=1#b":                        "http://localhost?a=1#b",
		"http\u017f://localhost http://localho\u017ft":  "",
		"HTTPS://LOCALHOST":                             "HTTPS://localhost",
		"a\u00a0http://localhost\u3000b":                "http://localhost",
	} {
		var hrefs []string
		for _, url := range localhost.Find(text) {
			hrefs = append(hrefs, url.Href)
		}
		if got := strings.Join(hrefs, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func ExampleFind() {
	for _, url := range localhost.Find("Local: http://127.0.0.1:5173/ and http://localhost:5173/") {
		fmt.Println(url.URL, url.Href, url.Port)
	}
	// Output: http://127.0.0.1:5173/ http://localhost:5173/ 5173
}
