package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

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
