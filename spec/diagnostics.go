package spec

import (
	_ "embed"
	"slices"
	"sync"
)

//go:embed diagnostics.json
var diagnosticsJSON []byte

// DiagnosticCode says what a code means. Severity and AffectsCompleteness never change for a published code.
type DiagnosticCode struct {
	Code                string `json:"code"`
	Severity            string `json:"severity"`
	AffectsCompleteness bool   `json:"affectsCompleteness"`
	Origin              string `json:"origin"`
	Meaning             string `json:"meaning"`
}

type diagnosticTable struct {
	list   []DiagnosticCode
	byName map[string]DiagnosticCode
}

var diagnosticCodes = sync.OnceValue(func() diagnosticTable {
	table := diagnosticTable{
		list:   mustParse[[]DiagnosticCode]("diagnostics.json", diagnosticsJSON),
		byName: map[string]DiagnosticCode{},
	}
	for _, code := range table.list {
		table.byName[code.Code] = code
	}
	return table
})

// DiagnosticCodeByName returns the entry of a code.
func DiagnosticCodeByName(code string) (DiagnosticCode, bool) {
	entry, ok := diagnosticCodes().byName[code]
	return entry, ok
}

// DiagnosticCodes returns all codes, the affecting ones first. The slice is the caller's own.
func DiagnosticCodes() []DiagnosticCode { return slices.Clone(diagnosticCodes().list) }
