package onlinepca

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
)

// Algorithm is an algorithm for online PCA that is not a circuit.
type Algorithm struct {
	Name      string
	Summary   string
	Equation  string // of one stimulus, or one block
	Reference string // where it comes from
	Notes     string // what was chosen
	Keeps     string // the numbers that it keeps, by N and K
	Finds     circuit.Findings

	// Like is the name of the network whose default learning rate, τ and initial weights it has.
	// It is empty for an algorithm that has no learning rate.
	Like string

	New func(Spec) Learner
}

// Spec says what an algorithm starts from.
type Spec struct {
	Inputs, Outputs int          // N, K
	Rate            circuit.Rate // α_t, if the algorithm has one
	Tau             float64      // τ
	Weights         []float64    // W at the start [K×N], row-major
}

// Learner is an algorithm that learns.
type Learner interface {
	// Learn takes the next stimulus [N].
	Learn(x []float64)
	// Components returns the estimate Û [N×K] of the top K eigenvectors, a component a column.
	// Those that are not found yet are 0.
	Components() *mat.Dense
}

// HasRate reports whether the algorithm has a learning rate and τ.
func (a Algorithm) HasRate() bool { return a.Like != "" }

// List returns the algorithms.
func List() []Algorithm {
	return []Algorithm{Incremental, CandidCovarianceFree, FastSimilarityMatching, Batch}
}

// Names returns the names of the algorithms.
func Names() (names []string) {
	for _, a := range List() {
		names = append(names, a.Name)
	}
	return names
}

// Lookup returns the algorithm of a name, and whether there is one.
func Lookup(name string) (Algorithm, bool) {
	i := slices.IndexFunc(List(), func(a Algorithm) bool { return a.Name == name })
	if i < 0 {
		return Algorithm{}, false
	}
	return List()[i], true
}

// NotACircuit returns an error if a name is that of an algorithm where a circuit is wanted.
func NotACircuit(name string) error {
	a, found := Lookup(name)
	if !found {
		return nil
	}
	beside := a.Like
	if beside == "" {
		beside = circuit.IfPSP.Name
	}
	return fmt.Errorf("%s is not a circuit: %s has no neurons, synapses or phases that could be run, described or recorded; "+
		"twophase compare --networks %s,%s measures it beside networks", name, strings.SplitN(a.Summary, ":", 2)[0], beside, name)
}
