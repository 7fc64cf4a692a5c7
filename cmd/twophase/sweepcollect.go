package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/numerics/quantile"
	"twophase/internal/study/sweep"
	"twophase/internal/text/wording"
)

func sweepCollectCommand() *cli.Command {
	return &cli.Command{
		Name:  "collect",
		Usage: "write the tables and pictures of all results",
		UsageText: fmt.Sprintf(`twophase sweep collect PLAN [FLAGS]

Writes table.parquet, a row for every trial, and groups.parquet, a row for every
group of points that differ in their seed only: medians, means, quartiles and 95 %%
intervals of the medians (none of fewer than %d trials), over the trials that did not
diverge. Writes both as CSV too. The same results give the same bytes.

A picture is drawn over one key, or as a heatmap over two. A measure is
%s.

Examples:
  twophase sweep collect grid.plan
  twophase sweep collect grid.plan --plot tau --format pdf
  twophase sweep collect grid.plan --plot tau,initial_m --measure settling_error`, quantile.FewestForInterval, strings.Join(sweep.Measures(), ", ")),
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "plot", Usage: "draw a picture over one or two keys that vary, `X[,Y]`"},
			&cli.StringFlag{Name: "measure", Value: sweep.Measures()[0], Usage: "draw the measure `NAME`"},
			&cli.StringFlag{Name: "format", Value: "svg", Usage: "draw it as svg, png or pdf", DefaultText: "svg and png"},
			&cli.BoolFlag{Name: "partial", Usage: "collect the results that exist, even if points are missing", DisableDefaultText: true},
			&cli.StringFlag{Name: "out", Usage: "write to the folder `DIR`", DefaultText: "PLAN"},
		}, layoutFlags()...),
		OnUsageError: onUsageError,
		Action:       sweepCollect,
	}
}

func sweepCollect(c *cli.Context) error {
	if err := notEmpty(c)(); err != nil {
		return usageError{err}
	}
	if err := errors.Join(checkLayout(c)(), checkFormat(c)()); err != nil {
		return usageError{err}
	}
	for _, name := range []string{"measure", "format", "style", "width"} {
		if c.IsSet(name) && !c.IsSet("plot") {
			return usageError{fmt.Errorf("--%s is for a picture: give --plot KEY too", name)}
		}
	}
	s, err := openSweep(c)
	if err != nil {
		return err
	}
	o := sweep.CollectOptions{Out: c.String("out"), Partial: c.Bool("partial")}
	if c.IsSet("plot") {
		x, y, two := strings.Cut(c.String("plot"), ",")
		if x = strings.TrimSpace(x); x == "" || two && strings.TrimSpace(y) == "" {
			return usageError{fmt.Errorf("--plot %q: give one key, or two as X,Y", c.String("plot"))}
		}
		o.Plot = sweep.Plot{X: x, Y: strings.TrimSpace(y), Measure: c.String("measure"), Layout: layoutOf(c)}
		if c.IsSet("format") {
			o.Plot.Formats = []string{c.String("format")}
		}
	}
	found, err := s.Collect(o)
	if err != nil {
		return err
	}
	partial := ""
	if found.Done < found.Points {
		partial = fmt.Sprintf(" of %d, the others are missing", found.Points)
	}
	fmt.Fprintf(c.App.Writer, "%s%s: %s, %d of them diverged\n", wording.Count(found.Done, "point"), partial, wording.Count(found.Trials, "trial"), found.Diverged)
	for _, path := range found.Files {
		fmt.Fprintln(c.App.Writer, path)
	}
	return nil
}
