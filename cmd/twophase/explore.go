package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/run/planning"
	"twophase/internal/web/explore"
	"twophase/internal/web/simulator"
)

func exploreCommand() *cli.Command {
	return &cli.Command{
		Name:  "explore",
		Usage: "write one HTML file in which an experiment learns, to watch and to act on",
		UsageText: `twophase explore [EXPERIMENT.yaml | NETWORK] [FLAGS]

Writes a page that contains the simulator. Any browser opens it from the disk, without a
network connection. The circuit learns in the page, step by step or phase by phase, with the
bits of twophase run. You can lesion, freeze and clamp it, change its stimuli, and compare it
with a twin. The page writes an experiment file with all your changes, which twophase run
repeats. Prints the name of the file.

Examples:
  twophase explore
  twophase explore PSW --problem large --out PSW.html
  twophase explore experiment.yaml --out - > circuit.html`,
		Flags:        exploreFlags(),
		OnUsageError: onUsageError,
		Action:       exploreRun,
	}
}

func exploreFlags() []cli.Flag {
	return append(circuitFlags(),
		&cli.StringFlag{Name: "out", Category: ofRun, Usage: "write `FILE`; - is the standard output", DefaultText: "the name of the experiment or the network with .html, or circuit.html"},
		&cli.BoolFlag{Name: "force", Category: ofRun, Usage: "replace the file if it exists", DisableDefaultText: true},
	)
}

func exploreRun(c *cli.Context) error {
	doc, e, err := requested(c)
	if err != nil {
		return err
	}
	p := filePlan{doc: doc}
	if doc != nil && len(doc.Variants) > 0 {
		return usageError{errors.New("the file compares variants: explore shows one experiment, so write one of them into a file of its own")}
	}
	if err := simulator.Check(e); err != nil {
		return p.locate(err)
	}
	if p.Plan, err = planning.Resolve(c.Context, e); err != nil {
		return p.locate(err)
	}
	defer p.Close()
	if err := p.Check(c.Context, planning.RunOptions{}); err != nil {
		return p.locate(err)
	}
	if e.Circuit == nil && !explore.Knows(p.Plan.Experiment.NetworkName()) {
		if e, _, err = asCircuit(e); err != nil {
			return err
		}
	}
	text, err := explore.Page(p.Title()+" – twophase", e)
	if err != nil {
		return err
	}
	out := c.String("out")
	if out == "" {
		name := filepath.Base(c.Args().First())
		if !c.Args().Present() {
			name = "circuit"
		}
		out = strings.TrimSuffix(name, filepath.Ext(name)) + ".html"
	}
	return writePage(c, out, text)
}
