package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/files/durable"
)

func initCommand() *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "write a commented experiment file to begin with",
		UsageText: `twophase init [NAME]
twophase init circuit [NAME]

Writes NAME.yaml with every key of an experiment. init circuit writes a circuit of your own
instead. Without NAME the file is experiment.yaml or circuit.yaml.

Example: twophase init narrow-gap && twophase run narrow-gap.yaml
Example: twophase init circuit && twophase describe circuit.yaml`,
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			args, name, template := c.Args().Slice(), "experiment", experiment.Template
			if c.Args().First() == "circuit" {
				args, name, template = args[1:], "circuit", func() ([]byte, error) { return circuitfile.Template, nil }
			}
			if len(args) > 1 {
				return usageError{fmt.Errorf("unexpected argument %q: init takes one name", args[1])}
			}
			if len(args) == 1 && args[0] != "" {
				name = args[0]
			}
			if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") {
				name += ".yaml"
			}
			text, err := template()
			if err != nil {
				return err
			}
			err = durable.WriteNew(name, text, 0o666)
			if errors.Is(err, os.ErrExist) {
				return fmt.Errorf("%s exists: choose another name, or remove it", name)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s: run it with twophase run %s\n", name, name)
			return err
		},
	}
}
