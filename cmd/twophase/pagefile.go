package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"twophase/internal/files/durable"
)

// writePage writes a page to a file, or to the standard output, and prints the name of the file.
func writePage(c *cli.Context, out string, text []byte) error {
	if out == "-" {
		_, err := c.App.Writer.Write(text)
		return err
	}
	if err := vacant(c, out); err != nil {
		return err
	}
	if err := durable.Write(out, text, 0o666); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	_, err := fmt.Fprintln(c.App.Writer, out)
	return err
}

// vacant returns an error if a file exists that is not to be replaced.
func vacant(c *cli.Context, out string) error {
	if _, err := os.Stat(out); out != "-" && !c.Bool("force") && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists: choose another with --out, or replace it with --force", out)
	}
	return nil
}
