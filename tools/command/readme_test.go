package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readmeBlock is the content of the first fenced block of a language in README.md.
func readmeBlock(t *testing.T, language string) string {
	t.Helper()
	_, block, found := strings.Cut(readFile(t, "README.md"), "\n```"+language+"\n")
	block, _, ended := strings.Cut(block, "```\n")
	if !found || !ended || block == "" {
		t.Fatalf("README.md has no block ```%s", language)
	}
	return block
}

// readFile reads a file of the module, named from its root.
func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadmeExcerpt: what README.md shows is how the output ends.
func TestReadmeExcerpt(t *testing.T) {
	var out strings.Builder
	code, message := run(readFile(t, "fixtures/chatrecord/demo.jsonl"), &out, "project", "-")
	if code != exitDone {
		t.Fatalf("exit code %d, %s", code, message)
	}
	if excerpt := readmeBlock(t, "text"); !strings.HasSuffix(out.String(), "\n\n"+excerpt) {
		t.Errorf("README.md shows\n%s\nbut the command ends with\n%s", excerpt, lastBytes(out.String(), len(excerpt)+200))
	}
}

func lastBytes(text string, n int) string { return text[max(0, len(text)-n):] }

// TestReadmeSession: the answers to the requests in README.md are those beside them; " ... " stands for anything.
func TestReadmeSession(t *testing.T) {
	var requests, answers []string
	for line := range strings.Lines(readmeBlock(t, "console")) {
		if request, ok := strings.CutPrefix(line, "-> "); ok {
			requests = append(requests, request)
		} else {
			answers = append(answers, strings.ReplaceAll(regexp.QuoteMeta(strings.TrimPrefix(line, "<- ")), ` \.\.\. `, `.+`))
		}
	}
	var out strings.Builder
	if code, message := run(strings.Join(requests, ""), &out, "serve"); code != exitDone {
		t.Fatalf("exit code %d, %s", code, message)
	}
	if len(requests) != 3 || !regexp.MustCompile("^"+strings.Join(answers, "")+"$").MatchString(out.String()) {
		t.Errorf("README.md wants answers like\n%s\nbut they are\n%s", strings.Join(answers, ""), out.String())
	}
}

// TestReadmeProgram: the program in README.md is that of an example, which the tests compile and run.
func TestReadmeProgram(t *testing.T) {
	const example = "reference/chatrecord/chatrecord_example_test.go"
	if program := readmeBlock(t, "go"); !strings.HasPrefix(readFile(t, example), "package chatrecord_test\n\n"+program) {
		t.Errorf("README.md and %s differ; README.md has\n%s", example, program)
	}
}
