package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"twophase/circuit"
)

// Experiment says everything that decides the bytes of a run. It is plain
// data, written to the manifest as it is. The zero value of a field means the
// default that Resolve fills in.
type Experiment struct {
	Network  string   `json:"network"`
	Settle   *Settle  `json:"settle,omitempty"` // nil: the network's own neural phases
	Stimulus Stimulus `json:"stimulus"`

	Outputs        int          `json:"outputs"` // K
	Lambda         Lambda       `json:"lambda"`
	Tau            float64      `json:"tau"`
	Rate           circuit.Rate `json:"rate"`
	InitialM       float64      `json:"initial_m"`
	InitialW       float64      `json:"initial_w,omitempty"`       // W starts at this times N(0, 1/N),
	InitialWeights string       `json:"initial_weights,omitempty"` // or at the matrix in this file

	Steps     int      `json:"steps"`
	Trials    int      `json:"trials"`
	Seed      uint64   `json:"seed"`
	Record    []string `json:"record"`
	Parts     []string `json:"parts,omitempty"` // of what to record the parts of changes too
	Reference bool     `json:"reference"`       // measure against the principal subspace of the stimulus
	Executor  string   `json:"executor"`

	Interventions []Intervention `json:"interventions,omitempty"`
}

// Stimulus says where the stimuli come from: one of Problem, Spectrum and File.
type Stimulus struct {
	Problem  string    `json:"problem,omitempty"`  // a problem of the paper
	Spectrum []float64 `json:"spectrum,omitempty"` // eigenvalues; the last stands for all that are not listed
	Inputs   int       `json:"inputs,omitempty"`   // N, for a spectrum
	File     string    `json:"file,omitempty"`

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

// ID returns the run's name: a hash of the experiment and of the files that it
// reads, given by their own hashes. The executor does not count, because it
// does not change the results.
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
