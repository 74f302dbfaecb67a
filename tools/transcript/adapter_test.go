package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// adapter is "adapter KIND [TEXT]" of the scripts: an implementation that answers as the reference does, but for the
// projections of inputs that have the text.
func adapter() {
	a := faulty{Subject: subject.New("test"), kind: os.Args[1]}
	if len(os.Args) > 2 {
		a.text = os.Args[2]
	}
	if a.kind == "slow" { // to start
		time.Sleep(time.Second)
	}
	if a.kind == "leaves" {
		os.Exit(0)
	}
	if err := protocol.Serve(context.Background(), a, os.Stdin, os.Stdout, protocol.ServeOptions{}); err != nil {
		os.Exit(3)
	}
}

type faulty struct {
	protocol.Subject
	kind, text string
}

func (a faulty) Describe(ctx context.Context) (protocol.Description, error) {
	d, err := a.Subject.Describe(ctx)
	d.Name = a.kind + " adapter"
	if a.kind == "newer" {
		d.Spec = a.text
	}
	return d, err
}

func (a faulty) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	if a.kind == "unretracting" { // chats, in which nothing is taken back
		var kept strings.Builder
		for line := range strings.Lines(request.Input.Text()) {
			if strings.Contains(line, `"transcript_retraction"`) {
				line = "\n"
			}
			kept.WriteString(line)
		}
		request.Input = protocol.TextOf(kept.String())
	}
	answer, err := a.Subject.Call(ctx, request)
	if request.Op != "project" || !strings.Contains(request.Input.Text(), a.text) {
		return answer, err
	}
	switch a.kind {
	case "wrong":
		if answer.Kind() == protocol.ResultAnswer {
			answer = protocol.Result(answer.Result().With(jsvalue.Member{Key: "complete", Value: jsvalue.StringValue("who knows")}))
		}
	case "crashing":
		fmt.Fprintln(os.Stderr, "last words of the adapter")
		os.Exit(1)
	case "failing":
		return protocol.Answer{}, errors.New("it fails inside")
	case "hanging":
		time.Sleep(time.Hour)
	}
	return answer, err
}
