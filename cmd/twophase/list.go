package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

func listCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the runs in a folder: network, steps, E_Pro and state",
		UsageText: `twophase list [FOLDER]

Lists the runs in FOLDER, which is runs by default, and the variants of comparisons.
E_Pro is the median of the trials at the last step. A run is complete, unfinished (it was
interrupted, or is still running) or damaged, or it diverged or failed at a step.

Example: twophase list runs`,
		OnUsageError: onUsageError,
		Action:       listRuns,
	}
}

func listRuns(c *cli.Context) error {
	if c.NArg() > 1 {
		return usageError{fmt.Errorf("unexpected argument %q: list takes one folder", c.Args().Get(1))}
	}
	folder := "runs"
	if c.Args().Present() {
		folder = c.Args().First()
	}
	var runs []string
	for _, pattern := range []string{"*/manifest.json", "*/*/manifest.json"} {
		found, err := fs.Glob(os.DirFS(folder), pattern) // the folder's own name may have a [
		if err != nil {
			return err
		}
		for _, manifest := range found {
			runs = append(runs, filepath.Join(folder, filepath.Dir(manifest)))
		}
	}
	switch info, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist) && !c.Args().Present():
		return errors.New("there is no folder runs here, into which runs without --out go: twophase list . lists the runs in this folder")
	case err != nil:
		return fmt.Errorf("list %s: %w", folder, errors.Unwrap(err))
	case !info.IsDir():
		return fmt.Errorf("list %s: it is no folder", folder)
	}
	table := wording.Table{Header: []string{"run", "network", "steps", "trials", "E_Pro", "state"}}
	for _, run := range runs {
		m, err := result.ReadManifest(run)
		if err != nil {
			continue // of a comparison or a sweep, or no run at all
		}
		listed, e, steps := result.List(c.Context, run), "", m.Experiment.Steps
		if listed.Saved != nil {
			e, steps = listed.Error.String(), listed.Saved.Steps // which a manifest does not know of standard input
		}
		table.Add(run, m.Experiment.NetworkName(), strconv.Itoa(steps), strconv.Itoa(m.Experiment.Trials), e, listed.State)
	}
	return table.WriteColumns(c.App.Writer, "")
}

func showCommand() *cli.Command {
	return &cli.Command{
		Name:         "show",
		Usage:        "print the summary of a run again",
		UsageText:    "twophase show RUN [FLAGS]\n\nExample: twophase show runs/ifPSP-small",
		Flags:        showFlags(),
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if err := oneOfQuietAndVerbose(c); err != nil {
				return usageError{err}
			}
			if c.NArg() != 1 {
				return usageError{fmt.Errorf("%d runs: give one run folder, such as runs/ifPSP-small; twophase list lists those there are", c.NArg())}
			}
			run, err := recordedRun(c.Args().First())
			if err != nil {
				return fmt.Errorf("show: %w", err)
			}
			summary, err := savedSummary(c, run)
			if errors.Is(err, fs.ErrNotExist) && strings.HasSuffix(run, ".partial") {
				return fmt.Errorf("%s %w; it has no summary, and twophase view %s shows what was recorded until then", run, result.Unfinished(run), wording.ShellWord(run))
			}
			if err != nil {
				return fmt.Errorf("show %s: %w", run, err)
			}
			return printSummary(c, summary)
		},
	}
}

func showFlags() []cli.Flag { return append(messageFlags(), jsonFlag()) }
