package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/internal/measure/report"
	"twophase/recorder"
)

func runFlags() []cli.Flag {
	ofRuns := keyFlags(func(k keyOf) bool {
		return k.name == "executor" || k.Flag.Group == ofRun && k.name != "seed" && k.name != "fork_at"
	})
	return append(append(ofRuns,
		workersFlag(),
		threadsFlag(),
		checkpointFlag(),
		recordBudgetFlag(),
		&cli.StringFlag{Name: "out", Category: ofRun, Usage: "write the run folder `DIR`", DefaultText: "a new one under runs/"},
		&cli.BoolFlag{Name: "force", Category: ofRun, Usage: "replace the run folder if it exists", DisableDefaultText: true},
		jsonFlag(),
		&cli.BoolFlag{Name: "live", Category: ofRun, Usage: "serve a page that shows the run while it goes on, print its address, and serve it until Ctrl-C", DisableDefaultText: true},
		portFlag(),
	), messageFlags()...)
}

func workersFlag() cli.Flag {
	return &cli.GenericFlag{Name: "workers", Value: positive(), Category: ofRun, Usage: "use `P` threads, 1 or more; each runs one trial at a time, or a few of a small circuit", DefaultText: "one for each processor"}
}

func threadsFlag() cli.Flag {
	return &cli.GenericFlag{Name: "threads", Value: whole(1, circuit.MostThreads, 1), Category: ofRun, Usage: fmt.Sprintf("divide each step of a large circuit, of %d synapses or more, among `P` threads, 1 to %d; for one trial on idle processors, because waiting threads keep theirs busy", circuit.SharedSynapses, circuit.MostThreads)}
}

func checkpointFlag() cli.Flag {
	return &cli.GenericFlag{Name: "checkpoint-every", Value: positive(), Category: ofRun, Usage: "write a checkpoint of each trial every `STEPS`, 1 or more: twophase resume continues from it, even after the process was killed", DefaultText: "only on Ctrl-C or SIGTERM"}
}

// printJSON prints a value as JSON, in lines that people can read too.
func printJSON(c *cli.Context, v any) error {
	encoder := json.NewEncoder(c.App.Writer)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Category: ofRun, Usage: "print the summary as JSON", DisableDefaultText: true}
}

func recordBudgetFlag() cli.Flag {
	return &cli.GenericFlag{Name: "record-budget", Value: size("2GB"), Category: ofRun, Usage: "refuse a run that records more than `SIZE` bytes, as 500MB or 20GB"}
}

func recordBudget(c *cli.Context) recorder.Budget { return recorder.Budget(sizeOf(c, "record-budget")) }

// layoutFlags say how pictures are to be used.
func layoutFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "style", Category: ofRun, Usage: "use of the pictures: talk (280 mm, large letters) or paper (180 mm, letters of 8 points)", DefaultText: "a screen"},
		&cli.GenericFlag{Name: "width", Value: decimal(), Category: ofRun, Usage: fmt.Sprintf("width `MM` of the pictures in mm, %d to %d", report.LeastWidth, report.MostWidth), DefaultText: "the width of the style"},
	}
}

// layoutOf returns the layout that layoutFlags ask for.
func layoutOf(c *cli.Context) report.Layout {
	return report.Layout{Style: c.String("style"), Width: c.Float64("width")}
}

// checkLayout returns an error unless layoutFlags ask for a layout that there is.
func checkLayout(c *cli.Context) func() error {
	return func() error {
		if c.IsSet("width") && c.Float64("width") == 0 {
			return errors.New("--width 0: leave it out for the width of the style")
		}
		return layoutOf(c).Check()
	}
}
