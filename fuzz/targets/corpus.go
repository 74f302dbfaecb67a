package targets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// nativeHead begins a corpus file of go test.
const nativeHead = "go test fuzz v1\n"

// ErrNotNative says that a text is no corpus file of go test with one value.
var ErrNotNative = errors.New("not a corpus file of go test with one value of bytes or text")

// IsNative reports whether the text begins as a corpus file of go test does.
func IsNative(text []byte) bool {
	return strings.HasPrefix(string(text), nativeHead) || strings.HasPrefix(string(text), "go test fuzz v1\r\n")
}

// FormatNative is the bytes as a corpus file of go test.
func FormatNative(data []byte) []byte {
	return []byte(nativeHead + "[]byte(" + strconv.Quote(string(data)) + ")\n")
}

// ParseNative undoes FormatNative; a value of type string is taken as well.
func ParseNative(text []byte) ([]byte, error) {
	body, ok := strings.CutPrefix(strings.ReplaceAll(string(text), "\r\n", "\n"), nativeHead) // quoted text has no raw CR
	if !ok {
		return nil, ErrNotNative
	}
	for _, kind := range []string{"[]byte(", "string("} {
		value, ok := strings.CutPrefix(strings.TrimSpace(body), kind)
		value, closed := strings.CutSuffix(value, ")")
		if !ok || !closed {
			continue
		}
		data, err := strconv.Unquote(value)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotNative, err)
		}
		return []byte(data), nil
	}
	return nil, ErrNotNative
}

// NativeName is the name that go test gives a corpus file.
func NativeName(data []byte) string {
	sum := sha256.Sum256(FormatNative(data))
	return hex.EncodeToString(sum[:8])
}

// CorpusVariable is the environment variable that names a directory with a corpus of go test for each target, such as
// that in the build cache. Its inputs are run as seeds.
const CorpusVariable = "TRANSCRIPT_CORPUS"

// Kept are the inputs of the target in the directory that CorpusVariable names.
func (t Target) Kept() ([][]byte, error) {
	directory := os.Getenv(CorpusVariable)
	if directory == "" {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(directory, t.Name, "*"))
	if err != nil {
		return nil, err
	}
	var inputs [][]byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		data, err := ParseNative(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		inputs = append(inputs, data)
	}
	return inputs, nil
}
