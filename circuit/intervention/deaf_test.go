package intervention_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

// A neuron that no stimulus reaches stays as it is, for ever, whatever thaws it and
// whether or not other outputs still reach it.
func TestADeafNeuronLastsForEver(t *testing.T) {
	for _, n := range circuit.PaperNetworks() {
		for _, test := range []struct {
			name  string
			edits []intervention.Edit
		}{
			{"incoming", []intervention.Edit{intervention.LesionNeuron{on("outputs[1]"), intervention.Incoming}}},
			{"incoming, thawed", []intervention.Edit{
				intervention.LesionNeuron{on("outputs[1]"), intervention.Incoming},
				intervention.Thaw{on("scale[1]")}, intervention.Thaw{selection.Of(all(selection.Weights))},
			}},
			{"feedforward", []intervention.Edit{intervention.Lesion{on("feedforward[1,*]")}}},
			{"feedforward in two, thawed", []intervention.Edit{
				intervention.Lesion{on("feedforward[1,2-3]")}, intervention.Lesion{on("feedforward[1,0-1]")}, intervention.Thaw{selection.Of(all(selection.Scale))},
			}},
			{"all inputs", []intervention.Edit{intervention.LesionNeuron{selection.Of(all(selection.Inputs)), intervention.Outgoing}}},
		} {
			c := small(t, n)
			run(t, c, 10)
			before := c.Outputs().Output(1).Scale()
			for _, e := range test.edits {
				apply(t, c, e)
			}
			run(t, c, 3000) // at these rates a scale that decays by λ² is soon below 0
			o := c.Outputs().Output(1)
			if o.Scale() != before || !o.OwnScale().Frozen() {
				t.Errorf("%s, %s: the scale was %v and is %v", n.Name, test.name, before, o.Scale())
			}
			if alone := !strings.HasPrefix(test.name, "feedforward"); alone && o.Activity() != 0 {
				t.Errorf("%s, %s: the activity is %v", n.Name, test.name, o.Activity())
			}
		}
	}
}

// The changes of a lesion name the scales that it freezes; those of a thaw do not.
func TestChangesOfDeafNeurons(t *testing.T) {
	c := small(t, circuit.PSW)
	if err := c.Forward().SetWeights(make([]float64, 12)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		edit intervention.Edit
		want []string
	}{
		{intervention.Freeze{on("scale[0]")}, []string{"scale[0] plasticity plastic → frozen"}},
		{intervention.Lesion{on("feedforward[1-2,0-2]")}, []string{
			"feedforward[1,0] lesion 0 → 0", "feedforward[1,1] lesion 0 → 0", "feedforward[1,2] lesion 0 → 0",
			"feedforward[2,0] lesion 0 → 0", "feedforward[2,1] lesion 0 → 0", "feedforward[2,2] lesion 0 → 0",
		}},
		{intervention.Lesion{on("lateral[2,*]")}, []string{"lateral[2,0] lesion 0 → 0", "lateral[2,1] lesion 0 → 0"}},
		{intervention.Lesion{on("feedforward[1,3]")}, []string{"feedforward[1,3] lesion 0 → 0", "scale[1] plasticity plastic → frozen"}},
		{intervention.Thaw{selection.Of(all(selection.Scale))}, []string{"scale[0] plasticity frozen → plastic"}},
	} {
		if diff := cmp.Diff(test.want, words(apply(t, c, test.edit))); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.edit, diff)
		}
	}
}
