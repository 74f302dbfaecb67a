//go:build !linux

package process

import "os/exec"

// EndsDescendants reports whether what a Child starts is ended with it even if it leaves its process group: not here.
func EndsDescendants() bool { return false }

// Alone says that this program starts no processes but those of Children. It makes a difference on Linux only.
func Alone() {}

// family is nobody: this system does not say who started whom.
type family struct{}

func startFamily(command *exec.Cmd) (*family, error) { return &family{}, command.Start() }

func (*family) memory() int64 { return 0 }

func (*family) end() {}
