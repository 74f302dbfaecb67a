package ruleindex

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The ids are put together so that this file cites no rule itself.
const prefix = "CR-" + "PREP-"

func TestCited(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"x" + prefix + "01", nil},
		{prefix + "01, " + prefix + "01", []string{prefix + "01"}},
		{prefix + "01 to " + prefix + "03", []string{prefix + "01", prefix + "02", prefix + "03"}},
		{prefix + "01..03", []string{prefix + "01", prefix + "02", prefix + "03"}},
		{prefix + "01 to CR-" + "DEC-03", []string{"CR-" + "DEC-03", prefix + "01"}},
	} {
		if got := Cited(test.text); !slices.Equal(got, test.want) {
			t.Errorf("Cited(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestScanAndSplice(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("reference/a.go", "package a // "+prefix+"01\n")
	write("model/m.go", "package m // "+prefix+"01\n")
	write("tools/t.go", "package t // "+prefix+"02\n")
	write("reference/a_test.go", "package a\n\n// TestA checks "+prefix+"01.\nfunc TestA() {}\n\nvar x = \""+prefix+"02\"\n")
	write("fixtures/f.json", `[{"rules":["`+prefix+`02"]},{"rules":[1]}]`)
	write("fixtures/broken.json", `{"rules"`)
	write(".git/a.go", "package broken "+prefix+"09")

	index, err := Scan(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Splice("head\n"+Begin+"\nold\n"+End+"\ntail\n", []string{prefix + "01", prefix + "02"}, index)
	if err != nil {
		t.Fatal(err)
	}
	want := "head\n" + Begin + "\n| rule | obeyed in | cited by |\n|---|---|---|\n" +
		"| [" + prefix + "01](#" + prefix + "01) | reference/a.go | reference.TestA, model/m.go |\n" +
		"| [" + prefix + "02](#" + prefix + "02) | - | reference/a_test.go, f |\n" +
		End + "\ntail\n"
	if got != want {
		t.Errorf("Splice:\n%s\nwant:\n%s", got, want)
	}
	file, err := JSON([]string{prefix + "01", prefix + "02"}, index)
	if err != nil {
		t.Fatal(err)
	}
	wantFile := "[\n" +
		`  {"id":"` + prefix + `01","code":["reference/a.go"],"tests":["reference.TestA"],"model":["model/m.go"],"fixtures":[]},` + "\n" +
		`  {"id":"` + prefix + `02","code":[],"tests":["reference/a_test.go"],"fixtures":["fixtures/f.json"]}` + "\n]\n"
	if string(file) != wantFile {
		t.Errorf("JSON:\n%s\nwant:\n%s", file, wantFile)
	}
	if len(index.Other) != 1 || len(index.Code) != 1 {
		t.Errorf("Other = %v, Code = %v", index.Other, index.Code)
	}
	if _, err := Splice("no markers", nil, index); err == nil {
		t.Error("Splice without markers: no error")
	}
}

func TestAnchored(t *testing.T) {
	const id = prefix + "01"
	const anchor = `<a id="` + id + `"></a>`
	for _, test := range []struct{ text, want string }{
		{"text\n\n**" + id + "** (shipped) x", "text\n\n" + anchor + "\n**" + id + "** (shipped) x"},
		{"text **" + id + "** (shipped) x", "text " + anchor + "**" + id + "** (shipped) x"},
		{"text\n**" + id + "** (shipped) x", "text\n" + anchor + "**" + id + "** (shipped) x"},
		{"| **" + id + "** (shipped) |", "| " + anchor + "**" + id + "** (shipped) |"},
		{"see **" + id + "**", "see **" + id + "**"},
	} {
		got := anchored(test.text)
		if got != test.want {
			t.Errorf("anchored(%q) = %q, want %q", test.text, got, test.want)
		}
		if again := anchored(got); again != got {
			t.Errorf("anchored(%q) = %q, want no change", got, again)
		}
	}
}
