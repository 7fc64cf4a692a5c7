package theory

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// CheckNetwork returns an error unless there is a theory of the network near its fixed
// points. It must have the plasticity of PSP or PSW, neural phases that are M⁻¹W to first
// order in M_o or a cascade, and no other phase.
//
// Settle is M⁻¹W to first order with a tolerance, or with at least two Jacobi or Gauss–Seidel
// sweeps from rest: the first finds ỹ, and the second the correction by the others' ỹ.
func CheckNetwork(n circuit.Network) error {
	switch {
	case len(n.Schedule) == 0:
		return errors.New("the network is missing: choose one such as circuit.IfPSP")
	case !n.IsPair():
		return notPair(n)
	case !learns(n) && learns(other(n)):
		return fmt.Errorf("network %s learns as one that has whitens: %v: there is no theory here of its plasticity with whitens: %v", n.Name, !n.Whitens, n.Whitens)
	case !learns(n):
		return fmt.Errorf("the plasticity of network %s is not that of PSP or PSW, and there is no theory here of any other: it covers %s", n.Name, known())
	case n.Turns() > 0:
		return nil
	case len(n.Schedule) != 3, n.Schedule[0] != circuit.Phase(circuit.Feedforward), !circuit.Learns(n.Schedule[2]):
	case cascades(n), solves(n), slices.ContainsFunc(n.Schedule, isCutLate):
		return nil
	}
	return fmt.Errorf("there is no theory here of the phases %v of network %s: it covers Feedforward, one neural phase and Plasticity, where that one is Lateral, Cascade, Solve "+
		"or settling to a tolerance or by at least two sweeps of Jacobi or of Gauss and Seidel, from rest and without damping", n.Schedule, n.Name)
}

// InPaperNames returns a network under the names of the paper, which the theory knows alone. It returns an error, in
// the network's own names, unless it is a pair then.
func InPaperNames(n circuit.Network) (circuit.Network, error) {
	named := n.InPaperNames()
	if !named.IsPair() {
		return n, notPair(n)
	}
	return named, nil
}

// notPair returns the error of a network that is no pair.
func notPair(n circuit.Network) error {
	return fmt.Errorf("there is no theory here of network %s (%s): it covers %s", n.Name, difference(n), known())
}

// checkFlow returns an error unless the whole mean-field flow of the network is known
// here: two phases, a cascade, or the exact solution.
func checkFlow(n circuit.Network) error {
	if err := CheckNetwork(n); err != nil {
		return err
	}
	if n.Turns() != 2 && !cascades(n) && !solves(n) {
		return fmt.Errorf("the mean-field flow of network %s is not known here where settling is cut short (%v): settle to a tolerance, or take PSP, PSW or their two-phase forms", n.Name, n.Schedule)
	}
	return nil
}

// learns reports whether the network's plasticity is that of PSP or PSW.
func learns(n circuit.Network) bool {
	if !same(n.Projection("feedforward").Rule, synapse.Hebbian) {
		return false
	}
	if !n.Whitens {
		_, projects := n.LateralDecay()
		return projects
	}
	own := n.Population("outputs").Scale
	own.Name, own.Equation = neuron.ScalePSW.Name, neuron.ScalePSW.Equation
	return same(n.Projection("lateral").Rule, synapse.AntiHebbianPSW) && own == neuron.ScalePSW
}

// lateralDecay returns ε, how many times as fast as the scales of PSP the lateral synapses decay: 0 with the plasticity
// of PSW.
func lateralDecay(n circuit.Network) float64 {
	epsilon, _ := n.LateralDecay()
	return epsilon
}

// same reports whether a rule is one of package synapse under any name.
func same(rule synapse.Rule, known synapse.Factored) bool {
	r, factored := rule.(synapse.Factored)
	r.Name, r.Equation = known.Name, known.Equation
	return factored && r == known
}

// other returns the network with the other answer to whether it whitens.
func other(n circuit.Network) circuit.Network {
	n.Whitens = !n.Whitens
	return n
}

// known lists the networks that there is a theory of.
func known() string {
	var names []string
	for _, n := range circuit.NetworksThat(circuit.Network.IsPair) {
		if learns(n) {
			names = append(names, n.Name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + ", under any names of their parts"
}

// solves reports whether the outputs of the network are M⁻¹W x, by the exact solution or
// because they settle to a tolerance.
func solves(n circuit.Network) bool {
	return n.SolvesExactly() || slices.ContainsFunc(n.Schedule, func(p circuit.Phase) bool {
		s, settles := p.(circuit.Settle)
		return settles && s.Tolerance > 0
	})
}

// isCutLate reports whether a phase settles, without a tolerance, but for long enough
// to be M⁻¹W to first order in M_o.
func isCutLate(p circuit.Phase) bool {
	s, settles := p.(circuit.Settle)
	return settles && s.Sweeps >= 2 && s.Method != circuit.Euler && s.Damping == 0 && !s.Warm
}

// cascades reports whether the outputs of the network fire one after another.
func cascades(n circuit.Network) bool { return has(n, circuit.Cascade) }

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

// checkGains returns an error unless there are 1 to n gains, all of them positive, or 1
// if the network has none. Their order is free here: equal and unordered gains have a
// theory, and it says what is wrong with them.
func checkGains(use circuit.GainUse, gains []float64, n int) error {
	switch k := len(gains); {
	case k < 1:
		return errors.New("no outputs: give one gain λ for each output neuron")
	case k > n:
		return fmt.Errorf("%s for %s: a circuit cannot find more components than it has inputs", wording.Count(k, "output"), wording.Count(n, "input"))
	}
	if use == circuit.DistinctGains {
		use = circuit.FreeGains
	}
	_, err := use.Wrong(gains)
	return err
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
