package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/planning"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "check experiment files without running them",
		UsageText: `twophase check FILE ...
   twophase check --schema

Also reads the stimuli that the files name. Prints a line for each valid file, and
the errors of the others with their places.

Examples:
  twophase check experiment.yaml
  twophase check --schema > experiment.schema.json`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of experiment files, for editors", DisableDefaultText: true},
			recordBudgetFlag(),
		},
		OnUsageError: onUsageError,
		Action:       check,
	}
}

func check(c *cli.Context) error {
	if c.Bool("schema") {
		if err := noArguments(c); err != nil {
			return err
		}
		text, err := experiment.Schema()
		if err != nil {
			return err
		}
		_, err = c.App.Writer.Write(text)
		return err
	}
	if !c.Args().Present() {
		return usageError{errors.New("no experiment file: give one or more, or --schema; twophase init writes one")}
	}
	var errs []error
	for _, path := range c.Args().Slice() {
		line, err := checkFile(c.Context, path, planning.RunOptions{Budget: recordBudget(c)})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if _, err := fmt.Fprintf(c.App.Writer, "%s: %s\n", path, line); err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

// checkFile returns a line that describes what a file would run.
func checkFile(ctx context.Context, path string, o planning.RunOptions) (string, error) {
	doc, err := experiment.Load(path)
	if err != nil {
		return "", err
	}
	variants, err := resolveAll(doc, firstVariant(path), func(e experiment.Experiment) (experiment.Experiment, error) { return e, nil })
	defer closeAll(variants)
	if err != nil {
		return "", err
	}
	for i, v := range variants {
		if err := v.Plan.Check(ctx, o); err != nil {
			return "", doc.Locate(within(err, i, v.Name))
		}
	}
	line := variants[0].Plan.Outline()
	if n := len(variants) - 1; n > 0 {
		if err := engine.CheckTwins(variants, doc.ForkAt); err != nil {
			return "", doc.Locate(err)
		}
		line += fmt.Sprintf("; compared with %d more", n)
	}
	return line, nil
}
