package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/stimulus"
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

	// For a file: the class of each stimulus, in a file of its own or in a column of the file.
	Labels      string `json:"labels,omitempty"`
	LabelColumn string `json:"label_column,omitempty"`

	HeldOut float64 `json:"held_out,omitempty"` // fraction of the file's stimuli that are not presented

	// Signals are the columns of the file that are signals of the circuit, and no inputs.
	Signals []int `json:"-"`
}

func stimulusSection(s *Stimulus, folder string) *document.Section {
	ofPopulation, mixed := []string{"spectrum", "autocorrelations", "sources", "clusters"}, []string{"canonical_correlations", "autocorrelations", "sources"}
	ofSources, ofClusters, ofFile, oneFile := []string{"sources"}, []string{"clusters"}, []string{"file", "files"}, []string{"file"}
	given := func(to **float64, r document.Range) document.Value {
		return document.Given(to, func(v *float64) document.Value { return document.Number(v, r) })
	}
	return &document.Section{
		Keys: []document.Key{
			{Name: "problem", About: "Gaussian stimuli of the paper's problem NAME", Example: "small", Default: DefaultProblem, Value: document.Choice(&s.Problem, problemNames()...), Flag: document.Flag{Name: "problem", Group: OfStimulus}},
			{Name: "spectrum", About: "Gaussian stimuli with eigenvalues G, 0 or more, from the largest, as 1,0.75,0.5,0.2; the last stands for all further ones", Example: "[1, 0.75, 0.5, 0.2]", Value: document.Numbers(&s.Spectrum, document.NotNegative), Flag: document.Flag{Name: "spectrum", Group: OfStimulus}},
			{Name: "canonical_correlations", About: "two Gaussian views with canonical correlations RHO, from 0 to 1, from the largest, as 0.9,0.7; further ones are 0", Example: "[0.9, 0.7, 0.3]", Value: document.Numbers(&s.CanonicalCorrelations, document.Range{Max: 1}), Needs: []string{"views"}, Flag: document.Flag{Name: "canonical-correlations", Group: OfStimulus}},
			{Name: "autocorrelations", About: "slow features: a mixture of processes with autocorrelations RHO from one stimulus to the next, between -1 and 1, from the largest, as 0.95,0.9,0.3; the last stands for all further ones", Example: "[0.95, 0.9, 0.3, 0.1]", Value: document.Numbers(&s.Autocorrelations, document.Range{Min: -1, Max: 1, AboveMin: true, BelowMax: true}), Flag: document.Flag{Name: "autocorrelations", Group: OfStimulus}},
			{Name: "sources", About: "mixture of R independent, non-negative sources of variance 1", Example: "3", Value: document.Integer(&s.Sources, 1, maxNeurons), Flag: document.Flag{Name: "sources", Group: OfStimulus}},
			{Name: "clusters", About: "non-negative stimuli in C clusters", Example: "3", Value: document.Integer(&s.Clusters, 1, maxNeurons), Flag: document.Flag{Name: "clusters", Group: OfStimulus}},
			{Name: "inputs", About: "number N of inputs of a spectrum, of slow features, sources or clusters", Example: "10", Default: "the number of eigenvalues, autocorrelations or sources, or what a file says", Value: document.Integer(&s.Inputs, 1, maxNeurons), Beside: ofPopulation, Flag: document.Flag{Name: "inputs", Group: OfStimulus}},
			{Name: "condition", About: "condition number C of the random mixing", Example: "2", Default: defaultText(DefaultCondition), Value: document.Number(&s.Condition, document.Range{Min: 1, Max: 10000}), Beside: mixed, Flag: document.Flag{Name: "condition", Group: OfStimulus}},
			{Name: "mixing", About: "mix the sources by the N×R matrix in FILE: .csv, .npy or .npz", Example: "A.csv", Default: "a random one", Value: document.File(&s.Mixing, folder), Beside: ofSources, Flag: document.Flag{Name: "mixing", Group: OfStimulus}},
			{Name: "silence", About: "probability P that a source is 0; otherwise it is uniform", Example: "0.5", Default: defaultText(DefaultSilence), Value: given(&s.Silence, document.Range{Max: 1, BelowMax: true}), Beside: ofSources, Flag: document.Flag{Name: "silence", Group: OfStimulus}},
			{Name: "centres", About: "centres of the clusters, the rows of the C×N matrix in FILE: .csv, .npy or .npz", Example: "centres.csv", Default: "random ones", Value: document.File(&s.Centres, folder), Beside: ofClusters, Flag: document.Flag{Name: "centres", Group: OfStimulus}},
			{Name: "noise", About: "standard deviation S of the stimuli of a cluster", Example: "0.1", Default: defaultText(DefaultNoise), Value: given(&s.Noise, document.NotNegative), Beside: ofClusters, Flag: document.Flag{Name: "noise", Group: OfStimulus}},
			{Name: "probabilities", About: "relative probabilities P of the clusters, as 1,2,1", Example: "[1, 2, 1]", Default: "equal ones", Value: document.Numbers(&s.Probabilities, document.AboveZero), Beside: ofClusters, Flag: document.Flag{Name: "probabilities", Group: OfStimulus}},
			{Name: "file", About: "read the stimuli from FILE: text (.csv, .tsv, .txt), .npy, .npz, .parquet, .mat or IDX; text, .npy and IDX also as .gz; on the command line - reads rows of text from standard input as they come", Example: "data.csv", Value: document.File(&s.File, folder), Flag: document.Flag{Name: "stimulus", Group: OfStimulus}},
			{Name: "files", About: "read the stimuli from FILES side by side, one for each view, as x=x.csv,y=y.csv", Example: "{x: x.csv, y: y.csv}", Value: document.MappingOf(&s.Files, func(path *string) document.Value { return document.File(path, folder) }), Flag: document.Flag{Name: "files", Group: OfStimulus}},
			{Name: "views", About: "VIEWS, each with its inputs, or with its columns of the file, counted from 0, as left=0-31,right=32-63", Example: "{left: 0-3, right: 4-9}", Default: "one view of all inputs", Value: document.MappingOf(&s.Views, func(c *Columns) document.Value { return columns(c) }), Flag: document.Flag{Name: "views", Group: OfStimulus}},
			{Name: "delimiter", About: "MARK between the values of a text: comma, tab, semicolon or space, or the character itself", Example: "semicolon", Default: "recognised from the first lines", Value: delimiter(&s.Delimiter), Beside: ofFile, Flag: document.Flag{Name: "delimiter", Group: OfStimulus}},
			{Name: "columns", About: "COLUMNS of the file that are inputs: names in its header, numbers from 0, or ranges of either, as ch0-ch31,ch40", Example: "[ch0-ch31, ch40]", Default: "all", Value: document.Texts(&s.Columns, isColumn), Beside: oneFile, Flag: document.Flag{Name: "columns", Group: OfStimulus}},
			{Name: "skip_columns", About: "COLUMNS of the file to leave out, written as for columns", Example: "[id, time]", Default: "none", Value: document.Texts(&s.SkipColumns, isColumn), Beside: oneFile, Flag: document.Flag{Name: "skip-columns", Group: OfStimulus}},
			{Name: "transpose", About: "read each column of the file as a stimulus and each row as an input", Example: "true", Default: defaultText(false), Value: document.Bool(&s.Transpose, false), Beside: ofFile, Flag: document.Flag{Name: "transpose", Group: OfStimulus}},
			{Name: "center", About: "subtract the mean of the file's stimuli", Example: "true", Default: defaultText(false), Value: document.Bool(&s.Center, false), Beside: ofFile, Flag: document.Flag{Name: "center", Group: OfStimulus}},
			{Name: "scale", About: "SCALING of the file's stimuli: eigen for a largest eigenvalue of 1, trace for a trace of 1, or none", Example: "eigen", Default: "none", Value: document.Choice(&s.Scale, "eigen", "trace", "none"), Beside: ofFile, Flag: document.Flag{Name: "scale", Group: OfStimulus}},
			{Name: "shuffle", About: "present the file's stimuli in a new random order in every epoch", Example: "true", Default: defaultText(false), Value: document.Bool(&s.Shuffle, false), Beside: ofFile, Flag: document.Flag{Name: "shuffle", Group: OfStimulus}},
			{Name: "epochs", About: "number E of times that the file is presented", Example: "10", Default: "1, or as many as the steps need", Value: document.Integer(&s.Epochs, 1, maxCount), Beside: ofFile, Flag: document.Flag{Name: "epochs", Group: OfStimulus}},
			{Name: "labels", About: "FILE with the label of each stimulus, a whole number: one column, and a row for each stimulus; measures use them, and nothing learns from them", Example: "labels.csv", Default: "none", Value: document.File(&s.Labels, folder), Beside: ofFile, Flag: document.Flag{Name: "labels", Group: OfStimulus}},
			{Name: "label_column", About: "COLUMN of the file that has the label of each stimulus and is no input, by its name in the header or its number from 0", Example: "species", Default: "none", Value: columnName(&s.LabelColumn), Beside: oneFile, Flag: document.Flag{Name: "label-column", Group: OfStimulus}},
			{Name: "held_out", About: "FRACTION of the file's stimuli, the last ones, from which nothing is learnt: activity is measured on them; between 0 and 1", Example: "0.2", Default: "none, and activity is measured on the stimuli of the run", Value: document.Number(&s.HeldOut, document.Range{Max: 1, AboveMin: true, BelowMax: true}), Beside: ofFile, Flag: document.Flag{Name: "held-out", Group: OfStimulus}},
		},
		OneOf: []document.Group{{Keys: Kinds()}, {Keys: []string{"files", "views"}}, {Keys: []string{"views", "columns"}}, {Keys: []string{"views", "skip_columns"}}, {Keys: []string{"mixing", "condition"}}, {Keys: []string{"labels", "label_column"}}},
	}
}

// Kinds are the keys that say where stimuli come from. An experiment has exactly one of them.
func Kinds() []string {
	return []string{"problem", "spectrum", "canonical_correlations", "autocorrelations", "sources", "clusters", "file", "files"}
}

// Given returns those of Kinds that are given.
func (s Stimulus) Given() (kinds []string) { return stimulusSection(&s, ".").Given(Kinds()...) }

// Check returns an error that blames a key unless all that are given go together.
func (s Stimulus) Check() error { return stimulusSection(&s, ".").Check("stimulus") }

func problemNames() (names []string) {
	for _, p := range stimulus.Problems() {
		names = append(names, p.Name)
	}
	return names
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
	skip := slices.Clone(s.SkipColumns)
	if s.Views == nil {
		skip = append(skip, columnTexts(s.Signals)...)
		if s.LabelColumn != "" {
			skip = append(skip, s.LabelColumn)
		}
	}
	return fileformat.Layout{Delimiter: s.Delimiter, Columns: s.Columns, Skip: skip, Transpose: s.Transpose}
}

// LabelLayout returns the file that has the labels, and how its column becomes labels; "" if there are none.
func (s Stimulus) LabelLayout() (path string, how fileformat.Layout) {
	if s.LabelColumn != "" {
		return s.File, fileformat.Layout{Delimiter: s.Delimiter, Columns: []string{s.LabelColumn}, Transpose: s.Transpose}
	}
	return s.Labels, fileformat.Layout{Flat: true}
}

// SignalLayout returns how the columns of the stimuli's file become signals.
func (s Stimulus) SignalLayout() fileformat.Layout {
	return fileformat.Layout{Delimiter: s.Delimiter, Columns: columnTexts(s.Signals), Transpose: s.Transpose}
}

func columnTexts(columns []int) (texts []string) {
	for _, c := range columns {
		texts = append(texts, strconv.Itoa(c))
	}
	return texts
}

// WithSignals returns the stimulus of the experiment with the columns that are signals of its circuit. It returns an error
// unless it is one file that has columns to spare.
func (e Experiment) WithSignals() (Stimulus, error) {
	s := e.Stimulus
	if e.Circuit == nil || len(e.Circuit.Signals) == 0 {
		return s, nil
	}
	if s.File == "" || s.FromPipe() {
		return s, document.Blame(fmt.Errorf("signals are columns of a file of stimuli: give stimulus: {file: FILE}"), "circuit.signals")
	}
	for _, signal := range e.Circuit.Signals {
		key := "circuit.signals." + signal.Name
		if len(signal.Columns) != 1 {
			return s, document.Blame(fmt.Errorf("signal %s has %s: give it one, and each further column a name of its own", signal.Name, wording.Count(len(signal.Columns), "column")), key, "circuit.signals")
		}
		column := signal.Columns[0]
		isView := slices.ContainsFunc(s.Views, func(v document.Named[Columns]) bool { return v.Value.From <= column && column <= v.Value.To })
		if slices.Contains(s.Columns, strconv.Itoa(column)) || slices.Contains(s.Signals, column) || isView {
			return s, document.Blame(fmt.Errorf("signal %s is column %d, which is an input or another signal too: a signal feeds no population", signal.Name, column), key, "circuit.signals")
		}
		s.Signals = append(slices.Clone(s.Signals), column)
	}
	return s, nil
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

// SuggestedOutputs returns the default K: the number of the problem or, for a network whose gains do not
// distinguish its outputs, the number that its stimuli suggest, such as the number of clusters.
// It is 0 if nothing suggests a number, and no more than the network can have.
func SuggestedOutputs(n circuit.Network, s Stimulus, problem, inputs int) int {
	switch {
	case n.OutputsAreInputs():
		return inputs
	case problem > 0, n.Gains == circuit.DistinctGains:
	case s.Clusters > 0:
		problem = s.Clusters
	case s.Sources > 0:
		problem = s.Sources
	case s.CanonicalCorrelations != nil || s.Autocorrelations != nil:
		problem = 2
	case s.Spectrum != nil:
		problem = min(3, inputs)
	}
	if n.MostOutputs > 0 {
		return min(problem, n.MostOutputs)
	}
	return problem
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

// isColumn returns an error if a text cannot name columns of a file.
func isColumn(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("the name of a column is empty: give a name, a number from 0 or a range, such as ch0-ch31")
	}
	return nil
}
