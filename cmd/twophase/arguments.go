package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// argumentsLast moves the arguments of a command behind its flags, because package cli expects
// them there.
func argumentsLast(app *cli.App, args []string) []string {
	flags, parts := splitArguments(app, args)
	return append(flags, parts...)
}

// splitArguments splits a command line into the command with its flags, and its arguments.
func splitArguments(app *cli.App, args []string) (flags, parts []string) {
	command, words := commandOf(app, args)
	if command == nil || len(command.Subcommands) > 0 || command.SkipFlagParsing {
		return args, nil
	}
	alone := map[string]bool{} // flags without a value
	for _, f := range command.Flags {
		if _, ok := f.(*cli.BoolFlag); ok {
			for _, name := range f.Names() {
				alone[name] = true
			}
		}
	}
	flags = slices.Clone(args[:words])
	for i := words; i < len(args); i++ {
		name := strings.TrimLeft(args[i], "-")
		if name == args[i] {
			parts = append(parts, name)
			continue
		}
		if name == "h" || name == "help" { // package cli takes an argument beside it for the name of a command
			return append(slices.Clone(args[:words]), "--help"), nil
		}
		flags = append(flags, args[i])
		if !alone[name] && !strings.Contains(name, "=") && i+1 < len(args) {
			i++
			flags = append(flags, args[i])
		}
	}
	return flags, parts
}

// commandOf returns the command that a command line names, nil if it names none, and the number
// of words up to its name.
func commandOf(app *cli.App, args []string) (command *cli.Command, words int) {
	words = 1
	for among := app.Commands; words < len(args) && len(among) > 0; words++ {
		i := slices.IndexFunc(among, func(c *cli.Command) bool { return c.HasName(args[words]) })
		if i < 0 {
			break
		}
		command, among = among[i], among[i].Subcommands
	}
	return command, words
}

// commandNames returns the names of commands.
func commandNames(commands []*cli.Command) (names []string) {
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

// swallowed returns advice if a flag seems to have taken the name of an experiment file, or
// another flag, --help too, for its value, else "".
func swallowed(app *cli.App, args []string) string {
	command, _ := commandOf(app, args)
	if command == nil {
		return ""
	}
	has := func(name string, takesValue bool) bool {
		return slices.ContainsFunc(command.Flags, func(f cli.Flag) bool {
			d, ok := f.(cli.DocGenerationFlag)
			return ok && slices.Contains(f.Names(), name) && (d.TakesValue() || !takesValue)
		})
	}
	for i, arg := range args[:len(args)-1] {
		name, dashed := strings.CutPrefix(arg, "--")
		value := args[i+1]
		if !dashed || !has(name, true) {
			continue
		}
		flag, isFlag := strings.CutPrefix(value, "--")
		info, err := os.Stat(value)
		isFile := err == nil && !info.IsDir() && (filepath.Ext(value) == ".yaml" || filepath.Ext(value) == ".yml")
		if isFile || isFlag && has(flag, false) {
			return fmt.Sprintf("--%s has taken %s for its value: give it one, or leave it out", name, value)
		}
	}
	return ""
}
