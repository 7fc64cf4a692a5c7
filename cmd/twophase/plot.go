package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/circuit/selection"
	"twophase/internal/files/durable"
	"twophase/internal/files/folder"
	"twophase/internal/measure/report"
	"twophase/internal/study/twin"
	"twophase/internal/traces/inspect"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/recorder"
)

func plotCommand() *cli.Command {
	return &cli.Command{
		Name:  "plot",
		Usage: "draw what a run recorded: traces, weights over time, error, pruning, receptive fields",
		UsageText: `twophase plot RUN [PICTURE ...] [FLAGS]
twophase plot COMPARISON [FLAGS]

Pictures, all that can be drawn unless some are named:
  traces    the strongest weights of each kind over the steps, or those of --synapse
  weights   W and M at five moments, as heatmaps
  error     E_Pro, ‖M_o‖/‖M‖ and the health of the two-phase approximation
  pruning   the sizes of the weights among the outputs, or those of --projection, and the fraction that is pruned
  fields    the rows of W as images, if the stimuli are images

The run must have recorded its weights: --record weights@log. Of a comparison of variants it draws
the measures along the runs again.

A dashed line marks an intervention. The axis of the steps is linear if one of them is after the
first tenth of the steps, and else logarithmic.

Examples:
  twophase plot runs/ifPSP-small
  twophase plot runs/ifPSP-small pruning weights --format pdf --out figures
  twophase plot runs/ifPSP-small traces --synapse '` + selection.ExampleSynapse + `' --synapse 'scale[2]'
  twophase plot runs/my-circuit pruning --projection W
  twophase plot runs/ifPSP-small error --style paper --width 85
  twophase plot runs/compare-lesion --format pdf --time linear`,
		Flags:        plotFlags(),
		OnUsageError: onUsageError,
		Action:       plotRun,
	}
}

func plotFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.GenericFlag{Name: "trial", Value: whole(0, recorder.MaxTrials-1, 0), Category: ofRun, Usage: "draw trial `N`, from 0"},
		&cli.StringSliceFlag{Name: "synapse", Category: ofRun, Usage: fmt.Sprintf("draw in the picture traces this `ELEMENT` over others: %s; repeatable, up to %d", selection.ExampleElements, report.Colours)},
		&cli.StringFlag{Name: "projection", Category: ofRun, Usage: "draw in the picture pruning the synapses of projection `NAME`", DefaultText: "that among the outputs"},
		&cli.StringFlag{Name: "out", Category: ofRun, Usage: "write the pictures to the folder `DIR`", DefaultText: "RUN-plots"},
		&cli.StringFlag{Name: "format", Value: "svg", Category: ofRun, Usage: "svg, png or pdf"},
		&cli.BoolFlag{Name: "force", Category: ofRun, Usage: "replace pictures of the same names", DisableDefaultText: true},
		&cli.StringFlag{Name: "time", Value: report.AutoTime, Category: ofRun, Usage: "axis of the steps: log, linear or auto"},
	}, layoutFlags()...)
}

// checkFormat checks the format of pictures.
func checkFormat(c *cli.Context) func() error {
	return func() error { return oneOf("format", "svg", "png", "pdf")(c.String("format")) }
}

func plotRun(c *cli.Context) error {
	if !c.Args().Present() {
		return usageError{errors.New("give a run folder, such as runs/ifPSP-small: see twophase plot --help")}
	}
	names := c.Args().Tail()
	for _, check := range []func() error{
		notEmpty(c),
		checkFormat(c),
		func() error { return oneOf("time", report.AutoTime, "log", "linear")(c.String("time")) },
		checkLayout(c),
		func() error { return inspect.CheckFigures(names) },
		func() error {
			if c.IsSet("projection") && len(names) > 0 && !slices.Contains(names, "pruning") {
				return errors.New("--projection chooses what the picture pruning shows: draw pruning too")
			}
			return nil
		},
	} {
		if err := check(); err != nil {
			return usageError{err}
		}
	}
	if name := folder.Named(c.Args().First()); result.IsComparison(name) {
		return plotComparison(c, name)
	}
	run, err := recordedRun(c.Args().First())
	if err != nil {
		return err
	}
	t, err := trace.Open(run, c.Int("trial"))
	if err != nil {
		return err
	}
	defer t.Close()
	chosen, err := chosenElements(c, run, t.Size())
	if err != nil {
		return usageError{err}
	}
	if err := t.Check(c.Context); err != nil {
		return fmt.Errorf("plot %s: %w", run, err)
	}
	for _, e := range chosen {
		if err := t.Recorded(e); err != nil {
			return fmt.Errorf("plot %s: %w", run, err)
		}
	}
	figures, missing, err := inspect.Figures(c.Context, run, c.Int("trial"), t, names, chosen, selection.Kind(c.String("projection")), pruning.Default, c.String("time"))
	if err != nil {
		return fmt.Errorf("plot %s: %w", run, err)
	}
	if err := writeFigures(c, run, figures); err != nil {
		return fmt.Errorf("plot %s: %w", run, err)
	}
	for _, m := range missing {
		fmt.Fprintln(c.App.ErrWriter, "twophase: "+m)
	}
	return nil
}

// plotComparison draws the picture of a comparison of variants.
func plotComparison(c *cli.Context, name string) error {
	for _, flag := range []string{"trial", "synapse", "projection"} {
		if c.IsSet(flag) || c.NArg() > 1 {
			return usageError{fmt.Errorf("%s is a comparison, which has one picture, of all trials: leave out names of pictures and --%s, or plot one of its variants", name, flag)}
		}
	}
	comparison, err := twin.Open(name)
	if err != nil {
		return fmt.Errorf("plot %s: %w", name, err)
	}
	figure := comparison.Figure(c.String("time"))
	if len(figure.Panels) == 0 {
		return fmt.Errorf("plot %s: nothing was measured along the runs: add follow: [NAME] to the experiment", name)
	}
	if err := writeFigures(c, name, []inspect.Figure{{Name: "comparison", Picture: figure}}); err != nil {
		return fmt.Errorf("plot %s: %w", name, err)
	}
	return nil
}

// chosenElements returns the elements of --synapse, nil without them.
func chosenElements(c *cli.Context, folder string, z selection.Size) (of []trace.Element, err error) {
	texts := c.StringSlice("synapse")
	if len(texts) > report.Colours {
		return nil, fmt.Errorf("--synapse is given %d times: give at most %d, one for each colour, and draw the others in another picture", len(texts), report.Colours)
	}
	if names := c.Args().Tail(); len(texts) > 0 && len(names) > 0 && !slices.Contains(names, "traces") {
		return nil, errors.New("--synapse chooses what the picture traces shows: draw traces too")
	}
	m, _ := result.ReadManifest(folder) // of a folder without one nothing has a name
	for _, text := range texts {
		e, err := trace.ParseElement(z, m.Numbered(text))
		if err != nil {
			return nil, err
		}
		of = append(of, e)
	}
	return of, nil
}

// writeFigures writes pictures of a folder in the layout and format of the flags, when all are complete, and prints their
// names. It replaces an existing picture only with --force.
func writeFigures(c *cli.Context, of string, figures []inspect.Figure) error {
	out, format := c.String("out"), c.String("format")
	if out == "" {
		out = strings.TrimSuffix(of, ".partial") + "-plots"
	}
	path := func(f inspect.Figure) string { return filepath.Join(out, f.Name+"."+format) }
	for _, f := range figures {
		if _, err := os.Lstat(path(f)); err == nil && !c.Bool("force") {
			return fmt.Errorf("%s is there already: choose another --out, or add --force", path(f))
		}
	}
	files := map[string][]byte{}
	for _, f := range figures {
		var picture bytes.Buffer
		if err := report.Formats[format](&picture, layoutOf(c).In(f.Picture)); err != nil {
			return err
		}
		files[f.Name+"."+format] = picture.Bytes()
	}
	if err := durable.WriteAll(out, files); err != nil {
		return err
	}
	for _, f := range figures {
		if _, err := fmt.Fprintln(c.App.Writer, path(f)); err != nil {
			return err
		}
	}
	return nil
}
