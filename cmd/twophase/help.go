package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/docs"
	"twophase/internal/nearest"
)

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:  "help",
		Usage: "print the help of a command, or a topic",
		UsageText: `twophase help [COMMAND | TOPIC]

Topics: ` + strings.Join(docs.Topics(), ", ") + `

Examples:
  twophase help sweep run
  twophase help selections`,
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			names := c.Args().Slice()
			if len(names) == 0 {
				return cli.ShowAppHelp(c)
			}
			if text, found := docs.Page(names[0]); found && len(names) == 1 {
				_, err := fmt.Fprint(c.App.Writer, text)
				return err
			}
			if c.App.Command(names[0]) == nil {
				all := append(commandNames(c.App.VisibleCommands()), docs.Topics()...)
				return usageError{fmt.Errorf("there is no command or topic %q%s: choose %s", names[0], nearest.Hint(names[0], all), strings.Join(all, ", "))}
			}
			return c.App.RunContext(c.Context, append(append([]string{c.App.Name}, names...), "--help"))
		},
	}
}

// commandNames returns the names of commands.
func commandNames(commands []*cli.Command) (names []string) {
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}
