package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/command"
)

// The bounds of every line of the table.
const (
	maxScore = 0.02
	maxTime  = 2 * time.Minute
)

// measured is what certifying a behaviour gave.
type measured struct {
	name     string
	footer   jsvalue.Value // of the report
	exit     int
	time     time.Duration
	left     []string // processes; nil also where they cannot be counted
	messages string   // what the command wrote to its standard error
}

var measurements atomic.Int64

// measure certifies a behaviour as the command does, with the plan that the flags say. The error says that there was no
// report.
func (b behaviour) measure(plan []string) (measured, error) {
	directory, err := os.MkdirTemp("", "hostile")
	if err != nil {
		return measured{}, err
	}
	defer os.RemoveAll(directory)
	self, err := os.Executable()
	if err != nil {
		return measured{}, err
	}
	token, file := fmt.Sprintf("hostile-%d-%d", os.Getpid(), measurements.Add(1)), filepath.Join(directory, "report")
	args := []string{
		"certify", "--target", fmt.Sprintf("'%s' adapter %s '%s'", self, token, b.name), "--capsules=", "--report", "json=" + file,
	}
	var out, messages bytes.Buffer
	started := time.Now()
	exit := command.Main(slices.Concat(args, plan, b.flags), command.Streams{In: strings.NewReader(""), Out: &out, Err: &messages, Getenv: os.Getenv})
	m := measured{name: b.name, exit: exit, time: time.Since(started), left: withToken(token), messages: messages.String()}
	report, err := os.ReadFile(file)
	if err != nil {
		return m, fmt.Errorf("no report: %w\n%s", err, messages.String())
	}
	lines := bytes.Split(bytes.TrimSpace(report), []byte("\n"))
	m.footer, err = jsvalue.Decode(string(lines[len(lines)-1]))
	return m, err
}

func (m measured) count(outcome certify.Outcome) int {
	return int(m.footer.Get("outcomes").Get(string(outcome)).Float())
}

func (m measured) score() float64 { return m.footer.Get("score").Float() }

// line is a line of the table.
const line = "%-28s  %-36s  %-40s  %7s  %4s  %6s  %s\n"

func (m measured) row() string {
	var counts []string
	for _, outcome := range certify.Outcomes() {
		if n := m.count(outcome); n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, outcome))
		}
	}
	return fmt.Sprintf(line, m.name, strings.Join(counts, ", "), m.footer.Get("end").Text(), fmt.Sprintf("%.1f %%", 100*m.score()),
		fmt.Sprint(m.exit), fmt.Sprintf("%.1f s", m.time.Seconds()), m.leftText())
}

// faults says what does not hold of a measurement.
func (b behaviour) faults(m measured) []string {
	var faults []string
	expect := func(holds bool, format string, args ...any) {
		if !holds {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	total, run := 0, 0
	for _, outcome := range certify.Outcomes() {
		n := m.count(outcome)
		total += n
		if outcome != certify.NotRun {
			run += n
		}
	}
	exit := 1
	if b.right {
		exit = 0
		expect(m.score() == 1, "it is right, and does not score 100 %%")
	} else if !b.mostly || b.outcome != certify.Crash {
		expect(m.score() <= maxScore, "it scores above %v %%", 100*maxScore)
	}
	expect(m.exit == exit, "exit code %d, not %d: %s", m.exit, exit, m.messages)
	expect(total > 0, "no cases were planned")
	expect(m.footer.Get("end").Text() == string(b.end), "it does not end with %q", b.end)
	expect((run == 0) == (b.outcome == ""), "%d cases were run", run)
	expect(b.mostly || b.outcome == "" || float64(m.count(b.outcome)) >= (1-maxScore)*float64(run), "its outcome is not %s", b.outcome)
	expect(!b.mostly || m.count(certify.Crash) > 0, "no crash was seen")
	expect(m.time < maxTime, "it takes more than %v", maxTime)
	expect(len(m.left) == 0, "processes are left: %q", m.left)
	return faults
}
