package result

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"twophase/internal/files/folder"
	"twophase/internal/text/wording"
)

// EndedSchema is the version of the file of a run that ended before its last step.
const EndedSchema = 1

// The files of a run that diverged and of one that failed.
const (
	divergedName = "diverged.json"
	failedName   = "failed.json"
)

// Ended is the end of a run before its last step, as it is written to the run's folder: it
// diverged, or failed in another way. As an error it says when, why, and what to do.
type Ended struct {
	Schema int          `json:"schema"`
	Run    string       `json:"run"`    // its ID
	Trials []EndedTrial `json:"trials"` // at least one, in their order
	Failed bool         `json:"-"`      // it did not diverge; the name of the file says so
}

// EndedTrial is a trial that diverged or failed.
type EndedTrial struct {
	Trial  int    `json:"trial"`
	Step   int    `json:"step"`
	Reason string `json:"reason"` // and what to do
}

// Verb says how the run ended: diverged or failed.
func (e *Ended) Verb() string {
	if e.Failed {
		return "failed"
	}
	return "diverged"
}

// At says where the run ended.
func (e *Ended) At() string {
	first := e.Trials[0]
	at := fmt.Sprintf("%s at step %d of trial %d", e.Verb(), first.Step, first.Trial)
	if more := len(e.Trials) - 1; more > 0 {
		at += fmt.Sprintf(", and so did %s", wording.Count(more, "other trial"))
	}
	return at
}

// Error implements error.
func (e *Ended) Error() string { return e.At() + ": " + e.Trials[0].Reason }

// Of returns a trial of the run, or nil if it did not diverge or fail.
func (e *Ended) Of(trial int) *EndedTrial {
	for i := range e.Trials {
		if e.Trials[i].Trial == trial {
			return &e.Trials[i]
		}
	}
	return nil
}

// Headline says at which step a trial of the run ended.
func (e *Ended) Headline(trial *EndedTrial) string {
	return fmt.Sprintf("%s%s at step %d.", strings.ToUpper(e.Verb()[:1]), e.Verb()[1:], trial.Step)
}

func (e *Ended) name() string {
	if e.Failed {
		return failedName
	}
	return divergedName
}

// Write writes the file to the folder of the run.
func (e *Ended) Write(out *folder.Folder) error {
	text, err := Indented(e)
	if err != nil {
		return err
	}
	return out.Write(e.name(), text)
}

// ForgetFailure removes the file of a run that failed, which now goes on.
func ForgetFailure(out *folder.Folder) error { return out.Remove(failedName) }

// Unfinished returns why a run folder is not complete: an *Ended if the run diverged or failed, else
// an error that it was interrupted or still runs. The folder is not trusted: a damaged report is an
// error too.
func Unfinished(dir string) error {
	for _, e := range []*Ended{{}, {Failed: true}} {
		switch err := e.read(dir); {
		case err == nil:
			return e
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("is unfinished: %w", err)
		}
	}
	return fmt.Errorf("is unfinished: it was interrupted or is still running; twophase resume %s completes one that was interrupted", wording.ShellWord(dir))
}

// read reads the file from the folder of a run.
func (e *Ended) read(dir string) error {
	sums, err := folder.ReadSums(dir)
	if err != nil {
		return err
	}
	text, err := sums.Read(e.name(), manifestLimit)
	if err != nil {
		return err
	}
	if err = json.Unmarshal(text, e); err == nil {
		err = e.check()
	}
	if err != nil {
		return fmt.Errorf("its %s: %w", e.name(), err)
	}
	return nil
}

// check returns an error if this program cannot read the file.
func (e *Ended) check() error {
	if e.Schema > EndedSchema {
		return fmt.Errorf("it was written by a newer twophase: its schema is %d, and this program reads %d", e.Schema, EndedSchema)
	}
	if e.Schema < 1 || len(e.Trials) == 0 {
		return errors.New("a schema or the trials are missing")
	}
	for _, t := range e.Trials {
		if t.Trial < 0 || t.Step < 0 || t.Reason == "" || strings.ContainsFunc(t.Reason, unicode.IsControl) {
			return fmt.Errorf("trial %d, step %d, %.40q is no end of a trial", t.Trial, t.Step, t.Reason)
		}
	}
	return nil
}
