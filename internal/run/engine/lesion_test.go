package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// runText runs an experiment that is given as the text of a file, and returns its run
// folder too.
func runText(t *testing.T, text string) (*result.Summary, string, error) {
	t.Helper()
	doc, err := experiment.Parse("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := planning.Resolve(context.Background(), doc.Experiment)
	if err != nil {
		t.Fatal(doc.Locate(err))
	}
	defer plan.Close()
	out := filepath.Join(t.TempDir(), "run")
	s, err := Run(t.Context(), plan, planning.RunOptions{Out: out})
	return s, out, err
}

// Whatever neurons of whatever network are lost or held, early or late, the run ends
// with a summary in which every measure is a number, and those of lateral synapses where there are any. Only where a neuron that whitens
// goes silent its scale must be frozen, and the error says so.
func TestEveryNeuronCanBeLostOrHeld(t *testing.T) {
	t.Parallel()
	for _, network := range circuit.PaperNetworks() {
		for _, k := range long.Or([]int{3}, []int{1, 3}) {
			for _, edit := range []string{
				`lesion: outputs`, `lesion: "outputs[0]"`, `lesion: "outputs[last]"`, `lesion: "outputs[0]", side: incoming`,
				`lesion: "inputs[2]"`, `lesion: inputs`, `lesion: "feedforward[0,*]"`,
				`clamp: "outputs[last]", to: 0`, `clamp: outputs, to: 0.5`, `clamp: "inputs[0]", to: -1`, `clamp: inputs, to: 0`,
			} {
				edit = strings.ReplaceAll(edit, "last", fmt.Sprint(k-1))
				silent := "scale"
				switch {
				case strings.HasPrefix(edit, `clamp: "outputs`):
					silent = fmt.Sprintf(`"scale[%d]"`, k-1)
				case strings.HasPrefix(edit, `lesion: "feedforward`):
					silent = `"scale[0]"`
				}
				t.Run(fmt.Sprintf("%s/K=%d/%s", network.Name, k, edit), func(t *testing.T) {
					t.Parallel()
					for _, at := range []int{0, 200} {
						text := fmt.Sprintf("network: %s\noutputs: %d\nsteps: 400\nrecord: [scale@100]\ninterventions:\n- {at: %d, %s}\n", network.Name, k, at, edit)
						s, _, err := runText(t, text)
						if network.Whitens && errors.As(err, new(*circuit.Divergence)) && strings.Contains(err.Error(), `freeze: "scale[0]"`) && !strings.HasPrefix(edit, `lesion: "outputs`) {
							s, _, err = runText(t, text+fmt.Sprintf("- {at: %d, freeze: %s}\n", at, silent))
						}
						if err != nil {
							t.Fatalf("%s: %v", text, err)
						}
						m := s.Results[0].Measures
						for _, v := range slices.Concat([]wording.Number{m.Error, m.ProjectorError, m.OutputCovariance}, m.Alignment, m.Angles) {
							if !v.Finite() {
								t.Errorf("%s: measures %v", text, m)
							}
						}
						for _, v := range []wording.Number{m.SettlingError, m.SpectralRadius, m.Ratio} {
							if v.Finite() != (k > 1) {
								t.Errorf("%s: measures of the lateral synapses %v", text, m)
							}
						}
						if network.SolvesExactly() && m.SettlingError > 1e-9 {
							t.Errorf("%s: what is solved exactly is %v off", text, m.SettlingError)
						}
						if strings.HasPrefix(edit, `lesion: "outputs[0]"`) && (m.Alignment[0] != 0 || math.Abs(float64(m.Angles[k-1])-math.Pi/2) > 1e-14) {
							t.Errorf("%s: alignment %v, angles %v of a circuit without outputs[0]", text, m.Alignment, m.Angles)
						}
						if err := s.WriteText(new(bytes.Buffer)); err != nil {
							t.Error(err)
						}
						if _, err := json.Marshal(s); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
	}
}

// Lateral synapses that were lesioned were not pruned.
func TestLesionedIsNotPruned(t *testing.T) {
	s, _ := mustRun(t, "outputs: 3\nsteps: 300\nrecord: [scale@10]\ninterventions: [{at: 200, lesion: \"lateral[0,*]\"}]\n")
	p := s.Results[0].Pruning
	left := 0
	for _, g := range p.Each {
		if !strings.HasPrefix(g.Synapse, "lateral[0,") && g.Pruned() {
			left++
		}
	}
	if p.Synapses != 6 || p.Lesioned != 2 || p.Pruned != left {
		t.Errorf("%+v", p)
	}
}

// The sign that a schedule is exact is that of the last one.
func TestDynamicsDecideWhatIsHealthy(t *testing.T) {
	for _, test := range []struct {
		network, dynamics string
		exact             bool
	}{{"PSP", "two-phase", false}, {"ifPSP", "exact", true}, {"PSW", "stale", false}} {
		s, _ := mustRun(t, fmt.Sprintf("network: %s\noutputs: 3\nsteps: 100\nrecord: [scale@10]\ninterventions: [{at: 50, settle: {method: %s}}]\n", test.network, test.dynamics))
		if r := s.Results[0]; r.Exact != test.exact || (r.Measures.SettlingError < 1e-9) != test.exact {
			t.Errorf("%v: exact %v, settling error %v", test, r.Exact, r.Measures.SettlingError)
		}
	}
}
