package certify

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/dialect"
	"github.com/transcriptspec/transcriptspec/tools/judge"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
	"github.com/transcriptspec/transcriptspec/tools/report"
)

// Profile says which inputs are used and what is compared. It never changes what the reference answers.
type Profile string

// The profiles.
const (
	Document Profile = "document" // what the document of the format defines: no later features; diagnostic codes of this project are not compared with the reference
	Current  Profile = "current"  // all of it
)

// The defaults of a Config.
const (
	DefaultCases       = 2_000
	DefaultTimeout     = 10 * time.Second
	DefaultShrinkTime  = 5 * time.Second
	DefaultMaxCapsules = 10
)

// Config says what is asked and how far to go. The zero value is ready.
type Config struct {
	Dialect string  // "" is chatrecord
	Profile Profile // "" is Current
	Cases   int     // generated cases of operations that the subject has; 0 is DefaultCases, below 0 none

	WithoutFixtures bool   // only generated cases
	WithoutLanes    bool   // generated cases keep the features that Known names, as they do without Known
	Seed            uint64 // of the generated cases
	Growth          bool   // also large cases, of which the time is judged: that takes a minute, and a quiet machine

	// Only cases with one of these ids (the digest at their end counts), that stand for one of these rules, or that have
	// one of these features; each list narrows the plan further, an empty one does not.
	Only, Rules, Features []string

	operations []string // that the subject names; nil is that nobody asked it, and stands for all

	Shard report.Shard // only this part of the plan; the zero value is all of it

	// Reference is what answers are held against; nil is the reference in this program. It has to have all operations. A
	// process.Child is started once more for each worker and stays the caller's to close; another one has to be safe for
	// concurrent use. That it fails is the kit's failure, not the subject's.
	Reference protocol.Subject

	Known    knownfailures.File // what is known to fail; the zero value knows nothing
	Strict   bool               // an entry of Known that is stale, too wide or without a link is a failure
	Baseline bool               // make Report.Baseline

	Workers     int           // cases that are judged side by side; 0 is 1. A process.Child is started once more for each; another subject has to be safe for concurrent use
	Timeout     time.Duration // of each answer; 0 is DefaultTimeout. A process.Child has its own
	Budget      time.Duration // of the cases together; what is left then is not run; 0 is no limit
	MaxFailures int           // cases with findings after which the rest is not run; 0 is no limit

	Capsules    string        // directory for capsules; "" writes none
	MaxCapsules int           // 0 is DefaultMaxCapsules
	ShrinkTime  time.Duration // for each capsule; 0 is DefaultShrinkTime

	Command  string                   // what runs this again, without the case; it stands in reports and, without Repro, in capsules
	Repro    func(file string) string // what asks about the case of the capsule in a file; nil is that nobody says
	Progress func(Progress)           // is told of every case, and of every step of what is made of them; nil tells nobody
	Events   func(report.Event)       // is told the report while it comes to be, event by event; nil tells nobody
}

// Progress is where a stage of a run stands: so many of so many cases or kinds of failure.
type Progress struct {
	Stage         string // for people; "" is the cases of the plan, of which Failed have findings
	Done, Planned int
	Failed        int
}

// UsageError says that a Config asks for something that is not there. Code is a contract, Message is for people.
type UsageError struct{ Code, Message string }

func (e *UsageError) Error() string { return e.Code + ": " + e.Message }

func wrong(code, format string, args ...any) error {
	return &UsageError{code, fmt.Sprintf(format, args...)}
}

// withDefaults fills in what is not said.
func (c Config) withDefaults() Config {
	c.Dialect = cmp.Or(c.Dialect, "chatrecord")
	c.Profile = cmp.Or(c.Profile, Current)
	c.Cases = cmp.Or(c.Cases, DefaultCases) // below 0 stays, so that to fill in twice changes nothing
	c.Timeout = cmp.Or(c.Timeout, DefaultTimeout)
	c.MaxCapsules = cmp.Or(c.MaxCapsules, DefaultMaxCapsules)
	c.ShrinkTime = cmp.Or(c.ShrinkTime, DefaultShrinkTime)
	return c
}

// check returns the dialect.
func (c Config) check() (dialect.Dialect, error) {
	d, ok := dialect.ByName(c.Dialect)
	if !ok {
		return d, wrong("unknown_dialect", "there is no dialect %q; there is %q", c.Dialect, dialect.Names())
	}
	if c.Profile != Document && c.Profile != Current {
		return d, wrong("unknown_profile", "there is no profile %q; there are %q and %q", c.Profile, Document, Current)
	}
	if s := c.Shard; s != (report.Shard{}) && (s.Index < 1 || s.Index > s.Count) {
		return d, wrong("bad_shard", "there is no shard %v", s)
	}
	for _, id := range c.Rules {
		if !slices.ContainsFunc(spec.Rules(), func(r spec.Rule) bool { return r.ID == id }) {
			return d, wrong("unknown_rule", "there is no rule %q; SPEC.md has them", id)
		}
	}
	for _, name := range c.Features {
		if _, ok := featureByName(d, name); !ok {
			return d, wrong("unknown_feature", "there is no feature %q; %s lists them", name, listsFeatures(d))
		}
	}
	return d, c.checkKnown(d)
}

// listsFeatures is the command that does.
func listsFeatures(d dialect.Dialect) string {
	if d.Name == "chatrecord" {
		return "transcript gen --stats"
	}
	return "transcript gen --stats --dialect " + d.Name
}

// checkKnown says what the list of known failures names that is not there.
func (c Config) checkKnown(d dialect.Dialect) error {
	if c.Known.Dialect != "" && c.Known.Dialect != d.Name {
		return wrong("bad_known_failures", "the known failures are of dialect %q, the run is of %q", c.Known.Dialect, d.Name)
	}
	checks := append(d.Model.IDs(), judge.CheckAnswers, CheckSchema, CheckReference, CheckStages, CheckGrowth)
	for _, feature := range c.Known.Features {
		if _, ok := featureByName(d, feature.Feature); !ok {
			return wrong("bad_known_failures", "there is no feature %q; %s lists them", feature.Feature, listsFeatures(d))
		}
		for _, failure := range feature.Failures {
			if !slices.Contains(checks, failure.Check) {
				return wrong("bad_known_failures", "feature %s: there is no check %q", feature.Feature, failure.Check)
			}
		}
	}
	for _, relation := range c.Known.Relations {
		if !slices.ContainsFunc(d.Model.Relations, func(r model.Relation) bool { return r.ID == relation.Check }) {
			return wrong("bad_known_failures", "there is no relation %q; other checks need a feature", relation.Check)
		}
	}
	for _, known := range c.Known.Cases {
		if !slices.Contains(checks, known.Check) {
			return wrong("bad_known_failures", "case %s: there is no check %q", known.Case, known.Check)
		}
	}
	return nil
}
