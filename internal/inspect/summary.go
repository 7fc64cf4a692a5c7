package inspect

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"

	"twophase/stimulus"
)

// summary is what pictures use of a run's summary. A run that was interrupted has none.
type summary struct {
	Title   string `json:"title"`
	Results []struct {
		Trial int `json:"trial"`
		Curve []struct {
			Step  int      `json:"step"`
			Error *float64 `json:"e_pro"`
			Ratio *float64 `json:"lateral_ratio"`
		} `json:"curve"`
	} `json:"results"`
}

// longestSummary bounds what is read of a file of the run, in bytes.
const longestSummary = 256 << 20

// readFile reads a JSON file of a run's folder; what cannot be read is left as it is.
func readFile(folder, name string, into any) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return os.ErrInvalid
	}
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return json.NewDecoder(io.LimitReader(f, longestSummary)).Decode(into)
}

// readSummary reads the summary of a run, or its folder's name as the title.
func readSummary(folder string) (s summary) {
	if readFile(folder, "summary.json", &s) != nil || s.Title == "" {
		s.Title = filepath.Base(folder)
	}
	s.Title = printable(s.Title)
	return s
}

// imageShape returns the rows and columns of the images that a run has seen, as its
// manifest names the file; 0 if it has not, or if the file is gone.
func imageShape(folder string) (rows, columns int) {
	var m struct {
		Experiment struct {
			Stimulus struct {
				File string `json:"file"`
			} `json:"stimulus"`
		} `json:"experiment"`
	}
	if readFile(folder, "manifest.json", &m) != nil || m.Experiment.Stimulus.File == "" {
		return 0, 0
	}
	rows, columns, err := stimulus.ImageShape(m.Experiment.Stimulus.File)
	if err != nil {
		return 0, 0
	}
	return rows, columns
}

// orNaN returns a number that may be null.
func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}
