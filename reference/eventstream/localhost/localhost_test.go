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

// righted are the right answers to marked vectors, with the rule that the reason is of.
var righted = map[int]string{
	5:  `[]`,                                                                                              // host-boundary: ES-URL-02
	6:  `[]`,                                                                                              // six-digit-port: ES-URL-02
	12: `[{"url":"http://localhost:3000","href":"http://localhost:3000","host":"localhost","port":3000}]`, // trailing-char: ES-URL-03
	13: `[{"url":"http://localhost:3000","href":"http://localhost:3000","host":"localhost","port":3000}]`, // trailing-char
	14: `[{"url":"http://localhost/x","href":"http://localhost/x","host":"localhost","port":null}]`,       // empty-port: ES-URL-02
	15: `[]`,                                                                                              // host-boundary
	38: `[{"url":"http://127.0.0.1","href":"http://localhost","host":"127.0.0.1","port":null},` + // bare-ipv6-bracket: ES-URL-03
		`{"url":"https://[::1]","href":"https://localhost","host":"[::1]","port":null},` +
		`{"url":"http://127.0.0.1:42199/a/b","href":"http://localhost:42199/a/b","host":"127.0.0.1","port":42199},` +
		`{"url":"http://0.0.0.0:48165/","href":"http://localhost:48165/","host":"0.0.0.0","port":48165}]`,
}

// TestVectors compares with a shipped program: what bears no mark is equal, what bears one is another (ES-URL-01 to ES-URL-03).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.EventVectors("localhost")
	if err != nil || len(vectors) != 40 {
		t.Fatal(len(vectors), err)
	}
	for _, vector := range vectors {
		shipped := string(jsvalue.Append(nil, vector.Output))
		want, marked := righted[vector.Index]
		if !marked {
			want = shipped
		}
		if marked != (len(vector.Deviates) > 0) || marked && want == shipped {
			t.Errorf("vector %d %v: marked is %v", vector.Index, vector.Deviates, marked)
		}
		if diff := cmp.Diff(want, found(vector.Input.Get("text").Text())); diff != "" {
			t.Errorf("vector %d %v:\n%s", vector.Index, vector.Deviates, diff)
		}
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
		"http://localhost:é.x/ http://localhosté.x http://localhost%2ex http://localhost,x http://localhost).x": "",
		"xhttp://localhost":                            "",
		"http://localhost@evil.com":                    "",
		"http://localhost:80@evil.com":                 "",
		"http://localhost:80abc":                       "",
		"http://localhost:80/a@b":                      "http://localhost:80/a@b",
		"at http://localhost.":                         "http://localhost",
		"http://localhost:00080":                       "http://localhost:00080",
		"http://localhost?a=1#b":                       "http://localhost?a=1#b",
		"http\u017f://localhost http://localho\u017ft": "",
		"HTTPS://LOCALHOST":                            "HTTPS://localhost",
		"a\u00a0http://localhost\u3000b":               "http://localhost",
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
