package experiment

import (
	"context"
	"encoding/json"

	"twophase/stimulus"
)

// Version is the version of twophase.
const Version = "0.1.0"

// ManifestSchema is the version of the manifest's form.
const ManifestSchema = 1

// Manifest says everything from which a run can be repeated. It holds no time
// and no machine, so that the same run writes the same manifest.
type Manifest struct {
	Schema     int         `json:"schema"`
	Version    string      `json:"version"` // of twophase
	Run        string      `json:"run"`     // the run's ID
	Experiment Experiment  `json:"experiment"`
	Inputs     []InputFile `json:"inputs"`         // the files that were read
	Fork       *Fork       `json:"fork,omitempty"` // nil if the run begins by itself
}

// Fork says that a run goes on from another one.
type Fork struct {
	At int    `json:"at"` // the step
	Of string `json:"of"` // the other run's ID
}

// InputFile is a file that a run has read.
type InputFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// manifest returns the manifest of a plan that has been surveyed.
func (p *Plan) manifest(ctx context.Context) (Manifest, error) {
	inputs := append([]InputFile{}, p.stimuli.files()...)
	if path := p.Experiment.InitialWeights; path != "" {
		found, err := stimulus.Survey(ctx, path, stimulus.SurveyOptions{})
		if err != nil {
			return Manifest{}, err
		}
		inputs = append(inputs, InputFile{path, found.SHA256})
	}
	id, err := p.Experiment.ID(inputs)
	return Manifest{Schema: ManifestSchema, Version: Version, Run: id, Experiment: p.Experiment, Inputs: inputs}, err
}

// indented returns v as JSON for people to read.
func indented(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}
