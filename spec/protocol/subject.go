package protocol

import "context"

// Version of the protocol. It is what "protocol" says in the answer to describe.
const Version = 1

// OpDescribe is the operation that asks a program what it is; it belongs to no dialect (TP-PROTO-12).
const OpDescribe = "describe"

// Subject is an implementation of the specification, in this process or behind a pipe.
//
// An Answer is what the implementation said, its refusals and coded errors included. The error is for what kept it from
// answering at all: the process died, the line could not be read, the context is done.
//
// Serve answers describe by Describe, and refuses a request without a dialect by itself; Call gets neither.
type Subject interface {
	Describe(ctx context.Context) (Description, error)
	Call(ctx context.Context, request Request) (Answer, error)
}
