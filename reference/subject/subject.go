// Package subject puts the kernels behind the interface of the protocol, as every other implementation stands behind it.
//
// It promises: whatever a request holds, the answer is a result, a coded error or unsupported (TP-PROTO-05); what the
// package offers is one table, operations, and Describe tells no more and no less than that table. Start at New.
package subject

import (
	"context"

	"github.com/transcriptspec/transcriptspec/spec"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// Reference is the reference implementation as a protocol.Subject. It keeps nothing between calls, and can be used by
// several goroutines at once.
type Reference struct{ version string }

var _ protocol.Subject = Reference{}

// New makes the reference; version is that of the program that carries it.
func New(version string) Reference { return Reference{version} }

// Describe names the operations and the specification they follow (TP-PROTO-12).
func (r Reference) Describe(ctx context.Context) (protocol.Description, error) {
	return protocol.Description{
		Protocol: protocol.Version, Spec: spec.Version, Concurrency: 1,
		Name: "transcriptspec reference", Version: r.version, Language: "go", Dialects: dialects(),
	}, ctx.Err()
}

// Call runs one operation to its end; the context is looked at only before. The error is that of the context.
func (r Reference) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	if err := ctx.Err(); err != nil {
		return protocol.Answer{}, err
	}
	row, why := find(request.Dialect, request.Op)
	if row.run == nil { // TP-PROTO-06
		return protocol.Unsupported(why), nil
	}
	if !request.HasValidOptions() { // TP-PROTO-09
		return protocol.Fail(protocol.BadOptions, "options is neither an object nor null"), nil
	}
	result, err := row.run(request)
	if err != nil {
		failed := coded(err)
		return protocol.Fail(failed.Code, failed.Message), nil
	}
	return row.answer(result), nil
}
