package experiment

import (
	"fmt"
	"strings"

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

// What is told of interventions at most, and in circuits of how many neurons.
const (
	textsTold   = 200
	longestText = 500
	mostNeurons = 1 << 14
)

// InterventionTexts returns the interventions in words, such as "at 100: freeze
// lateral", in a circuit of some size. One that cannot be is said to be so. Of very many
// it returns the first; of a very large circuit none.
func (e Experiment) InterventionTexts(z selection.Size) []string {
	texts := []string{}
	if min(z.Inputs, z.Outputs) < 0 || max(z.Inputs, z.Outputs) > mostNeurons {
		return texts
	}
	if network, err := circuit.LookupNetwork(e.Network); err == nil {
		z.Lateral = network.Wiring
	}
	for n, i := range e.Interventions {
		if n == textsTold {
			return append(texts, fmt.Sprintf("and %d more", len(e.Interventions)-n))
		}
		text := ""
		if found, _, err := i.resolve(z, e.Reference); err != nil {
			text = "not valid: " + err.Error()
		} else {
			text = found.String()
		}
		if len(text) > longestText {
			text = strings.ToValidUTF8(text[:longestText], "") + "…"
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
