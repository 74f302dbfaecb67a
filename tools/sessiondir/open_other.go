//go:build !unix

package sessiondir

// withoutWaiting is needed where pipes have names among files.
const withoutWaiting = 0
