package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"twophase/circuit"
	"twophase/internal/circuitfile"
	"twophase/internal/document"
	"twophase/internal/onlinepca"
	"twophase/stimulus"
)

// Experiment holds everything that decides the bytes of a run. It is plain data, and the
// manifest has it as it is. The zero value of a field means the default, which package
// planning fills in.
type Experiment struct {
	Network string               `json:"network,omitempty"`
	Circuit *circuitfile.Circuit `json:"circuit,omitempty"` // in the place of a network

	// Rules of one's own of a network's synapses. Package planning makes a circuit of them.
	Rule        circuitfile.Rule `json:"rule,omitzero"`
	LateralRule circuitfile.Rule `json:"lateral_rule,omitzero"`

	Settle   *Settle  `json:"settle,omitempty"`  // nil: the network's own neural phases
	Turns    int      `json:"turns,omitempty"`   // simultaneous turns S of a two-phase network; 0: two
	Offline  bool     `json:"offline,omitempty"` // learn from the covariance of the stimuli
	Stimulus Stimulus `json:"stimulus"`

	Outputs        int          `json:"outputs"` // K
	Lambda         Lambda       `json:"lambda"`
	Tau            float64      `json:"tau"`
	AutoTau        bool         `json:"auto_tau,omitempty"` // τ is chosen from the stimuli; false once it is
	Rate           circuit.Rate `json:"rate"`
	InitialM       float64      `json:"initial_m"`
	InitialMFile   string       `json:"initial_m_file,omitempty"`  // or at the matrix in this file
	From           string       `json:"from,omitempty"`            // another run at whose weights all begins, RUN or RUN:STEP
	InitialW       float64      `json:"initial_w,omitempty"`       // W starts at this times N(0, 1/N),
	InitialWeights string       `json:"initial_weights,omitempty"` // or at the matrix in this file

	// Of single populations and projections of a network with a graph.
	Sizes document.Mapping[int]          `json:"sizes,omitempty"`
	Rates document.Mapping[circuit.Rate] `json:"rates,omitempty"`
	Taus  document.Mapping[float64]      `json:"taus,omitempty"`

	Steps     int      `json:"steps"`
	Trials    int      `json:"trials"`
	Seed      uint64   `json:"seed"`
	Record    []string `json:"record"`
	Parts     []string `json:"parts,omitempty"` // weights whose parts of changes are recorded too
	Reference bool     `json:"reference"`       // measure against the principal subspace of the stimulus
	Executor  string   `json:"executor"`

	Measure   *Measure `json:"measure,omitempty"`
	Follow    []string `json:"follow,omitempty"`     // declared measures that are taken throughout the run
	DriftFrom int      `json:"drift_from,omitempty"` // the step whose filter the measures of drift compare with

	Interventions []Intervention `json:"interventions,omitempty"`
}

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

// Settle says how a recurrent network settles.
type Settle struct {
	Method    string  `json:"method"` // exact, jacobi, gauss-seidel or euler
	Sweeps    int     `json:"sweeps,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"`
	Damping   float64 `json:"damping,omitempty"`
	TimeStep  float64 `json:"time_step,omitempty"`
	Warm      bool    `json:"warm,omitempty"`
}

// NetworkName returns the name of the network, or of the circuit in its place.
func (e Experiment) NetworkName() string {
	if e.Circuit != nil {
		return e.Circuit.Name
	}
	return e.Network
}

// LookupNetwork returns the network of a name. The error lists those that exist, or says that the
// name is that of an algorithm without a circuit.
func LookupNetwork(name string) (circuit.Network, error) {
	if err := onlinepca.NotACircuit(name); err != nil {
		return circuit.Network{}, err
	}
	return circuit.LookupNetwork(name)
}

// LookupNetwork returns the network that the experiment names or describes.
func (e Experiment) LookupNetwork() (circuit.Network, error) {
	if e.OwnRules() {
		own, err := e.WithOwnRules()
		if err != nil {
			return circuit.Network{}, err
		}
		return own.Circuit.Network()
	}
	if e.Circuit == nil {
		n, err := LookupNetwork(e.Network)
		return n, document.Blame(err, "network")
	}
	n, err := e.Circuit.Network()
	return n, document.Within(err, "circuit")
}

// ID returns the name of the run: a hash of the experiment and of the hashes of the files
// that it reads. The executor is left out, because it does not change the results.
func (e Experiment) ID(inputs []InputFile) (string, error) {
	e.Executor = ""
	var hashes []string
	for _, f := range inputs {
		hashes = append(hashes, f.SHA256)
	}
	text, err := json.Marshal(struct {
		Experiment Experiment
		Inputs     []string
	}{e, hashes})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6]), nil
}

// InputFile is a file that a run has read.
type InputFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Kinds are the keys that say where stimuli come from, of which an experiment has one.
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

// Key returns the key of the experiment that names the stimuli.
func (s Stimulus) Key() string {
	if kinds := s.Given(); len(kinds) > 0 {
		return "stimulus." + kinds[0]
	}
	return "stimulus.problem"
}

// Layout returns how the columns of a file of the stimuli become inputs, but for views.
func (s Stimulus) Layout() stimulus.Layout {
	return stimulus.Layout{Delimiter: s.Delimiter, Columns: s.Columns, Skip: s.SkipColumns, Transpose: s.Transpose}
}

// FromFiles reports whether the stimuli are read from files.
func (s Stimulus) FromFiles() bool { return s.File != "" && !s.FromPipe() || s.Files != nil }

// Pipe is the name of standard input in the place of a file.
const Pipe = "-"

// FromPipe reports whether the stimuli are read from standard input, once and as they come.
func (s Stimulus) FromPipe() bool { return s.File == Pipe }

// Paths returns the files that the stimuli are made of, in the order of their keys.
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

// Defaults of populations.
const (
	DefaultCondition = 2
	DefaultSilence   = 0.5
	DefaultNoise     = 0.1
)

// WithDefaults returns the stimuli with the defaults of the keys that go along with what
// they are.
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
