package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/reproduce"
)

func reproduceCommand() *cli.Command {
	return &cli.Command{
		Name:  "reproduce",
		Usage: "repeat the experiments of the paper and print them beside its numbers",
		UsageText: fmt.Sprintf(`twophase reproduce [PART ...] [FLAGS]

PART is %s, turns or all, which is the default. all is those of the paper.
turns is all that begin with it: how many simultaneous turns a circuit needs, by
theory and by runs (docs/turns.md). It takes long.

Examples:
  twophase reproduce table1 --quick
  twophase reproduce turns --quick
  twophase reproduce all --trials 100 --out paper`, strings.Join(reproduce.Parts(), ", ")),
		Flags:        reproduceFlags(),
		OnUsageError: onUsageError,
		Action:       reproducePaper,
	}
}

func reproduceFlags() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "trials", Value: whole(), Usage: "run `R` trials of each experiment, 1 or more, each with its own random numbers; budget runs fewer, and drift is quick unless this is given", DefaultText: fmt.Sprintf("%d, or %d if quick", reproduce.DefaultTrials, reproduce.QuickTrials)},
		&cli.BoolFlag{Name: "quick", Usage: fmt.Sprintf("run %d trials by default, and leave out entries beyond T = %d", reproduce.QuickTrials, reproduce.QuickSteps), DisableDefaultText: true},
		&cli.GenericFlag{Name: "workers", Value: whole(), Usage: "run `P` trials at a time, 1 or more", DefaultText: "one for each processor"},
		&cli.GenericFlag{Name: "seed", Value: unsigned(1), Usage: "`SEED` of all random numbers"},
		&cli.StringFlag{Name: "stimulus", Usage: "of turns: use the stimuli in `FILE` instead of Fashion-MNIST; formats as for run", DefaultText: "the Debian package dataset-fashion-mnist, if installed"},
		&cli.StringFlag{Name: "out", Usage: "write the folder `DIR`", DefaultText: "a new one under runs/"},
		&cli.BoolFlag{Name: "force", Usage: "replace the folder if it exists", DisableDefaultText: true},
	}
}

// argumentsLast moves the arguments of reproduce, or the experiment file of another command, behind
// the flags, because package cli expects them there.
func argumentsLast(args []string) []string {
	if len(args) < 2 {
		return args
	}
	var own []cli.Flag
	words := 2 // of the command
	switch args[1] {
	case "run":
		own = append(circuitFlags(), runFlags()...)
	case "compare":
		own = compareFlags()
	case "resume":
		own = resumeFlags()
	case "verify":
		own = verifyFlags()
	case "check":
		own = checkFlags()
	case "export":
		own = exportFlags()
	case "inspect":
		own = inspectFlags()
	case "view":
		own = viewFlags()
	case "report":
		own = reportFlags()
	case "plot":
		own = plotFlags()
	case "describe":
		own = circuitFlags()
	case "reproduce":
		own = reproduceFlags()
	case "sweep":
		own, words = sweepFlags(), 3
		if len(args) > 2 && args[2] == "emit" {
			words = 4
		}
		if len(args) < words {
			return args
		}
	default:
		return args
	}
	alone := map[string]bool{"h": true, "help": true} // flags without a value
	for _, f := range own {
		if _, ok := f.(*cli.BoolFlag); ok {
			alone[f.Names()[0]] = true
		}
	}
	flags, parts := slices.Clone(args[:words]), []string{}
	for i := words; i < len(args); i++ {
		name := strings.TrimLeft(args[i], "-")
		if name == args[i] {
			parts = append(parts, name)
			continue
		}
		flags = append(flags, args[i])
		if !alone[name] && !strings.Contains(name, "=") && i+1 < len(args) {
			i++
			flags = append(flags, args[i])
		}
	}
	return append(flags, parts...)
}

func reproducePaper(c *cli.Context) error {
	parts := c.Args().Slice()
	for _, check := range []func() error{
		notEmpty(c),
		positiveIfSet(c, "trials", "workers"),
		func() error { return reproduce.CheckParts(parts) },
	} {
		if err := check(); err != nil {
			return usageError{err}
		}
	}
	o := reproduce.Options{
		Parts: parts, Trials: reproduce.DefaultTrials, Seed: c.Uint64("seed"),
		Out: c.String("out"), Force: c.Bool("force"), Workers: c.Int("workers"), Stimulus: c.String("stimulus"),
	}
	if c.Bool("quick") {
		o.Trials, o.MaxSteps = reproduce.QuickTrials, reproduce.QuickSteps
	}
	if c.IsSet("trials") {
		o.Trials, o.Asked = c.Int("trials"), true
	}
	progress := newProgress(c.App.ErrWriter, "trials")
	stimuli := newProgress(c.App.ErrWriter, "stimuli")
	o.Progress, o.BudgetProgress, o.Note = progress, stimuli, stimuli.Note
	r, err := reproduce.Run(c.Context, o)
	progress.finish()
	stimuli.finish()
	if err != nil {
		return err
	}
	if err := r.WriteText(c.App.Writer); err != nil {
		return fmt.Errorf("print the reproduction: %w", err)
	}
	return nil
}
