package testcase_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
)

var same = cmp.Options{cmp.Comparer(jsvalue.Equal), cmp.AllowUnexported(protocol.Input{})}

func decode(t *testing.T, text string) jsvalue.Value {
	t.Helper()
	value, err := jsvalue.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestID pins an id, reckoned by another program: it must not change with a new version of the kit (TP-CASE-01).
func TestID(t *testing.T) {
	c := testcase.Case{
		Dialect: "chatrecord", Op: "project", Name: "A parent is missing: the Gap!", Input: protocol.TextOf("{}\n"),
		Options: decode(t, `{"maxBlocks":1,"leafUuid":"x"}`),
	}
	if got, want := c.ID(), "a-parent-is-missing-the-gap-c585b63f5d12"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestDigest: the content is what counts, and all of it (TP-CASE-01).
func TestDigest(t *testing.T) {
	base := testcase.Case{Dialect: "d", Op: "o", Input: protocol.ValueOf(decode(t, `{"a":1,"b":[2]}`)), Name: "n"}
	changed := func(change func(*testcase.Case)) testcase.Case {
		c := base
		change(&c)
		return c
	}
	for name, c := range map[string]testcase.Case{
		"name":             changed(func(c *testcase.Case) { c.Name = "other" }),
		"features":         changed(func(c *testcase.Case) { c.Features = []string{"f"} }),
		"order of members": changed(func(c *testcase.Case) { c.Input = protocol.ValueOf(decode(t, `{"b":[2.0],"a":1}`)) }),
	} {
		if c.Digest() != base.Digest() || testcase.DigestOf(c.ID()) != base.Digest() {
			t.Errorf("another %s, and the digest %s becomes %s", name, base.Digest(), c.ID())
		}
	}
	seen := map[string]string{base.Digest(): "base"}
	for name, c := range map[string]testcase.Case{
		"dialect":  changed(func(c *testcase.Case) { c.Dialect = "e" }),
		"op":       changed(func(c *testcase.Case) { c.Op = "p" }),
		"value":    changed(func(c *testcase.Case) { c.Input = protocol.ValueOf(decode(t, `{"a":1,"b":[3]}`)) }),
		"text":     changed(func(c *testcase.Case) { c.Input = protocol.TextOf(`{"a":1,"b":[2]}`) }),
		"bytes":    changed(func(c *testcase.Case) { c.Input = protocol.TextOf("\xff") }),
		"files":    changed(func(c *testcase.Case) { c.Input = protocol.FilesOf(protocol.File{Name: "a", Text: "b"}) }),
		"nothing":  changed(func(c *testcase.Case) { c.Input = protocol.Input{} }),
		"null":     changed(func(c *testcase.Case) { c.Input = protocol.ValueOf(decode(t, `[null]`)) }),
		"too big":  changed(func(c *testcase.Case) { c.Input = protocol.ValueOf(decode(t, `[1e400]`)) }),
		"-too big": changed(func(c *testcase.Case) { c.Input = protocol.ValueOf(decode(t, `[-1e400]`)) }),
		"options":  changed(func(c *testcase.Case) { c.Options = decode(t, `{}`) }),
	} {
		if other, taken := seen[c.Digest()]; taken {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[c.Digest()] = name
	}
}

// TestSameContent: spellings of one question have one digest (TP-CASE-01).
func TestSameContent(t *testing.T) {
	for _, spellings := range [][]string{
		{`"op":"x","files":{"a":"é","b":{"base64":"/w=="}}`, `"op":"x","files":{"b":{"base64":"/w==","more":1},"a":{"base64":"w6k="}}`},
		{`"op":"read","jsonl":"é"`, `"op":"read","jsonl_base64":"w6k="`, `"dialect":"","op":"read","jsonl":"\u00e9"`, `"jsonl":"é","op":"read","unknown":1`},
		{`"op":"x","value":{"a":[1.0,-0,1e400],"b":2}`, `"op":"x","value":{"b":2e0,"a":[1,0,2e999]}`},
		{`"op":"x"`},
		{`"op":"x","options":null`},
		{`"op":"x","options":{}`},
		{`"op":"x","jsonl":""`},
		{`"op":"x","value":null`},
		{`"op":"x","files":{}`},
	} {
		digests := map[string]bool{}
		for _, spelling := range spellings {
			request, err := protocol.ParseRequest(`{"id":1,` + spelling + `}`)
			if err != nil {
				t.Fatalf("%s: %v", spelling, err)
			}
			digests[testcase.Case{Dialect: request.Dialect, Op: request.Op, Input: request.Input, Options: request.Options}.Digest()] = true
		}
		if len(digests) != 1 {
			t.Errorf("%s: %d digests", spellings, len(digests))
		}
	}
}

// TestIDForm: an id that could be more than a name is refused, although its digest is right (TP-CASE-02).
func TestIDForm(t *testing.T) {
	c := testcase.Case{Dialect: "d", Op: "o"}
	digest := c.Digest()
	for id, ok := range map[string]bool{
		digest: true, "a-" + digest: true, "a-b9-c-" + digest: true, "0-" + digest: true,
		"../../etc-" + digest: false, "/" + digest: false, "-" + digest: false, "a--" + digest: false, "A-" + digest: false, "a b-" + digest: false,
		"é-" + digest: false, digest + "\n": false, "a\n-" + digest: false, strings.ToUpper(digest): false, digest[1:]: false,
	} {
		_, err := testcase.Parse(c.Request(jsvalue.StringValue(id)).Value())
		if (err == nil) != ok {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"":                              "",
		"--":                            "",
		"É":                             "",
		" a  B-c_9 ":                    "a-b-c-9-",
		strings.Repeat("long name ", 9): "long-name-long-name-long-name-long-name-long-nam-",
		strings.Repeat("a", 47) + " b":  strings.Repeat("a", 47) + "-",
	} {
		id := testcase.Case{Name: name}.ID()
		if got := strings.TrimSuffix(id, testcase.DigestOf(id)); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestRoundTrip: a case reads back as it was, and not under a wrong id (TP-CASE-02).
func TestRoundTrip(t *testing.T) {
	for _, want := range []testcase.Case{
		{Dialect: "d", Op: "o"},
		{Dialect: "d", Op: "o", Input: protocol.TextOf("\xff\n"), Name: "a \xed\xa0\x80 b", Features: []string{"f", "g"}},
		{Dialect: "d", Op: "o", Input: protocol.FilesOf(protocol.File{Name: "a", Text: "b"}), Options: decode(t, `{"x":"\ud800"}`)},
		{Dialect: "d", Op: "o", Input: protocol.ValueOf(decode(t, `[{"a":1,"a":2}]`)), Name: "-"},
		{Dialect: "d", Op: "o", Input: protocol.ValueOf(decode(t, `[1e400,-1e400]`)), Options: decode(t, `{"x":1e400}`)},
	} {
		text := string(want.AppendJSON(nil))
		got, err := testcase.Parse(decode(t, text))
		if diff := cmp.Diff(want, got, same); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", text, err, diff)
		}
		forged := strings.Replace(text, `"op":"o"`, `"op":"p"`, 1)
		if _, err := testcase.Parse(decode(t, forged)); !errors.Is(err, testcase.ErrOtherContent) {
			t.Errorf("%s: %v", forged, err)
		}
	}
	for _, text := range []string{
		`1`, `{"id":1,"op":"o"}`, `{"id":"x","op":"o","name":1}`, `{"id":"x","op":"o","features":"f"}`, `{"id":"x","op":"o","features":[1]}`,
	} {
		if c, err := testcase.Parse(decode(t, text)); err == nil {
			t.Errorf("%s: taken as %+v", text, c)
		}
	}
}
