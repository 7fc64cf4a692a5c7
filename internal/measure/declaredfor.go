package measure

import "twophase/circuit"

// DeclaredFor returns the names of the declared measures that matter for a network, by what it
// finds: nil for networks of principal components, whose measures are those of a Reference.
func DeclaredFor(n circuit.Network) []string {
	switch n.Finds {
	case circuit.Clusters:
		return []string{"purity", "sparseness", "silent"}
	case circuit.CanonicalSubspace:
		return []string{"canonical_angle", "whiteness", "silent"}
	case circuit.SlowSubspace:
		return []string{"slow_angle", "slowness", "silent"}
	case circuit.Sources:
		return []string{"source_correlation", "source_error", "sparseness", "silent"}
	case circuit.Nothing:
		return []string{"sparseness", "silent"}
	case circuit.WhiteOutputs:
		return []string{"whiteness", "silent"}
	}
	return nil
}
