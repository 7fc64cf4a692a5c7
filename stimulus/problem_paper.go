package stimulus

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is one of the paper's two synthetic problems: Gaussian stimuli with a given spectrum,
// of which a network with K outputs should find the principal subspace.
type Problem struct {
	Name     string
	Inputs   int       // N
	Outputs  int       // K
	Spectrum []float64 // G̃ [N], the eigenvalues of the covariance
}

// Problems returns the paper's problems, "small" and "large".
func Problems() []Problem {
	return []Problem{small(), large()}
}

// LookupProblem returns the problem of this name. The error lists the names.
func LookupProblem(name string) (Problem, error) {
	var names []string
	for _, p := range Problems() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Problem{}, fmt.Errorf("no problem is called %q: the problems are %s", name, strings.Join(names, ", "))
}

// small has G̃ = (1, 0.75, 0.5, 0.2, …, 0.2).
func small() Problem {
	p := Problem{Name: "small", Inputs: 10, Outputs: 3, Spectrum: []float64{1, 0.75, 0.5}}
	return p.fill(0.2)
}

// large has G̃_kk = 1 − (k−1)/(2(K−1)) for k ≤ K = 10, else 0.02.
func large() Problem {
	p := Problem{Name: "large", Inputs: 100, Outputs: 10}
	for k := range p.Outputs {
		p.Spectrum = append(p.Spectrum, 1-float64(k)/float64(2*(p.Outputs-1)))
	}
	return p.fill(0.02)
}

// fill returns the problem with all further eigenvalues equal to floor.
func (p Problem) fill(floor float64) Problem {
	rest := slices.Repeat([]float64{floor}, p.Inputs-len(p.Spectrum))
	p.Spectrum = append(p.Spectrum, rest...)
	return p
}
