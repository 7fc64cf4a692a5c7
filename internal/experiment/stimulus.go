package experiment

import (
	"twophase/internal/document"
	"twophase/stimulus"
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

	// For a file: how it is read. See stimulus.Layout.
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
func (s Stimulus) Layout() stimulus.Layout {
	return stimulus.Layout{Delimiter: s.Delimiter, Columns: s.Columns, Skip: s.SkipColumns, Transpose: s.Transpose}
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
	f, err := stimulus.Open(s.File)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	return f.Image()
}
