// Package process puts a limit around an implementation: what keeps it from answering becomes an error with a name, and
// the caller goes on.
//
// It promises: an implementation that ends without an answer, takes more memory than it may, or says that it failed
// inside, is a *Crash; one that does not answer in time is a *Hang; one that writes something that is no answer, or more
// than an answer, is a *ProtocolError; one that the system does not start is a *StartError; nothing else is any of these. What a child process costs in time and memory is
// bounded by its Limits, whatever it writes or leaves unread. A child that failed is killed with all that it started (on
// systems other than Linux: with those that did not leave its process group, see EndsDescendants), its pipes are closed,
// so that nobody who holds the other ends can keep the caller, and the next question starts a new one. Start at Guard for
// implementations in this process, at NewChild for others.
package process
