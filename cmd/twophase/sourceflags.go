package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/number"
	"twophase/stimulus"
	"twophase/stimulus/datafile"
)

// sourceFlags are the flags that say where stimuli come from, by the keys of
// experiment.Kinds.
var sourceFlags = map[string]string{
	"problem": "problem", "spectrum": "spectrum", "canonical-correlations": "canonical_correlations",
	"autocorrelations": "autocorrelations", "sources": "sources", "clusters": "clusters", "stimulus": "file", "files": "files",
}

// stimulusFlags say what the circuit sees.
func stimulusFlags() []cli.Flag {
	return keyed(ofStimulus,
		&cli.StringFlag{Name: "problem"},
		&cli.StringFlag{Name: "spectrum"},
		&cli.StringFlag{Name: "canonical-correlations"},
		&cli.StringFlag{Name: "autocorrelations"},
		&cli.GenericFlag{Name: "sources", Value: whole()},
		&cli.GenericFlag{Name: "clusters", Value: whole()},
		&cli.GenericFlag{Name: "inputs", Value: whole()},
		&cli.GenericFlag{Name: "condition", Value: decimal()},
		&cli.StringFlag{Name: "mixing"},
		&cli.GenericFlag{Name: "silence", Value: decimal()},
		&cli.StringFlag{Name: "centres"},
		&cli.GenericFlag{Name: "noise", Value: decimal()},
		&cli.StringFlag{Name: "probabilities"},
		&cli.StringFlag{Name: "stimulus"},
		&cli.StringFlag{Name: "files"},
		&cli.StringFlag{Name: "views"},
		&cli.StringFlag{Name: "delimiter"},
		&cli.StringFlag{Name: "columns"},
		&cli.StringFlag{Name: "skip-columns"},
		&cli.BoolFlag{Name: "transpose"},
		&cli.BoolFlag{Name: "center"},
		&cli.StringFlag{Name: "scale"},
		&cli.BoolFlag{Name: "shuffle"},
		&cli.GenericFlag{Name: "epochs", Value: whole()},
	)
}

// overrideStimulus sets the stimuli that flags name. It returns the readers of those flags
// that are texts with a form of their own.
func overrideStimulus(c *cli.Context, s *experiment.Stimulus) (readers []func() error) {
	for flag, kind := range sourceFlags { // stimuli of another kind replace all
		if c.IsSet(flag) && !slices.Contains(s.Given(), kind) {
			*s = experiment.Stimulus{}
			break
		}
	}
	given := func(name string) *float64 {
		v := c.Float64(name)
		return &v
	}
	numbers := func(flag string, to *[]float64) func() error {
		return ifSet(c, flag, func(text string) (err error) {
			if *to, err = number.List(text); err != nil {
				return fmt.Errorf("%s %q: %w; write numbers as 0.9,0.7", strings.ReplaceAll(flag, "-", " "), text, err)
			}
			return nil
		})
	}
	override(c, "problem", &s.Problem, c.String)
	override(c, "sources", &s.Sources, c.Int)
	override(c, "clusters", &s.Clusters, c.Int)
	override(c, "inputs", &s.Inputs, c.Int)
	override(c, "condition", &s.Condition, c.Float64)
	override(c, "mixing", &s.Mixing, c.String)
	override(c, "silence", &s.Silence, given)
	override(c, "centres", &s.Centres, c.String)
	override(c, "noise", &s.Noise, given)
	override(c, "stimulus", &s.File, c.String)
	override(c, "transpose", &s.Transpose, c.Bool)
	override(c, "center", &s.Center, c.Bool)
	override(c, "scale", &s.Scale, c.String)
	override(c, "shuffle", &s.Shuffle, c.Bool)
	override(c, "epochs", &s.Epochs, c.Int)
	return []func() error{
		ifSet(c, "problem", func(text string) error { _, err := stimulus.LookupProblem(text); return err }),
		ifSet(c, "spectrum", func(text string) (err error) { s.Spectrum, err = experiment.ParseSpectrum(text); return err }),
		numbers("canonical-correlations", &s.CanonicalCorrelations),
		numbers("autocorrelations", &s.Autocorrelations),
		numbers("probabilities", &s.Probabilities),
		ifSet(c, "views", func(text string) (err error) { s.Views, err = experiment.ParseViews(text); return err }),
		ifSet(c, "files", func(text string) (err error) { s.Files, err = experiment.ParseFiles(text); return err }),
		ifSet(c, "delimiter", func(text string) (err error) { s.Delimiter, err = datafile.ParseDelimiter(text); return err }),
		ifSet(c, "columns", func(text string) (err error) { s.Columns, err = experiment.ParseColumnList(text); return err }),
		ifSet(c, "skip-columns", func(text string) (err error) { s.SkipColumns, err = experiment.ParseColumnList(text); return err }),
		ifSet(c, "scale", oneOf("scale", "eigen", "trace", "none")),
		positiveIfSet(c, "inputs", "epochs", "sources", "clusters", "condition"),
	}
}
