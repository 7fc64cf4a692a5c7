package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/docs"
	"twophase/internal/nearest"
	"twophase/internal/report"
)

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:  "help",
		Usage: "print the help of a command, a topic, or a term of the glossary",
		UsageText: `twophase help [COMMAND | TOPIC | TERM]

Topics: ` + strings.Join(docs.Topics(), ", ") + `

Examples:
  twophase help sweep run
  twophase help selections
  twophase help E_Pro`,
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
			if paragraphs := docs.Term(strings.Join(names, " ")); paragraphs != nil {
				for i, p := range paragraphs {
					if i > 0 {
						fmt.Fprintln(c.App.Writer)
					}
					fmt.Fprintln(c.App.Writer, report.Wrapped(p))
				}
				return nil
			}
			if c.App.Command(names[0]) == nil {
				all := append(commandNames(c.App.VisibleCommands()), docs.Topics()...)
				return usageError{fmt.Errorf("there is no command, topic or term %q%s: choose %s, or a term of twophase help glossary", names[0], nearest.Hint(names[0], append(all, docs.Terms()...)), strings.Join(all, ", "))}
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
