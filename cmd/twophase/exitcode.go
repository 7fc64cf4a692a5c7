package main

import (
	"errors"
	"os"
	"syscall"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/internal/result"
	"twophase/internal/trace"
)

// Exit codes, as docs/exit-codes.md lists them.
const (
	failed     = 1
	misused    = 2
	runAway    = 3
	terminated = 99 // the code after which a cluster runs a job again: sweep.RequeueExit
	stopped    = 128 + int(syscall.SIGINT)
)

// codeOf returns the exit code of a command that ended with an error, which may be nil, perhaps
// because of a signal.
func codeOf(err error, ended os.Signal) int {
	var own exitError
	var placed *document.FileError
	var usage usageError
	var diverged *circuit.Divergence
	var left *result.Diverged
	var unselected trace.Unselected
	switch {
	case err == nil:
		return 0
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &placed) || errors.As(err, &usage) || errors.As(err, &unselected):
		return misused
	case ended == syscall.SIGTERM:
		return terminated
	case ended != nil:
		return stopped
	case errors.As(err, &diverged) || errors.As(err, &left):
		return runAway
	}
	return failed
}
