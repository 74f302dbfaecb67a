package report_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	stdhtml "html"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// lookingPage opens the report in two frames, uses it as somebody would, and writes what it has seen.
//
//go:embed testdata/browser.html
var lookingPage string

// view is the report in a frame of one width.
type view struct {
	Title          string
	Width, Scrolls int            // of the frame, and of what stands in it, in pixels
	Count          map[string]int // elements by name
	Handlers       int            // elements with an attribute such as onerror
	Capsule        string
}

type seen struct {
	Wide, Narrow view
	Used         struct {
		All               int
		Searched, Failing []string
		Said, Label       string
		Revealed, Shown   bool
		Copied            string
	}
	Messages []string
}

// TestBrowser: in a browser the page works, runs no text, says no error, and does not scroll sideways on a phone.
func TestBrowser(t *testing.T) {
	browser := findBrowser(t)
	r := pageOf(t, runs)
	hostile, console := look(t, browser, html(t, r))
	if len(hostile.Messages) > 0 {
		t.Errorf("texts were run: %q", hostile.Messages)
	}
	if console != "" {
		t.Errorf("the browser says\n%s", console)
	}
	for _, v := range []view{hostile.Wide, hostile.Narrow} {
		if v.Scrolls > v.Width || v.Width < 300 {
			t.Errorf("a page of %d pixels scrolls over %d", v.Width, v.Scrolls)
		}
		if !strings.HasPrefix(v.Title, `</textarea></script>`) || !strings.Contains(v.Title, `\x1b[31m\u202eevil`) || v.Handlers > 0 || v.Capsule != r.Failures[0].CapsuleText {
			t.Errorf("title %q, %d handlers, capsule\n%s", v.Title, v.Handlers, v.Capsule)
		}
	}
	harmless, _ := look(t, browser, html(t, pageOf(t, "harmless")))
	if diff := cmp.Diff(harmless.Wide.Count, hostile.Wide.Count); diff != "" {
		t.Errorf("hostile texts have made elements: %s", diff)
	}
	checkUse(t, hostile)
}

func checkUse(t *testing.T, s seen) {
	t.Helper()
	used := s.Used
	if used.All < 200 || !cmp.Equal(used.Searched, []string{"rule-CR-PREP-02"}) || used.Said != "7 rules" || len(used.Failing) != 7 {
		t.Errorf("of %d rules the search finds %q, the state %q, and it says %q", used.All, used.Searched, used.Failing, used.Said)
	}
	if !used.Revealed {
		t.Error("a link to a rule does not show it")
	}
	if !used.Shown || used.Copied == "" || used.Label != "Copied" {
		t.Errorf("copied %q, and the button says %q", used.Copied, used.Label)
	}
}

func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium; Debian's package is chromium")
	return ""
}

// look opens the page in the browser, and returns what is seen and what the browser says to its console.
func look(t *testing.T, browser, page string) (s seen, console string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		switch request.URL.Path {
		case "/":
			io.WriteString(w, lookingPage)
		case "/report.html":
			io.WriteString(w, page)
		default:
			w.WriteHeader(http.StatusNoContent) // the icon of the looking page
		}
	}))
	defer server.Close()
	output, stderr := runBrowser(t, browser, server.URL)
	_, text, found := strings.Cut(output, `<pre id="seen">`)
	text, _, ended := strings.Cut(text, "</pre>")
	if !found || !ended || text == "" {
		t.Fatalf("nothing was seen\n%s\n%s", output, stderr)
	}
	if err := json.Unmarshal([]byte(stdhtml.UnescapeString(text)), &s); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s, strings.Join(regexp.MustCompile(`.*CONSOLE.*`).FindAllString(stderr, -1), "\n")
}

func runBrowser(t *testing.T, browser, url string) (stdout, stderr string) {
	t.Helper()
	profile, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(profile) // the browser may still write into it; what is left is in the directory for such things
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	arguments := []string{
		"--headless=new", "--disable-gpu", "--no-first-run", "--user-data-dir=" + profile, "--enable-logging=stderr",
		"--window-size=1400,1000", "--virtual-time-budget=20000", "--dump-dom",
	}
	if os.Geteuid() == 0 {
		arguments = append(arguments, "--no-sandbox") // Chromium has none for root
	}
	command := exec.CommandContext(ctx, browser, append(arguments, url)...)
	var out, said bytes.Buffer
	command.Stdout, command.Stderr, command.WaitDelay = &out, &said, 5*time.Second
	if err := command.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		t.Fatalf("%s: %v\n%s", browser, err, said.String())
	}
	return out.String(), said.String()
}
