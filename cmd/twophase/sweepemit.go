package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"twophase/internal/study/sweep"
)

func sweepEmitCommand() *cli.Command {
	return &cli.Command{
		Name:  "emit",
		Usage: "write the scripts that run a sweep on a cluster",
		UsageText: `twophase sweep emit slurm PLAN [FLAGS]

Runs a few points to measure what they cost, divides the others into tasks, and
writes the scripts of a job array and of the job that collects the results, with a
submit.sh that submits both.

Examples:
  twophase sweep emit slurm grid.plan && grid.plan/slurm/submit.sh
  twophase sweep emit slurm grid.plan --cpus 8 --task-time 2h --sbatch --partition=long`,
		OnUsageError:    onUsageError,
		Subcommands:     []*cli.Command{emitSlurmCommand(), nestedHelp()},
		HideHelpCommand: true, // nestedHelp is ours
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return usageError{fmt.Errorf("cluster %q does not exist: choose slurm", c.Args().First())}
			}
			return cli.ShowSubcommandHelp(c)
		},
	}
}

// emitFlags are the flags for every kind of cluster.
func emitFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.DurationFlag{Name: "task-time", Value: 15 * time.Minute, Usage: "plan tasks that take about `TIME`, as 90s, 15m or 2h"},
		&cli.GenericFlag{Name: "cpus", Value: positive(1), Usage: "give each task `P` processors, 1 or more"},
		&cli.DurationFlag{Name: "point-time", Usage: "assume that a point takes `TIME`, as 90s, instead of measuring it"},
		&cli.GenericFlag{Name: "memory", Value: size(""), Usage: "assume that a process needs `SIZE` bytes of memory, as 200MB, instead of measuring it"},
		&cli.StringFlag{Name: "plot", Usage: "draw a picture in the collection over one or two keys that vary, `X[,Y]`"},
		&cli.StringFlag{Name: "measure", Usage: "draw the measure `NAME`", DefaultText: sweep.Measures()[0]},
		&cli.StringFlag{Name: "out", Usage: "write the folder `DIR`", DefaultText: "PLAN/slurm"},
	}, layoutFlags()...)
}

func emitSlurmCommand() *cli.Command {
	return &cli.Command{
		Name:      "slurm",
		Usage:     "write an array of Slurm jobs",
		UsageText: "twophase sweep emit slurm PLAN [FLAGS]\n\nExample: twophase sweep emit slurm grid.plan --sbatch --partition=long --sbatch --account=me",
		Flags: append(emitFlags(),
			&cli.GenericFlag{Name: "max-array-size", Value: positive(), Usage: "write an array of at most `N` tasks, 1 or more", DefaultText: "what scontrol says, or 1001"},
			&cli.StringSliceFlag{Name: "sbatch", Usage: "pass `OPTION` to sbatch, as --partition=long; repeatable"},
		),
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			s, err := openSweep(c)
			if err != nil {
				return err
			}
			most := c.Int("max-array-size")
			if !c.IsSet("max-array-size") {
				var ok bool
				if most, ok = sweep.MaxArraySize(c.Context); !ok {
					most = sweep.DefaultMaxArraySize
				}
			}
			tasks, pilot, err := tasksOf(c, s, most)
			if err != nil {
				return err
			}
			program, err := os.Executable()
			if err != nil {
				return err
			}
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			out := emitFolder(c, s)
			scripts, err := filepath.Abs(out)
			if err != nil {
				return err
			}
			all, err := s.EmitSlurm(sweep.Slurm{
				Tasks: tasks, Pilot: pilot, Program: program, Dir: dir, Scripts: scripts,
				Options: c.StringSlice("sbatch"), Collect: collectFlags(c),
			})
			if err != nil {
				return err
			}
			return emit(c, out, all, tasks, pilot)
		},
	}
}

// tasksOf divides a sweep into tasks. It measures the cost of points, unless that is given.
func tasksOf(c *cli.Context, s *sweep.Sweep, most int) (sweep.Tasks, sweep.Pilot, error) {
	if err := errors.Join(checkLayout(c)(), notEmpty(c)()); err != nil {
		return sweep.Tasks{}, sweep.Pilot{}, usageError{err}
	}
	if c.Duration("task-time") <= 0 || c.Duration("point-time") < 0 {
		return sweep.Tasks{}, sweep.Pilot{}, usageError{errors.New("--task-time and --point-time must be positive, as 90s, 15m or 2h")}
	}
	var pilot sweep.Pilot
	var err error
	if c.IsSet("point-time") && c.IsSet("memory") {
		pilot.Assumed = true
	} else if pilot, err = s.Pilot(c.Context); err != nil {
		return sweep.Tasks{}, pilot, err
	}
	if c.IsSet("point-time") {
		pilot.Each = c.Duration("point-time")
	}
	if c.IsSet("memory") {
		pilot.Memory = sizeOf(c, "memory")
	}
	tasks, err := s.Divide(pilot, c.Duration("task-time"), c.Int("cpus"), most)
	return tasks, pilot, err
}

// collectFlags are the flags of the collection.
func collectFlags(c *cli.Context) (flags []string) {
	for _, name := range []string{"plot", "measure", "style", "width"} {
		if c.IsSet(name) {
			flags = append(flags, "--"+name, c.String(name))
		}
	}
	return flags
}

func emitFolder(c *cli.Context, s *sweep.Sweep) string {
	if out := c.String("out"); out != "" {
		return out
	}
	return filepath.Join(s.Folder, c.Command.Name)
}

// emit writes the scripts and describes them.
func emit(c *cli.Context, folder string, scripts []sweep.Script, tasks sweep.Tasks, pilot sweep.Pilot) error {
	if err := sweep.WriteScripts(folder, scripts); err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "%v: %v, %v and %d MB\n", pilot, tasks, tasks.Time, tasks.Memory)
	var names []string
	for _, s := range scripts {
		names = append(names, filepath.Join(folder, s.Name))
	}
	_, err := fmt.Fprintln(c.App.Writer, strings.Join(names, "\n"))
	return err
}
