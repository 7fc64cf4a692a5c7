package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/study/reproduce"
)

func reproduceCommand() *cli.Command {
	return &cli.Command{
		Name:  "reproduce",
		Usage: "repeat the experiments of the paper and print them beside its numbers",
		UsageText: fmt.Sprintf(`twophase reproduce [PART ...] [FLAGS]

PART is %s or all, the default.

Examples:
  twophase reproduce table1 --quick
  twophase reproduce all --trials 100 --out paper`, strings.Join(reproduce.PartNames(), ", ")),
		Flags:        reproduceFlags(),
		OnUsageError: onUsageError,
		Action:       reproducePaper,
	}
}

func reproduceFlags() []cli.Flag {
	return append(append(messageFlags(), layoutFlags()...),
		&cli.GenericFlag{Name: "trials", Value: positive(), Usage: "run `R` trials of each experiment, 1 or more, each with its own random numbers", DefaultText: fmt.Sprintf("%d, or %d if quick", reproduce.DefaultTrials, reproduce.QuickTrials)},
		&cli.BoolFlag{Name: "quick", Usage: fmt.Sprintf("run %d trials by default, and leave out entries beyond T = %d", reproduce.QuickTrials, reproduce.QuickSteps), DisableDefaultText: true},
		&cli.GenericFlag{Name: "workers", Value: positive(), Usage: "run `P` trials at a time, 1 or more", DefaultText: "one for each processor"},
		&cli.GenericFlag{Name: "seed", Value: unsigned(1), Usage: "`SEED` of all random numbers"},
		&cli.StringFlag{Name: "out", Usage: "write the folder `DIR`", DefaultText: "a new one under runs/"},
		&cli.BoolFlag{Name: "force", Usage: "replace the folder if it exists", DisableDefaultText: true},
	)
}

func reproducePaper(c *cli.Context) error {
	parts := c.Args().Slice()
	for _, check := range []func() error{
		notEmpty(c),
		checkLayout(c),
		func() error { return reproduce.CheckParts(parts) },
		func() error { return oneOfQuietAndVerbose(c) },
	} {
		if err := check(); err != nil {
			return usageError{err}
		}
	}
	o := reproduce.Options{
		Parts: parts, Trials: reproduce.DefaultTrials, Seed: c.Uint64("seed"),
		Out: c.String("out"), Force: c.Bool("force"), Workers: c.Int("workers"), Layout: layoutOf(c),
	}
	if c.Bool("quick") {
		o.Trials, o.MaxSteps = reproduce.QuickTrials, reproduce.QuickSteps
	}
	if c.IsSet("trials") {
		o.Trials = c.Int("trials")
	}
	progress := newProgress(c, "trials")
	o.Progress = progress
	r, err := reproduce.Run(c.Context, o)
	progress.finish()
	if err != nil {
		return err
	}
	if err := r.WriteText(c.App.Writer); err != nil {
		return fmt.Errorf("print the reproduction: %w", err)
	}
	return nil
}
