package report_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// runs are texts that say so to who shows the page, if they are run. What follows ends whatever may stand around a text.
const runs = `</textarea></script></style></title>--><script>parent.postMessage("script ran","*")</script>` +
	`<img src=x onerror='parent.postMessage("image ran","*")'>{{.Title}}` + hostile

// pageOf is a report in which every text that comes from outside is this one.
func pageOf(t *testing.T, text string) report.Report {
	t.Helper()
	r := sample()
	c := capsule.Capsule{
		Case:    testcase.Case{Dialect: "chatrecord", Op: "project", Input: protocol.TextOf("{\"uuid\":\"</textarea><b>\"}\nplain\n")},
		Outcome: capsule.Fail, Check: "same-as-reference", Message: "m\u202E", Got: text,
	}
	wrong := report.Finding{Outcome: capsule.Fail, Check: text, Rules: []string{text, "CR-PREP-01"}, Path: text, Message: text, Stack: text}
	r.Header.Subject.Name, r.Header.Subject.Language, r.Header.Command, r.Header.Spec = text, text, text, text
	r.Faults = []string{text}
	for i := range r.Cases {
		r.Cases[i].Why, r.Cases[i].Source = text, text
	}
	r.Cases[1].Findings = []report.Finding{wrong}
	r.Failures = append(r.Failures, report.Failure{
		Finding: wrong, Cases: 1, First: text, Capsule: text, Note: text, Again: text, CapsuleText: runs,
		Expected: strings.Repeat("same\n", 20) + "a" + text + "\nonly here\n", Got: strings.Repeat("same\n", 20) + "b" + text + "\nc\n",
	})
	r.Failures[0].CapsuleText, r.Failures[0].Got, r.Failures[0].Expected = string(c.Format()), c.Got, ""
	return r
}

func html(t *testing.T, r report.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestHTMLIsOneFile: it names nothing outside of itself.
func TestHTMLIsOneFile(t *testing.T) {
	page := html(t, right())
	if found := regexp.MustCompile(`(?i)\b(src|srcset|action)=|url\(|@import|https?:|<(link|iframe|object|embed|base)[^>]*`).FindAllString(page, -1); len(found) != 1 || found[0] != `<link rel="icon" href="data:,"` {
		t.Errorf("%q", found)
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("a text was refused by the template")
	}
}

// TestHTMLHoldsAnyText: no text becomes markup, and what hides or reorders text is an escape. TestBrowser sees the same.
func TestHTMLHoldsAnyText(t *testing.T) {
	page := html(t, pageOf(t, runs))
	for tag, want := range map[string]int{"<script": 1, "</script": 1, "<img": 0, "<style": 1, "<title": 1, "</title": 1, "<b>": 0, "-->": 0, "<textarea": 1, "</textarea": 1} {
		if got := strings.Count(page, tag); got != want {
			t.Errorf("%s is there %d times, want %d", tag, got, want)
		}
	}
	if i := strings.IndexAny(page, "\x00\x1b\u202E\u200B\u2066"); i >= 0 {
		t.Errorf("%q", page[i:i+40])
	}
	if !strings.Contains(page, `\u202eevil\u200b`) {
		t.Error("the escapes are not there")
	}
}

// TestHTMLShows what a reader looks for.
func TestHTMLShows(t *testing.T) {
	r := sample()
	r.Failures[3].Expected, r.Failures[3].Got = strings.Repeat("same\n", 9)+"  \"text\": \"åb\"\n  é\nend\n", strings.Repeat("same\n", 9)+"  \"text\": \"äb\"\n  ©\nmore\nend\n"
	page := html(t, r)
	for _, want := range []string{
		`<title>toy é 😀 2: not certified; the report is partial: as many failures as allowed</title>`,
		`Not certified; the report is partial`,
		`<span class="big">20.0 %</span>`,
		`<rect class="o-fail" x="20.000" y="0" width="20.000" height="4">`,
		`<tr class="gap"><td colspan="4">6 lines that are the same</td></tr>`,
		`<tr class="changed"><td class="no">10</td><td class="l">  &#34;text&#34;: &#34;<mark>å</mark>b&#34;</td><td class="no">10</td><td class="r">  &#34;text&#34;: &#34;<mark>ä</mark>b&#34;</td></tr>`,
		`<tr class="added"><td class="no"></td><td class="l"></td><td class="no">12</td><td class="r">more</td></tr>`,
		`<td class="l">  <mark>é</mark></td><td class="no">11</td><td class="r">  <mark>©</mark></td>`,
		`<tr class="same"><td class="no">12</td><td class="l">end</td><td class="no">13</td><td class="r">end</td></tr>`,
		`<h3><a class="rule" href="#rule-CR-PREP-01">CR-PREP-01</a>`,
		`<tr id="rule-CR-PREP-02" data-state="fail">`,
		`aria-label="failure 4">#4</a>`,
		`>text` + "\n" + `</textarea>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s", want)
		}
	}
	page = html(t, right())
	for _, want := range []string{`<p class="verdict good">`, `</span>Certified</p>`, `There are none: all 10 cases passed.`} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

func TestHTMLOfKnownFailures(t *testing.T) {
	r := known()
	r.Header.Unenforced = []string{"no memory limit"}
	page := html(t, r)
	for _, want := range []string{
		`<li><bdi>feature cycle has no link</bdi></li>`, `<a href="#known">Known <span class="n">1</span></a>`,
		`<tr><td>feature</td><td><code>cycle</code></td><td><bdi></bdi></td><td class="num">1</td><td class="num">1</td></tr>`,
		`<td><bdi>known: feature cycle</bdi></td>`, `<dt>not kept</dt><dd><bdi>no memory limit</bdi></dd>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestHTMLIsBounded: long texts are cut, and it says so.
func TestHTMLIsBounded(t *testing.T) {
	r := sample()
	r.Failures[0].Expected, r.Failures[0].Got = "", strings.Repeat("a line\n", 100_000)
	r.Failures[1].Expected, r.Failures[1].Got = strings.Repeat("a\n", 2_000), strings.Repeat("b\n", 2_000)
	r.Failures[2].Expected, r.Failures[2].Got = strings.Repeat("a", 5<<20), "b"
	r.Failures[3].CapsuleText = strings.Repeat("c", 2<<20)
	page := html(t, r)
	if len(page) > 300<<10 || !strings.Contains(page, "a line\n... the capsule has all of it\n") || !strings.Contains(page, "There is more; the capsule has all of it.") ||
		!strings.Contains(page, "They are too long to be compared here") {
		t.Errorf("%d bytes", len(page))
	}
}
