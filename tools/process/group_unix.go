//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command the leader of a process group of its own.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the command and all that it started.
func killGroup(command *exec.Cmd) { syscall.Kill(-command.Process.Pid, syscall.SIGKILL) } // it may have ended already
