package result

import (
	"bytes"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// Of several unhealthy trials the warning names the worst, and counts them.
func TestWarningNamesTheWorstTrial(t *testing.T) {
	s := &Summary{Trials: 5}
	var results []*Result
	for trial, m := range []measure.Measures{
		{SettlingError: 0.31, SpectralRadius: 0.5},
		{SettlingError: 0.42, SpectralRadius: 1.75},
		{SettlingError: 0.03, SpectralRadius: 0.2},
		{SettlingError: 0.53, SpectralRadius: 0.9},
		{SettlingError: wording.NaN, SpectralRadius: 9},
	} {
		results = append(results, &Result{Trial: trial, Measures: m, Unsettled: m.SettlingError / 2})
	}
	s.Warn(Setting{Network: circuit.IfPSP}, results)
	want := []string{
		"in 3 of 5 trials, the outputs are far from the settled ones: in trial 1 relative settling error 0.42, spectral radius of M_d⁻¹M_o 1.75 (",
		"in 1 of 5 trials, how far the outputs are from the settled ones is not known: in trial 4 spectral radius of M_d⁻¹M_o 9 (",
		"in 4 of 5 trials, up to 26.5 % of the stimuli did not settle",
	}
	if len(s.Warnings) != len(want) {
		t.Fatalf("warnings %q", s.Warnings)
	}
	for i, start := range want {
		if !bytes.HasPrefix([]byte(s.Warnings[i]), []byte(start)) {
			t.Errorf("warning %q, want %q …", s.Warnings[i], start)
		}
	}
}

// The flags of settling are advised where the circuit takes them, and the phase of its file elsewhere.
func TestAdviceForUnsettledStimuliSuitsTheCircuit(t *testing.T) {
	for _, test := range []struct {
		at   Setting
		want string
	}{
		{Setting{Network: circuit.Foldiak}, "sweeps. What helps: more sweeps (--sweeps), or damping (--damping), or a larger tolerance (--tolerance)"},
		{Setting{Network: circuit.Foldiak, Own: true}, "sweeps. What helps: more sweeps (sweeps), or damping (damping), or a larger tolerance (tolerance)"},
		{Setting{Network: circuit.NonnegativeSimilarityMatching}, "a larger tolerance, in the phase equilibrate of outputs in the file of the circuit (twophase describe nsm --as-file writes it)"},
		{Setting{Network: circuit.NonnegativeSimilarityMatching, Own: true}, "a larger tolerance, in the phase equilibrate of outputs in the file of the circuit"},
	} {
		s := &Summary{Trials: 1}
		s.Warn(test.at, []*Result{{Exact: true, Unsettled: 0.1}})
		if len(s.Warnings) != 1 || !strings.HasSuffix(s.Warnings[0], test.want) {
			t.Errorf("%s, own %v: warnings %q, want one that ends with %q", test.at.Network.Name, test.at.Own, s.Warnings, test.want)
		}
	}
}

// So is what helps outputs that are far from the settled ones, in a trap or out of it.
func TestAdviceForOutputsFarFromSettled(t *testing.T) {
	network := circuit.PSP
	network.Schedule = circuit.Schedule{circuit.Equilibrate{Populations: circuit.NamesOf("outputs"), Method: circuit.AtOnce, Sweeps: 3}, circuit.Plasticity{}}
	for _, at := range []Setting{{Network: network, Own: true}, {Network: network, Own: true, Turns: 3}} {
		for _, text := range []string{at.remedy(nil), at.exact(), at.turns(4)} {
			if !strings.Contains(text, "in the phase equilibrate of outputs in the file of the circuit") || strings.Contains(text, "settle") {
				t.Errorf("advice %q", text)
			}
		}
	}
}

// Where no weight is of the wrong sign at the end, Dale's law did not hold before.
func TestWarningOfSignsSaysWhen(t *testing.T) {
	s := &Summary{Trials: 1}
	wrong := []WrongSigns{{Projection: "P", Sign: "inhibitory", Synapses: 9, Most: 9, MostStep: 91}, {Projection: "W", Sign: "excitatory", Synapses: 9, Final: 2, Most: 3, MostStep: 91}}
	s.WarnOfSigns([]*Result{{WrongSigns: wrong}}, func(string) string { return "clip them" })
	for i, want := range []string{"91): Dale's law did not hold; clip them", "91): Dale's law does not hold; clip them"} {
		if len(s.Warnings) != 2 || !strings.HasSuffix(s.Warnings[i], want) {
			t.Fatalf("warnings %q, want one that ends with %q", s.Warnings, want)
		}
	}
}

// Of several trials the numbers are of the worst, which is named.
func TestWarningOfSignsNamesTheTrial(t *testing.T) {
	s := &Summary{Trials: 3}
	wrong := func(of, final int) []WrongSigns {
		return []WrongSigns{{Projection: "P", Sign: "inhibitory", Synapses: of, Final: final, Most: 3, MostStep: 91}}
	}
	s.WarnOfSigns([]*Result{{Trial: 0, WrongSigns: wrong(8, 1)}, {Trial: 1, WrongSigns: wrong(14, 2)}, {Trial: 2}}, func(string) string { return "clip them" })
	const want = "in 2 of 3 trials, P is inhibitory, in trial 1 with 2 of its 14 weights below 0 at the end (3 at"
	if len(s.Warnings) != 1 || !strings.HasPrefix(s.Warnings[0], want) {
		t.Errorf("warnings %q, want one that begins with %q", s.Warnings, want)
	}
}
