package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/files/folder"
	"twophase/internal/web/page"
	"twophase/internal/web/view"
	"twophase/recorder"
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:  "report",
		Usage: "write one HTML file that shows a run and can be mailed",
		UsageText: `twophase report RUN [FLAGS]

Writes the page of twophase view with the data of one trial in it: a file that any
browser opens from the disk, without a network connection. Traces are thinned out and keep
their extremes. Numbers are rounded to seven digits. The file shows three steps phase by
phase, which are replayed for it. Prints the name of the file.

Examples:
  twophase report runs/ifPSP-small
  twophase report runs/compare-lesion --out lesion.html
  twophase report runs/ifPSP-small --trial 3 --out - > trial3.html`,
		Flags:        reportFlags(),
		OnUsageError: onUsageError,
		Action:       reportRun,
	}
}

func reportFlags() []cli.Flag {
	return append(messageFlags(),
		&cli.StringFlag{Name: "out", Category: ofRun, Usage: "write `FILE`; - is the standard output", DefaultText: "the name of the run with .html, beside it"},
		&cli.BoolFlag{Name: "force", Category: ofRun, Usage: "replace the file if it exists", DisableDefaultText: true},
		&cli.GenericFlag{Name: "trial", Value: whole(0, recorder.MaxTrials-1, 0), Category: ofRun, Usage: "show trial `N`, from 0"},
		&cli.BoolFlag{Name: "talk", Category: ofRun, Usage: "open with the circuit and one plot alone, in large type, for a projector (the key t leaves that)", DisableDefaultText: true},
		&cli.BoolFlag{Name: "no-phases", Category: ofRun, Usage: "leave out the steps phase by phase: their replay takes as long as the run", DisableDefaultText: true},
	)
}

func reportRun(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{fmt.Errorf("%d runs: give one run folder, such as runs/ifPSP-small", c.NArg())}
	}
	if err := errors.Join(notEmpty(c)(), oneOfQuietAndVerbose(c)); err != nil {
		return usageError{err}
	}
	run, out := c.Args().First(), c.String("out")
	if out == "" {
		out = folder.Named(run) + ".html"
	}
	if err := vacant(c, out); err != nil {
		return err
	}
	text, err := reportOf(c, run)
	if err != nil {
		return err
	}
	return writePage(c, out, text)
}

// reportOf returns the report of a run folder.
func reportOf(c *cli.Context, run string) ([]byte, error) {
	if _, err := existing(run); err != nil {
		return nil, err
	}
	source, err := view.Open(run)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	source.CheckFirst(c.Context)
	progress := newProgress(c, "")
	digest, err := view.TakeDigest(c.Context, source, c.Int("trial"), !c.Bool("no-phases"), progress.Note)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", run, err)
	}
	for _, w := range digest.Run.Warnings {
		fmt.Fprintf(c.App.ErrWriter, "WARNING: %s\n", w)
	}
	digest.Talk = c.Bool("talk")
	data, err := json.Marshal(digest)
	if err != nil {
		return nil, err
	}
	return page.Report(digest.Run.Title+" – twophase", data)
}
