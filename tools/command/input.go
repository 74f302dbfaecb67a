package command

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// inputName is what messages call the input.
func inputName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return sanitize.Line(path)
}

// readInput reads the whole file, or standard input for "-", into one string without a second copy.
func readInput(path string, stdin io.Reader) (string, error) {
	name := inputName(path)
	if path == "-" {
		return readAll(stdin, name, 0)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", openFailure(name, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", openFailure(name, err)
	}
	if info.IsDir() {
		return "", failure("input_is_directory", "%s is a directory; name a session file in it; one of session_raw files is shown by transcript project --dialect sessionraw", name)
	}
	return readAll(file, name, info.Size())
}

// maxSizeHint bounds what is reserved on the word of the file system: a sparse file may claim any size.
const maxSizeHint = 1 << 30

func readAll(from io.Reader, name string, size int64) (string, error) {
	var text strings.Builder
	text.Grow(int(min(size, maxSizeHint)))
	if _, err := io.Copy(&text, from); err != nil {
		return "", failure("input_unreadable", "%s: %v", name, reason(err))
	}
	return text.String(), nil
}

func openFailure(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return failure("input_not_found", "there is no file %s", name)
	}
	return failure("input_unreadable", "%s: %v", name, reason(err))
}

// reason is the cause without the path, which the message has already.
func reason(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

const (
	sampleBytes = 64 << 10
	maxNonText  = 0.1 // share of a text file that may be control characters and invalid UTF-8
)

// checkText refuses what is no text in UTF-8. It is asked only about files in which no line is a record.
func checkText(text string) error {
	sample := text[:min(len(text), sampleBytes)]
	switch {
	case strings.HasPrefix(sample, "\x1F\x8B"):
		return failure("not_jsonl", "the input is compressed by gzip; decompress it: gzip -dc FILE | ... -")
	case strings.HasPrefix(sample, "\xFF\xFE") || strings.HasPrefix(sample, "\xFE\xFF"):
		return failure("not_jsonl", "the input is UTF-16; convert it to UTF-8")
	case nonText(sample) > maxNonText*float64(len(sample)):
		return failure("not_jsonl", "the input is not text; a session file has one JSON record a line")
	}
	return nil
}

// nonText counts the bytes that no text file has.
func nonText(sample string) float64 {
	n := 0
	for i, r := range sample {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(sample[i:], "\uFFFD"):
			n++
		case r < ' ' && r != '\n' && r != '\r' && r != '\t':
			n++
		}
	}
	return float64(n)
}
