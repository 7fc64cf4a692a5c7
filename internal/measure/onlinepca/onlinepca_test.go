package onlinepca

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/stimulus"
)

// learn lets an algorithm learn from some Gaussian stimuli of a spectrum, and returns its estimate
// beside the eigenvectors of the population.
func learn(t *testing.T, a Algorithm, spectrum []float64, k, steps int) (estimate, truth *mat.Dense) {
	g, err := stimulus.NewGaussian(spectrum, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	basis, err := g.Basis(k)
	if err != nil {
		t.Fatal(err)
	}
	n := len(spectrum)
	weights := make([]float64, k*n)
	for i := range k {
		weights[i*n+i] = 0.3
	}
	l := a.New(Spec{Inputs: n, Outputs: k, Rate: circuit.DecayingRate(10, 250), Tau: 0.5, Weights: weights})
	x := make([]float64, n)
	for range steps {
		if err := g.Next(x); err != nil {
			t.Fatal(err)
		}
		l.Learn(x)
	}
	return l.Components(), mat.NewDense(n, k, basis)
}

// Each algorithm finds what it says that it finds, about as well as batch PCA does.
func TestFinds(t *testing.T) {
	spectrum := []float64{1, 0.5, 0.2, 0.02, 0.02, 0.02}
	const k, steps = 3, 5000
	floor := subspace.BatchFloor(spectrum, k, steps)
	for _, a := range List() {
		estimate, truth := learn(t, a, spectrum, k, steps)
		error := subspace.ProjectorError(estimate, truth)
		if share := error * error / (2 * k); share > 10*floor {
			t.Errorf("%s: the subspace error is %.2g, and that of batch PCA about %.2g", a.Name, share, floor)
		}
		for i, cosine := range subspace.Alignment(estimate, truth) {
			if a.Finds == circuit.Components && cosine < 0.99 {
				t.Errorf("%s: component %d is at |cos| %.3f", a.Name, i, cosine)
			}
		}
	}
}

// Stimuli of rank K leave nothing to cut: incremental PCA is batch PCA then, at any step.
func TestIncrementalIsExactWithoutCutting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(1, 4).Draw(t, "K"), rapid.IntRange(4, 9).Draw(t, "N")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		mixing := mat.NewDense(n, k, nil)
		for i := range n {
			for j := range k {
				mixing.Set(i, j, r.NormFloat64())
			}
		}
		spec := Spec{Inputs: n, Outputs: k}
		incremental, batch := Incremental.New(spec), Batch.New(spec)
		steps := rapid.IntRange(3*k, 40).Draw(t, "steps")
		for range steps {
			z := mat.NewVecDense(k, nil)
			for j := range k {
				z.SetVec(j, r.NormFloat64())
			}
			var x mat.VecDense
			x.MulVec(mixing, z)
			incremental.Learn(x.RawVector().Data)
			batch.Learn(x.RawVector().Data)
		}
		if d := subspace.ProjectorError(incremental.Components(), batch.Components()); !(d < 1e-6) {
			t.Fatalf("after %d stimuli of rank %d the subspaces differ by %v", steps, k, d)
		}
	})
}

// Fast similarity matching is the circuit similarity-matching-psp whose outputs are solved for.
func TestFastSimilarityMatchingIsTheCircuit(t *testing.T) {
	network := circuit.SimilarityMatchingPSP
	network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Solve, circuit.Plasticity{}}
	const n, k = 10, 3
	c, err := circuit.New(circuit.Spec{Network: network, Inputs: n, Gains: circuit.LinearGains(k, 1, 1), Rate: circuit.DecayingRate(10, 250), Tau: 0.5, InitialScale: 1, InitialSpread: 1, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	var weights []float64
	for i := range k {
		weights = append(weights, c.Forward().Row(i)...)
	}
	l := FastSimilarityMatching.New(Spec{Inputs: n, Outputs: k, Rate: circuit.DecayingRate(10, 250), Tau: 0.5, Weights: weights})
	g, err := stimulus.NewGaussian([]float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, n)
	for range 1000 {
		if err := g.Next(x); err != nil {
			t.Fatal(err)
		}
		l.Learn(x)
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	filter, err := c.Filter()
	if err != nil {
		t.Fatal(err)
	}
	var difference mat.Dense
	difference.Sub(l.Components().T(), filter)
	if d := mat.Norm(&difference, 2) / mat.Norm(filter, 2); !(d < 1e-10) {
		t.Errorf("the filters differ by %v", d)
	}
}

// The first component of CCIPCA is the mean of x (x·v̂) that its authors write, computed here from
// the weights of all stimuli.
func TestFirstComponentOfCCIPCA(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	l := newCCIPCA(Spec{Inputs: 3, Outputs: 2})
	var want [3]float64
	for step := 1; step <= 50; step++ {
		x := []float64{r.NormFloat64(), 2 * r.NormFloat64(), r.NormFloat64()}
		l.Learn(x)
		if step == 1 {
			copy(want[:], x)
			continue
		}
		norm := math.Sqrt(want[0]*want[0] + want[1]*want[1] + want[2]*want[2])
		y := (x[0]*want[0] + x[1]*want[1] + x[2]*want[2]) / norm
		old := math.Max(0, float64(step-3)) / float64(step)
		for i := range want {
			want[i] = old*want[i] + (1-old)*y*x[i]
		}
	}
	for i, w := range want {
		if math.Abs(l.v[0][i]-w) > 1e-12*math.Abs(w) {
			t.Errorf("v is %v, want %v", l.v[0], want)
		}
	}
}

// No algorithm has the name of a network, and the error for its name says what to do.
func TestNames(t *testing.T) {
	for _, name := range Names() {
		if _, err := circuit.LookupNetwork(name); err == nil {
			t.Errorf("%s is a network", name)
		}
		if a, found := Lookup(name); !found || a.Name != name || NotACircuit(name) == nil {
			t.Errorf("%s is not found", name)
		}
		if a, _ := Lookup(name); a.HasRate() {
			if _, err := circuit.LookupNetwork(a.Like); err != nil {
				t.Errorf("%s is like %s: %v", name, a.Like, err)
			}
		}
	}
	if err := NotACircuit("ifPSP"); err != nil {
		t.Error(err)
	}
}
