// Package process puts a limit around an implementation: what keeps it from answering becomes an error with a name, and
// the caller goes on.
//
// It promises: an implementation that ends without an answer is a *Crash, one that does not answer in time is a *Hang, and
// nothing else is either; a child process that hung is killed with all that it started, and the next question starts a
// new one. Start at Guard for implementations in this process, at Child for others.
package process
