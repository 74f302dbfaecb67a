package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/compare"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// outside measures what a list of known failures hides: it plants the faults around another implementation and counts the
// cases until certifying it under the list sees each.
type outside struct {
	subject protocol.Subject
	known   knownfailures.File
	seed    uint64
	limit   int          // cases after which a fault has escaped
	control func() error // whether the implementation is right in the fixtures without a fault; it is asked once
}

// The ends of a planted fault.
const (
	isCaught  = "caught"
	hasEscape = "ESCAPED"
	noEffect  = "no effect" // it changes nothing that this implementation answers
)

// newOutside starts the implementation, which has to be right under the list.
func newOutside(ctx context.Context, target, list string, seed uint64, limit int) (o outside, done func(), err error) {
	text, err := os.ReadFile(list)
	if err != nil {
		return o, nil, err
	}
	if o.known, err = knownfailures.Parse(text); err != nil {
		return o, nil, fmt.Errorf("%s: %w", list, err)
	}
	words := strings.Fields(target)
	if len(words) == 0 {
		return o, nil, errors.New("-target is no command line")
	}
	child := process.NewChild(func() *exec.Cmd { return exec.Command(words[0], words[1:]...) }, process.Limits{Answer: 10 * time.Second})
	o = newPlanted(ctx, child, o.known, seed, limit)
	if err := o.isRight(ctx, o.generated(limit)); err != nil {
		child.Close()
		return o, nil, err
	}
	return o, child.Close, nil
}

// newPlanted measures a subject whose fixtures are asked without a fault when a fault first comes to them.
func newPlanted(ctx context.Context, subject protocol.Subject, known knownfailures.File, seed uint64, limit int) outside {
	o := outside{subject: subject, known: known, seed: seed, limit: limit}
	o.control = sync.OnceValue(func() error { return o.isRight(ctx, o.fixtures()) })
	return o
}

// isRight makes sure that nothing is found without a fault: else every fault would count as seen.
func (o outside) isRight(ctx context.Context, config certify.Config) error {
	report, err := certify.Run(ctx, o.subject, config)
	if err == nil && !report.Certified() {
		err = fmt.Errorf("without a planted fault it is not certified either:\n%s", report)
	}
	return err
}

// generated are that many generated cases, at least one.
func (o outside) generated(cases int) certify.Config {
	return certify.Config{Known: o.known, Cases: max(1, cases), Seed: o.seed, WithoutFixtures: true, MaxFailures: 1}
}

func (o outside) fixtures() certify.Config {
	return certify.Config{Known: o.known, Cases: -1, Seed: o.seed, MaxFailures: 1}
}

// hunt plants a fault, and returns the number of cases until it was seen, or what else came of it. The fixtures come after
// the generated cases.
func (o outside) hunt(ctx context.Context, fault faults.Fault) (end string, cases int, err error) {
	if effect, err := o.hasEffect(ctx, fault); err != nil || !effect {
		return noEffect, 0, err
	}
	for _, config := range []certify.Config{o.generated(o.limit / 10), o.generated(o.limit), o.fixtures()} {
		if !config.WithoutFixtures {
			if err := o.control(); err != nil {
				return "", 0, fmt.Errorf("the fixtures: %w", err)
			}
		}
		report, err := certify.Run(ctx, fault.Wrap(o.subject), config)
		if err != nil {
			return "", 0, err
		}
		for i, result := range report.Results {
			if len(result.Findings) > 0 {
				return isCaught, i + 1 + max(0, -config.Cases)*o.limit, nil
			}
		}
	}
	return hasEscape, o.limit, nil
}

// hasEffect reports whether the fault changes the answer to any of the cases.
func (o outside) hasEffect(ctx context.Context, fault faults.Fault) (bool, error) {
	d, _ := dialect.ByName(chatrecord.Dialect)
	wrapped := fault.Wrap(o.subject)
	for n := range o.limit {
		request := d.Case(o.seed, n).Request(jsvalue.IntValue(1))
		right, rightErr := o.subject.Call(ctx, request)
		wrong, wrongErr := wrapped.Call(ctx, request)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if (rightErr == nil) != (wrongErr == nil) || rightErr == nil && !jsvalue.Equal(compare.Plain(right), compare.Plain(wrong)) {
			return true, nil
		}
	}
	return false, nil
}

// measureAll prints a table, and returns how many faults escaped; only is the id of the one to plant, "" all.
func (o outside) measureAll(ctx context.Context, w io.Writer, only string) (escaped int, err error) {
	const row = "%-36s %-10s %5v\n"
	fmt.Fprintf(w, row, "FAULT", "END", "CASES")
	ends := map[string]int{}
	for _, fault := range faults.All() {
		if only != "" && fault.ID != only {
			continue
		}
		end, cases, err := o.hunt(ctx, fault)
		if err != nil {
			return escaped, fmt.Errorf("%s: %w", fault.ID, err)
		}
		ends[end]++
		fmt.Fprintf(w, row, fault.ID, end, cases)
	}
	fmt.Fprintf(w, "\n%d caught, %d escaped, %d without effect on this implementation\n", ends[isCaught], ends[hasEscape], ends[noEffect])
	return ends[hasEscape], nil
}
