package stimulus

import (
	"fmt"
	"math"
	"slices"
)

// aboveFloor returns r, the number of eigenvalues above the smallest.
func aboveFloor(spectrum []float64) int {
	return slices.Index(spectrum, spectrum[len(spectrum)-1])
}

// checkSpectrum returns an error where numbers are no eigenvalues from the largest to the smallest.
func checkSpectrum(spectrum []float64) error {
	if len(spectrum) == 0 {
		return fmt.Errorf("the spectrum is empty: it needs one eigenvalue for each input")
	}
	for i, g := range spectrum {
		switch {
		case math.IsNaN(g) || math.IsInf(g, 0) || g < 0:
			return fmt.Errorf("eigenvalue %d of the spectrum is %g: eigenvalues are finite and not negative", i+1, g)
		case i > 0 && g > spectrum[i-1]:
			return fmt.Errorf("eigenvalue %d of the spectrum is %g, larger than the one before it, %g: list them from the largest to the smallest",
				i+1, g, spectrum[i-1])
		}
	}
	return nil
}

// checkDirections returns an error where the first k principal directions of a
// population do not span a definite proper subspace.
func checkDirections(spectrum []float64, k int) error {
	n := len(spectrum)
	switch {
	case k < 1 || k > n:
		return fmt.Errorf("no %d principal directions of %d inputs: ask for 1 to %d", k, n, n)
	case k == n:
		return fmt.Errorf("all %d principal directions span the whole space, whatever the stimuli: ask for fewer", n)
	case spectrum[k-1] == spectrum[k]:
		return fmt.Errorf("the first %d principal directions are not defined: eigenvalues %d and %d of the spectrum are both %g",
			k, k, k+1, spectrum[k])
	}
	return nil
}
