package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/docs"
	"twophase/internal/study"
	"twophase/internal/text/wording"
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
		Action:       printHelp,
	}
}

// nestedHelp is the word help below a command that has commands: twophase sweep help run is twophase help sweep run.
func nestedHelp() *cli.Command {
	return &cli.Command{
		Name:            "help",
		Usage:           "print the help of a command",
		Hidden:          true,
		HideHelpCommand: true,
		Action: func(c *cli.Context) error {
			var names []string
			for _, above := range c.Lineage()[1:] {
				if above.Command != nil && above.Command.Name != c.App.Name {
					names = append([]string{above.Command.Name}, names...)
				}
			}
			return c.App.RunContext(c.Context, slices.Concat([]string{c.App.Name}, names, c.Args().Slice(), []string{"--help"}))
		},
	}
}

func printHelp(c *cli.Context) error {
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
			paragraphs[i] = study.Wrapped(p) + "\n"
		}
		_, err := fmt.Fprint(c.App.Writer, strings.Join(paragraphs, "\n"))
		return err
	}
	command := c.App.Command(names[0])
	if command == nil {
		all := append(commandNames(c.App.VisibleCommands()), docs.Topics()...)
		return usageError{fmt.Errorf("there is no command, topic or term %q%s: choose %s, or a term of twophase help glossary",
			names[0], wording.Hint(names[0], append(all, docs.Terms()...)), strings.Join(all, ", "))}
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
	commands, flags := visible(c.App.VisibleCommands()), c.App.Flags
	_, err = io.WriteString(c.App.Writer, valueInManual.ReplaceAllStringFunc(text, func(match string) string {
		found := valueInManual.FindStringSubmatch(match)
		title, name := found[1], found[2]
		if name == "" {
			if len(commands) > 0 && title == strings.Join(commands[0].Names(), ", ") {
				flags, commands = commands[0].Flags, commands[1:]
			}
			return match
		}
		_, value, _ := described(flagNamed(flags, name))
		if value != "" {
			value = ` \fI` + value + `\fP`
		}
		return `\fB--` + name + `\fP` + value
	}))
	return err
}

// valueInManual matches a title in a manual page of package cli, and a flag with a value, for which
// the package has no word.
var valueInManual = regexp.MustCompile(`(?m:^\.S[HS] (.*)$)|\\fB--([a-z-]+)\\fP=""`)

// visible returns commands that are not hidden, each before those below it.
func visible(commands []*cli.Command) (all []*cli.Command) {
	for _, command := range commands {
		all = append(append(all, command), visible(command.VisibleCommands())...)
	}
	return all
}
