package subject

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/replay"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// replayRecords is prepared records, in chain order, to {emissions, state, diagnostics}; options gaps, initialState and
// finalize (TP-PROTO-16).
func replayRecords(request protocol.Request) (jsvalue.Value, error) {
	records, err := recordsOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	if !records.IsArray() {
		return jsvalue.Value{}, &chatrecord.InputError{Code: chatrecord.InvalidRecords, Message: "the records are not a list"}
	}
	found := findings{seen: map[diagnostic.Diagnostic]bool{}}
	options, finalize, err := replayOptions(request.Options, &found)
	if err != nil {
		return jsvalue.Value{}, err
	}
	chain := preparedRecords(records, &found)
	machine := replay.New(options)
	var emissions []jsvalue.Value
	for i := range chain {
		for emission := range machine.Project(&chain[i]) {
			emissions = append(emissions, emission.Value())
		}
	}
	if finalize {
		for emission := range machine.Finalize() {
			emissions = append(emissions, emission.Value())
		}
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "emissions", Value: jsvalue.ArrayValue(emissions...)},
		jsvalue.Member{Key: "state", Value: machine.Snapshot().Value()},
		jsvalue.Member{Key: "diagnostics", Value: diagnostic.ListValue(found.list)},
	), nil
}

// replayOptions reads untrusted options (TP-PROTO-09); what a damaged state lost is added to the findings (CR-STATE-04,
// CR-STATE-05).
func replayOptions(value jsvalue.Value, found *findings) (options replay.Options, finalize bool, err error) {
	options = replay.Options{OnDiagnostic: found.once}
	if options.Gaps, err = prepare.ParseGaps(value.Get("gaps")); err != nil {
		return options, false, badOptions("gaps is not a list of {childUuid, missingParentUuid}")
	}
	if initial := value.Get("initialState"); !initial.IsUndefined() {
		state, err := replay.ParseState(initial, found.add)
		if err != nil {
			return options, false, err
		}
		options.InitialState = &state
	}
	last := value.Get("finalize")
	if !last.IsUndefined() && !last.IsBool() {
		return options, false, badOptions("finalize is neither true nor false")
	}
	return options, last.IsUndefined() || last.IsTrue(), nil
}

// preparedRecords validates records that prepare gave, or should have given. What it drops is reported; that a subtype is
// unknown is not, since prepare has said so (TP-PROTO-16).
func preparedRecords(records jsvalue.Value, found *findings) []prepare.Record {
	chain := make([]prepare.Record, 0, records.Len())
	for i, value := range records.Elements() {
		record, ok := prepare.Validate(value, i, func(d diagnostic.Diagnostic) {
			if d.Path() != "subtype" || !value.Get("subtype").IsString() {
				found.add(d)
			}
		})
		if ok {
			chain = append(chain, record)
		}
	}
	return chain
}

// findings are the diagnostics of one call, in order.
type findings struct {
	list []diagnostic.Diagnostic
	seen map[diagnostic.Diagnostic]bool // by Key
}

func (f *findings) add(d diagnostic.Diagnostic) {
	f.list = append(f.list, d)
	f.seen[d.Key()] = true
}

// once adds what was not said before (CR-PREP-27).
func (f *findings) once(d diagnostic.Diagnostic) {
	if !f.seen[d.Key()] {
		f.add(d)
	}
}
