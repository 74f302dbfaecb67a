// Package targets holds the bodies of the fuzz targets, which all engines share: go test -fuzz, go-fuzz and libFuzzer.
//
// It promises: any bytes are a question; what an engine sees is a panic or nothing; before that, the case was made small
// and written down as a capsule, and the panic says where and how to run it again; an input that takes longer than Limit
// is reported as a hang, before the engine ends the process without a word. Start at List; a Target says what its bytes
// mean, Target.Run is the body, and Fuzz the form of it that go-fuzz and libFuzzer call.
package targets

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"sync"
	"time"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// Limit is how long one input may take for an engine. The one of go test ends a process after 10 s, and says nothing.
const Limit = 2 * time.Second

// patience is the limit where seeds are run as plain tests, on a machine that may have other things to do.
const patience = 10 * time.Second

// limit is Limit, unless this is go test without -fuzz.
func limit() time.Duration {
	engine := flag.Lookup("test.fuzz")
	if engine != nil && engine.Value.String() == "" && !isWorker() {
		return patience
	}
	return Limit
}

// Target is one fuzz target. It has either Case or Property.
type Target struct {
	Name string // as go test knows it
	Says string // what the bytes are, and what must hold

	// Case is the question that the bytes stand for; false if they stand for none. The answer is judged by the checks of the
	// model that Checks names for the bytes, by its invariants and one relation if that is nil.
	Case       func(data []byte) (testcase.Case, bool)
	Checks     func(data []byte) []string
	ReadsFiles bool // the bytes are a session file, and not choices of a generator

	// Property is what must hold of the bytes themselves; an error says what does not.
	Property func(ctx context.Context, data []byte) error

	Seeds func() [][]byte // where an engine begins
}

// List is all targets, in the order in which they are run.
func List() []Target {
	return []Target{
		decode, reader, project, projectStructured, replayPages, compactUpdates, state, protocolLines,
		sessionRawReader, sessionRawWriter, sessionRawPages,
		eventParse, eventEntries, eventRows, eventRowsGrowing, eventStore, eventMerge, eventRepair, eventPages,
	}
}

// ByName finds a target.
func ByName(name string) (Target, bool) {
	for _, t := range List() {
		if t.Name == name {
			return t, true
		}
	}
	return Target{}, false
}

// Failure is what an engine is told.
type Failure struct {
	Finding judge.Finding
	Case    testcase.Case // as small as it got
	Capsule string        // path of the file
	Command string        // runs it again
}

func (f *Failure) Error() string {
	text := fmt.Sprintf("%s\n%s\ncapsule: %s", f.Finding, sanitize.Text(f.Finding.Stack), f.Capsule)
	if f.Command != "" {
		text += "\nagain:   " + f.Command
	}
	return text
}

// Run is the body: it returns nil if nothing is wrong, a *Failure if something is, and another error if the context is
// done. The first failure of its kind in a process is shrunk and written to the directory of capsules; an engine that goes
// on to try smaller bytes is then told at once.
func (t Target) Run(ctx context.Context, data []byte) error {
	found, err := t.Find(ctx, data)
	if err != nil || found == nil || found.Finding.Outcome == capsule.Hang && !found.comesBack(ctx) {
		return err
	}
	return found.report(ctx)
}

// Fuzz is the body for engines that know panics only. It returns 1 for bytes that were a question, 0 for others, as
// go-fuzz wants it.
func (t Target) Fuzz(data []byte) int {
	look, err := t.within(context.Background(), data)
	switch {
	case err != nil:
		panic(err)
	case look.found != nil:
		panic(look.found.report(context.Background()).Error())
	case !look.asked:
		return 0
	}
	return 1
}

// Found is the first finding about an input.
type Found struct {
	Target  Target
	Case    testcase.Case
	Finding judge.Finding
	data    []byte // the input
}

// Find asks what the bytes stand for, and returns nil if nothing is wrong with the answer.
func (t Target) Find(ctx context.Context, data []byte) (*Found, error) {
	look, err := t.within(ctx, data)
	return look.found, err
}

// look is what came of one input.
type look struct {
	asked bool // the bytes are a question
	found *Found
	err   error
}

// within looks no longer than the limit. What takes longer keeps its goroutine.
func (t Target) within(ctx context.Context, data []byte) (look, error) {
	recordFixtures() // what is made once counts for no input
	models()
	return t.lookFor(ctx, data, limit())
}

func (t Target) lookFor(ctx context.Context, data []byte, allowed time.Duration) (look, error) {
	made := make(chan testcase.Case, 1)
	looks := make(chan look, 1)
	go func() { looks <- t.look(ctx, data, made) }()
	timer := time.NewTimer(allowed)
	defer timer.Stop()
	select {
	case l := <-looks:
		return l, l.err
	case <-ctx.Done():
		return look{}, ctx.Err()
	case <-timer.C:
	}
	c := t.raw(data)
	select {
	case c = <-made:
	default: // it takes that long to make the case
	}
	hang := &process.Hang{Limit: allowed}
	return look{asked: true, found: &Found{Target: t, Case: c, data: data, Finding: judge.Finding{
		Outcome: capsule.Hang, Check: checkOf(c), Rules: []string{"CR-JS-09"}, Message: hang.Error(),
	}}}, nil
}

// raw is the bytes themselves as a case: that of a property, and of a target for which the making of a case failed.
func (t Target) raw(data []byte) testcase.Case {
	return testcase.Case{Op: t.Name, Input: textOf(data)}
}

func checkOf(c testcase.Case) string {
	if c.Dialect == "" {
		return c.Op
	}
	return judge.CheckAnswers
}

// look makes the case, says so on made, and judges it. A panic is a finding: of the case if there is one, else of the bytes.
func (t Target) look(ctx context.Context, data []byte, made chan<- testcase.Case) (l look) {
	c := t.raw(data)
	defer func() {
		if cause := recover(); cause != nil {
			l = look{asked: true, found: &Found{Target: t, Case: c, data: data, Finding: judge.Finding{
				Outcome: capsule.Crash, Check: checkOf(c), Message: fmt.Sprint("panic: ", cause), Stack: string(debug.Stack()),
			}}}
		}
	}()
	if t.Property != nil {
		if err := t.Property(ctx, data); err != nil {
			l.found = &Found{Target: t, Case: c, data: data, Finding: judge.Finding{Outcome: capsule.Fail, Check: t.Name, Message: err.Error()}}
		}
		return look{asked: true, found: l.found}
	}
	question, ok := t.Case(data)
	if !ok {
		return look{}
	}
	c = question
	made <- c
	findings, err := judged(ctx, c, t.checks(c, data))
	if err != nil {
		return look{err: err}
	}
	l = look{asked: true}
	if len(findings) > 0 {
		l.found = &Found{Target: t, Case: c, data: data, Finding: findings[0]}
	}
	return l
}

func (t Target) checks(c testcase.Case, data []byte) []string {
	if t.Checks != nil {
		return t.Checks(data)
	}
	return invariantsAndOneRelation(c, data)
}

// invariantsAndOneRelation are all invariants, which are cheap, and the relation that the bytes pick: relations ask again
// and again, and an engine comes by with many bytes.
func invariantsAndOneRelation(c testcase.Case, data []byte) []string {
	m := modelOf(c)
	var checks []string
	for _, invariant := range m.Invariants {
		checks = append(checks, invariant.ID)
	}
	if len(m.Relations) == 0 {
		return checks
	}
	hash := fnv.New32a()
	hash.Write(data)
	return append(checks, m.Relations[hash.Sum32()%uint32(len(m.Relations))].ID)
}

// models are those of the dialects by name. They are made once: one is asked for with every input.
var models = sync.OnceValue(func() map[string]model.Model {
	byName := map[string]model.Model{}
	for _, d := range dialect.All() {
		byName[d.Name] = d.Model
	}
	return byName
})

func modelOf(c testcase.Case) model.Model { return models()[c.Dialect] }

// reference is the judge over the reference in this process. Panics are errors; the time is limited by within.
func reference(ctx context.Context, c testcase.Case) (*judge.Judge, error) {
	return judge.New(ctx, process.Guard(subject.New("fuzz"), 0), modelOf(c))
}

func judged(ctx context.Context, c testcase.Case, checks []string) ([]judge.Finding, error) {
	j, err := reference(ctx, c)
	if err != nil {
		return nil, err
	}
	return j.Case(ctx, c, checks...)
}

// RunCase judges a case of a property test by the whole model, as Run judges bytes. origin says where it came from.
func RunCase(ctx context.Context, origin string, c testcase.Case) error {
	t := Target{
		Name: origin, Case: func([]byte) (testcase.Case, bool) { return c, true },
		Checks: func([]byte) []string { return modelOf(c).IDs() },
	}
	return t.Run(ctx, nil)
}
