package theory

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/synapse"
)

// checkNetwork returns an error unless the mean-field flow of the network is
// known: two phases, a cascade, or the exact solution, with the plasticity of the
// paper.
func checkNetwork(n circuit.Network) error {
	projects, whitens := synapse.Rule(synapse.AntiHebbianPSP), synapse.Rule(synapse.AntiHebbianPSW)
	learns := n.Feedforward == synapse.Rule(synapse.Hebbian) && (!n.Whitens && n.Lateral == projects || n.Whitens && n.Lateral == whitens)
	switch {
	case len(n.Schedule) == 0:
		return errors.New("the network is missing: choose one such as circuit.IfPSP")
	case !learns || !has(n, circuit.Lateral{}) && !cascades(n) && !n.SolvesExactly():
		return fmt.Errorf("the mean-field flow of network %s with the phases %v is not known: choose ifPSP, PSP, ifPSW, PSW, cascadePSP or cascadePSW", n.Name, n.Schedule)
	}
	return nil
}

// cascades reports whether the outputs of the network fire one after another.
func cascades(n circuit.Network) bool { return has(n, circuit.Cascade{}) }

func has(n circuit.Network, p circuit.Phase) bool { return slices.Contains(n.Schedule, p) }

// checkSpectrum returns an error unless the eigenvalues of G [N] are finite, not
// negative and in non-increasing order.
func checkSpectrum(spectrum []float64) error {
	for i, g := range spectrum {
		switch {
		case !(g >= 0) || math.IsInf(g, 1):
			return fmt.Errorf("eigenvalue %d of the spectrum is %g: eigenvalues are finite and not negative", i+1, g)
		case i > 0 && g > spectrum[i-1]:
			return fmt.Errorf("eigenvalue %d of the spectrum is %g, larger than the one before it, %g: list them from the largest to the smallest",
				i+1, g, spectrum[i-1])
		}
	}
	return nil
}

// checkGains returns an error unless there are 1 to n gains, all of them
// positive. Their order is free here: equal and unordered gains have a theory,
// and it says what is wrong with them.
func checkGains(gains []float64, n int) error {
	switch k := len(gains); {
	case k < 1:
		return errors.New("no outputs: give one gain λ for each output neuron")
	case k > n:
		return fmt.Errorf("%d outputs for %d inputs: a circuit cannot find more components than it has inputs", k, n)
	}
	for i, g := range gains {
		if !positive(g) {
			return fmt.Errorf("gain λ_%d = %v: give a positive number", i+1, g)
		}
	}
	return nil
}

func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

func finite(values ...float64) bool {
	for _, v := range values {
		if v-v != 0 { // NaN or infinite
			return false
		}
	}
	return true
}
