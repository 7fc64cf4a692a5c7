package experiment

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/stimulus/fileformat"
)

// Stimulus says where the stimuli come from: one of the keys of Kinds.
type Stimulus struct {
	Problem  string    `json:"problem,omitempty"`  // a problem of the paper
	Spectrum []float64 `json:"spectrum,omitempty"` // eigenvalues; the last stands for all that are not listed

	// Populations that have more structure; see package stimulus.
	CanonicalCorrelations []float64 `json:"canonical_correlations,omitempty"` // of two views
	Autocorrelations      []float64 `json:"autocorrelations,omitempty"`       // of slow features; the last stands for all that are not listed
	Sources               int       `json:"sources,omitempty"`                // non-negative ones, mixed
	Clusters              int       `json:"clusters,omitempty"`

	Inputs        int       `json:"inputs,omitempty"` // N of a population
	Condition     float64   `json:"condition,omitempty"`
	Mixing        string    `json:"mixing,omitempty"`  // the file of the matrix [N×sources]
	Silence       *float64  `json:"silence,omitempty"` // of sources
	Centres       string    `json:"centres,omitempty"` // the file of the matrix [clusters×N]
	Noise         *float64  `json:"noise,omitempty"`   // of clusters
	Probabilities []float64 `json:"probabilities,omitempty"`

	File  string                    `json:"file,omitempty"`
	Files document.Mapping[string]  `json:"files,omitempty"` // one for each view
	Views document.Mapping[Columns] `json:"views,omitempty"` // the inputs that each has, or the columns of the file

	// For a file: how it is read. See fileformat.Layout.
	Delimiter   string   `json:"delimiter,omitempty"`
	Columns     []string `json:"columns,omitempty"`
	SkipColumns []string `json:"skip_columns,omitempty"`
	Transpose   bool     `json:"transpose,omitempty"`

	// For a file: what is done to its stimuli, and how often it is read.
	Center  bool   `json:"center,omitempty"`
	Scale   string `json:"scale,omitempty"`   // none, eigen or trace
	Shuffle bool   `json:"shuffle,omitempty"` // a new order every epoch
	Epochs  int    `json:"epochs,omitempty"`
}

// Kinds are the keys that say where stimuli come from. An experiment has exactly one of them.
var Kinds = []string{"problem", "spectrum", "canonical_correlations", "autocorrelations", "sources", "clusters", "file", "files"}

// Given returns those of Kinds that are given.
func (s Stimulus) Given() (kinds []string) {
	for i, given := range []bool{
		s.Problem != "", s.Spectrum != nil, s.CanonicalCorrelations != nil, s.Autocorrelations != nil,
		s.Sources != 0, s.Clusters != 0, s.File != "", s.Files != nil,
	} {
		if given {
			kinds = append(kinds, Kinds[i])
		}
	}
	return kinds
}

// Key returns the full key of the given one of Kinds, such as stimulus.problem.
func (s Stimulus) Key() string {
	if kinds := s.Given(); len(kinds) > 0 {
		return "stimulus." + kinds[0]
	}
	return "stimulus.problem"
}

// Layout returns how the columns of the stimuli's file become inputs, without views.
func (s Stimulus) Layout() fileformat.Layout {
	return fileformat.Layout{Delimiter: s.Delimiter, Columns: s.Columns, Skip: s.SkipColumns, Transpose: s.Transpose}
}

// FromFiles reports whether the stimuli are read from files.
func (s Stimulus) FromFiles() bool { return s.File != "" && !s.FromPipe() || s.Files != nil }

// Pipe is the file name that stands for standard input.
const Pipe = "-"

// FromPipe reports whether the stimuli are read from standard input, once and as they come.
func (s Stimulus) FromPipe() bool { return s.File == Pipe }

// Paths returns the files from which the stimuli are read, in the order of their keys.
func (s Stimulus) Paths() (paths []string) {
	for _, path := range []string{s.Mixing, s.Centres, s.File} {
		if path != "" {
			paths = append(paths, path)
		}
	}
	for _, f := range s.Files {
		paths = append(paths, f.Value)
	}
	return paths
}

// Defaults of the keys condition, silence and noise of stimuli.
const (
	DefaultCondition = 2
	DefaultSilence   = 0.5
	DefaultNoise     = 0.1
)

// WithDefaults returns the stimuli with the defaults of the keys that their kind has.
func (s Stimulus) WithDefaults() Stimulus {
	set := func(to **float64, v float64) {
		if *to == nil {
			*to = &v
		}
	}
	if s.CanonicalCorrelations != nil || s.Autocorrelations != nil || s.Sources != 0 && s.Mixing == "" {
		SetDefault(&s.Condition, DefaultCondition)
	}
	switch {
	case s.Autocorrelations != nil:
		SetDefault(&s.Inputs, len(s.Autocorrelations))
	case s.Sources != 0:
		set(&s.Silence, DefaultSilence)
		if s.Mixing == "" {
			SetDefault(&s.Inputs, s.Sources)
		}
	case s.Clusters != 0:
		set(&s.Noise, DefaultNoise)
	}
	return s
}

// Image returns the rows and columns of the images that the stimuli are, row by row. It
// returns 0 and 0 if they are no images, or if the file is missing.
func (s Stimulus) Image() (rows, columns int) {
	if s.File == "" || s.Views != nil || s.Columns != nil || s.SkipColumns != nil || s.Transpose { // which may be some of the columns only
		return 0, 0
	}
	f, err := fileformat.Open(s.File, fileformat.Layout{})
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	return f.Image()
}

// DefaultStimulus completes a stimulus that names no source. Networks for principal components
// get the problem small, and others get stimuli with the structure that they find.
func DefaultStimulus(n circuit.Network, s Stimulus) Stimulus {
	switch n.Finds {
	case circuit.Clusters:
		s.Clusters = 3
		SetDefault(&s.Inputs, 10)
	case circuit.CanonicalSubspace:
		s.CanonicalCorrelations = []float64{0.9, 0.7, 0.3}
		if s.Views == nil {
			s.Views = document.Mapping[Columns]{{Name: "x", Value: Columns{From: 0, To: 4}}, {Name: "y", Value: Columns{From: 5, To: 8}}}
		}
	case circuit.SlowSubspace:
		s.Autocorrelations = []float64{0.95, 0.9, 0.3, 0.1}
		SetDefault(&s.Inputs, 6)
	case circuit.Sources:
		s.Sources = 3
	case circuit.WhiteOutputs:
		s.Spectrum = []float64{1, 0.5, 0.2}
	default:
		if n.Name == circuit.EIEqualized.Name {
			s.Spectrum = []float64{4, 3, 2, 0.3, 0.2, 0.1} // eigenvalues on both sides of its threshold
			break
		}
		s.Problem = DefaultProblem
	}
	return s
}

// ParseSpectrum reads eigenvalues such as "1,0.75,0.5,0.2".
func ParseSpectrum(text string) ([]float64, error) {
	values, err := wording.ParseNumbers(text)
	if err != nil {
		return nil, fmt.Errorf("spectrum %q: %w; write eigenvalues as 1,0.75,0.5,0.2", text, err)
	}
	return values, nil
}

// Columns is a range of inputs or columns of a file, counted from 0, both ends included.
type Columns struct{ From, To int }

// ParseColumns reads "0-31", or "3" for one column.
func ParseColumns(text string) (c Columns, err error) {
	first, last, many := strings.Cut(text, "-")
	if !many {
		last = first
	}
	from, err := wording.Int(first, 0, maxNeurons)
	if err == nil {
		var to int64
		to, err = wording.Int(last, from, maxNeurons)
		c = Columns{int(from), int(to)}
	}
	if err != nil {
		return Columns{}, fmt.Errorf("columns %q: %w; write the first and the last, counted from 0, as 0-31", text, err)
	}
	return c, nil
}

// String returns the columns in the form that ParseColumns reads.
func (c Columns) String() string { return fmt.Sprintf("%d-%d", c.From, c.To) }

// Len returns how many columns there are.
func (c Columns) Len() int { return c.To - c.From + 1 }

// MarshalText implements encoding.TextMarshaler in the form of String.
func (c Columns) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseColumns.
func (c *Columns) UnmarshalText(text []byte) (err error) {
	*c, err = ParseColumns(string(text))
	return err
}
