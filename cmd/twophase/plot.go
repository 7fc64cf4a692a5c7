package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/durable"
	"twophase/internal/inspect"
	"twophase/internal/pruning"
	"twophase/internal/report"
	"twophase/internal/trace"
	"twophase/recorder"
)

func plotCommand() *cli.Command {
	return &cli.Command{
		Name:  "plot",
		Usage: "draw what a run recorded: traces, weights over time, error, pruning, receptive fields",
		UsageText: `twophase plot RUN [PICTURE ...] [FLAGS]

Pictures, all that can be drawn unless some are named:
  traces    the strongest weights of each kind over the steps
  weights   W and M at five moments, as heatmaps
  error     E_Pro, ‖M_o‖/‖M‖ and the health of the two-phase approximation
  pruning   the sizes of the lateral weights, and the fraction that is pruned
  fields    the rows of W as images, if the stimuli are images

The run must have recorded its weights: --record lateral@10 --record weights@log.

Examples:
  twophase plot runs/ifPSP-small
  twophase plot runs/ifPSP-small pruning weights --format pdf --out figures`,
		Flags:        plotFlags(),
		OnUsageError: onUsageError,
		Action:       plotRun,
	}
}

func plotFlags() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "trial", Value: whole(0), Category: ofRun, Usage: "draw trial `N`, from 0"},
		&cli.StringFlag{Name: "out", Category: ofRun, Usage: "write the pictures to the folder `DIR`", DefaultText: "RUN-plots"},
		&cli.StringFlag{Name: "format", Value: "svg", Category: ofRun, Usage: "svg, png or pdf"},
		&cli.BoolFlag{Name: "force", Category: ofRun, Usage: "replace pictures of the same names", DisableDefaultText: true},
	}
}

// formats are the formats of pictures.
var formats = map[string]func(io.Writer, report.Picture) error{"svg": report.WriteSVG, "png": report.WritePNG, "pdf": report.WritePDF}

func plotRun(c *cli.Context) error {
	if !c.Args().Present() {
		return usageError{errors.New("give a run folder, such as runs/ifPSP-small: see twophase plot --help")}
	}
	names := c.Args().Tail()
	for _, check := range []func() error{
		notEmpty(c),
		oneTrial(c),
		func() error { return oneOf("format", "svg", "png", "pdf")(c.String("format")) },
		func() error { return inspect.CheckFigures(names) },
	} {
		if err := check(); err != nil {
			return usageError{err}
		}
	}
	folder, err := recordedRun(c.Args().First())
	if err != nil {
		return err
	}
	t, err := trace.Open(folder, c.Int("trial"))
	if err != nil {
		return err
	}
	defer t.Close()
	if err := t.Check(c.Context); err != nil {
		return fmt.Errorf("plot %s: %w", folder, err)
	}
	figures, missing, err := inspect.Figures(c.Context, folder, c.Int("trial"), t, names, pruning.Default)
	if err != nil {
		return fmt.Errorf("plot %s: %w", folder, err)
	}
	out := c.String("out")
	if out == "" {
		out = strings.TrimSuffix(folder, ".partial") + "-plots"
	}
	if err := writeFigures(c.App.Writer, out, c.String("format"), c.Bool("force"), figures); err != nil {
		return fmt.Errorf("plot %s: %w", folder, err)
	}
	for _, m := range missing {
		fmt.Fprintln(c.App.ErrWriter, "twophase: "+m)
	}
	return nil
}

// oneTrial returns an error unless --trial is the number of a trial.
func oneTrial(c *cli.Context) func() error {
	return func() error {
		if n := c.Int("trial"); n < 0 || n >= recorder.MaxTrials {
			return fmt.Errorf("--trial %d: give a number from 0", n)
		}
		return nil
	}
}

// writeFigures writes pictures to a folder and prints their names. It replaces an existing picture only
// with --force.
func writeFigures(w io.Writer, out, format string, force bool, figures []inspect.Figure) error {
	if err := durable.MkdirAll(out); err != nil {
		return err
	}
	path := func(f inspect.Figure) string { return filepath.Join(out, f.Name+"."+format) }
	for _, f := range figures {
		if _, err := os.Lstat(path(f)); err == nil && !force {
			return fmt.Errorf("%s is there already: choose another --out, or add --force", path(f))
		}
	}
	for _, f := range figures {
		var picture bytes.Buffer
		if err := formats[format](&picture, f.Picture); err != nil {
			return err
		}
		if err := durable.Write(path(f), picture.Bytes(), 0o666); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, path(f)); err != nil {
			return err
		}
	}
	return nil
}
