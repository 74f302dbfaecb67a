package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// With -update, "cmp stdout FILE" rewrites FILE in the script. Read the difference before you keep it.
var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	if underRace {
		fmt.Println("these tests run without the race detector: with it they take minutes")
		os.Exit(0)
	}
	testscript.Main(m, map[string]func(){"transcript": main, "adapter": adapter})
}

// TestScripts runs the command as its users do. Each script is a manual page for one matter.
func TestScripts(t *testing.T) {
	fixtures, err := filepath.Abs("../../fixtures/chatrecord")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("FIXTURES", fixtures)
			env.Setenv("RAW", filepath.Join(filepath.Dir(fixtures), "sessionraw", "demo"))
			env.Setenv("CHAT", filepath.Join(filepath.Dir(fixtures), "eventstream", "demo.jsonl"))
			env.Setenv("NO_COLOR", "")
			return nil
		},
		Condition: func(condition string) (bool, error) {
			if condition != "root" {
				return false, fmt.Errorf("unknown condition %s", condition)
			}
			return os.Getuid() == 0, nil // root reads every file
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"bytes":  writeBytes,
			"chain":  writeChain,
			"status": checkStatus,
		},
	})
}

// writeBytes is "bytes FILE TEXT...": the texts with Go escapes, one behind the other.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: bytes file text...")
	}
	var content []byte
	for _, text := range args[1:] {
		for text != "" {
			r, multibyte, rest, err := strconv.UnquoteChar(text, 0)
			ts.Check(err)
			if multibyte {
				content = append(content, string(r)...)
			} else {
				content = append(content, byte(r))
			}
			text = rest
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o600))
}

// writeChain is "chain FILE N": a session of N user messages.
func writeChain(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: chain file n")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var content strings.Builder
	parent := "null"
	for i := 1; i <= n; i++ {
		id := strconv.Quote("m" + strconv.Itoa(i))
		content.WriteString(`{"uuid":` + id + `,"parentUuid":` + parent + `,"sessionId":"chain","type":"user",` +
			`"timestamp":"2026-01-02T03:04:05.000Z","message":{"role":"user","parts":[{"text":"message ` + strconv.Itoa(i) + `"}]}}` + "\n")
		parent = id
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(content.String()), 0o600))
}

// checkStatus is "status N COMMAND...": run the command and want this exit code.
func checkStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status code command [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}
