package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/files/folder"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// existing returns the folder of a run, complete or not, by its name. It returns an error if
// there is nothing of that name.
func existing(name string) (string, error) {
	name = folder.Named(name)
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(name + ".partial"); err != nil {
			return "", fmt.Errorf("there is no run folder %s", name)
		}
		name += ".partial"
	}
	return name, nil
}

// recordedRun returns the folder of a run, complete or not, by its name. It returns an
// error if there is none; of a comparison, with the variants to choose from.
func recordedRun(name string) (string, error) {
	name, err := existing(name)
	if err != nil {
		return "", err
	}
	variants, err := result.VariantNames(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s is not a run folder, for it has no manifest.json; twophase list %s lists the runs in it", name, wording.ShellWord(name))
	}
	if err != nil {
		return "", fmt.Errorf("%s is not a run folder: %w", name, err)
	}
	if len(variants) == 0 {
		return name, nil
	}
	for i, v := range variants {
		variants[i] = filepath.Join(name, v)
	}
	return "", fmt.Errorf("%s is a comparison: choose one of its variants, %s", name, strings.Join(variants, ", "))
}

// savedSummary reads the summary of a complete run, with all its results.
func savedSummary(c *cli.Context, run string) (*result.Summary, error) {
	saved, err := result.ReadSummary(c.Context, run)
	if err != nil {
		return nil, err
	}
	summary := saved.Summary
	for trial := range saved.Trials {
		r, err := saved.Result(trial)
		if err != nil {
			return nil, err
		}
		summary.Results = append(summary.Results, r)
	}
	if len(summary.Results) == 0 {
		return nil, errors.New("its summary has no results")
	}
	if text, err := os.ReadFile(filepath.Join(run, "timing.json")); err == nil {
		json.Unmarshal(text, &summary.Timing) // without it there is no time
	}
	summary.Folder = run
	return &summary, nil
}
