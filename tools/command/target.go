package command

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// targetFlags say who is asked, and how the answers are judged.
type targetFlags struct {
	Target        string        `placeholder:"CMD" help:"Command line of the implementation. Default: the one in this program."`
	Profile       string        `enum:"document,current" default:"current" help:"document leaves out the cases with what came after the document of the format, and compares no diagnostic codes of this project with the reference; the checks of the model still ask for these."`
	Timeout       time.Duration `default:"10s" placeholder:"DURATION" help:"Longest time for an answer, and a second more for each MiB of the question; a start may take as long, and 10s in any case. Default: ${default}."`
	MaxMemory     int64         `placeholder:"MIB" help:"Most memory of the target and what it starts, in MiB; on Linux only. Default: no limit."`
	KnownFailures string        `placeholder:"FILE" help:"What the target is known to get wrong (YAML); the rest has to be right."`
}

func (t targetFlags) check() error {
	if t.MaxMemory < 0 || t.Timeout <= 0 {
		return failure("usage", "--max-memory is at least 0, and --timeout is above 0")
	}
	return nil
}

// subject is who is asked; done ends it.
func (t targetFlags) subject() (asked protocol.Subject, done func(), err error) {
	if t.Target == "" {
		return subject.New(buildVersion()), func() {}, nil
	}
	words, err := splitWords(t.Target)
	if err != nil || len(words) == 0 {
		return nil, nil, failure("bad_target", "--target is no command line: %s", quoteWord(t.Target))
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, nil, failure("target_not_found", "%v", err)
	}
	limits := process.Limits{Answer: t.Timeout, Memory: t.MaxMemory << 20}
	child := process.NewChild(func() *exec.Cmd { return exec.Command(words[0], words[1:]...) }, limits)
	return child, child.Close, nil
}

// faultOf says of an error of certify.Run and certify.Reproduce whose fault it is.
func faultOf(err error) error {
	var usage *certify.UsageError
	var unstarted *process.StartError
	switch {
	case errors.As(err, &usage):
		return failure(usage.Code, "%s", usage.Message)
	case errors.As(err, &unstarted):
		return failure("target_not_started", "%v", unstarted)
	}
	return &kitFailure{err}
}

// config has the profile, the limits and the known failures.
func (t targetFlags) config() (certify.Config, error) {
	config := certify.Config{Profile: certify.Profile(t.Profile), Timeout: t.Timeout}
	if t.KnownFailures == "" {
		return config, nil
	}
	text, err := os.ReadFile(t.KnownFailures)
	if err != nil {
		return config, failure("bad_known_failures", "%v", err)
	}
	if config.Known, err = knownfailures.Parse(text); err != nil {
		return config, failure("bad_known_failures", "%s: %v", t.KnownFailures, err)
	}
	return config, nil
}

// words are the flags as words of a command line, without those that are as by default.
func (t targetFlags) words() []string {
	var words []string
	add := func(flag, value string) { words = append(words, flag, quoteWord(value)) }
	if t.Target != "" {
		add("--target", t.Target)
	}
	if t.KnownFailures != "" {
		add("--known-failures", t.KnownFailures)
	}
	if t.Timeout != certify.DefaultTimeout {
		add("--timeout", t.Timeout.String())
	}
	if t.MaxMemory != 0 {
		add("--max-memory", fmt.Sprint(t.MaxMemory))
	}
	if t.Profile != string(certify.Current) {
		add("--profile", t.Profile)
	}
	return words
}

// repro is the command that asks about the case of a capsule.
func (t targetFlags) repro(file string) string {
	words := []string{"transcript", "repro"}
	if t.Target != "" { // else repro judges by itself, and has no other flags
		words = append(words, t.words()...)
	}
	return strings.Join(append(words, quoteWord(file)), " ")
}
