package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// adapter is an implementation that behaves as it is told. The token stands in the arguments of all processes of one
// measurement, so that they can be found whatever else they hide.
type adapter struct {
	token string
	line  string // the last request
	asked int    // questions, beside what it is
}

// play takes a part in a measurement, if the arguments name one.
func play(args []string) (code int, played bool) {
	if len(args) < 2 {
		return 0, false
	}
	role, token := args[0], args[1]
	a := &adapter{token: token}
	switch {
	case role == "adapter" && len(args) == 3:
		i := slices.IndexFunc(behaviours, func(b behaviour) bool { return b.name == args[2] })
		if i < 0 {
			return 2, true
		}
		return a.serve(behaviours[i]), true
	case role == "sleeps":
		time.Sleep(5 * time.Minute)
		return 0, true
	case role == "forks": // leaves a child without a parent
		a.start(os.Environ(), nil, nil)
		return 0, true
	case role == "moves": // is never there for long
		time.Sleep(20 * time.Millisecond)
		if left, err := time.ParseDuration(os.Getenv(movesVariable)); err == nil && left <= 0 {
			return 0, true
		}
		a.start(append(os.Environ(), movesVariable+"="+movesLeft()), os.Stdout, newSession(), "moves")
		return 0, true
	}
	return 0, false
}

// movesVariable is how long the daemons that move on still do so: if they were left, they would not go on for ever.
const movesVariable = "HOSTILE_MOVES"

func movesLeft() string {
	left, err := time.ParseDuration(os.Getenv(movesVariable))
	if err != nil {
		left = time.Minute
	}
	return (left - 20*time.Millisecond).String()
}

// serve answers, or does not. It returns the exit code.
func (a *adapter) serve(b behaviour) int {
	if b.before != nil {
		b.before(a)
	}
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return 0
		}
		a.line = line
		request, err := protocol.ParseRequest(line)
		switch {
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			return 3
		case request.Op == protocol.OpDescribe:
			os.Stdout.WriteString(right(request))
		default:
			a.asked++
			b.answer(a, request)
		}
	}
}

func (a *adapter) write(answer protocol.Answer, id jsvalue.Value) {
	os.Stdout.Write(answer.AppendLine(nil, id)) // a closed pipe is found by the next read
}

var reference = subject.New("hostile")

// right is the line that answers a request.
func right(request protocol.Request) string {
	if request.Op == protocol.OpDescribe {
		description, err := reference.Describe(context.Background())
		if err != nil {
			panic(err)
		}
		return string(protocol.Result(description.Value()).AppendLine(nil, request.ID))
	}
	answer, err := reference.Call(context.Background(), request)
	if err != nil {
		panic(err)
	}
	return string(answer.AppendLine(nil, request.ID))
}

func answerRight(_ *adapter, request protocol.Request) { os.Stdout.WriteString(right(request)) }

// answerConstant answers as if each session were empty.
func answerConstant(a *adapter, request protocol.Request) {
	empty := jsvalue.ArrayValue()
	a.write(protocol.Result(jsvalue.ObjectValue(
		jsvalue.Member{Key: "blocks", Value: empty}, jsvalue.Member{Key: "diagnostics", Value: empty},
		jsvalue.Member{Key: "complete", Value: jsvalue.BoolValue(true)}, jsvalue.Member{Key: "truncated", Value: jsvalue.BoolValue(false)},
	)), request.ID)
}
