//go:build !unix

package sessiondir

// WithoutWaiting is needed where pipes have names among files.
const WithoutWaiting = 0

// syncDirectory has nothing to do where directories cannot be synced.
func syncDirectory(string) error { return nil }
