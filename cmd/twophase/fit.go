package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/files/interrupt"
	"twophase/internal/study/sweep"
)

func fitCommand() *cli.Command {
	return &cli.Command{
		Name:  "fit",
		Usage: "find the values of keys at which a measure of an experiment is best",
		UsageText: `twophase fit FIT.yaml [FLAGS]

A fit is YAML such as

  experiment: small.yaml            # or the keys of an experiment
  vary:
    tau: {low: 0.05, high: 2, scale: log}
  minimise: e_pro                   # a measure, distance, or maximise: MEASURE
  evaluations: 60                   # at most
  seeds: 3

It searches one key by golden section, several by the method of Nelder and Mead, and
compares medians over the trials of all seeds. The first point is the experiment as it is.
Prints the trace of the search, the best point, and how much it differs between trials.
The folder holds all points as tables, and the best experiment as best.yaml. After an
interruption the same command goes on.

Examples:
  twophase fit fit.yaml
  twophase fit fit.yaml --csv > trace.csv`,
		Flags: append(messageFlags(),
			&cli.StringFlag{Name: "out", Usage: "write the folder `DIR`", DefaultText: "FIT.fit"},
			&cli.GenericFlag{Name: "workers", Value: positive(), Usage: "use `P` processors, 1 or more", DefaultText: "all"},
			&cli.BoolFlag{Name: "json", Usage: "print the trace and the best point as JSON", DisableDefaultText: true},
			&cli.BoolFlag{Name: "csv", Usage: "print the trace as CSV, with all digits", DisableDefaultText: true},
		),
		OnUsageError: onUsageError,
		Action:       fit,
	}
}

func fit(c *cli.Context) error {
	path, err := oneArgument(c, "FIT.yaml")
	if err != nil {
		return err
	}
	if c.Bool("json") && c.Bool("csv") {
		return usageError{errors.New("--json and --csv: choose one")}
	}
	if err := errors.Join(notEmpty(c)(), oneOfQuietAndVerbose(c)); err != nil {
		return usageError{err}
	}
	showReadings(c)
	plan, err := sweep.LoadFit(c.Context, path)
	if err != nil {
		return err
	}
	out := c.String("out")
	if out == "" {
		out = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".fit"
	}
	s, err := sweep.OpenFit(plan, out)
	if err != nil {
		return err
	}
	progress := newProgress(c, "points")
	found, err := s.RunFit(c.Context, sweep.RunOptions{Workers: c.Int("workers"), Progress: progress})
	progress.finish()
	if errors.Is(err, interrupt.ErrInterrupted) {
		err = requeued(err)
	}
	if err != nil {
		return err
	}
	switch {
	case c.Bool("json"):
		return printJSON(c, found)
	case c.Bool("csv"):
		_, err = c.App.Writer.Write(found.Table(-1).CSV())
		return err
	}
	_, err = io.WriteString(c.App.Writer, fmt.Sprintf("%s%s\n", found.Text(), strings.Join(found.Files, "\n")))
	return err
}
