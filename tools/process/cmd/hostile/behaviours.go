package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
)

// behaviour is an implementation, and what certifying it must give.
type behaviour struct {
	name   string
	before func(*adapter)                   // what it does first, before it reads anything
	answer func(*adapter, protocol.Request) // what it does when it is asked; it has said what it is
	flags  []string                         // of certify

	outcome certify.Outcome // that each case has which was run
	end     certify.End
	right   bool // it is certified
	mostly  bool // it is right but for some cases, so that only the outcome of these is looked at, and not the score
}

// short is a limit for those that let it run out.
var short = []string{"--timeout", "300ms"}

var behaviours = []behaviour{
	{name: "right", answer: answerRight, outcome: certify.Pass, right: true},
	{name: "right, noisy on stderr", outcome: certify.Pass, right: true, answer: func(a *adapter, r protocol.Request) {
		os.Stderr.WriteString(strings.Repeat("warning: deprecated\n", 10_000))
		answerRight(a, r)
	}},
	{name: "right, slow", outcome: certify.Pass, right: true, answer: func(a *adapter, r protocol.Request) {
		if a.asked < 100 {
			time.Sleep(20 * time.Millisecond)
		}
		answerRight(a, r)
	}, before: func(*adapter) { time.Sleep(time.Second) }},
	{name: "right, leaves daemons", outcome: certify.Pass, right: true, answer: func(a *adapter, r protocol.Request) {
		a.daemonise(os.Environ())
		answerRight(a, r)
	}},
	{name: "right, crashes now and then", outcome: certify.Crash, mostly: true, answer: func(a *adapter, r protocol.Request) {
		if a.asked == 400 { // a case takes over a hundred
			panic("it is too much")
		}
		answerRight(a, r)
	}},

	{name: "empty, reads", end: certify.NoDescription, before: func(*adapter) { select {} }},
	{name: "empty, exits", end: certify.NoDescription, before: func(*adapter) { os.Exit(0) }},
	{name: "talks first", end: certify.NoDescription, before: func(*adapter) { os.Stdout.WriteString("ready\n") }},
	{name: "echo", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, _ protocol.Request) { os.Stdout.WriteString(a.line) }},
	{name: "echo as a result", outcome: certify.Fail, answer: func(a *adapter, r protocol.Request) { a.write(protocol.Result(r.Value()), r.ID) }},
	{name: "constant", outcome: certify.Fail, answer: answerConstant},
	{name: "always error", outcome: certify.Fail, answer: func(a *adapter, r protocol.Request) {
		a.write(protocol.Fail("leaf_not_found", "no"), r.ID)
	}},
	{name: "always internal error", outcome: certify.Crash, answer: func(a *adapter, r protocol.Request) {
		a.write(protocol.Fail(protocol.InternalError, "no"), r.ID)
	}},
	{name: "always unsupported", outcome: certify.Unsupported, answer: func(a *adapter, r protocol.Request) {
		a.write(protocol.Unsupported("no"), r.ID)
	}},
	{name: "crash at question 7", outcome: certify.Crash, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		if a.asked == 7 {
			panic("seven")
		}
		answerConstant(a, r)
	}},
	{name: "crash after some cases", outcome: certify.Fail, mostly: true, answer: func(a *adapter, r protocol.Request) {
		if a.asked == 400 { // a case takes over a hundred
			panic("a hundred")
		}
		answerConstant(a, r)
	}},
	{name: "hang", outcome: certify.Hang, end: certify.Hung, flags: short, answer: func(*adapter, protocol.Request) { select {} }},
	{name: "deaf", outcome: certify.Hang, end: certify.Hung, flags: short, answer: func(a *adapter, r protocol.Request) {
		os.Stdin.Close()
		select {}
	}},
	{name: "slow", outcome: certify.Hang, end: certify.Hung, flags: short, answer: func(a *adapter, r protocol.Request) {
		time.Sleep(time.Second)
		answerRight(a, r)
	}},
	{name: "noisy on stderr", outcome: certify.Hang, end: certify.Hung, flags: short, answer: func(*adapter, protocol.Request) {
		for {
			os.Stderr.WriteString(strings.Repeat("noise", 10_000))
		}
	}},
	{name: "noisy on stdout", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		answerRight(a, r)
		for {
			os.Stdout.WriteString(strings.Repeat("noise\n", 10_000))
		}
	}},
	{name: "duplicate answers", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		answerRight(a, r)
		answerRight(a, r)
	}},
	{name: "debug output", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		answerRight(a, r)
		os.Stdout.WriteString("answered\n")
	}},
	{name: "wrong ids", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		r.ID = jsvalue.IntValue(int64(r.ID.Float()) + 1)
		answerRight(a, r)
	}},
	{name: "truncated line, exits", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		os.Stdout.WriteString(right(r)[:20])
		os.Exit(0)
	}},
	{name: "truncated line, stays", outcome: certify.Hang, end: certify.Hung, flags: short, answer: func(a *adapter, r protocol.Request) {
		os.Stdout.WriteString(strings.TrimSuffix(right(r), "\n"))
		select {}
	}},
	{name: "endless line", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		for {
			os.Stdout.WriteString(strings.Repeat("[", 1<<20))
		}
	}},
	{name: "invalid UTF-8", outcome: certify.ProtocolError, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		os.Stdout.WriteString(strings.Replace(right(r), `"`, "\"\xff", 5))
	}},
	{name: "grandchild holds the pipe", outcome: certify.Crash, end: certify.Lost, answer: func(a *adapter, _ protocol.Request) {
		a.start(os.Environ(), os.Stdout, nil)
		os.Exit(0)
	}},
	{name: "exit 0 when asked", outcome: certify.Crash, end: certify.Lost, answer: func(*adapter, protocol.Request) { os.Exit(0) }},
	{name: "exit 0 after the answer", outcome: certify.Crash, end: certify.Lost, answer: func(a *adapter, r protocol.Request) {
		answerRight(a, r)
		os.Exit(0)
	}},
	{name: "daemonises", outcome: certify.Fail, answer: func(a *adapter, r protocol.Request) {
		a.daemonise(os.Environ())
		answerConstant(a, r)
	}},
	{name: "daemonises without a trace", outcome: certify.Fail, answer: func(a *adapter, r protocol.Request) {
		a.daemonise(nil)
		answerConstant(a, r)
	}},
	{name: "daemons that move on", outcome: certify.Hang, end: certify.Hung, flags: short, answer: func(a *adapter, _ protocol.Request) {
		a.start(os.Environ(), os.Stdout, newSession(), "moves")
		select {}
	}},
	{name: "eats memory", outcome: certify.Crash, end: certify.Lost, flags: []string{"--max-memory", "200"}, answer: func(*adapter, protocol.Request) {
		var eaten [][]byte
		for {
			piece := make([]byte, 16<<20)
			for i := 0; i < len(piece); i += 4096 {
				piece[i] = 1
			}
			eaten = append(eaten, piece)
			time.Sleep(time.Duration(len(eaten)) * time.Millisecond)
		}
	}},
}

// daemonise starts a daemon at the first questions: in a session of its own, with a parent that has ended.
func (a *adapter) daemonise(environment []string) {
	if a.asked <= 3 {
		a.run(environment, newSession(), "forks")
	}
}

// start starts this program in another role, and lets it go.
func (a *adapter) start(environment []string, out *os.File, attributes *syscall.SysProcAttr, role ...string) {
	a.command(environment, out, attributes, role).Start() // if it cannot be started, it cannot be left
}

// run starts this program in another role, and waits for its end.
func (a *adapter) run(environment []string, attributes *syscall.SysProcAttr, role ...string) {
	a.command(environment, nil, attributes, role).Run()
}

func (a *adapter) command(environment []string, out *os.File, attributes *syscall.SysProcAttr, role []string) *exec.Cmd {
	if len(role) == 0 {
		role = []string{"sleeps"}
	}
	command := exec.Command(os.Args[0], role[0], a.token)
	command.Env = append([]string{"X=1"}, environment...) // an empty list would be ours
	command.SysProcAttr = attributes
	if out != nil {
		command.Stdout = out
	}
	return command
}
