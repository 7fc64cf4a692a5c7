package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

func runCommand() *cli.Command {
	return &cli.Command{
		Name:  "run",
		Usage: "run a circuit, record its synapses and measure what it learnt",
		UsageText: `twophase run [EXPERIMENT.yaml] [FLAGS]

Without flags: the paper's small problem with ifPSP, every synapse recorded.
Flags override what the experiment file says; twophase init writes one.

Examples:
  twophase run experiment.yaml --trials 10
  twophase run --network ifPSW --problem large --trials 10
  twophase run --network PSP --settle jacobi --sweeps 3
  twophase run --stimulus data.csv --outputs 3 --center --scale eigen
  twophase run --record 'lateral[2,*]' --record feedforward@100 --parts lateral
  twophase run experiment.yaml --checkpoint-every 100000 --out long
  twophase run experiment.yaml --live`,
		Flags:        append(circuitFlags(), runFlags()...),
		OnUsageError: onUsageError,
		Action:       run,
	}
}

func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "steps", Category: ofRun, Usage: "present `T` stimuli", DefaultText: "100000, or the whole file"},
		&cli.IntFlag{Name: "trials", Value: 1, Category: ofRun, Usage: "repeat `R` times, each with its own random numbers"},
		workersFlag(),
		checkpointFlag(),
		&cli.StringSliceFlag{Name: "record", Category: ofRun, Usage: "record `SELECTION[@STRIDE]`: weights, feedforward, lateral, scale or outputs, perhaps with [post,pre]; every STRIDE steps or @log; repeatable", DefaultText: "weights, as often as 8 MB for a trial allow"},
		&cli.StringSliceFlag{Name: "parts", Category: ofRun, Usage: "record with `SELECTION`, of what is recorded, why it moved: the Hebbian part, the decay and the rounding of its last change, and the activities; all, or as lateral, 'feedforward[0,*],lateral'; repeatable", DefaultText: "none"},
		recordBudgetFlag(),
		&cli.StringFlag{Name: "reference", Value: "auto", Category: ofRun, Usage: "measure errors against the population covariance or the file's own batch PCA (auto), or against nothing (none)"},
		&cli.StringFlag{Name: "out", Category: ofRun, Usage: "write the run folder `DIR`", DefaultText: "a new one under runs/"},
		&cli.BoolFlag{Name: "force", Category: ofRun, Usage: "replace the run folder if it exists", DisableDefaultText: true},
		jsonFlag(),
		&cli.BoolFlag{Name: "live", Category: ofRun, Usage: "print an address where a browser on this machine can look on, and answer it until Ctrl-C", DisableDefaultText: true},
		portFlag(),
	}
}

func workersFlag() cli.Flag {
	return &cli.IntFlag{Name: "workers", Category: ofRun, Usage: "run `P` trials at a time, or as many times the few of a small circuit that go side by side", DefaultText: "one for each processor"}
}

func checkpointFlag() cli.Flag {
	return &cli.IntFlag{Name: "checkpoint-every", Category: ofRun, Usage: "write every so many `STEPS` of a trial down where it is, so that twophase resume goes on from there even after the process was killed", DefaultText: "only on Ctrl-C or SIGTERM"}
}

func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Category: ofRun, Usage: "print the summary as JSON", DisableDefaultText: true}
}

func recordBudgetFlag() cli.Flag {
	return &cli.StringFlag{Name: "record-budget", Value: "2GB", Category: ofRun, Usage: "refuse to record more than this `SIZE`, as 500MB or 20GB"}
}

func run(c *cli.Context) error {
	budget, err := parseSize(c.String("record-budget"))
	if err != nil {
		return usageError{err}
	}
	plan, err := resolve(c)
	if err != nil {
		return err
	}
	defer plan.Close()
	if c.IsSet("port") && !c.Bool("live") {
		return usageError{errors.New("--port is for --live: give that too, or leave it out")}
	}
	if plan.doc != nil && len(plan.doc.Variants) > 0 {
		return compare(c, c.Args().Slice())
	}

	options := experiment.RunOptions{
		Out: c.String("out"), Force: c.Bool("force"), Workers: c.Int("workers"), Budget: budget,
		CheckpointEvery: c.Int("checkpoint-every"),
	}
	if c.Bool("live") {
		return runLive(c, plan, options)
	}
	return runPlan(c, plan, options)
}

// runPlan runs a plan and prints what it found.
func runPlan(c *cli.Context, plan plan, o experiment.RunOptions) error {
	progress := newProgress(c.App.ErrWriter, "steps")
	o.Progress = progress
	summary, err := plan.Run(c.Context, o)
	progress.finish()
	if err != nil {
		return plan.locate(err)
	}
	return printSummary(c, summary)
}

// printSummary prints what a run found, for a person or as JSON.
func printSummary(c *cli.Context, summary *experiment.Summary) error {
	if c.Bool("json") {
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetIndent("", "  ")
		return encoder.Encode(struct {
			*experiment.Summary
			Timing experiment.Timing `json:"timing"`
		}{summary, summary.Timing})
	}
	if err := summary.WriteText(c.App.Writer); err != nil {
		return fmt.Errorf("print the summary: %w", err)
	}
	return nil
}
