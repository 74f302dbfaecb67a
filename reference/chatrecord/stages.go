package chatrecord

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/prepare"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// PrepareValue is the first half of ProjectValue: the untrusted records as the chain that ends at options.leafUuid. Other
// options do not count. The error is always an *InputError.
func PrepareValue(records, options jsvalue.Value) (prepare.Prepared, error) {
	list, parsed, err := parseArguments(records, options)
	if err != nil {
		return prepare.Prepared{}, err
	}
	prepared, err := prepare.Prepare(list, parsed.LeafUUID)
	if err != nil {
		return prepare.Prepared{}, inputError(err)
	}
	return prepared, nil
}

// Reduce is the last stage of Project by itself: updates, in order, as blocks, with what the reduction has to say
// (CR-PREP-26 e to g). Of the options only MaxBlocks counts. The error is always an *InputError.
func Reduce(updates []update.Update, options Options) (Projection, error) {
	if err := options.validate(); err != nil {
		return Projection{}, err
	}
	p := newProjector(prepare.Prepared{})
	for _, u := range updates {
		p.reducer.Reduce(u)
	}
	p.reducer.Finalize()
	return p.projection(options), nil
}

// validate demands a MaxBlocks that is possible (CR-PREP-02).
func (o Options) validate() error {
	if o.MaxBlocks != nil && (*o.MaxBlocks < 1 || *o.MaxBlocks > maxSafeInteger) {
		return &InputError{InvalidMaxBlocks, "maxBlocks must be a whole number from 1 to 2^53-1"}
	}
	return nil
}

// parseArguments reads untrusted arguments: an array of records, and options.
func parseArguments(records, options jsvalue.Value) ([]jsvalue.Value, Options, error) {
	if !records.IsArray() { // CR-PREP-01
		return nil, Options{}, &InputError{InvalidRecords, "the records are not a list"}
	}
	parsed, err := ParseOptions(options)
	if err != nil {
		return nil, Options{}, err
	}
	list := make([]jsvalue.Value, 0, records.Len())
	for _, record := range records.Elements() {
		list = append(list, record)
	}
	return list, parsed, nil
}
