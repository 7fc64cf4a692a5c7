package main

import (
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

func networksCommand() *cli.Command {
	return &cli.Command{
		Name:  "networks",
		Usage: "list the networks",
		UsageText: `twophase networks [--json]

Lists all networks: whether they are local and recurrent, what they find, and how
many signals their synapses carry for one stimulus. What a network is in full,
twophase describe --network NAME prints; twophase run --network NAME runs it.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print everything as JSON, with the phases and the rules", DisableDefaultText: true},
		},
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			if c.Bool("json") {
				encoder := json.NewEncoder(c.App.Writer)
				encoder.SetIndent("", "  ")
				return encoder.Encode(experiment.NetworkList())
			}
			if err := experiment.WriteNetworks(c.App.Writer); err != nil {
				return fmt.Errorf("print the networks: %w", err)
			}
			return nil
		},
	}
}
