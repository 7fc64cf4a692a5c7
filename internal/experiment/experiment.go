package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"twophase/circuit"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/text/document"
)

// Experiment holds everything that decides the bytes of a run. It is plain data, which the
// manifest contains unchanged. The zero value of a field means the default, which package
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
	InitialM       float64      `json:"initial_m"`                 // M starts at this times I,
	InitialMFile   string       `json:"initial_m_file,omitempty"`  // or at the matrix in this file
	From           string       `json:"from,omitempty"`            // start with the weights of another run, RUN or RUN:STEP
	InitialW       float64      `json:"initial_w,omitempty"`       // W starts at this times N(0, 1/N),
	InitialWeights string       `json:"initial_weights,omitempty"` // or at the matrix in this file

	// Sizes of populations, and rates and τ of projections, of a network with a graph.
	Sizes document.Mapping[int]          `json:"sizes,omitempty"`
	Rates document.Mapping[circuit.Rate] `json:"rates,omitempty"`
	Taus  document.Mapping[float64]      `json:"taus,omitempty"`

	// Files of the weights at the start, by projection, and of the scales, by population.
	Initial document.Mapping[string] `json:"initial,omitempty"`

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

// Measure says at which steps a run is measured besides those of NextLook.
type Measure struct {
	Every  int    `json:"every,omitempty"`  // at this step, and after each further period
	At     []int  `json:"at,omitempty"`     // at these steps
	Around string `json:"around,omitempty"` // interventions: see Looks
}

// New returns the experiment of an empty file.
func New() Experiment { return Experiment{Seed: DefaultSeed, Reference: true} }

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
