package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study/twin"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/internal/traces/rundiff"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "run complete runs again from their manifests, and compare the bytes",
		UsageText: `twophase verify RUN ...

Prints the SHA-256 of every file and whether the replay has the same. For a file that
differs it prints the first difference: the step, the synapse and both values. It also
names files that were changed after the run, by the checksums in the folder. It does not
compare timing.json, nor the name of the folder in summary.json. Measures, and pictures of
them, may differ by a part of 1e-9, or by 1e-12: on another kind of processor their last
digits may differ, those of weights and traces never. If the run was recorded by another
revision of the program, it says so. The replay needs as much time and temporary disk
space as the run. For a comparison it runs all variants again. The exit code is 1 if
something differs.

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
	if err := oneOfQuietAndVerbose(c); err != nil {
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
			err := fmt.Errorf("%s: %d of %d files differ from what the run gives now, or are not what it wrote", v.Folder, n, len(v.Files))
			if other := result.OtherRevision(v.Revision, v.Present); other != "" {
				err = fmt.Errorf("%w; it was %s", err, other)
			}
			errs = append(errs, err)
		}
		if !c.Bool("json") {
			errs = append(errs, printVerification(c.App.Writer, v))
		}
	}
	if c.Bool("json") {
		errs = append(errs, printJSON(c, found))
	}
	return errors.Join(errs...)
}

// printVerification prints the files of a run with their hashes, and how they differ.
func printVerification(w io.Writer, v *engine.Verification) error {
	verdict := "same bytes"
	switch {
	case len(v.Differing()) > 0:
		verdict = "other bytes"
	case slices.ContainsFunc(v.Files, func(f rundiff.VerifiedFile) bool { return f.Close > 0 }):
		verdict = "same bytes, but for last digits of measures"
	}
	if _, err := fmt.Fprintf(w, "%s: %s\n", v.Folder, verdict); err != nil {
		return err
	}
	for _, f := range v.Files {
		hash, same := f.SHA256, "same"
		if hash == "" {
			hash = fmt.Sprintf("%-64s", "missing")
		}
		if f.Close > 0 {
			same = "same, but for the last digits of " + wording.Count(f.Close, "number")
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
