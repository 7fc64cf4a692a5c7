package main

import (
	"fmt"
	"io"
	"regexp"
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
  twophase help E_Pro
  twophase help run --all
  twophase help --man > twophase.1`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Category: ofRun, Usage: "describe all options of a command, not only the most used ones", DisableDefaultText: true},
			&cli.BoolFlag{Name: "man", Category: ofRun, Usage: "print a manual page of all commands, for man -l", DisableDefaultText: true},
		},
		OnUsageError: onUsageError,
		Action:       help,
	}
}

func help(c *cli.Context) error {
	names := c.Args().Slice()
	if c.Bool("man") {
		return printManual(c)
	}
	if len(names) == 0 {
		return cli.ShowAppHelp(c)
	}
	if text, found := docs.Page(names[0]); found && len(names) == 1 {
		_, err := fmt.Fprint(c.App.Writer, text)
		return err
	}
	if paragraphs := docs.Term(strings.Join(names, " ")); paragraphs != nil {
		for i, p := range paragraphs {
			paragraphs[i] = report.Wrapped(p) + "\n"
		}
		_, err := fmt.Fprint(c.App.Writer, strings.Join(paragraphs, "\n"))
		return err
	}
	command := c.App.Command(names[0])
	if command == nil {
		all := append(commandNames(c.App.VisibleCommands()), docs.Topics()...)
		return usageError{fmt.Errorf("there is no command, topic or term %q%s: choose %s, or a term of twophase help glossary",
			names[0], nearest.Hint(names[0], append(all, docs.Terms()...)), strings.Join(all, ", "))}
	}
	if c.Bool("all") && len(names) == 1 && command.CustomHelpTemplate != "" {
		cli.HelpPrinter(c.App.Writer, cli.CommandHelpTemplate, command)
		return nil
	}
	return c.App.RunContext(c.Context, append(append([]string{c.App.Name}, names...), "--help"))
}

// printManual prints a manual page of all commands.
func printManual(c *cli.Context) error {
	text, err := c.App.ToManWithSection(1)
	if err != nil {
		return err
	}
	_, err = io.WriteString(c.App.Writer, valueInManual.ReplaceAllStringFunc(text, func(flag string) string {
		name := valueInManual.FindStringSubmatch(flag)[1]
		return `\fB--` + name + `\fP \fI` + valueOf(c.App.Commands, name) + `\fP`
	}))
	return err
}

// valueInManual matches a flag with a value in a manual page of package cli, which has no word for
// the value.
var valueInManual = regexp.MustCompile(`\\fB--([a-z-]+)\\fP=""`)

// valueOf returns the word for the value of a flag of some command.
func valueOf(commands []*cli.Command, flag string) (value string) {
	for _, command := range commands {
		for _, f := range command.Flags {
			if f.Names()[0] == flag {
				_, value, _ = described(f.(cli.DocGenerationFlag))
				return value
			}
		}
		if value = valueOf(command.Subcommands, flag); value != "" {
			return value
		}
	}
	return ""
}

// commandNames returns the names of commands.
func commandNames(commands []*cli.Command) (names []string) {
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}
