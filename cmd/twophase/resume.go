package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/files/folder"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study/benchmark"
	"twophase/internal/study/twin"
	"twophase/internal/traces/result"
)

func resumeCommand() *cli.Command {
	return &cli.Command{
		Name:  "resume",
		Usage: "continue a run that was interrupted or killed, with the same results byte for byte",
		UsageText: `twophase resume RUN [FLAGS]

RUN is the folder of a run or of a comparison, by its name or that of its unfinished
RUN.partial. Each trial goes on from its last checkpoint: those of --checkpoint-every,
or the one that Ctrl-C or SIGTERM leaves. A comparison of networks goes on after the
trials that were complete. Weights, traces and summary are those of a run that was
never interrupted, byte for byte, with any number of workers and threads.

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
	if err := oneOfQuietAndVerbose(c); err != nil {
		return usageError{err}
	}
	name, progress := c.Args().First(), newProgress(c, "steps")
	o := planning.RunOptions{Workers: c.Int("workers"), Threads: c.Int("threads"), CheckpointEvery: c.Int("checkpoint-every"), Progress: progress}
	print, err := resumed(c, name, o)
	progress.finish()
	if errors.Is(err, engine.ErrComplete) {
		fmt.Fprintf(c.App.ErrWriter, "twophase: %v: there is nothing to resume\n", err)
		return nil
	}
	if err != nil {
		return err
	}
	return print()
}

// resumed completes a run or a comparison, and returns what prints its results.
func resumed(c *cli.Context, name string, o planning.RunOptions) (print func() error, err error) {
	of := strings.TrimSuffix(folder.Named(name), ".partial")
	if work := of + ".partial"; result.IsComparison(work) || result.IsComparison(of) && !exists(work) {
		comparison, err := twin.Resume(c.Context, name, o)
		return func() error { return printComparison(c, comparison) }, err
	}
	if work := of + ".partial"; benchmark.IsFolder(work) || benchmark.IsFolder(of) && !exists(work) {
		if c.Bool("json") {
			return nil, usageError{fmt.Errorf("--json: a comparison of networks has its tables as CSV, in %s", of)}
		}
		found, out, err := benchmark.Resume(c.Context, name, benchmark.Options{Workers: o.Workers, Progress: o.Progress})
		return func() error { return printNetworks(c, found, out) }, err
	}
	summary, err := engine.Resume(c.Context, name, o)
	return func() error { return printSummary(c, summary) }, err
}

// exists reports whether anything has a name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
