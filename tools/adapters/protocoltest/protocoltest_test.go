package protocoltest_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/adapters/protocoltest"
	"github.com/transcriptspec/transcriptspec/tools/command"
)

// childVariable makes this test binary "transcript serve".
const childVariable = "TRANSCRIPT_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	os.Exit(command.Main([]string{"serve"}, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}))
}

func TestReference(t *testing.T) {
	protocoltest.Check(t, func(ctx context.Context) *exec.Cmd {
		serve := exec.CommandContext(ctx, os.Args[0])
		serve.Env = append(os.Environ(), childVariable+"=1")
		return serve
	})
}

// TestCompare: a wrong answer, one that is missing and one too many are seen.
func TestCompare(t *testing.T) {
	lines := protocoltest.Lines()
	var output bytes.Buffer
	input := bytes.NewReader(protocoltest.Input(lines))
	if err := protocol.Serve(t.Context(), subject.New("test"), input, &output, protocol.ServeOptions{}); err != nil {
		t.Fatal(err)
	}
	right := output.String()
	if err := protocoltest.Compare(output.Bytes(), lines); err != nil {
		t.Fatal(err)
	}
	for name, wrong := range map[string]string{
		"a code":   strings.Replace(right, "bad_request", "bad_input", 1),
		"an id":    strings.Replace(right, `{"id":null,`, `{"id":1,`, 1),
		"missing":  right[:strings.LastIndex(strings.TrimSuffix(right, "\n"), "\n")+1],
		"one more": right + "{}\n",
		"noise":    "hello\n" + right,
	} {
		if err := protocoltest.Compare([]byte(wrong), lines); err == nil {
			t.Errorf("%s: not seen", name)
		}
	}
}
