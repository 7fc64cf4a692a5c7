package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/study/benchmark"
	"twophase/internal/text/wording"
)

const ofNetworks = "Networks"

// networksFlags are the flags that only a comparison of networks has.
func networksFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "networks", Category: ofNetworks, Usage: "compare these networks, `A,B,C` or all, instead of experiment files; also algorithms that are not circuits, by name or all of them as algorithms"},
		&cli.StringFlag{Name: "tune", Category: ofNetworks, Usage: "tune these parameters `P,Q` of each network, of " + strings.Join(benchmark.Tunable(), ", ") + ", on trials of another seed, on a grid that grows until the best is inside", DefaultText: benchmark.TuneRate},
		&cli.StringFlag{Name: "rates", Category: ofNetworks, Usage: "try these multiples `F` of each network's own learning rate and no others, positive; 1 means that the rate is not tuned", DefaultText: "as many as it takes"},
		&cli.GenericFlag{Name: "tuning-trials", Value: positive(), Category: ofNetworks, Usage: "tune with `R` trials for each setting, 1 or more", DefaultText: fmt.Sprint(benchmark.DefaultTuningTrials)},
		&cli.StringFlag{Name: "tune-by", Value: benchmark.BySubspace, Category: ofNetworks, Usage: "choose what is tuned `BY` the error of the subspace (subspace) or of single components (alignment)"},
		&cli.BoolFlag{Name: "csv", Category: ofNetworks, Usage: "print the comparison as CSV", DisableDefaultText: true},
	}
}

// ofOneCircuit are the flags that a comparison of networks does not have, because each network has its
// own values.
var ofOneCircuit = []string{
	"network", "lambda", "tau", "lateral-decay", "initial-m", "initial-w", "initial-weights", "settle", "sweeps", "tolerance", "damping", "time-step", "warm",
	"executor", "record", "parts", "record-budget", "reference", "fork-at", "json",
}

// tunedInstead says what a comparison of networks does instead of taking a value for all of them.
func tunedInstead(flag string) string {
	switch flag {
	case benchmark.TuneTau, benchmark.TuneLambda:
		return "--tune " + flag + " finds the best for each"
	}
	return "its rate is tuned"
}

// compareNetworks compares networks on one stimulus.
func compareNetworks(c *cli.Context) error {
	o, err := networksOptions(c)
	if err != nil {
		return err
	}
	out, force := c.String("out"), c.Bool("force")
	for _, name := range []string{"style", "width"} {
		if c.IsSet(name) && out == "" {
			return usageError{fmt.Errorf("--%s is for pictures: give --out DIR too, where they are written", name)}
		}
	}
	o.Layout = layoutOf(c)
	progress := newProgress(c, "trials")
	o.Progress = progress
	var result *benchmark.Result
	if out == "" {
		result, err = benchmark.Run(c.Context, o)
	} else {
		result, err = benchmark.RunIn(c.Context, o, out, force)
	}
	progress.finish()
	if err != nil {
		return err
	}
	return printNetworks(c, result, out)
}

// printNetworks prints a comparison of networks, which may be in a folder.
func printNetworks(c *cli.Context, result *benchmark.Result, out string) error {
	text := result.Text()
	switch {
	case c.Bool("csv"):
		text = string(result.CSV())
	case out != "":
		text += fmt.Sprintf("\nresults in %s\n", out)
	}
	if _, err := io.WriteString(c.App.Writer, text); err != nil {
		return fmt.Errorf("print the comparison: %w", err)
	}
	return nil
}

// networksOptions reads the flags. All of its errors are usage errors.
func networksOptions(c *cli.Context) (o benchmark.Options, err error) {
	defer func() {
		if err != nil {
			err = usageError{err}
		}
	}()
	if c.Args().Present() {
		return o, errors.New("experiment files and --networks exclude one another: give files to compare experiments, or --networks to compare networks")
	}
	for _, name := range ofOneCircuit {
		if c.IsSet(name) {
			return o, fmt.Errorf("--%s and --networks exclude one another: each network has its own defaults, and %s; compare experiment files for anything else", name, tunedInstead(name))
		}
	}
	if o.Experiment, err = experimentOf(c, experiment.New()); err != nil {
		return o, err
	}
	o.Criterion, o.Networks = c.String("tune-by"), strings.Split(c.String("networks"), ",")
	if c.IsSet("tune") {
		o.Tune = strings.Split(c.String("tune"), ",")
	}
	if c.IsSet("rates") {
		if o.Factors, err = wording.ParseNumbers(c.String("rates")); err != nil {
			return o, fmt.Errorf("--rates %q: %w; give positive numbers, such as 0.5,1,2", c.String("rates"), err)
		}
	}
	o.TuningTrials, o.Workers = c.Int("tuning-trials"), c.Int("workers")
	return o, o.Check()
}
