// Package process puts a limit around an implementation: what keeps it from answering becomes an error with a name, and
// the caller goes on.
//
// It promises: an implementation that ends without an answer, or says that it failed inside, is a *Crash; one that does
// not answer in time is a *Hang; one that writes something that is no answer is a *ProtocolError; nothing else is any of
// these. A child process that failed is killed with the group of what it started, its pipes are closed, so that a
// descendant that left the group cannot keep the caller, and the next question starts a new one. Start at Guard for
// implementations in this process, at NewChild for others.
package process
