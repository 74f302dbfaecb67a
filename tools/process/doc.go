// Package process puts a limit around an implementation: what keeps it from answering becomes an error with a name, and
// the caller goes on.
//
// It promises: a panic is a *Crash, an answer that does not come in time is a *Hang, and nothing else is either. Start at
// Guard, which is for implementations in this process.
package process
