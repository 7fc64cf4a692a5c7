package result

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/text/wording"
)

// TwinsSchema is the version of the manifest of a comparison of variants.
const TwinsSchema = 1

// ComparisonManifest names the variants. Each has a run folder of its name beside it.
type ComparisonManifest struct {
	Schema   int               `json:"schema"`
	Version  string            `json:"version"`
	ForkAt   int               `json:"fork_at"`
	Variants []ManifestVariant `json:"variants"`

	Style string  `json:"style,omitempty"` // of the pictures
	Width float64 `json:"width,omitempty"` // likewise, in mm
}

type ManifestVariant struct {
	Name string `json:"name"`
	Run  string `json:"run"` // its run's ID

	Against int `json:"against,omitempty"` // the earlier variant that it is compared with

	// The interventions of that variant which this one does not have, in words.
	Without []string `json:"without,omitempty"`
}

// Lacks says which interventions of the variant that it is compared with a variant does not have;
// nothing if it has all of them. A variant that gives interventions of its own loses them easily.
func Lacks(variant, against string, without []string) string {
	if len(without) == 0 {
		return ""
	}
	return fmt.Sprintf("%s does not have the %s of %s: %s. Under compare, interventions replaces those of the experiment, and interventions+ adds to them",
		variant, strings.TrimPrefix(wording.Count(len(without), "intervention"), "1 "), against, strings.Join(without, "; "))
}

// Check returns an error if this program cannot read the manifest, or if the names of its
// variants cannot be names of folders.
func (m ComparisonManifest) Check() error {
	if m.Schema > TwinsSchema {
		return fmt.Errorf("it was written by a newer twophase: the schema of its manifest is %d, and this program reads %d", m.Schema, TwinsSchema)
	}
	seen := map[string]bool{}
	for i, v := range m.Variants {
		if err := experiment.CheckVariantName(v.Name); err != nil {
			return err
		}
		if v.Against < 0 || v.Against >= max(i, 1) {
			return fmt.Errorf("variant %s is compared with variant %d, which is not before it", v.Name, v.Against)
		}
		if seen[v.Name] {
			return fmt.Errorf("two variants are called %s", v.Name)
		}
		seen[v.Name] = true
	}
	return nil
}

// TableFile is a table of a study in CSV: its name for users, and its file.
type TableFile struct{ Name, File string }

// The tables of a comparison of variants: of each trial at the last step, of each trial along the run, and of medians.
const (
	ComparisonTrials  = "comparison-trials.csv"
	ComparisonCurve   = "comparison-curve.csv"
	ComparisonMedians = "comparison.csv"
)

// ComparisonTables are these tables. The first is exported if none is named.
var ComparisonTables = []TableFile{{"trials", ComparisonTrials}, {"curve", ComparisonCurve}, {"medians", ComparisonMedians}}

// ComparisonFolder is what a comparison of variants writes.
var ComparisonFolder = folder.Kind{
	Name:     "comparison",
	Files:    regexp.MustCompile(`^(manifest\.json|comparison\.(json|csv|svg|png)|comparison-(trials|curve)\.csv|checkpoint-\d{4}\.bin|findings\.bin)$`),
	OnTheWay: regexp.MustCompile(`^(checkpoint-\d{4}|findings)\.bin$`),
	Manifest: folder.JSONManifest(func(m ComparisonManifest) error {
		if m.Schema < 1 || len(m.Variants) == 0 {
			return errors.New("a schema or the variants are missing")
		}
		return nil
	}),
	Within:  &RunFolder,
	Resumed: true,
}

// IsComparison reports whether a folder is that of a comparison of variants, complete or not.
func IsComparison(name string) bool {
	_, err := ComparisonFolder.Read(filepath.Clean(name))
	return err == nil
}
