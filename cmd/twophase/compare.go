package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study/twin"
	"twophase/internal/text/wording"
)

func compareCommand() *cli.Command {
	return firstScreen(&cli.Command{
		Name:  "compare",
		Usage: "run experiments on the same stimuli and print how they differ",
		UsageText: `twophase compare EXPERIMENT.yaml [EXPERIMENT.yaml ...] [FLAGS]
twophase compare --networks A,B,C|all [FLAGS]

Compares each experiment with the first one, and with the variants that its own file
lists under compare. All have the same stimuli and the same random initial weights.
Flags override all files.

With --networks it compares networks on one stimulus, each at its best learning
rate, in 10 trials by default. With --tune rate,tau,lambda each also has its best
τ and gains Λ. It prints what each finds and what it costs. Without --out it
writes no folder. An interrupted folder is completed by twophase resume.

Examples:
  twophase compare untouched.yaml lesioned.yaml --trials 20
  twophase compare two-phase.yaml recurrent.yaml --fork-at 50000
  twophase compare lesion.yaml     # its variants are in the file
  twophase compare --networks all --steps 50000 --trials 30 --out networks
  twophase compare --networks ifPSP,cascadePSP,apex --problem large
  twophase compare --networks ifPSP,cascadePSP --tune rate,tau,lambda --tune-by alignment`,
		Flags:        compareFlags(),
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if err := checkLayout(c)(); err != nil {
				return usageError{err}
			}
			if c.IsSet("networks") {
				return compareNetworks(c)
			}
			for _, name := range []string{"tune", "rates", "tuning-trials", "tune-by", "csv"} {
				if c.IsSet(name) {
					return usageError{fmt.Errorf("--%s needs --networks: experiments are compared as their files say", name)}
				}
			}
			if !c.Args().Present() {
				return usageError{errors.New("no experiment file: give two or more, one that lists variants under compare, or networks with --networks")}
			}
			return compareExperiments(c, c.Args().Slice())
		},
	}, compareMostUsed)
}

// compareFlags returns the flags of run that a comparison has too, and its own.
func compareFlags() []cli.Flag {
	flags := slices.DeleteFunc(append(circuitFlags(), runFlags()...), func(f cli.Flag) bool {
		return slices.Contains([]string{"live", "port", "threads"}, f.Names()[0])
	})
	return append(slices.Concat(flags, layoutFlags(), networksFlags()), flagOf(keyOfFlag("fork-at")))
}

// compareExperiments runs the experiments of some files, and their variants, side by side.
func compareExperiments(c *cli.Context, files []string) error {
	if c.IsSet("live") {
		return usageError{errors.New("--live: twophase view shows a comparison when it is finished; leave out --live, or run the experiments one by one")}
	}
	if c.IsSet("threads") {
		return usageError{errors.New("--threads: a comparison runs its trials on the processors; leave out the flag, or run the experiments one by one")}
	}
	fork := 0
	if c.IsSet("fork-at") {
		step, err := wording.Int(c.String("fork-at"), 1, experiment.MaxSteps)
		if err != nil {
			return usageError{fmt.Errorf("--fork-at: %w", err)}
		}
		fork = int(step)
	}
	showReadings(c)
	var variants []engine.Variant
	defer func() { twin.Close(variants) }()
	locate := func(err error) error { return err }
	for _, file := range files {
		doc, err := loadExperiment(file, c.StringSlice(setFlag)...)
		if err != nil {
			return err
		}
		doc.Overrule(overruled(c)...)
		if fork == 0 {
			fork = doc.ForkAt
		}
		some, err := twin.Resolve(c.Context, doc, len(variants), twin.FirstName(doc, file), func(e experiment.Experiment) (experiment.Experiment, error) { return experimentOf(c, e) })
		variants = append(variants, some...)
		if err != nil {
			return err
		}
		if len(files) == 1 {
			locate = doc.Locate
		}
	}
	if len(variants) < 2 {
		return usageError{fmt.Errorf("%s alone is no comparison: give a second experiment file, or list variants in it under compare", files[0])}
	}
	progress := newProgress(c, "steps")
	comparison, err := twin.Run(c.Context, variants, fork, planning.RunOptions{
		Out: c.String("out"), Force: c.Bool("force"), Workers: c.Int("workers"), Budget: recordBudget(c), CheckpointEvery: c.Int("checkpoint-every"), Progress: progress,
	}, layoutOf(c))
	progress.finish()
	if err != nil {
		return locate(err)
	}
	return printComparison(c, comparison)
}

// printComparison prints a comparison of experiments.
func printComparison(c *cli.Context, comparison *twin.Comparison) error {
	if c.Bool("json") {
		return printJSON(c, comparison)
	}
	if err := comparison.WriteText(c.App.Writer); err != nil {
		return fmt.Errorf("print the comparison: %w", err)
	}
	return nil
}
