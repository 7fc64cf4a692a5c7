package measure

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/internal/numerics/random"
)

// circuitAt returns a circuit with random weights near a fixed point, for eigenvalues along the
// axes.
func circuitAt(t *rapid.T, n circuit.Network, eigenvalues, gains []float64) *circuit.Circuit {
	k, inputs := len(gains), len(eigenvalues)
	w, draws := make([]float64, k*inputs), make([]float64, k*inputs+k*k)
	random.New(rapid.Uint64().Draw(t, "seed"), 0, "weights").Normals(draws, 0)
	for i := range w {
		w[i] = 0.2 * draws[i]
	}
	for i := range k {
		w[i*inputs+i] += eigenvalues[i] * gains[i]
	}
	c, err := circuit.New(circuit.Spec{Network: n, Inputs: inputs, Gains: gains, Rate: circuit.ConstantRate(0.1), Initial: map[string][]float64{"feedforward": w}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range k {
		for j := range i {
			v := 0.05 * draws[len(w)+i*k+j]
			for _, s := range [][2]int{{i, j}, {j, i}} {
				if err := c.Among().Synapse(s[0], s[1]).Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return c
}

// The gradient of the saddle function, by differences, is the mean-field flow: W descends it and
// M climbs it.
func TestSaddleFunctionIsThatOfTheFlow(t *testing.T) {
	eigenvalues, gains := []float64{1, 0.7, 0.4, 0.1}, []float64{1, 0.8}
	g := mat.NewDiagDense(4, eigenvalues)
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]circuit.Network{circuit.PSP, circuit.IfPSP, circuit.PSW}).Draw(rt, "network")
		c := circuitAt(rt, n, eigenvalues, gains)
		e := &examined{Subject: Subject{Circuit: c, Reference: &Reference{Covariance: g, Eigenvalues: eigenvalues[:2]}}}
		at := func() float64 {
			v, _, err := e.saddle()
			if err != nil {
				rt.Fatal(err)
			}
			return v
		}
		var f, fg, fgf mat.Dense
		if err := f.Solve(mat.NewDense(2, 2, c.M()), mat.NewDense(2, 4, c.Forward().Weights())); err != nil {
			rt.Fatal(err)
		}
		fg.Mul(&f, g)
		fgf.Mul(&fg, f.T())
		const h = 1e-5
		slope := func(set func(float64) error, from float64) float64 {
			var ends [2]float64
			for i, by := range []float64{h, -h} {
				if err := set(from + by); err != nil {
					rt.Fatal(err)
				}
				ends[i] = at()
			}
			if err := set(from); err != nil {
				rt.Fatal(err)
			}
			return (ends[0] - ends[1]) / (2 * h)
		}
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				rt.Fatalf("%s, %s: the flow is %v, the gradient says %v", n.Name, what, got, want)
			}
		}
		s := c.Forward().Synapse(1, 2)
		near("W", fg.At(1, 2)-s.Weight(), -slope(s.Set, s.Weight())/4)
		o, decay := c.Outputs().Output(1), gains[1]*gains[1]
		if !n.Whitens {
			decay *= o.Scale()
		}
		near("a scale", fgf.At(1, 1)-decay, slope(o.SetScale, o.Scale())/2)
		both := func(v float64) error {
			if err := c.Among().Synapse(0, 1).Set(v); err != nil {
				return err
			}
			return c.Among().Synapse(1, 0).Set(v)
		}
		m := c.Among().Synapse(1, 0).Weight()
		decay = gains[0] * gains[1] * m
		if n.Whitens {
			decay = 0
		}
		near("M_o", fgf.At(1, 0)-decay, slope(both, m)/4)
	})
}

// At the wanted fixed point the saddle function has the value that is said, and rows that
// turned within the subspace have drifted inside alone.
func TestDriftAndSaddleAtTheFixedPoint(t *testing.T) {
	eigenvalues, gains := []float64{1, 0.7, 0.4, 0.1}, []float64{1, 0.8}
	for _, n := range []circuit.Network{circuit.PSP, circuit.IfPSW} {
		w := make([]float64, 8)
		for i, g := range gains {
			w[i*4+i] = eigenvalues[i] * g
			if n.Whitens {
				w[i*4+i] /= math.Sqrt(eigenvalues[i])
			}
		}
		c, err := circuit.New(circuit.Spec{Network: n, Inputs: 4, Gains: gains, Rate: circuit.ConstantRate(0.1), Initial: map[string][]float64{"feedforward": w}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range gains {
			if err := c.Outputs().Output(i).SetScale(eigenvalues[i]); err != nil {
				t.Fatal(err)
			}
		}
		f, err := c.Filter()
		if err != nil {
			t.Fatal(err)
		}
		angle := 0.3
		turned := mat.NewDense(2, 4, nil)
		turned.Mul(mat.NewDense(2, 2, []float64{math.Cos(angle), -math.Sin(angle), math.Sin(angle), math.Cos(angle)}), mat.NewDense(2, 4, []float64{1, 0, 0, 0, 0, 1, 0, 0}))
		turned.Set(0, 3, 0.5)
		turned.Set(1, 2, 0.5)
		before := mat.NewDense(2, 4, []float64{1, 0, 0, 0.5, 0, 1, 0.5, 0})
		found, err := Take([]string{"saddle", "drift", "drift_inside", "drift_outside", "matching_cost"}, Subject{
			Outputs: 2, Filter: turned, Before: before, Circuit: c,
			Reference: &Reference{Covariance: mat.NewDiagDense(4, eigenvalues), Eigenvalues: eigenvalues[:2], Basis: mat.NewDense(4, 2, []float64{1, 0, 0, 1, 0, 0, 0, 0})},
		})
		if err != nil {
			t.Fatal(err)
		}
		saddle := found.Value("saddle")
		if math.Abs(float64(saddle.Value-saddle.Best)) > 1e-12 || !(saddle.Value < 0) {
			t.Errorf("%s: saddle %v, said to be %v (F %v)", n.Name, saddle.Value, saddle.Best, mat.Formatted(f))
		}
		for name, want := range map[string]float64{"drift": (math.Cos(angle) + 0.25) / 1.25, "drift_inside": math.Cos(angle), "drift_outside": 1} {
			if v := found.Value(name); math.Abs(float64(v.Value)-want) > 1e-12 {
				t.Errorf("%s is %v, want %v", name, v.Value, want)
			}
		}
		if len(found.Absent) != 1 || found.Absent[0].Name != "matching_cost" {
			t.Errorf("absent: %v", found.Absent)
		}
	}
}

// With Λ = I the cost is ‖XᵀX − YᵀY‖²/T², and its best value that of the principal components.
func TestMatchingCost(t *testing.T) {
	const steps, n, k = 40, 5, 2
	draws := make([]float64, steps*n)
	random.New(1, 0, "stimuli").Normals(draws, 0)
	x := mat.NewDense(steps, n, draws)
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no SVD")
	}
	var v, y mat.Dense
	svd.VTo(&v)
	y.Mul(x, v.Slice(0, n, 0, k))
	free := circuit.PSP
	free.Gains = circuit.FreeGains
	c, err := circuit.New(circuit.Spec{Network: free, Inputs: n, Gains: []float64{1, 1}, Rate: circuit.ConstantRate(0.1)})
	if err != nil {
		t.Fatal(err)
	}
	var recent Recent
	for i := range steps {
		recent.Add(x.RawRowView(i), y.RawRowView(i))
	}
	value, best, err := (&examined{Subject: Subject{Circuit: c, Recent: &recent}}).matchingCost()
	var left, yy mat.Dense
	left.Mul(x, x.T())
	yy.Mul(&y, y.T())
	left.Sub(&left, &yy)
	want := mat.Norm(&left, 2) / steps
	if want *= want; err != nil || math.Abs(value-want) > 1e-12 || math.Abs(best-want) > 1e-12 {
		t.Errorf("cost %v, best %v, want %v (%v)", value, best, want, err)
	}
	for range recentStimuli {
		recent.Add(make([]float64, n), make([]float64, k))
	}
	if recent.Len() != recentStimuli {
		t.Errorf("%d recent stimuli", recent.Len())
	}
	if value, _, _ := (&examined{Subject: Subject{Circuit: c, Recent: &recent}}).matchingCost(); value != 0 {
		t.Errorf("cost %v of zeros", value)
	}
}
