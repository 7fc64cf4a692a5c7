package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

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
