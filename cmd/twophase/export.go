package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"twophase/circuit/selection"
	"twophase/internal/files/durable"
	"twophase/internal/traces/inspect"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/recorder"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:  "export",
		Usage: "write what a run recorded, or a table of a study, as CSV, a NumPy archive or Parquet",
		UsageText: `twophase export RUN [SELECTION ...] [FLAGS]
twophase export COMPARISON|SWEEP [TABLE] [FLAGS]

Writes the steps, and a column for each selected element that was recorded, such as
` + selection.ExampleSynapse + `. Without a selection it writes all elements. The selection curve has the measures
during the run: E_Pro, the ratio ‖M_o‖/‖M‖, settling error and spectral radius. The selection
events has the changes by interventions, and trials the measures at the end of each trial. An
input may be named as in the header of its file. Values that were not recorded at a step are empty
in CSV, null in Parquet, and otherwise NaN.

Of a comparison or a sweep it writes a table. The table trials, the default, has a row for each trial,
with all digits; medians of networks have six. The others are curve and medians of a comparison of variants; curve, medians,
tuning and timing of one of networks; and groups of a sweep, from the results that are there.

Examples:
  twophase export runs/ifPSP-small '` + selection.ExampleRow + `' --csv > row.csv
  twophase export runs/ifPSP-small weights --npz weights.npz
  twophase export runs/ifPSP-small curve --csv
  twophase export runs/compare-lesion trials --parquet trials.parquet
  twophase export grid.plan groups > groups.csv`,
		Flags:        exportFlags(),
		OnUsageError: onUsageError,
		Action:       exportRun,
	}
}

func exportFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "csv", Category: ofRun, Usage: "print comma separated values with a header; the default", DisableDefaultText: true},
		&cli.StringFlag{Name: "npz", Category: ofRun, Usage: "write a NumPy archive `FILE` of one array for each column"},
		&cli.StringFlag{Name: "parquet", Category: ofRun, Usage: "write a Parquet `FILE`"},
		&cli.GenericFlag{Name: "trial", Value: whole(0, recorder.MaxTrials-1, 0), Category: ofRun, Usage: "export trial `N`, from 0"},
		&cli.BoolFlag{Name: "parts", Category: ofRun, Usage: "add columns for the recorded parts of each change, such as " + selection.ExampleSynapse + ".hebbian", DisableDefaultText: true},
	}
}

// Selections of export that are not elements of a circuit.
const (
	theCurve  = "curve"
	theEvents = "events"
	theTrials = "trials"
)

var ofRuns = []string{theCurve, theEvents, theTrials}

func exportRun(c *cli.Context) error {
	if !c.Args().Present() {
		return usageError{errors.New("give a run folder, such as runs/ifPSP-small: see twophase export --help")}
	}
	for _, check := range []func() error{notEmpty(c), oneFormat(c)} {
		if err := check(); err != nil {
			return usageError{err}
		}
	}
	wanted := c.Args().Tail()
	study, err := studyOf(c.Args().First())
	if err != nil {
		return err
	}
	if study != nil {
		return study.export(c, wanted)
	}
	folder, err := recordedRun(c.Args().First())
	if err != nil {
		return err
	}
	for _, one := range wanted {
		if slices.Contains(ofRuns, one) && len(wanted) > 1 {
			return usageError{fmt.Errorf("%s has rows of its own: export it alone", one)}
		}
	}
	if len(wanted) == 1 && (wanted[0] == theCurve || wanted[0] == theTrials) {
		table, err := measuresTable(c, folder, wanted[0])
		if err != nil {
			return fmt.Errorf("export the %s of %s: %w", wanted[0], folder, err)
		}
		return writeSeries(c, table)
	}
	t, err := trace.Open(folder, c.Int("trial"))
	if err != nil {
		return err
	}
	defer t.Close()
	if err := t.Check(c.Context); err != nil {
		return fmt.Errorf("export %s: %w", folder, err)
	}
	if len(wanted) == 1 && wanted[0] == theEvents {
		if c.IsSet("npz") || c.IsSet("parquet") {
			return usageError{errors.New("events are texts: export them by --csv")}
		}
		events, err := t.Events()
		if err != nil {
			return err
		}
		return inspect.WriteEvents(c.App.Writer, events)
	}
	m, _ := result.ReadManifest(folder) // of a folder without one nothing has a name
	for i := range wanted {
		wanted[i] = m.Numbered(wanted[i])
	}
	return exportTable(c, t, wanted, c.Bool("parts"))
}

// oneFormat checks that at most one format is asked for.
func oneFormat(c *cli.Context) func() error {
	return func() error {
		formats := 0
		for _, name := range []string{"csv", "npz", "parquet"} {
			if c.IsSet(name) {
				formats++
			}
		}
		if formats > 1 {
			return errors.New("--csv, --npz and --parquet: choose one")
		}
		return nil
	}
}

// measuresTable returns the measures of all trials at the end of a run, or those of one trial along it.
func measuresTable(c *cli.Context, folder, which string) (*inspect.Table, error) {
	if which == theTrials {
		summary, err := savedSummary(c, folder)
		if err != nil {
			return nil, err
		}
		return inspect.Trials(summary.Results), nil
	}
	saved, err := result.ReadSummary(c.Context, folder)
	if err != nil {
		return nil, err
	}
	of, err := saved.Result(c.Int("trial"))
	if err != nil {
		return nil, err
	}
	return inspect.Curve(of), nil
}

// exportTable writes the series of selected elements of a trial.
func exportTable(c *cli.Context, t *trace.Trial, wanted []string, parts bool) error {
	var selections []selection.Selection
	for _, text := range wanted {
		s, err := selection.Parse(text)
		if err != nil {
			return usageError{err}
		}
		selections = append(selections, s)
	}
	table, err := inspect.Elements(c.Context, t, selections, parts)
	if err != nil {
		return fmt.Errorf("export %s: %w", c.Args().First(), err)
	}
	return writeSeries(c, table)
}

// writeSeries writes a table in the format that is asked for.
func writeSeries(c *cli.Context, table *inspect.Table) error {
	switch {
	case c.IsSet("npz"):
		return writeTable(c, c.String("npz"), table.WriteNPZ)
	case c.IsSet("parquet"):
		return writeTable(c, c.String("parquet"), table.WriteParquet)
	}
	return writeTable(c, "", table.WriteCSV)
}

// writeTable writes to a file, or to the standard output without a path.
func writeTable(c *cli.Context, path string, write func(io.Writer) error) error {
	if path == "" {
		return write(c.App.Writer)
	}
	f, err := durable.Create(path, 0o666)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), f.Discard())
	}
	return f.Commit()
}
