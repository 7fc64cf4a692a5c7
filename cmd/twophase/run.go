package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/web/view"
)

func runCommand() *cli.Command {
	return firstScreen(&cli.Command{
		Name:  "run",
		Usage: "run a circuit, record its synapses and measure what it learnt",
		UsageText: `twophase run [EXPERIMENT.yaml] [FLAGS]

Without flags: the paper's small problem with ifPSP, every synapse recorded.
Flags override what the experiment file says; twophase init writes one.

Examples:
  twophase run experiment.yaml --trials 10
  twophase run --network ifPSW --problem large --trials 10
  twophase run --stimulus data.csv --outputs 3 --center --scale eigen
  twophase run --record '` + selection.ExampleRow + `' --record weights@100 --parts all
  twophase run experiment.yaml --live`,
		Flags:        append(circuitFlags(), runFlags()...),
		OnUsageError: onUsageError,
		Action:       runExperiment,
	}, runMostUsed)
}

func runExperiment(c *cli.Context) error {
	if err := oneOfQuietAndVerbose(c); err != nil {
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
		return compareExperiments(c, c.Args().Slice())
	}

	options := planning.RunOptions{
		Out: c.String("out"), Force: c.Bool("force"), Workers: c.Int("workers"), Threads: c.Int("threads"), Budget: recordBudget(c),
		CheckpointEvery: c.Int("checkpoint-every"),
	}
	if c.Bool("live") {
		if err := engine.CheckWatched(plan.Plan); err != nil {
			return usageError{err}
		}
		return runLive(c, plan, options)
	}
	return runPlan(c, plan, options)
}

// runPlan runs a plan and prints its summary.
func runPlan(c *cli.Context, plan filePlan, o planning.RunOptions) error {
	progress := newProgress(c, "steps")
	if plan.Chosen != "" {
		progress.Note("chosen by the theory: " + plan.Chosen)
	}
	o.Progress = progress
	summary, err := engine.Run(c.Context, plan.Plan, o)
	progress.finish()
	if err != nil {
		return plan.locate(err)
	}
	return printSummary(c, summary)
}

// runLive runs a plan while a browser shows it. After the run, even one that diverged, it shows the
// folder until Ctrl-C. The address goes to stderr, and the summary to stdout.
func runLive(c *cli.Context, plan filePlan, o planning.RunOptions) (err error) {
	live := view.NewLive()
	defer live.Close()
	server, err := listen(c, c.App.ErrWriter, view.Options{Source: live})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(c.Context)
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx) }()
	defer func() {
		stop()
		err = errors.Join(err, <-served)
	}()
	o.Watcher = live
	ran := runPlan(c, plan, o)
	var diverged *circuit.Divergence
	if ran != nil && !errors.As(ran, &diverged) {
		return ran
	}
	folder, err := view.Open(live.Folder())
	if err != nil {
		return errors.Join(ran, err)
	}
	live.Finish(folder)
	if diverged != nil {
		fmt.Fprintf(c.App.ErrWriter, "twophase: diverged at step %d; the page shows what was recorded until then, until Ctrl-C\n", diverged.Step)
		ran = ranAway(ran)
	}
	open, closed := untilTerminalCloses(ctx)
	defer closed()
	<-open.Done()
	return ran
}
