//go:build !race

// With the race detector this takes minutes.

package main_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// TestCertified is a template too: copy this file beside your implementation, and let project call it.
func TestCertified(t *testing.T) {
	report, err := certify.Run(t.Context(), implementation{}, certify.Config{Cases: 100, Seed: 1, Capsules: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Certified() {
		t.Error(report)
	}
}

// project stands for your implementation: the text of a session to its projection, written as JSON.
func project(session string, options jsvalue.Value) (string, error) {
	parsed, err := chatrecord.ParseOptions(options)
	if err != nil {
		return "", err
	}
	projection, err := chatrecord.ProjectText(session, parsed)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = projection.WriteJSON(&text)
	return text.String(), err
}

// implementation answers the questions of the kit.
type implementation struct{}

func (implementation) Describe(context.Context) (protocol.Description, error) {
	return protocol.Description{
		Protocol: protocol.Version, Name: "my-projection", Version: "0", Language: "Go",
		Dialects: []protocol.DialectOps{{Dialect: "chatrecord", Ops: []string{"project"}}},
	}, nil
}

func (implementation) Call(_ context.Context, request protocol.Request) (protocol.Answer, error) {
	if request.Op != "project" {
		return protocol.Unsupported("only project"), nil
	}
	session := request.Input.Text()
	if records := request.Input.Value(); request.Input.Kind() == protocol.ValueInput {
		if !records.IsArray() {
			return protocol.Fail("invalid_records", "the records are no array"), nil
		}
		session = ""
		for _, record := range records.Elements() {
			session += string(jsvalue.Append(nil, record)) + "\n"
		}
	}
	text, err := project(session, request.Options)
	var refused *chatrecord.InputError
	switch {
	case errors.As(err, &refused):
		return protocol.Fail(protocol.Code(refused.Code), "the input is refused"), nil
	case err != nil:
		return protocol.Answer{}, err
	}
	result, err := jsvalue.Decode(text)
	return protocol.Result(result), err
}
