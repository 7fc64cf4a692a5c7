package experiment

import (
	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/stimulus"
)

// What an experiment says without being resolved: no file needs to be there any more,
// but for Image.

// Schedule returns the phases that run for every stimulus, until an intervention
// changes them.
func (e Experiment) Schedule() (circuit.Schedule, error) {
	n, err := circuit.LookupNetwork(e.Network)
	if err == nil && e.Settle != nil {
		var s Settle
		if s, err = e.Settle.WithDefaults(); err == nil {
			n, err = s.apply(n)
		}
	}
	return n.Schedule, err
}

// InterventionTexts returns the interventions in words, such as "at 100: freeze
// lateral", in a circuit of some size. One that cannot be is said to be so.
func (e Experiment) InterventionTexts(z selection.Size) []string {
	texts := []string{}
	if n, err := circuit.LookupNetwork(e.Network); err == nil {
		z.Lateral = n.Wiring
	}
	for _, i := range e.Interventions {
		text := ""
		if found, _, err := i.resolve(z, e.Reference); err != nil {
			text = "not valid: " + err.Error()
		} else {
			text = found.String()
		}
		texts = append(texts, text)
	}
	return texts
}

// Image returns the size of the images that the stimuli are, row by row; 0 and 0 if they
// are none, or are not there any more.
func (s Stimulus) Image() (rows, columns int) {
	if s.File == "" {
		return 0, 0
	}
	f, err := stimulus.Open(s.File)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	return f.Image()
}
