package experiment

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/stimulus"
)

// What can be read off an experiment without resolving it. Only Image needs its files.

// Schedule returns the phases that run for every stimulus, until an intervention
// changes them.
func (e Experiment) Schedule() (circuit.Schedule, error) {
	n, err := e.SettledNetwork()
	return n.Schedule, err
}

// SettledNetwork is LookupNetwork with the experiment's turns, settling and way of learning.
func (e Experiment) SettledNetwork() (circuit.Network, error) {
	n, err := e.LookupNetwork()
	if err == nil {
		n, err = e.Turned(n)
	}
	if err == nil && e.Settle != nil {
		var s Settle
		if s, err = e.Settle.WithDefaults(); err == nil {
			n, err = s.Apply(n)
		}
	}
	if err == nil && e.Offline {
		return n.Offline()
	}
	return n, err
}

// Limits on the texts of interventions: their number, their length, and the neurons of the
// circuit.
const (
	mostTexts   = 200
	longestText = 500
	mostNeurons = 1 << 14
)

// InterventionTexts returns the interventions in words, such as "at 100: freeze
// lateral", in a circuit of some size. An invalid one has its error as its text. Of very many
// it returns the first, and for a very large circuit none.
func (e Experiment) InterventionTexts(z selection.Size) []string {
	texts := []string{}
	if min(z.Inputs, z.Outputs) < 0 || max(z.Inputs, z.Outputs) > mostNeurons {
		return texts
	}
	if network, err := e.LookupNetwork(); err == nil {
		z.Lateral = network.Wiring
	}
	for n, i := range e.Interventions {
		if n == mostTexts {
			return append(texts, fmt.Sprintf("and %d more", len(e.Interventions)-n))
		}
		text := ""
		if found, _, err := i.Resolve(z, e); err != nil {
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
