package circuit

import "twophase/internal/nearest"

// Networks returns all networks known by name, those of the paper first.
func Networks() []Network { return append(TwoPopulationNetworks(), GraphNetworks()...) }

// TwoPopulationNetworks returns the networks of inputs, outputs and the projections
// feedforward and lateral, those of the paper first.
func TwoPopulationNetworks() []Network {
	return append(PaperNetworks(), CascadePSP, CascadePSW,
		Oja, APEX, RubnerTavan, Foldiak,
		SimilarityMatching, SimilarityMatchingOffDiagonal, SimilarityMatchingPSP, SimilarityMatchingPSW,
		OjaSubspace, WeightedSubspace, StochasticGradientAscent, Sanger, LMSER, Linsker)
}

// GraphNetworks returns the networks with a Graph of their own.
func GraphNetworks() []Network {
	return []Network{NonnegativeSimilarityMatching, RectifiedPSP, RectifiedTwoPhase,
		BioCCA, BioCCAInterneurons, BioSFA, BioSFATrace, BioNICADirect, BioNICAIndirect,
		AdaptiveWhitening, Stack, StackTwoPhase, EI, EIEqualized}
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
