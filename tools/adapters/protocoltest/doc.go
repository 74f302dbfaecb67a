// Package protocoltest holds a subject behind a pipe to section 8 of SPEC.md: lines that are right and wrong, and what has
// to come back. It promises that the reference passes. Start at Check.
package protocoltest
