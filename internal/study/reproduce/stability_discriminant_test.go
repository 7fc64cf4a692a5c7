package reproduce

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/study"
	"twophase/internal/testkit/long"
)

// The discriminant is Π (x_i − x_j)² over the roots, and b + d is their sum and product.
func TestDiscriminantIsThatOfTheRoots(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	complex := 0
	for range 200 {
		l, err := theory.FixedPoint{
			Network:  []circuit.Network{circuit.PSP, circuit.PSW}[random.IntN(2)],
			Spectrum: []float64{1, 0.05 + 0.9*random.Float64()}, Gains: []float64{1, 0.05 + 0.9*random.Float64()},
		}.Linearise(0.3 + 2*random.Float64())
		if err != nil {
			t.Fatal(err)
		}
		x := l.Pairs[0].Eigenvalues
		apart := (x[0] - x[1]) * (x[0] - x[2]) * (x[1] - x[2])
		value, sum := discriminant(l.Pairs[0])
		if want := real(apart * apart); math.Abs(value-want) > 1e-6*(1+math.Abs(want)) || (value < 0) != l.Pairs[0].Oscillates() {
			t.Errorf("the discriminant is %v, want %v of the roots %v", value, want, x)
		}
		if want := real(x[0] + x[1] + x[2] + x[0]*x[1]*x[2]); math.Abs(sum-want) > 1e-9*(1+math.Abs(want)) {
			t.Errorf("b + d = %v, want %v", sum, want)
		}
		if value < 0 {
			complex++
		}
	}
	if complex == 0 || complex == 200 {
		t.Errorf("%d of 200 discriminants are negative: nothing is compared", complex)
	}
}

// The counterexample is that of an independent program, the shares of a sample are those of
// another one, and they fall with τ.
func TestDiscriminantNote(t *testing.T) {
	long.SkipShort(t)
	text, err := discriminants(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"pair (0, 1) of PSW on the smaller problem, at the paper's own τ = 1, has b + d = -2.065, the discriminant -", "and the roots -0.0468 and -0.9628 ± 1.0236i."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %q", want, text)
		}
	}
	document, err := os.ReadFile("../../../docs/evidence/reproduction.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(document), strings.TrimSpace(study.Wrapped(text))) {
		t.Errorf("docs/evidence/reproduction.md does not have %q: make reproduction writes it again", text)
	}
	for _, network := range []circuit.Network{circuit.PSP, circuit.PSW} {
		below, negative, err := sampled(network, network.Tau, 1)
		again, other, failed := sampled(network, network.Tau, 2)
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		if _, fewer, err := sampled(network, network.Tau/100, 1); err != nil || fewer >= negative {
			t.Errorf("%s: %d at a hundredth of τ, %d at τ, %v", network.Name, fewer, negative, err)
		}
		share, second := float64(negative)/float64(below), float64(other)/float64(again)
		if t.Logf("%s: %.4f and %.4f of %d and %d", network.Name, share, second, below, again); math.Abs(share-second) > 5*math.Sqrt(share/float64(below)) || share < 0.01 {
			t.Errorf("%s: %v of a sample, %v of another", network.Name, share, second)
		}
	}
}
