package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment/catalogue"
)

func networksCommand() *cli.Command {
	return &cli.Command{
		Name:  "networks",
		Usage: "list the networks",
		UsageText: `twophase networks [--json | --markdown]

Lists all networks: whether they are local and recurrent, what they find, and how
many signals their synapses carry for one stimulus. twophase describe --network NAME
prints a network in full; twophase run --network NAME runs it. Then it lists
algorithms that are no circuits, which compare --networks measures beside them.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print all networks as JSON, with the phases and the rules", DisableDefaultText: true},
			&cli.BoolFlag{Name: "markdown", Usage: "print a section for each network as Markdown", DisableDefaultText: true},
		},
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			if c.Bool("json") && c.Bool("markdown") {
				return usageError{errors.New("--json and --markdown exclude one another: give one of them")}
			}
			if c.Bool("json") {
				return printJSON(c, catalogue.List())
			}
			write := catalogue.Write
			if c.Bool("markdown") {
				write = catalogue.WriteMarkdown
			}
			if err := write(c.App.Writer); err != nil {
				return fmt.Errorf("print the networks: %w", err)
			}
			return nil
		},
	}
}
