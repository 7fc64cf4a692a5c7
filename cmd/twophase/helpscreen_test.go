package main

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// The help of a command with commands below it lists these, and no command of the library.
func TestNestedHelpIsOurs(t *testing.T) {
	nested := 0
	var walk func(path []string, commands []*cli.Command)
	walk = func(path []string, commands []*cli.Command) {
		for _, c := range commands {
			path := append(path[:len(path):len(path)], c.Name)
			walk(path, c.Subcommands)
			if len(c.Subcommands) == 0 {
				continue
			}
			nested++
			var out strings.Builder
			words := append(path, "--help")
			if err := newApp(&out, io.Discard, words...).Run(words); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), c.Subcommands[0].Name) || strings.Contains(out.String(), "help, h") {
				t.Errorf("%v:\n%s", words, &out)
			}
		}
	}
	walk([]string{"twophase"}, newApp(io.Discard, io.Discard).Commands)
	if nested == 0 {
		t.Error("no command has commands below it")
	}
}

// The help of run and compare is no more than a screen of 50 lines.
func TestHelpIsOneScreen(t *testing.T) {
	for _, command := range []*cli.Command{runCommand(), compareCommand()} {
		lines := strings.Split(command.CustomHelpTemplate, "\n")
		if len(lines) < 30 || len(lines) > 50 {
			t.Errorf("the help of %s has %d lines", command.Name, len(lines))
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > 112 || strings.Contains(line, "{{") {
				t.Errorf("%s: %q does not fit", command.Name, line)
			}
		}
	}
}
