package generate

import (
	"fmt"
	"strings"
)

var (
	words = strings.Fields(`the file was read and its tests fail when a parser meets an empty line so we check again before
		writing this change to disk which returns an error value in that case but the block is never rendered because history
		has no session for it then retry with another timeout and compare both results once more naïve café`)
	sentences = []string{
		"这个函数在空行上会返回错误，需要先检查长度。", "セッションの記録を読み直してから続行します。", "세션 기록을 다시 확인했습니다.",
		"Fertig – die Prüfung läuft grün ✅", "Ship it 🚀 (👩‍💻 reviewed)", "He said \"it works on my machine\" \\o/",
	}
	statements = []string{
		"if err != nil {\n\treturn fmt.Errorf(\"reading %q: %w\", name, err)\n}\n", "for i, line := range lines {\n\tcount[line] += i\n}\n",
		"const total = items.reduce((sum, item) => sum + item.price, 0);\n", "\tresult := strings.TrimSpace(input)\n",
		"// keep the order of the source\n", "value, ok := table[key]\n", "assert.Equal(t, \"a\\tb\", got)\n", "}\n\n",
	}
	outputs = []string{
		"ok  \texample.test/store\t0.412s\n", "--- FAIL: TestParse (0.00s)\n    parse_test.go:41: got \"\", want \"x\"\n",
		"\x1b[32m✓\x1b[0m renders an empty list (3 ms)\n", "src/index.ts:14:7 - error TS2322: Type 'string' is not assignable\n",
		"drwxr-xr-x 3 dev dev 4096 Mar  2 09:14 internal\n", "warning: LF will be replaced by CRLF\r\n",
	}
	folders = []string{"src", "internal/store", "web/components", "tests/unit", "docs", "pkg/parser"}
	names   = []string{"index.ts", "store.go", "list.tsx", "parser_test.go", "README.md", "config.yaml", "session.py"}
)

// prose is running text with paragraphs, quotes and now and then another script or an emoji.
func prose(s Source, size int) string {
	var text strings.Builder
	for text.Len() < size {
		switch s.Below(40) {
		case 37:
			text.WriteString(pick(s, sentences))
		case 38:
			text.WriteString("\n\n")
		case 39:
			text.WriteString("`\"" + pick(s, words) + "\"`, ")
		default:
			text.WriteString(pick(s, words))
			text.WriteByte(' ')
		}
	}
	return text.String()
}

// markdown is prose with blocks of code in it.
func markdown(s Source, size int) string {
	var text strings.Builder
	for text.Len() < size {
		text.WriteString(prose(s, min(size, 300)))
		if oneIn(s, 3) {
			text.WriteString("\n\n```go\n" + code(s, min(size, 400)) + "```\n\n")
		}
	}
	return text.String()
}

func code(s Source, size int) string { return lines(s, statements, size) }

func shellOutput(s Source, size int) string { return lines(s, outputs, size) }

func lines(s Source, from []string, size int) string {
	var text strings.Builder
	for text.Len() < size {
		text.WriteString(pick(s, from))
	}
	return text.String()
}

func path(s Source) string { return "/home/dev/project/" + pick(s, folders) + "/" + pick(s, names) }

// digits are n hexadecimal digits.
func digits(s Source, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = "0123456789abcdef"[s.Below(16)]
	}
	return string(text)
}

// unifiedDiff replaces all old lines by the new ones.
func unifiedDiff(name, before, after string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "--- %s\tOriginal\n+++ %s\tProposed\n@@ -1,%d +1,%d @@\n",
		name, name, strings.Count(before, "\n"), strings.Count(after, "\n"))
	for line := range strings.Lines(before) {
		text.WriteString("-" + line)
	}
	for line := range strings.Lines(after) {
		text.WriteString("+" + line)
	}
	return text.String()
}
