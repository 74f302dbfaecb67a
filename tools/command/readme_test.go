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

// demoThreads are the session_raw files that README.md shows.
var demoThreads = filepath.Join("..", "..", "fixtures", "sessionraw", "demo")

// TestReadmeThread: what README.md shows of a thread is how the output ends, and the list has the thread.
func TestReadmeThread(t *testing.T) {
	var out strings.Builder
	code, message := run("", &out, "project", "--dialect", "sessionraw", "--thread", "tides-7", demoThreads)
	if excerpt := readmeBlock(t, "plain"); code != exitDone || !strings.HasSuffix(out.String(), "\n\n"+excerpt) {
		t.Errorf("exit code %d, %s; README.md shows\n%s\nbut the command ends with\n%s", code, message, excerpt, lastBytes(out.String(), len(excerpt)+200))
	}
	out.Reset()
	if code, message := run("", &out, "threads", demoThreads); code != exitDone || !strings.Contains(out.String(), "\ntides-7 ") {
		t.Errorf("exit code %d, %s; the threads are\n%s", code, message, out.String())
	}
}

// TestReadmeChat: what README.md shows of a chat stands in the output.
func TestReadmeChat(t *testing.T) {
	var out strings.Builder
	code, message := run("", &out, "project", "--dialect", "eventstream", filepath.Join("..", "..", "fixtures", "eventstream", "demo.jsonl"))
	if excerpt := readmeBlock(t, "log"); code != exitDone || !strings.Contains(out.String(), "\n"+excerpt) {
		t.Errorf("exit code %d, %s; README.md shows\n%s\nbut the command writes\n%s", code, message, excerpt, out.String())
	}
}

// TestReadmeSession: the answers to the requests in README.md are those beside them; " ... " stands for anything.
func TestReadmeSession(t *testing.T) { checkExchange(t, "console", 3, "serve") }

// TestReadmeCall is TestReadmeSession for the remote call.
func TestReadmeCall(t *testing.T) { checkExchange(t, "jsonrpc", 2, "rpc", demoThreads) }

func checkExchange(t *testing.T, language string, count int, args ...string) {
	t.Helper()
	var requests, answers []string
	for line := range strings.Lines(readmeBlock(t, language)) {
		if request, ok := strings.CutPrefix(line, "-> "); ok {
			requests = append(requests, request)
		} else {
			answers = append(answers, strings.ReplaceAll(regexp.QuoteMeta(strings.TrimPrefix(line, "<- ")), ` \.\.\. `, `.+`))
		}
	}
	var out strings.Builder
	if code, message := run(strings.Join(requests, ""), &out, args...); code != exitDone {
		t.Fatalf("exit code %d, %s", code, message)
	}
	if len(requests) != count || !regexp.MustCompile("^"+strings.Join(answers, "")+"$").MatchString(out.String()) {
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
