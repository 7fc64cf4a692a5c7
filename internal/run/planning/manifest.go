package planning

import (
	"twophase/internal/experiment"
	"twophase/internal/traces/result"
)

// mostNames bounds how many names of inputs a manifest holds, which has a largest size.
const mostNames = 10_000

// ManifestOf returns the manifest of a plan that has been surveyed.
func ManifestOf(p *Plan) (result.Manifest, error) {
	inputs := append([]experiment.InputFile{}, p.Stimuli.Files()...)
	inputs = append(inputs, p.InitialFiles()...)
	id, err := p.Experiment.ID(inputs)
	m := result.Manifest{Schema: result.ManifestSchema, Version: result.Version, Revision: p.Revision, Run: id, Experiment: p.Experiment, Inputs: inputs}
	if names := p.Stimuli.Names(); len(names) <= mostNames {
		m.InputNames = names
	}
	return m, err
}
