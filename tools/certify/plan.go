package certify

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/spec/testcase"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// Planned is one case of a plan.
type Planned struct {
	Case    testcase.Case
	Source  string   // where it comes from: "probes/FILE" and the like, or "seed 1 case 7"
	Rules   []string // that a fixture stands for
	Fixture bool
	Whole   bool // all relations judge it, not only one
	Growth  bool // it is large, and only the time that it takes is judged
	Kept    bool // it was to lose features that Config.Known names, and these could not be taken out

	digest string // of Case; "" is that it was not made yet
}

// Digest is that of the case.
func (p Planned) Digest() string {
	if p.digest == "" {
		return p.Case.Digest()
	}
	return p.digest
}

// ID is that of the case.
func (p Planned) ID() string { return testcase.IDOf(p.Case.Name, p.Digest()) }

// Plan is the cases of a run in their fixed order, each question once: the fixtures, then the generated cases.
type Plan struct {
	Cases []Planned
	All   int // how many there would be if none were left out by Only, Rules, Features and Profile
	Later int // how many of All the profile leaves out

	// Missing is how many sessions were not found that ask for an operation of the subject, so that it is asked fewer than
	// Config.Cases.
	Missing int
}

// NewPlan makes the plan that a configuration asks for, of a subject that has all operations. The error is a *UsageError, or says that the kit is broken.
func NewPlan(config Config) (Plan, error) {
	config = config.withDefaults()
	d, err := config.check()
	if err != nil {
		return Plan{}, err
	}
	var plan Plan
	seen, all := map[string]bool{}, map[string]bool{}
	add := func(p Planned) {
		p.digest = p.Digest()
		if config.Profile == Document && !all[p.digest] && isLater(d, p) {
			plan.Later++
		}
		all[p.digest] = true
		if !seen[p.digest] && config.selects(d, p) {
			seen[p.digest] = true
			plan.Cases = append(plan.Cases, p)
		}
	}
	if !config.WithoutFixtures {
		fixed, err := fixturesOf(d)
		if err != nil {
			return Plan{}, err
		}
		for _, p := range fixed.planned {
			add(p)
		}
	}
	generated, missing, err := plannedCases(d, config)
	if err != nil {
		return Plan{}, err
	}
	plan.Missing = missing
	for _, p := range generated {
		add(p)
	}
	if config.Growth {
		for _, p := range growthCases(d) {
			add(p)
		}
	}
	if large := func(p Planned) bool { return p.Growth }; config.Growth && len(config.Only) == 0 && !slices.ContainsFunc(plan.Cases, large) {
		return plan, wrong("no_cases", "no large case is among those that were asked for")
	}
	plan.All = len(all)
	if len(plan.Cases) == 0 {
		return plan, config.noCases(d, plan)
	}
	return plan, nil
}

// noCases says why none is left.
func (c Config) noCases(d dialect.Dialect, plan Plan) error {
	why := ""
	for _, rule := range c.Rules {
		why += "; " + whyNoCase(d, rule)
	}
	if plan.Later > 0 {
		why += fmt.Sprintf("; the profile leaves out %d of %d cases", plan.Later, plan.All)
	}
	return wrong("no_cases", "no case of the plan is what was asked for%s", why)
}

// manyRecords is where judging by all relations, each of which asks again, takes longer than what it finds is worth.
const manyRecords = 5_000

// fixed are the fixtures of a dialect.
type fixed struct {
	planned []Planned          // all of them
	mutable []fixtures.Fixture // those that mutants are made of
}

// allFixed are the fixtures by dialect: to decode all of them, and to look for their features, takes seconds.
var allFixed = struct {
	sync.Mutex
	of map[string]fixed
}{of: map[string]fixed{}}

// fixturesOf are the fixtures of a dialect; what it gives is not to be changed.
func fixturesOf(d dialect.Dialect) (fixed, error) {
	allFixed.Lock()
	defer allFixed.Unlock()
	if all, ok := allFixed.of[d.Name]; ok {
		return all, nil
	}
	var all fixed
	for _, group := range fixtures.Groups() {
		list, err := fixtures.Load(d.Name, group)
		if err != nil {
			return fixed{}, err
		}
		for _, fixture := range list {
			all.planned = append(all.planned, plannedFixture(d, fixture))
			if isMutable(fixture) {
				all.mutable = append(all.mutable, fixture)
			}
		}
	}
	allFixed.of[d.Name] = all
	return all, nil
}

func plannedFixture(d dialect.Dialect, fixture fixtures.Fixture) Planned {
	name := string(fixture.Group) + "/" + fixture.File
	c := testcase.Case{Dialect: d.Name, Op: cmp.Or(fixture.Op, "project"), Options: fixture.Options, Name: name}
	switch {
	case fixture.Files != nil:
		var files []protocol.File
		for _, file := range fixture.Files {
			files = append(files, protocol.File(file))
		}
		c.Input = protocol.FilesOf(files...)
	case fixture.HasText:
		c.Op, c.Input = cmp.Or(fixture.Op, "read"), protocol.TextOf(fixture.Text)
	case !fixture.RecordsArgument.IsUndefined():
		c.Input = protocol.ValueOf(fixture.RecordsArgument)
	default:
		c.Input = protocol.TextOf(textOf(fixture.Records))
	}
	if len(fixture.Records) <= manyRecords { // to look for all features of more takes longer than to judge the rest of a small plan
		c.Features = d.FeaturesOf(c)
	}
	return Planned{
		Case: c, Source: name, Rules: fixture.Rules, Fixture: true, Whole: len(fixture.Records) <= manyRecords, digest: c.Digest(),
	}
}

// textOf is the records as a file.
func textOf(records []jsvalue.Value) string {
	var text []byte
	for _, record := range records {
		text = append(jsvalue.Append(text, record), '\n')
	}
	return string(text)
}

// selects reports whether a case is one that the configuration asks for.
func (c Config) selects(d dialect.Dialect, p Planned) bool {
	if c.Profile == Document && isLater(d, p) {
		return false
	}
	return asks(c.Only, func(id string) bool { return testcase.DigestOf(id) == p.digest }) &&
		asks(c.Rules, func(id string) bool {
			return slices.Contains(p.Rules, id) || slices.Contains(rulesOfFeatures(d, p), id)
		}) &&
		asks(c.Features, func(name string) bool { return slices.Contains(p.Case.Features, name) })
}

// asks reports whether one of the list is met; an empty list asks for nothing.
func asks(list []string, met func(string) bool) bool {
	return len(list) == 0 || slices.ContainsFunc(list, met)
}

// isLater reports whether a case is about something that the document of the format does not have.
func isLater(d dialect.Dialect, p Planned) bool {
	for _, name := range p.Case.Features {
		if feature, ok := featureByName(d, name); ok && feature.Later {
			return true
		}
	}
	return slices.ContainsFunc(spec.Rules(), func(r spec.Rule) bool { return r.Later && slices.Contains(p.Rules, r.ID) })
}

func rulesOfFeatures(d dialect.Dialect, p Planned) []string {
	var rules []string
	for _, name := range p.Case.Features {
		if feature, ok := featureByName(d, name); ok {
			rules = append(rules, feature.Rules...)
		}
	}
	return rules
}

func featureByName(d dialect.Dialect, name string) (model.Feature, bool) {
	i := slices.IndexFunc(d.Features, func(f model.Feature) bool { return f.Name == name })
	if i < 0 {
		return model.Feature{}, false
	}
	return d.Features[i], true
}

// Digest names the list of cases: two plans with one digest ask the same questions in the same order.
func (p Plan) Digest() string {
	var ids []string
	for _, one := range p.Cases {
		ids = append(ids, one.ID())
	}
	return report.PlanDigest(ids)
}
