package planning

import (
	"strings"
	"testing"

	"twophase/internal/experiment"
)

// What is advised for weights of the wrong sign is accepted, also of a projection that starts with weights of both
// signs.
func TestAdvisedSignIsAccepted(t *testing.T) {
	const text = `circuit:
  name: own
  populations: {eyes: {input: true}, cells: {activation: rectified, initial_scale: 1}}
  projections: {drive: {from: eyes, to: cells, sign: excitatory, rule: Hebbian, rate: 0.1}}
  schedule: [{turn: cells, receives: [drive]}, plasticity]
outputs: 3
`
	const both = "the keys start: positive and enforce: clip of drive keep its weights from falling below 0"
	for more, want := range map[string]string{"": both, "start: positive, ": "the key enforce: clip of drive sets such weights to 0", "start: positive, enforce: clip, ": ""} {
		doc, err := experiment.Parse("x.yaml", []byte(strings.Replace(text, "rule:", more+"rule:", 1)))
		if err != nil {
			t.Fatal(err)
		}
		p := resolved(t, doc.Experiment)
		foreseen, err := p.foreseeSigns()
		if said := strings.Join(foreseen, "; "); err != nil || (said == "") != (want == "") || !strings.HasSuffix(said, want) {
			t.Errorf("%q: %v, %q", more, err, said)
		}
	}
}
