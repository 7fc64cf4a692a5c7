package result

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"twophase/internal/folder"
	"twophase/internal/phrase"
)

// DivergedSchema is the version of the file of a run that diverged.
const DivergedSchema = 1

// divergedName is that file.
const divergedName = "diverged.json"

// Diverged is the end of a run that diverged, as it is written to the run's folder. As an
// error it says when, why, and what to do.
type Diverged struct {
	Schema int             `json:"schema"`
	Run    string          `json:"run"`    // its ID
	Trials []DivergedTrial `json:"trials"` // at least one, in their order
}

// DivergedTrial is a trial that diverged.
type DivergedTrial struct {
	Trial  int    `json:"trial"`
	Step   int    `json:"step"`
	Reason string `json:"reason"` // and what to do
}

// At says where the run diverged.
func (d *Diverged) At() string {
	first := d.Trials[0]
	at := fmt.Sprintf("diverged at step %d of trial %d", first.Step, first.Trial)
	if more := len(d.Trials) - 1; more > 0 {
		at += fmt.Sprintf(", and so did %s", phrase.Count(more, "other trial"))
	}
	return at
}

// Error implements error.
func (d *Diverged) Error() string { return d.At() + ": " + d.Trials[0].Reason }

// Of returns a trial of the run, or nil if it did not diverge.
func (d *Diverged) Of(trial int) *DivergedTrial {
	for i := range d.Trials {
		if d.Trials[i].Trial == trial {
			return &d.Trials[i]
		}
	}
	return nil
}

// Write writes the file to the folder of the run.
func (d *Diverged) Write(out *folder.Folder) error {
	text, err := Indented(d)
	if err != nil {
		return err
	}
	return out.Write(divergedName, text)
}

// Unfinished returns why a run folder is not complete: a *Diverged if the run diverged, else an
// error that it was interrupted or still runs. The folder is not trusted: a damaged report of a
// divergence is an error too.
func Unfinished(dir string) error {
	d, err := readDiverged(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("is not complete: it was interrupted or is still running; twophase resume %s completes one that was interrupted", phrase.ShellWord(dir))
	case err != nil:
		return fmt.Errorf("is not complete: %w", err)
	}
	return d
}

func readDiverged(dir string) (*Diverged, error) {
	sums, err := folder.ReadSums(dir)
	if err != nil {
		return nil, err
	}
	text, err := sums.Read(divergedName, manifestLimit)
	if err != nil {
		return nil, err
	}
	d := new(Diverged)
	if err = json.Unmarshal(text, d); err == nil {
		err = d.check()
	}
	if err != nil {
		return nil, fmt.Errorf("its %s: %w", divergedName, err)
	}
	return d, nil
}

// check returns an error if this program cannot read the file.
func (d *Diverged) check() error {
	if d.Schema > DivergedSchema {
		return fmt.Errorf("it was written by a newer twophase: its schema is %d, and this program reads %d", d.Schema, DivergedSchema)
	}
	if d.Schema < 1 || len(d.Trials) == 0 {
		return errors.New("a schema or the trials are missing")
	}
	for _, t := range d.Trials {
		if t.Trial < 0 || t.Step < 0 || t.Reason == "" || strings.ContainsFunc(t.Reason, unicode.IsControl) {
			return fmt.Errorf("trial %d, step %d, %.40q is no divergence", t.Trial, t.Step, t.Reason)
		}
	}
	return nil
}
