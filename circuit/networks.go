package circuit

import (
	"cmp"
	"slices"

	"twophase/internal/text/wording"
	"twophase/neuron"
)

// Networks returns all networks known by name, those of the paper first.
func Networks() []Network {
	return append(PaperNetworks(), CascadePSP, CascadePSW, SlowLateralPSP,
		Oja, APEX, RubnerTavan, Foldiak,
		SimilarityMatching, SimilarityMatchingOffDiagonal, SimilarityMatchingPSP, SimilarityMatchingPSW,
		OjaSubspace, WeightedSubspace, StochasticGradientAscent, Sanger, LMSER, Linsker,
		NonnegativeSimilarityMatching, RectifiedPSP, RectifiedTwoPhase,
		BioCCA, BioCCAInterneurons, BioSFA, BioSFATrace, BioNICADirect, BioNICAIndirect,
		AdaptiveWhitening, Stack, StackTwoPhase, EI, EIEqualized, KrotovHopfield)
}

// NetworksThat returns those of Networks of which something is true, such as Network.IsPair.
func NetworksThat(is func(Network) bool) []Network {
	return slices.DeleteFunc(Networks(), func(n Network) bool { return !is(n) })
}

// LookupNetwork returns the network of a name. The error lists those that exist.
func LookupNetwork(name string) (Network, error) {
	var names []string
	for _, n := range Networks() {
		if n.Name == name {
			return n, nil
		}
		names = append(names, n.Name)
	}
	return Network{}, wording.Unknown("network", name, names)
}

// Phases, schedules and rates that several networks share.

// settleInOrder returns the phase in which populations settle in order as far as float64
// allows.
func settleInOrder(populations ...string) Equilibrate {
	return Equilibrate{Populations: NamesOf(populations...), Slot: neuron.Final, Method: InOrder, Sweeps: 10000, Tolerance: 1e-14}
}

// solveFor returns the phase in which linear populations settle exactly.
func solveFor(slot neuron.Slot, populations ...string) Equilibrate {
	return Equilibrate{Populations: NamesOf(populations...), Slot: slot}
}

// relatedRate is a learning rate at which the related networks converge on the paper's
// problems.
var relatedRate = DecayingRate(10, 250)

// related completes a network that is not of the paper: without gains, unless they are free, and with 1 for τ and for
// the start of M, and the rate of related networks, unless it has others.
func related(n Network) Network {
	if n.Gains == DistinctGains {
		n.Gains = NoGains
	}
	if n.Rate.segments == nil {
		n.Rate = relatedRate
	}
	n.Tau, n.InitialScale = cmp.Or(n.Tau, 1), cmp.Or(n.InitialScale, 1)
	return n
}

// twiceActivity is 2 y, for rules that learn at 2α.
var twiceActivity = neuron.Function{Symbol: "2 activity", Text: "2*activity", F: func(n neuron.Local) float64 { return 2 * n.Activity }}
