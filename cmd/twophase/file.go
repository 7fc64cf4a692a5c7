package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

// resolve reads the experiment from its file, if one is named, and from the
// flags, which override it, and checks it. The plan must be closed.
func resolve(c *cli.Context) (*experiment.Plan, error) {
	if c.Args().Len() > 1 {
		return nil, usageError{fmt.Errorf("unexpected argument %q: %s takes one experiment file, and flags", c.Args().Get(1), c.Command.Name)}
	}
	if !c.Args().Present() {
		e, err := experimentOf(c, experiment.Default())
		if err != nil {
			return nil, err
		}
		return experiment.Resolve(e)
	}
	doc, err := experiment.Load(c.Args().First())
	if err != nil {
		return nil, usageError{err}
	}
	e, err := experimentOf(c, doc.Experiment)
	if err != nil {
		return nil, err
	}
	doc.Overrule(overruled(c)...)
	plan, err := experiment.Resolve(e)
	if err != nil {
		return nil, doc.Locate(err)
	}
	return plan, nil
}

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "look whether experiment files are valid, without running them",
		UsageText: `twophase check FILE ...
   twophase check --schema

Prints a line for each valid file, and all errors of the others with their places.

Examples:
  twophase check experiment.yaml
  twophase check --schema > experiment.schema.json`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "schema", Usage: "print the JSON Schema of experiment files, for editors", DisableDefaultText: true},
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
		line, err := checkFile(path)
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

// checkFile returns a line that says what a file would run.
func checkFile(path string) (string, error) {
	doc, err := experiment.Load(path)
	if err != nil {
		return "", usageError{err}
	}
	plan, err := experiment.Resolve(doc.Experiment)
	if err != nil {
		return "", doc.Locate(err)
	}
	defer plan.Close()
	line, err := plan.Outline()
	if err != nil {
		return "", doc.Locate(err)
	}
	return line, nil
}

func initCommand() *cli.Command {
	return &cli.Command{
		Name:         "init",
		Usage:        "write a commented experiment file to begin with",
		UsageText:    "twophase init [NAME]\n\nWrites NAME.yaml, or experiment.yaml. Example: twophase init narrow-gap && twophase run narrow-gap.yaml",
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if c.Args().Len() > 1 {
				return usageError{fmt.Errorf("unexpected argument %q: init takes one name", c.Args().Get(1))}
			}
			name := c.Args().First()
			if name == "" {
				name = "experiment"
			}
			if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") {
				name += ".yaml"
			}
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
			if errors.Is(err, os.ErrExist) {
				return fmt.Errorf("%s exists: choose another name, or remove it", name)
			}
			if err != nil {
				return err
			}
			if _, err := f.WriteString(experiment.Template); err != nil {
				return errors.Join(err, f.Close(), os.Remove(name))
			}
			if err := f.Close(); err != nil {
				return errors.Join(err, os.Remove(name))
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s: run it with twophase run %s\n", name, name)
			return err
		},
	}
}
