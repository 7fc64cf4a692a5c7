package main

import (
	"errors"
	"fmt"
	"io"

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
		Usage: "write what a run recorded as CSV, a NumPy archive or Parquet",
		UsageText: `twophase export RUN [SELECTION ...] [FLAGS]

Writes the steps, and a column for each selected element that was recorded, such as
` + selection.ExampleSynapse + `. Without a selection it writes all elements. The selection curve has the measures
during the run: E_Pro, the ratio ‖M_o‖/‖M‖, settling error and spectral radius. The selection
events has the changes by interventions. An input may be named as in the header of its file.
Values that were not recorded at a step are empty in CSV, and otherwise NaN.

Examples:
  twophase export runs/ifPSP-small '` + selection.ExampleRow + `' --csv > row.csv
  twophase export runs/ifPSP-small weights --npz weights.npz
  twophase export runs/ifPSP-small curve --csv`,
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
)

func exportRun(c *cli.Context) error {
	if !c.Args().Present() {
		return usageError{errors.New("give a run folder, such as runs/ifPSP-small: see twophase export --help")}
	}
	for _, check := range []func() error{notEmpty(c), func() error {
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
	}} {
		if err := check(); err != nil {
			return usageError{err}
		}
	}
	folder, err := recordedRun(c.Args().First())
	if err != nil {
		return err
	}
	wanted := c.Args().Tail()
	for _, one := range wanted {
		if (one == theCurve || one == theEvents) && len(wanted) > 1 {
			return usageError{fmt.Errorf("%s has rows of its own: export it alone", one)}
		}
	}
	write, path := (*inspect.Table).WriteCSV, ""
	switch {
	case c.IsSet("npz"):
		write, path = (*inspect.Table).WriteNPZ, c.String("npz")
	case c.IsSet("parquet"):
		write, path = (*inspect.Table).WriteParquet, c.String("parquet")
	}
	if len(wanted) == 1 && wanted[0] == theCurve {
		saved, err := result.ReadSummary(c.Context, folder)
		if err != nil {
			return fmt.Errorf("export the curve of %s: %w", folder, err)
		}
		of, err := saved.Result(c.Int("trial"))
		if err != nil {
			return err
		}
		return writeTable(c, path, func(w io.Writer) error { return write(inspect.Curve(of), w) })
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
		if path != "" {
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
	return exportTable(c, t, wanted, c.Bool("parts"), write)
}

// exportTable writes the series of selected elements of a trial.
func exportTable(c *cli.Context, t *trace.Trial, wanted []string, parts bool, write func(*inspect.Table, io.Writer) error) error {
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
	path := ""
	for _, name := range []string{"npz", "parquet"} {
		if c.IsSet(name) {
			path = c.String(name)
		}
	}
	return writeTable(c, path, func(w io.Writer) error { return write(table, w) })
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
