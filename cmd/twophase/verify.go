package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/engine"
	"twophase/internal/planning"
	"twophase/internal/result"
	"twophase/internal/twin"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "run complete runs again from their manifests, and compare the bytes",
		UsageText: `twophase verify RUN ...

Prints the SHA-256 of every file and whether the replay has the same. For a file that
differs it prints the first difference: the step, the synapse and both values. It also
names files that were changed after the run, by the checksums in the folder. It does not
compare timing.json, nor the name of the folder in summary.json. (On another kind of
machine the measures in summary.json may differ in their last digits.) The replay needs as
much time and temporary disk space as the run. For a comparison it runs all variants
again. The exit code is 1 if something differs.

Examples:
  twophase verify runs/ifPSP-small
  twophase verify runs/* --workers 1`,
		Flags:        verifyFlags(),
		OnUsageError: onUsageError,
		Action:       verifyRuns,
	}
}

func verifyFlags() []cli.Flag {
	return append(messageFlags(),
		workersFlag(),
		&cli.BoolFlag{Name: "json", Category: ofRun, Usage: "print the comparisons as JSON", DisableDefaultText: true},
	)
}

func verifyRuns(c *cli.Context) error {
	if !c.Args().Present() {
		return usageError{errors.New("no run: give one or more run folders, such as runs/ifPSP-small")}
	}
	if err := errors.Join(positiveIfSet(c, "workers")(), oneOfQuietAndVerbose(c)); err != nil {
		return usageError{err}
	}
	found := []*engine.Verification{}
	var errs []error
	for _, name := range c.Args().Slice() {
		progress := newProgress(c, "steps")
		again := engine.Verify
		if result.IsComparison(name) {
			again = twin.Verify
		}
		v, err := again(c.Context, name, planning.RunOptions{Workers: c.Int("workers"), Progress: progress})
		progress.finish()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		found = append(found, v)
		if n := len(v.Differing()); n > 0 {
			errs = append(errs, fmt.Errorf("%s: %d of %d files differ from what the run gives now, or are not what it wrote", v.Folder, n, len(v.Files)))
		}
		if !c.Bool("json") {
			errs = append(errs, printVerification(c.App.Writer, v))
		}
	}
	if c.Bool("json") {
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetIndent("", "  ")
		errs = append(errs, encoder.Encode(found))
	}
	return errors.Join(errs...)
}

// printVerification prints the files of a run with their hashes, and how they differ.
func printVerification(w io.Writer, v *engine.Verification) error {
	verdict := "same bytes"
	if len(v.Differing()) > 0 {
		verdict = "other bytes"
	}
	if _, err := fmt.Fprintf(w, "%s: %s\n", v.Folder, verdict); err != nil {
		return err
	}
	for _, f := range v.Files {
		hash, same := f.SHA256, "same"
		if hash == "" {
			hash = fmt.Sprintf("%-64s", "missing")
		}
		if f.Replayed != f.SHA256 {
			same = "same, but for what earlier versions did not write"
		}
		if f.Difference != "" {
			same = "DIFFERS: " + f.Difference
		}
		if f.Damage != "" {
			same = strings.TrimPrefix(same, "same") + " DAMAGED: " + f.Damage
		}
		if _, err := fmt.Fprintf(w, "  %s  %s  %s\n", hash, f.Name, same); err != nil {
			return err
		}
	}
	return nil
}
