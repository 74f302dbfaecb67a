//go:build !unix

package sessiondir

// withoutWaiting is needed where pipes have names among files.
const withoutWaiting = 0

// syncDirectory has nothing to do where directories cannot be synced.
func syncDirectory(string) error { return nil }
