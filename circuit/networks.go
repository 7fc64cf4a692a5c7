package circuit

import (
	"slices"

	"twophase/internal/text/nearest"
)

// Networks returns all networks known by name, those of the paper first.
func Networks() []Network {
	return append(PaperNetworks(), CascadePSP, CascadePSW,
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
	return Network{}, nearest.Unknown("network", name, names)
}
