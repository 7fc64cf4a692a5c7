package experiment

import (
	"fmt"
	"strings"

	"twophase/circuit/selection"
)

// Limits on the texts of interventions: their number, their length, and the neurons of the
// circuit.
const (
	mostTexts   = 200
	longestText = 500
	mostNeurons = 1 << 14
)

// InterventionTexts returns the interventions in words, such as "at 100: freeze lateral", for
// a circuit of size z. The text of an invalid intervention is its error. A long list is cut
// off, and for a very large circuit it returns none.
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
