// Package targets holds the bodies of the fuzz targets, which all engines share: go test -fuzz, go-fuzz and libFuzzer.
//
// It promises: any bytes are a question; what an engine sees is a panic or nothing; before that, the case was made small
// and written down as a capsule, and the panic says where and how to run it again; an input that takes longer than Limit
// is reported as a hang, before the engine ends the process without a word. Start at List; a Target says what its bytes
// mean, Target.Run is the body, and Fuzz the form of it that go-fuzz and libFuzzer call.
package targets

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/capsule"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/process"
)

// Limit is how long one input may take. The engine of go test ends a process after 10 s, and says nothing.
const Limit = 2 * time.Second

// Target is one fuzz target. It has either Case or Property.
type Target struct {
	Name string // as go test knows it
	Says string // what the bytes are, and what must hold

	// Case is the question that the bytes stand for; false if they stand for none. The answer is judged by the checks of the
	// model that Checks names for the bytes, by its invariants and one relation if that is nil.
	Case   func(data []byte) (testcase.Case, bool)
	Checks func(data []byte) []string

	// Property is what must hold of the bytes themselves; an error says what does not.
	Property func(ctx context.Context, data []byte) error

	Seeds func() [][]byte // where an engine begins
}

// List is all targets, in the order in which they are run.
func List() []Target {
	return []Target{decode, reader, project, projectStructured, replayPages, compactUpdates, state, protocolLines}
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
	return fmt.Sprintf("%s\n%s\ncapsule: %s\nagain:   %s", f.Finding, f.Finding.Stack, f.Capsule, f.Command)
}

// Run is the body: it returns nil if nothing is wrong. The first failure of its kind in a process is shrunk and written
// to the directory of capsules; an engine that goes on to try smaller bytes is then told at once.
func (t Target) Run(ctx context.Context, data []byte) *Failure {
	found := t.Find(ctx, data)
	if found == nil {
		return nil
	}
	return found.report(ctx)
}

// Fuzz is the body for engines that know panics only. It returns 1 for bytes that were a question, 0 for others, as
// go-fuzz wants it.
func (t Target) Fuzz(data []byte) int {
	if failure := t.Run(context.Background(), data); failure != nil {
		panic(failure.Error())
	}
	if t.Case != nil {
		if _, ok := t.Case(data); !ok {
			return 0
		}
	}
	return 1
}

// Found is the first finding about an input.
type Found struct {
	Target  Target
	Case    testcase.Case
	Finding judge.Finding
}

// Find asks what the bytes stand for, and returns nil if nothing is wrong with the answer.
func (t Target) Find(ctx context.Context, data []byte) *Found {
	c, ok := testcase.Case{Op: t.Name, Input: textOf(data)}, true
	ask := t.again
	if t.Property == nil {
		c, ok = t.Case(data)
		ask = func(ctx context.Context, c testcase.Case) ([]judge.Finding, error) { return t.judge(ctx, c, data) }
	}
	if !ok {
		return nil
	}
	findings, err := ask(ctx, c)
	if err != nil {
		findings = append(findings, judge.Finding{Outcome: capsule.Crash, Check: judge.CheckAnswers, Message: err.Error()})
	}
	if len(findings) == 0 {
		return nil
	}
	return &Found{t, c, findings[0]}
}

// again is the findings about a case of a target with a property: its text is the bytes.
func (t Target) again(ctx context.Context, c testcase.Case) ([]judge.Finding, error) {
	return judge.Property(ctx, t.Name, Limit, func(ctx context.Context) error { return t.Property(ctx, []byte(c.Input.Text())) })
}

func (t Target) judge(ctx context.Context, c testcase.Case, data []byte) ([]judge.Finding, error) {
	j, err := reference(ctx)
	if err != nil {
		return nil, err
	}
	if t.Checks != nil {
		return j.Case(ctx, c, t.Checks(data)...)
	}
	return j.Case(ctx, c, invariantsAndOneRelation(data)...)
}

// invariantsAndOneRelation are all invariants, which are cheap, and the relation that the bytes pick: relations ask again
// and again, and an engine comes by with many bytes.
func invariantsAndOneRelation(data []byte) []string {
	m := chatRecord().Model
	var checks []string
	for _, invariant := range m.Invariants {
		checks = append(checks, invariant.ID)
	}
	if len(m.Relations) == 0 {
		return checks
	}
	hash := fnv.New32a()
	hash.Write(data)
	return append(checks, m.Relations[int(hash.Sum32())%len(m.Relations)].ID)
}

// chatRecord is made once: it is asked for with every input.
var chatRecord = sync.OnceValue(func() dialect.Dialect {
	d, _ := dialect.ByName(chatrecord)
	return d
})

func reference(ctx context.Context) (*judge.Judge, error) {
	return judge.New(ctx, process.Guard(subject.New("fuzz"), Limit), chatRecord().Model)
}

// RunCase judges a case of a property test by the whole model, as Run judges bytes. origin says where it came from.
func RunCase(ctx context.Context, origin string, c testcase.Case) *Failure {
	t := Target{Name: origin, Case: func([]byte) (testcase.Case, bool) { return c, true }, Checks: func([]byte) []string { return chatRecord().Model.IDs() }}
	return t.Run(ctx, nil)
}
