package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/text/wording"
)

// usageError is the error of a command line that is wrong.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func onUsageError(c *cli.Context, err error, _ bool) error {
	help := c.App.Name
	if c.Command != nil && c.Command.Name != c.App.Name {
		help += " " + c.Command.Name
	}
	text := err.Error()
	if unknown, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok && c.Command != nil {
		var names []string
		for _, f := range c.Command.Flags {
			names = append(names, f.Names()...)
		}
		unknown = strings.TrimPrefix(unknown, "-")
		if near, found := wording.Nearest(unknown, names); found {
			text += " (did you mean --" + near + "?)"
		}
	}
	if m := badValue.FindStringSubmatch(text); m != nil {
		value, name, why := m[1], m[2], text[len(m[0]):]
		if !strings.Contains(why, value) {
			why = value + ": " + why
		}
		text = fmt.Sprintf("--%s: %s", name, why)
	}
	return usageError{fmt.Errorf("%s: see %s --help", text, help)}
}

// badValue matches the beginning of an error of package flag.
var badValue = regexp.MustCompile(`^invalid value ("(?:[^"\\]|\\.)*") for flag -([^:]+): `)

// noArguments returns an error if there are arguments after the flags. They, and all flags after them,
// would be ignored.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usageError{fmt.Errorf("unexpected argument %q: %s takes flags only, such as --network ifPSP", c.Args().First(), c.Command.Name)}
	}
	return nil
}
