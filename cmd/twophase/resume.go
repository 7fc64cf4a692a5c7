package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/engine"
	"twophase/internal/planning"
)

func resumeCommand() *cli.Command {
	return &cli.Command{
		Name:  "resume",
		Usage: "continue a run that was interrupted or killed, with the same results byte for byte",
		UsageText: `twophase resume RUN [FLAGS]

RUN is the run folder, by its name or that of its unfinished RUN.partial. Each trial
goes on from its last checkpoint: those of --checkpoint-every, or the one that Ctrl-C
or SIGTERM leaves. Weights, traces and summary are those of a run that was never
interrupted, byte for byte, with any number of workers and threads.

Examples:
  twophase resume runs/ifPSP-small
  twophase resume long.partial --workers 1 --checkpoint-every 100000`,
		Flags:        resumeFlags(),
		OnUsageError: onUsageError,
		Action:       resumeRun,
	}
}

func resumeFlags() []cli.Flag {
	return append(messageFlags(), workersFlag(), threadsFlag(), checkpointFlag(), jsonFlag())
}

func resumeRun(c *cli.Context) error {
	if c.Args().Len() != 1 {
		return usageError{fmt.Errorf("%d runs: resume takes one run folder, such as runs/ifPSP-small", c.Args().Len())}
	}
	if err := errors.Join(positiveIfSet(c, "workers", "checkpoint-every")(), threadsInRange(c), oneOfQuietAndVerbose(c)); err != nil {
		return usageError{err}
	}
	progress := newProgress(c, "steps")
	summary, err := engine.Resume(c.Context, c.Args().First(), planning.RunOptions{
		Workers: c.Int("workers"), Threads: c.Int("threads"), CheckpointEvery: c.Int("checkpoint-every"), Progress: progress,
	})
	progress.finish()
	if errors.Is(err, engine.ErrComplete) {
		fmt.Fprintf(c.App.ErrWriter, "twophase: %v: there is nothing to resume\n", err)
		return nil
	}
	if err != nil {
		return err
	}
	return printSummary(c, summary)
}
