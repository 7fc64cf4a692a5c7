package circuit_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/numerics/random"
	"twophase/neuron"
)

// The parts of a step that no synapse does by itself, against loops written from their
// equations, by either executor: to the last bit where the order of additions is
// documented.

// inLanes is the canonical dot product: number j goes to sum j mod 4, each addition fused.
func inLanes(a, b []float64) float64 {
	var s [4]float64
	for j := range a {
		s[j%4] = math.FMA(a[j], b[j], s[j%4])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// bitsOf fails unless two vectors have the same bits.
func bitsOf(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if i, ok := sameBits(got, want); !ok {
		t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
	}
}

// withHolds returns a circuit of a schedule, with random weights of which some do not learn.
func withHolds(t *testing.T, network circuit.Network, s circuit.Schedule, e circuit.Executor) *circuit.Circuit {
	t.Helper()
	network.Schedule = s
	spec := paperSpec(network, 11, 4)
	spec.Rate, spec.Tau, spec.Executor, spec.Seed, spec.Trial = circuit.ConstantRate(0.03), 0.4, e, 7, 2
	c := newCircuit(t, spec)
	c.Forward().Synapse(1, 2).Lesion()
	c.Forward().Synapse(2, 5).Freeze()
	c.Forward().KeepChanges(true)
	return c
}

// r_i = Σ_k c_ik y_k w_k, one after another in the order of k, and w_i ← w_i − α y_i r_i:
// each addition is fused. What a lesioned synapse projects back is 0, what a frozen one
// projects back counts, and neither learns.
func TestResidualIsALoop(t *testing.T) {
	const n, k, rate = 11, 4, 0.03
	network := circuit.WeightedSubspace // which has gains
	for of := circuit.FromAll; of <= circuit.Reconstruction; of++ {
		for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			c := withHolds(t, network, circuit.Schedule{circuit.Feedforward, circuit.Fire, circuit.Residual{Of: of}}, e)
			for step, x := range normals("stimuli", 4, n) {
				what := fmt.Sprintf("%v, %v, step %d", of, e, step+1)
				w := rows(c.Forward().Weights(), n)
				y, want := make([]float64, k), rows(c.Forward().Weights(), n)
				for i := range y {
					y[i] = inLanes(w[i], x)
				}
				for i := range want {
					learned := rate * y[i]
					if of == circuit.Weighted {
						learned /= c.Outputs().Gains()[i] * c.Outputs().Gains()[i]
					}
					r := make([]float64, n)
					for j := range r {
						for l := range k {
							factor := 1.0
							switch {
							case (of == circuit.FromEarlier || of == circuit.Gradient) && l > i:
								factor = 0
							case of == circuit.Gradient && l < i:
								factor = 2
							}
							if factor != 0 {
								r[j] = math.FMA(factor*y[l], w[l][j], r[j])
							}
						}
					}
					again := rate * inLanes(w[i], r)
					for j := range want[i] {
						if i == 1 && j == 2 || i == 2 && j == 5 {
							continue
						}
						if of == circuit.Reconstruction {
							want[i][j] = math.FMA(-again, x[j], want[i][j])
						}
						want[i][j] = math.FMA(-learned, r[j], want[i][j])
					}
				}
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				bitsOf(t, what+": y", c.Outputs().Signals(neuron.Final), y)
				bitsOf(t, what+": W", c.Forward().Weights(), flatten(want))
				for s := range c.Forward().All() {
					i, j := s.Post().Index(), s.Pre().Index()
					if got := s.LastChange().Nonlocal; got != want[i][j]-w[i][j] {
						t.Fatalf("%s: part of %v is %v, it moved by %v", what, s, got, want[i][j]-w[i][j])
					}
				}
			}
		}
	}
}

// w_i ← w_i − α y'_i n with n ~ N(0, 0.3 I) and, here, y' = ỹ' − M'_d⁻¹ M'_o ỹ' of a M' that
// learns by the rules of the network.
func TestUnlearningIsALoop(t *testing.T) {
	const n, k, rate, tau, variance = 11, 4, 0.03, 0.4, 0.3
	for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		c := withHolds(t, circuit.IfPSP, circuit.Schedule{circuit.Feedforward, circuit.Lateral, circuit.Unlearn{Variance: variance}}, e)
		gains, root := c.Outputs().Gains(), math.Sqrt(rate/tau)
		m := make([][]float64, k)
		for i := range m {
			m[i] = make([]float64, k)
			m[i][i] = 1
		}
		for step, x := range normals("stimuli", 4, n) {
			w := rows(c.Forward().Weights(), n)
			noise := make([]float64, n)
			random.New(7, 2, "unlearning noise").Normals(noise, uint64(step+1))
			for j := range noise {
				noise[j] *= math.Sqrt(variance)
			}
			provisional, y := make([]float64, k), make([]float64, k)
			for i := range provisional {
				provisional[i] = inLanes(w[i], noise) / m[i][i]
			}
			for i := range y {
				others := slices.Clone(m[i])
				others[i] = 0
				y[i] = provisional[i] - inLanes(others, provisional)/m[i][i]
			}
			want := rows(c.Forward().Weights(), n)
			for i := range want {
				for j := range want[i] {
					if !(i == 1 && j == 2 || i == 2 && j == 5) {
						want[i][j] = math.FMA(-(rate * y[i]), noise[j], want[i][j])
					}
				}
			}
			each(m, func(i, j int, v float64) float64 {
				keep := math.FMA(-(root * gains[i]), root*gains[j], 1)
				return math.FMA(root*y[i], root*y[j], float64(keep*v))
			})
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%v, step %d", e, step+1)
			bitsOf(t, what+": W", c.Forward().Weights(), flatten(want))
			for s := range c.Forward().All() {
				i, j := s.Post().Index(), s.Pre().Index()
				if got := s.LastChange().Unlearning; got != want[i][j]-w[i][j] {
					t.Fatalf("%s: part of %v is %v, it moved by %v", what, s, got, want[i][j]-w[i][j])
				}
			}
			state, err := c.State()
			if err != nil {
				t.Fatal(err)
			}
			learnt := slices.Clone(state.Unlearning.Lateral.Weights)
			for i, scale := range state.Unlearning.Outputs.Scales {
				learnt[i*k+i] = scale
			}
			bitsOf(t, what+": M'", learnt, flatten(m))
		}
	}
}

// w ← w + size·ξ, with row i of step t drawn as step t·K+i of the stream of its selection.
func TestSynapticNoiseIsALoop(t *testing.T) {
	const n, k, size = 11, 4, 0.2
	for _, text := range []string{"feedforward", "weights", "feedforward[1-2,3-7]"} {
		where := selection.MustParse(text)
		for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			c := withHolds(t, circuit.IfPSP, circuit.Schedule{circuit.Feedforward, circuit.Lateral, circuit.SynapticNoise{Where: where, Size: size}}, e)
			want := rows(c.Forward().Weights(), n)
			for step, x := range normals("stimuli", 4, n) {
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				for i := range want {
					xi := make([]float64, n)
					random.New(7, 2, "feedforward noise in "+text).Normals(xi, uint64((step+1)*k+i))
					for j := range xi {
						selected := len(text) < 12 || 1 <= i && i <= 2 && 3 <= j && j <= 7
						if selected && !(i == 1 && j == 2 || i == 2 && j == 5) {
							want[i][j] = math.FMA(size, xi[j], want[i][j])
						}
					}
				}
				bitsOf(t, fmt.Sprintf("%s, %v, step %d", text, e, step+1), c.Forward().Weights(), flatten(want))
			}
		}
	}
}

// Symmetric noise is that of the rows below the diagonal, and what is above mirrors it: both
// executors keep M symmetric to the last bit, and W takes the steps that it takes without.
func TestSymmetricSynapticNoise(t *testing.T) {
	const n, k, size = 11, 4, 0.2
	where := selection.MustParse("weights")
	for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		c, err := circuit.New(circuit.Spec{Network: circuit.Network{
			Name: "noise", Schedule: circuit.Schedule{circuit.Feedforward, circuit.Lateral, circuit.SynapticNoise{Where: where, Size: size, Symmetric: true}},
			Graph: circuit.PSP.Graph, Tau: 1, InitialScale: 1,
		}, Inputs: n, Gains: []float64{1, 0.9, 0.8, 0.7}, Rate: circuit.ConstantRate(0.1), Seed: 7, Trial: 2, Executor: e})
		if err != nil {
			t.Fatal(err)
		}
		w, m := c.Forward().Weights(), make([]float64, k*k)
		for step, x := range normals("stimuli", 4, n) {
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			for i := range k {
				xi := make([]float64, n)
				random.New(7, 2, "feedforward noise in weights").Normals(xi, uint64((step+1)*k+i))
				for j := range xi {
					w[i*n+j] = math.FMA(size, xi[j], w[i*n+j])
				}
				random.New(7, 2, "lateral noise in weights").Normals(xi[:k], uint64((step+1)*k+i))
				for j := range i {
					m[i*k+j] = math.FMA(size, xi[j], m[i*k+j])
					m[j*k+i] = m[i*k+j]
				}
			}
			bitsOf(t, fmt.Sprintf("W, %v, step %d", e, step+1), c.Forward().Weights(), w)
			bitsOf(t, fmt.Sprintf("M_o, %v, step %d", e, step+1), c.Among().Weights(), m)
		}
	}
}

// M y = W x with the synapses that transmit, solved here in 300 bits. M_d⁻¹M_o is below
// 1/2 in the norm of the largest row, so that rounding is not amplified by more than 3: the
// elimination and the division by the scales leave less than 1e-14 of the largest y.
func TestSolveIsASolution(t *testing.T) {
	const n, k = 11, 4
	schedule := circuit.Schedule{circuit.TransmissionFailure{Projection: "lateral", Probability: 0.3}, circuit.Feedforward, circuit.Solve}
	for _, e := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		c := withHolds(t, circuit.PSP, schedule, e)
		for i, v := range normals("lateral", k, k) {
			for j := range v {
				if i != j {
					if err := c.Among().Synapse(i, j).Set(0.5 * math.Tanh(v[j]) / k); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := c.Outputs().Output(i).SetScale(1 + 0.3*float64(i)); err != nil {
				t.Fatal(err)
			}
		}
		c.Among().Synapse(3, 1).Lesion()
		for step, x := range normals("stimuli", 6, n) {
			fails := make([]bool, k*k)
			random.New(7, 2, "lateral transmission").Chances(fails, 0.3, uint64(step+1))
			a, b := make([][]*big.Float, k), make([]*big.Float, k)
			m := rows(c.M(), k)
			for i := range a {
				a[i], b[i] = make([]*big.Float, k), exact(inLanes(rows(c.Forward().Weights(), n)[i], x))
				for j, v := range m[i] {
					if i != j && fails[i*k+j] {
						v = 0
					}
					a[i][j] = exact(v)
				}
			}
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			want, largest := eliminated(a, b), 0.0
			for _, v := range want {
				largest = max(largest, math.Abs(v))
			}
			for i, y := range c.Outputs().Signals(neuron.Final) {
				if !(math.Abs(y-want[i]) <= 1e-14*largest) {
					t.Errorf("%v, step %d: y[%d] = %v, want %v", e, step+1, i, y, want[i])
				}
			}
		}
	}
}

func exact(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }

// eliminated solves a y = b, which needs no pivoting.
func eliminated(a [][]*big.Float, b []*big.Float) []float64 {
	less := func(from, factor, of *big.Float) { // from −= factor·of
		from.Sub(from, exact(0).Mul(factor, of))
	}
	for col := range a {
		for i := range a {
			if i == col {
				continue
			}
			factor := exact(0).Quo(a[i][col], a[col][col])
			for j := range a {
				less(a[i][j], factor, a[col][j])
			}
			less(b[i], factor, b[col])
		}
	}
	y := make([]float64, len(b))
	for i := range y {
		y[i], _ = exact(0).Quo(b[i], a[i][i]).Float64()
	}
	return y
}
