package compare

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// Stages compares two answers to one request for a stage of the projection (prepare, replay or compact): all members as they
// stand, and the diagnostics as those of projections.
func Stages(want, got jsvalue.Value, options Options) []Difference {
	if differences, failed := failures(want, got); failed {
		return differences
	}
	c := comparison{options: options}
	for key, value := range want.Members() {
		if key != "diagnostics" {
			c.walk(key, value, got.Get(key))
		}
	}
	for key, value := range got.Members() {
		if !want.Has(key) && key != "diagnostics" {
			c.add(key, jsvalue.Value{}, value)
		}
	}
	c.diagnostics(c.counted(want.Get("diagnostics")), c.counted(got.Get("diagnostics")))
	return c.differences
}
