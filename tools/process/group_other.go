//go:build !unix

package process

import "os/exec"

// ownGroup does nothing: this system has no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends the command.
func killGroup(command *exec.Cmd) { command.Process.Kill() } // it may have ended already
