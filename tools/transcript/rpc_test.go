package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call is one call of the remote method and what its items say.
func (s *served) call(t *testing.T, params string) (contents, nextCursor string) {
	t.Helper()
	if _, err := io.WriteString(s.in, `{"jsonrpc":"2.0","id":1,"method":"threads.transcript_get","params":{"thread_id":"T"`+params+`}}`+"\n"); err != nil {
		t.Fatal(err)
	}
	line, err := s.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Result struct {
			Items      []struct{ Kind, Content string }
			NextCursor string
		}
	}
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	var texts []string
	for _, item := range answer.Result.Items {
		texts = append(texts, item.Kind+" "+item.Content)
	}
	return strings.Join(texts, ", "), answer.Result.NextCursor
}

// TestRPC writes files, calls, appends, and calls again (SR-RPC-01).
func TestRPC(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "100_main.jsonl")
	appendTo := func(text string) {
		t.Helper()
		f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = f.WriteString(text)
		}
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	appendTo(`{"_meta":{"agent":"a","dispatcher":"native","created":"2026-07-21T00:00:00Z","updated":"","turn_count":1,` +
		`"input_tokens":1,"output_tokens":1,"cached_input_tokens":0,"charged_amount_usd":0,"thread_id":"T"}}` + "\n" +
		`{"role":"user","content":"hello","request_id":"r"}` + "\n")
	s := start(t, "rpc", dir)
	first, cursor := s.call(t, `,"limit":1`)
	if first != "userMessage hello" || cursor == "" {
		t.Errorf("first page %q, cursor %q", first, cursor)
	}
	appendTo(`{"role":"assistant","content":"hi","request_id":"r"}` + "\n")
	if second, _ := s.call(t, `,"cursor":"`+cursor+`"`); second != "turnBoundary " {
		t.Errorf("second page %q", second)
	}
	if again, _ := s.call(t, ""); again != "assistantMessage hi, userMessage hello, turnBoundary " {
		t.Errorf("a new first page %q", again)
	}
	s.in.Close()
	s.wantExit(t, 0)
}
