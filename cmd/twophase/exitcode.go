package main

import (
	"errors"
	"os"
	"syscall"

	"twophase/circuit"
	"twophase/internal/run/probe"
	"twophase/internal/study/sweep"
	"twophase/internal/text/document"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// Exit codes, as docs/exit-codes.md lists them.
const (
	failed     = 1
	misused    = 2
	runAway    = 3
	terminated = sweep.RequeueExit // the code after which a cluster runs a job again
	stopped    = 128 + int(syscall.SIGINT)
)

// codeOf returns the exit code of a command that ended with an error, which may be nil, perhaps
// because of a signal.
func codeOf(err error, ended os.Signal) int {
	var own exitError
	var placed *document.FileError
	var usage usageError
	var diverged *circuit.Divergence
	var left *result.Ended
	var unselected trace.Unselected
	var mistaken probe.Mistake
	switch {
	case err == nil:
		return 0
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &placed) || errors.As(err, &usage) || errors.As(err, &unselected) || errors.As(err, &mistaken):
		return misused
	case ended == syscall.SIGTERM:
		return terminated
	case ended != nil:
		return stopped
	case errors.As(err, &diverged) || errors.As(err, &left) && !left.Failed:
		return runAway
	}
	return failed
}

// exitError is an error that ends the command with a code of its own.
type exitError struct {
	error
	code int
}

func (e exitError) Unwrap() error { return e.error }

// requeued gives the error of an interrupted run the exit code that makes a cluster run it again, if
// the process runs on a cluster.
func requeued(err error) error {
	if !sweep.Scheduled(os.Getenv) {
		return err
	}
	return exitError{err, terminated}
}

// ranAway gives the error of a run that diverged its exit code, whatever signal ends the command after it.
func ranAway(err error) error { return exitError{err, runAway} }
