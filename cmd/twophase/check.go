package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/experiment/scene"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study/twin"
	"twophase/internal/text/wording"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "check experiment files, or look at files of stimuli, without running anything",
		UsageText: `twophase check FILE ...
twophase check --schema

For an experiment file (.yaml, .yml, .json) it also reads the stimuli that the file names. It
prints a line for each valid file, and the errors of the others with their places. Any other
file holds stimuli. For it, it prints the numbers of stimuli and inputs, the names of the
inputs, the largest eigenvalues of the covariance, what is suspicious, and a command to run
next.

Examples:
  twophase check experiment.yaml
  twophase check data.csv --skip-columns id
  twophase check --schema > experiment.schema.json`,
		Flags:        checkFlags(),
		OnUsageError: onUsageError,
		Action:       checkFiles,
	}
}

func checkFlags() []cli.Flag {
	layout := []string{"delimiter", "columns", "skip-columns", "transpose"}
	return append(keyFlags(func(k keyOf) bool { return slices.Contains(layout, k.Flag.Name) }),
		&cli.BoolFlag{Name: "schema", Category: ofRun, Usage: "print the JSON Schema of experiment files, for editors", DisableDefaultText: true},
		setKeys(),
		recordBudgetFlag(),
	)
}

func checkFiles(c *cli.Context) error {
	if c.Bool("schema") {
		if err := noArguments(c); err != nil {
			return err
		}
		text, err := experiment.FileSchema()
		if err != nil {
			return err
		}
		_, err = c.App.Writer.Write(text)
		return err
	}
	if !c.Args().Present() {
		return usageError{errors.New("no file: give experiment files or files of stimuli, or --schema; twophase init writes an experiment")}
	}
	showReadings(c)
	var errs []error
	for _, path := range c.Args().Slice() {
		if !isExperiment(path) {
			if err := lookAt(c, path); err != nil {
				errs = append(errs, err)
			}
			continue
		}
		line, err := checkFile(c.Context, path, c.StringSlice(setFlag), planning.RunOptions{Budget: recordBudget(c), Progress: fileWarnings{to: c.App.ErrWriter, path: path}})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if _, err := fmt.Fprintf(c.App.Writer, "%s: %s\n", path, line); err != nil {
			return err
		}
	}
	return errors.Join(errs...)
}

// fileWarnings prints what is suspicious about a file.
type fileWarnings struct {
	planning.Silent
	to   io.Writer
	path string
}

// Warn implements planning.Progress.
func (w fileWarnings) Warn(text string) { fmt.Fprintf(w.to, "%s: WARNING: %s\n", w.path, text) }

// isExperiment reports whether the name of a file is that of an experiment.
func isExperiment(path string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(filepath.Ext(path)))
}

// lookAt prints what a file of stimuli holds.
func lookAt(c *cli.Context, path string) error {
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		_, err = loadExperiment(path) // which says what can be done with the folder
		return err
	case err == nil && !info.Mode().IsRegular():
		return usageError{fmt.Errorf("%s is no file with a name that says what it holds: write an experiment into a file such as x.yaml, or stimuli into one such as rows.csv, and check that", wording.ShellWord(path))}
	}
	e, err := experimentOf(c, experiment.Experiment{Stimulus: experiment.Stimulus{File: path}})
	if err != nil {
		return err
	}
	progress := newProgress(c, "stimuli")
	progress.Note("reading " + path)
	overview, err := scene.ReadOverview(c.Context, e.Stimulus)
	if c.Context.Err() != nil {
		return err
	}
	if err != nil {
		return usageError{err} // as twophase run calls a file that it cannot read
	}
	return overview.WriteText(c.App.Writer)
}

// checkFile returns a line that describes what a file would run.
func checkFile(ctx context.Context, path string, changes []string, o planning.RunOptions) (string, error) {
	doc, err := experiment.Load(path, changes...)
	if err != nil {
		return "", err
	}
	variants, err := twin.Resolve(ctx, doc, 0, twin.FirstName(doc, path), func(e experiment.Experiment) (experiment.Experiment, error) { return e, nil })
	defer twin.Close(variants)
	if err != nil {
		return "", err
	}
	for i, v := range variants {
		if err := v.Plan.Check(ctx, o); err != nil {
			return "", doc.Locate(twin.Within(err, i, v.Name))
		}
	}
	line := variants[0].Plan.Outline()
	if n := len(variants) - 1; n > 0 {
		if err := engine.CheckTwins(variants, doc.ForkAt); err != nil {
			return "", doc.Locate(err)
		}
		line += fmt.Sprintf("; compared with %d more", n)
	}
	return line, nil
}
