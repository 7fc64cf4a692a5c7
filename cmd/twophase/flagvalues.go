package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// override sets a field to the value of a flag that is on the command line.
func override[T any](c *cli.Context, name string, field *T, value func(name string) T) {
	if c.IsSet(name) {
		*field = value(name)
	}
}

// notEmpty returns an error if a flag has an empty text, as from a variable that was never set. It
// would silently mean the default.
func notEmpty(c *cli.Context) func() error {
	return func() error {
		for _, f := range c.Command.Flags {
			name := f.Names()[0]
			if _, text := f.(*cli.StringFlag); text && c.IsSet(name) && c.String(name) == "" {
				return fmt.Errorf("--%s is empty: give it a value, or leave it out", name)
			}
		}
		return nil
	}
}

// oneOf reads a text that must be one of some choices.
func oneOf(name string, choices ...string) func(text string) error {
	return func(text string) error {
		if !slices.Contains(choices, text) {
			last := len(choices) - 1
			return fmt.Errorf("%s %q does not exist: choose %s or %s", name, text, strings.Join(choices[:last], ", "), choices[last])
		}
		return nil
	}
}

// ifSet reads the text of a flag if it is on the command line.
func ifSet(c *cli.Context, name string, read func(text string) error) func() error {
	return func() error {
		if !c.IsSet(name) {
			return nil
		}
		return read(c.String(name))
	}
}

// positiveIfSet returns an error if a flag has a number that is not positive: 0 would silently mean
// the default.
func positiveIfSet(c *cli.Context, names ...string) func() error {
	return func() error {
		for _, name := range names {
			if !c.IsSet(name) {
				continue
			}
			if !(c.Float64(name) > 0) {
				return fmt.Errorf("--%s %v: give a positive number", name, c.Value(name))
			}
		}
		return nil
	}
}
