package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/files/durable"
	"twophase/testdata/circuits"
)

func initCommand() *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "write a commented experiment file to begin with",
		UsageText: `twophase init [NAME]
twophase init circuit [NAME]

Writes NAME.yaml with every key of an experiment. init circuit writes a circuit of your own
instead. Without NAME the file is experiment.yaml or circuit.yaml.

If NAME is that of a published circuit, init circuit writes that one, with its stimuli where it
has a file of them: bcm, bio-fobi, bio-lda, bio-pcn, bio-rrr, delayed-lateral, delayed-lateral-2,
minden-prototype, multi-timescale-whitening, pem-two-turns, reward-hebb, soft-bounds,
threshold-homeostasis.

Example: twophase init narrow-gap && twophase run narrow-gap.yaml
Example: twophase init circuit && twophase describe circuit.yaml`,
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			args, name, template := c.Args().Slice(), "experiment", experiment.Template
			if c.Args().First() == "circuit" {
				args, name, template = args[1:], "circuit", func() ([]byte, error) { return circuitfile.Template, nil }
			}
			if len(args) > 1 {
				return usageError{fmt.Errorf("unexpected argument %q: init takes one name", args[1])}
			}
			if len(args) == 1 && args[0] != "" {
				name = args[0]
			}
			known := strings.TrimSuffix(filepath.Base(name), ".yaml")
			if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") {
				name += ".yaml"
			}
			text, err := template()
			if err != nil {
				return err
			}
			if of, _ := circuits.Files(known); of != nil && c.Args().First() == "circuit" {
				text = of
			}
			if err := writeNew(name, text); err != nil {
				return err
			}
			if _, stimuli := circuits.Files(known); stimuli != nil && c.Args().First() == "circuit" {
				if err := writeNew(filepath.Join(filepath.Dir(name), known+".csv"), stimuli); err != nil {
					return err
				}
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s: run it with twophase run %s\n", name, name)
			return err
		},
	}
}

// writeNew writes a file that must not be there yet.
func writeNew(name string, text []byte) error {
	err := durable.WriteNew(name, text, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists: choose another name, or remove it", name)
	}
	return err
}
