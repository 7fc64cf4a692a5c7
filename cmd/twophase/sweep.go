package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"twophase/internal/files/interrupt"
	"twophase/internal/study/sweep"
	"twophase/internal/text/wording"
)

func sweepCommand() *cli.Command {
	return &cli.Command{
		Name:  "sweep",
		Usage: "run an experiment at many points: plan, run, status, collect, emit",
		UsageText: `twophase sweep plan GRID.yaml       write the points of a grid into a folder
twophase sweep run PLAN             run the points that have no result yet
twophase sweep status PLAN          print its progress
twophase sweep collect PLAN         write the tables and pictures of all results
twophase sweep emit slurm PLAN      write the scripts that run it on a cluster

A grid is YAML such as

  experiment: small.yaml            # or the keys of an experiment
  vary:
    tau: {range: {from: 0.05, to: 2, count: 12, log: true}}
    network: [ifPSP, PSP]           # short for {grid: [ifPSP, PSP]}
    initial_m: {random: {from: 1, to: 5, count: 20}}
  list:                             # keys that change together
    - {rate: 1e-3, steps: 100000}
    - {rate: 1e-2, steps: 10000}
  seeds: 10

Example: twophase sweep plan grid.yaml && twophase sweep run grid.plan && twophase sweep collect grid.plan --plot tau`,
		OnUsageError:    onUsageError,
		Subcommands:     []*cli.Command{sweepPlanCommand(), sweepRunCommand(), sweepStatusCommand(), sweepCollectCommand(), sweepEmitCommand(), nestedHelp()},
		HideHelpCommand: true, // nestedHelp is ours
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				names := commandNames(c.Command.Subcommands)
				return usageError{fmt.Errorf("sweep %q does not exist%s: choose plan, run, status, collect or emit", c.Args().First(), wording.Hint(c.Args().First(), names))}
			}
			return cli.ShowSubcommandHelp(c)
		},
	}
}

func sweepRunCommand() *cli.Command {
	return &cli.Command{
		Name:  "run",
		Usage: "run the points of a sweep that have no result yet",
		UsageText: `twophase sweep run PLAN [FLAGS]

Several processes may run one plan at the same time, on one machine or on several
that share the folder. Each result is written as soon as it is known, and is on the
disk within two seconds. After an interruption the same command runs the points that
are left.

In a Slurm job array the shard is that of the task (SLURM_ARRAY_TASK_ID), and the
workers are SLURM_CPUS_PER_TASK. There, a run that SIGTERM ends has the exit code 99: run it again.

Examples:
  twophase sweep run grid.plan
  twophase sweep run grid.plan --shard 0/4`,
		Flags: append(messageFlags(),
			&cli.StringFlag{Name: "shard", Usage: "run only part `I/N` of the points, with I from 0 to N-1", DefaultText: "all, or the part of the Slurm task"},
			&cli.GenericFlag{Name: "workers", Value: positive(), Usage: "use `P` processors, 1 or more", DefaultText: "SLURM_CPUS_PER_TASK, or all"},
		),
		OnUsageError: onUsageError,
		Action:       sweepRun,
	}
}

func sweepRun(c *cli.Context) error {
	if err := errors.Join(notEmpty(c)(), oneOfQuietAndVerbose(c)); err != nil {
		return usageError{err}
	}
	o := sweep.RunOptions{Workers: c.Int("workers")}
	if o.Workers == 0 {
		o.Workers = sweep.WorkersFrom(os.Getenv)
	}
	var err error
	if c.IsSet("shard") {
		o.Shard, err = sweep.ParseShard(c.String("shard"))
	} else {
		o.Shard, err = sweep.ShardFrom(os.Getenv)
	}
	if err != nil {
		return usageError{err}
	}
	s, err := openSweep(c)
	if err != nil {
		return err
	}
	progress := newProgress(c, "points")
	o.Progress = progress
	start := time.Now()
	points, before, err := s.Run(c.Context, o)
	progress.finish()
	if errors.Is(err, interrupt.ErrInterrupted) {
		err = requeued(err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "shard %v: %s, %d of them run before, in %.1f s\n", o.Shard, wording.Count(points, "point"), before, time.Since(start).Seconds())
	return err
}

func sweepStatusCommand() *cli.Command {
	return &cli.Command{
		Name:         "status",
		Usage:        "print the progress of a sweep",
		UsageText:    "twophase sweep status PLAN [FLAGS]\n\nExample: twophase sweep status grid.plan --json",
		Flags:        []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print the progress as JSON", DisableDefaultText: true}},
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			s, err := openSweep(c)
			if err != nil {
				return err
			}
			status, err := s.Status()
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return json.NewEncoder(c.App.Writer).Encode(status)
			}
			return status.WriteText(c.App.Writer)
		},
	}
}
