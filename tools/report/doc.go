// Package report is what came of certifying an implementation: one stream of events, and all reports that are made of it.
//
// It promises: a report is exactly its events, in their order, so that one that is read back, or merged from shards, gives
// the same text, JUnit file and HTML page as the run itself; the same run gives the same bytes, for no event has a time in
// it; a report that was cut, mended by hand or put together from parts that do not belong together is found out and is
// never certified; no text of a subject acts on a terminal or a browser. Start at Report; Writer and Read are the file
// form, Merge puts shards together, and WriteText, WriteJUnit and WriteHTML are for people and for other programs.
//
// # The file form, version 1
//
// One JSON object a line, in ASCII, with LF at the end of each. Members that a reader does not know are to be ignored; a
// change that would mislead such a reader gives a new version. "kind" says which event it is:
//
//	{"kind":"header","format":1,...}   Header: who was asked what. It is the first line
//	{"kind":"case",...}                Case: what became of a case, in the order of the plan
//	{"kind":"failure",...}             Failure: all findings of one kind, the gravest first
//	{"kind":"footer",...}              Footer: the verdict. It is the last line
//
// The fields of the Go types, by the names in their tags, are the members. The lines are written while the run goes on. A
// file without a footer is of a run that was killed: what it has is good, and it is no verdict. The footer has the number
// of case lines as "cases" and, as "sha256", the SHA-256 in hexadecimal digits of all lines before it, line feeds
// included, so that a line that is missing or was changed shows.
package report
