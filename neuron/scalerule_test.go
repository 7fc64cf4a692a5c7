package neuron_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

const unit = 0x1p-53 // the relative error of one rounding

// drawOutputs draws a population of outputs with some activity and scales.
func drawOutputs(t *rapid.T, rule neuron.ScaleRule) func() *neuron.Population {
	n := rapid.IntRange(1, 9).Draw(t, "K")
	draw := func(name string, low, high float64) []float64 {
		return rapid.SliceOfN(rapid.Float64Range(low, high), n, n).Draw(t, name)
	}
	gains, y, provisional, scales := draw("λ", 0.01, 2), draw("y", -5, 5), draw("ỹ", -5, 5), draw("m", 0.01, 9)
	return func() *neuron.Population {
		p := neuron.NewOutputs(gains, 1, rule)
		copy(p.Signals(neuron.Final), y)
		copy(p.Signals(neuron.Provisional), provisional)
		copy(p.Scales(), scales)
		return p
	}
}

// The diagonals of Algorithms 1 and 2, M ← M + a(y yᵀ − Λ M Λ) and
// M ← M + a(y yᵀ − Λ²). A factor's square carries four roundings (two of √a,
// two of the product), and no term passes through more than four others, so
// each term errs by at most γ_8 of itself.
func TestScaleRulesAreThePapers(t *testing.T) {
	const gamma8 = 8 * unit / (1 - 8*unit)
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(0, 1).Draw(t, "a")
		for _, test := range []struct {
			rule  neuron.ScaleRule
			decay func(lambda, m float64) float64
		}{
			{neuron.ScalePSP, func(lambda, m float64) float64 { return lambda * lambda * m }},
			{neuron.ScalePSW, func(lambda, m float64) float64 { return lambda * lambda }},
		} {
			p := drawOutputs(t, test.rule)()
			for out := range p.Outputs() {
				m, y := out.Scale(), out.Activity()
				decay := test.decay(out.Gain(), m)
				out.Rescale(a)
				want := m + a*(y*y-decay)
				bound := 2 * gamma8 * (m + a*y*y + a*decay) // twice: want is rounded too
				if math.Abs(out.Scale()-want) > bound {
					t.Fatalf("%s: m = %v, want %v ± %g", test.rule.Name, out.Scale(), want, bound)
				}
			}
		}
	})
}

// The scale's bits are those of a synapse from the neuron to itself (and the
// drain one more fused product), so that M is one matrix.
func TestAScaleChangesAsASynapseToItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, rule := range []neuron.ScaleRule{neuron.ScalePSP, neuron.ScalePSW, drained} {
			p, a := drawOutputs(t, rule)(), rapid.Float64Range(0, 1).Draw(t, "a")
			var want []float64
			for out := range p.Outputs() {
				factor := func(f neuron.Factor) float64 { return math.Sqrt(a) * f.Of(out.Local()) }
				drive, decay, drain := factor(rule.Drive), factor(rule.Decay), factor(rule.Drain)
				kept := kernel.Changed(out.Scale(), kernel.Keep(decay, decay), -drain, drain)
				want = append(want, kernel.Changed(kept, 1, drive, drive))
			}
			p.Rescale(a)
			if diff := cmp.Diff(want, p.Scales()); diff != "" {
				t.Fatalf("%s:\n%s", rule.Name, diff)
			}
		}
	})
}

// drained is a user's rule that uses all three factors, two of them in Go.
var drained = neuron.ScaleRule{
	Name: "drained", Equation: "Δm = a(y ỹ − λ² m − m²/16)",
	Drive: neuron.Function{Symbol: "√|yỹ|", F: func(n neuron.Local) float64 { return math.Sqrt(math.Abs(n.Activity * n.Provisional)) }},
	Decay: neuron.Gain,
	Drain: neuron.Function{Symbol: "m/4", F: func(n neuron.Local) float64 { return n.Scale / 4 }},
}

func TestRescaleIsRescaleOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, rule := range []neuron.ScaleRule{neuron.ScalePSP, neuron.ScalePSW, drained} {
			build, a := drawOutputs(t, rule), rapid.Float64Range(0, 1).Draw(t, "a")
			together, one := build(), build()
			for range 3 {
				together.Rescale(a)
				for out := range one.Outputs() {
					out.Rescale(a)
				}
			}
			for i := range together.Len() {
				a, b := together.Output(i), one.Output(i)
				if a.Scale() != b.Scale() || a.LastScaleChange() != b.LastScaleChange() {
					t.Fatalf("%s: %v %+v together, %v %+v one by one", rule.Name, a.Scale(), a.LastScaleChange(), b.Scale(), b.LastScaleChange())
				}
			}
		}
	})
}

// The parts add up to the change in real arithmetic, drained or not, as long as no
// more than the scale itself is taken away; the Hebbian one is d².
func TestPartsOfAScaleChangeAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, rule := range []neuron.ScaleRule{neuron.ScalePSP, neuron.ScalePSW, drained} {
			p := drawOutputs(t, rule)()
			a := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64Range(0, 1e-3)).Draw(t, "a")
			before := append([]float64(nil), p.Scales()...)
			p.Rescale(a)
			for out := range p.Outputs() {
				c, m := out.LastScaleChange(), before[out.Index()]
				drive := math.Sqrt(a) * rule.Drive.Of(neuron.Local{Activity: out.Activity(), Provisional: out.Signal(neuron.Provisional)})
				if h := float64(drive * drive); c.Decay >= -m/2 && c.Hebbian != h && c.Hebbian != math.Nextafter(h, c.Hebbian) {
					t.Fatalf("%s: the Hebbian part is %v, want %v", rule.Name, c.Hebbian, h)
				}
				if c.Decay < -2*m {
					continue
				}
				if left := exactSum(out.Scale(), -m, -c.Hebbian, -c.Decay, -c.Rounding); left != 0 {
					t.Fatalf("%s: %v → %v by %+v leaves %g", rule.Name, m, out.Scale(), c, left)
				}
			}
		}
	})
}

func exactSum(terms ...float64) float64 {
	sum := new(big.Float).SetPrec(2300)
	for _, v := range terms {
		sum.Add(sum, new(big.Float).SetFloat64(v))
	}
	total, _ := sum.Float64()
	return total
}

// The parts tell which cause did what: without activity nothing is driven,
// without decay and drain nothing decays.
func TestPartsOfAScaleChangeNameTheCause(t *testing.T) {
	silent := neuron.NewOutputs([]float64{0.5}, 2, neuron.ScalePSP).Output(0)
	silent.Rescale(0.25)
	if c := silent.LastScaleChange(); c != (neuron.Change{Decay: -0.25 * 0.25 * 2}) {
		t.Errorf("silent: %+v", c)
	}
	p := neuron.NewOutputs([]float64{0.5}, 2, neuron.ScaleRule{
		Name: "growth", Equation: "Δm = a y²",
		Drive: neuron.Activity, Decay: neuron.Constant(0), Drain: neuron.Constant(0),
	})
	steady := p.Output(0)
	steady.SetSignal(neuron.Final, 3)
	p.KeepChanges(true)
	steady.Rescale(0.25)
	steady.SetSignal(neuron.Final, 4)
	if c := steady.LastScaleChange(); c != (neuron.Change{Hebbian: 0.25 * 9, Post: 3}) {
		t.Errorf("steady: %+v", c)
	}
}
