// Package protocol is how a program that is judged, and the program that judges it, talk: one JSON object a line each
// way, version 1.
//
// It promises: any bytes are a request or a coded error, never a panic; each line that is not blank gets exactly one
// answer; what is written is ASCII, so that no pipe, shell or log can change it, and reads back as it was, lone
// surrogates included. Start at Subject, which is the interface on both sides of the pipe;
// Serve puts one behind a pair of streams, so that a Go program joins with one call. Request and Answer are the two
// messages, and a LineReader finds them in a stream.
package protocol
