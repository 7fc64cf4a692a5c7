package circuit_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/numerics/random"
)

// A few steps against the equations, written out with gonum: both phases from the same
// weights, each with a Q of its own.
func TestLinskersTwoPhases(t *testing.T) {
	const n, k, rate, tau, variance, floor = 6, 3, 0.01, 0.1, 0.2, 0.1
	network, err := circuit.Linsker.Exactly()
	if err != nil {
		t.Fatal(err)
	}
	for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		spec := paperSpec(network, n, k)
		spec.Rate, spec.Tau, spec.Seed, spec.Trial, spec.Executor = circuit.ConstantRate(rate), tau, 5, 2, executor
		c := newCircuit(t, spec)
		w := mat.NewDense(k, n, c.Forward().Weights())
		q := [2]*mat.Dense{mat.NewDense(k, k, c.M()), mat.NewDense(k, k, c.M())} // learning, unlearning
		for step, x := range normals("stimuli", 8, n) {
			noise := make([]float64, n)
			random.New(5, 2, "unlearning noise").Normals(noise, uint64(step+1))
			for j := range noise {
				noise[j] *= math.Sqrt(variance)
			}
			changed := mat.DenseCopyOf(w)
			for phase, sign := range []float64{1, -1} {
				in := mat.NewVecDense(n, slices.Clone([][]float64{x, noise}[phase]))
				var received, y mat.VecDense
				received.MulVec(w, in)
				if err := y.SolveVec(q[phase], &received); err != nil {
					t.Fatal(err)
				}
				changed.RankOne(changed, sign*rate, &y, in)
				q[phase].Apply(func(i, j int, v float64) float64 {
					target := received.AtVec(i) * received.AtVec(j)
					if i == j {
						target += floor
					}
					return v + rate/tau*(target-v)
				}, q[phase])
			}
			w = changed
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			compare(t, "W", c.Forward().Weights(), w.RawMatrix().Data)
			compare(t, "Q of learning", c.M(), q[0].RawMatrix().Data)
			compare(t, "x", []float64{c.Inputs().Input(2).Activity()}, x[2:3])
			s, err := c.State()
			if err != nil {
				t.Fatal(err)
			}
			unlearnt := slices.Clone(s.Unlearning.Lateral.Weights)
			for i, m := range s.Unlearning.Outputs.Scales {
				unlearnt[i*k+i] = m
			}
			compare(t, "Q of unlearning", unlearnt, q[1].RawMatrix().Data)
		}
	}
}

func TestUnlearningNeedsNoise(t *testing.T) {
	for _, variance := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		network := circuit.Linsker
		network.Schedule = slices.Clone(network.Schedule)
		network.Schedule[2] = circuit.Unlearn{Variance: variance}
		if _, err := circuit.New(paperSpec(network, 4, 2)); err == nil {
			t.Errorf("unlearning of noise with variance %v", variance)
		}
	}
}

// A state with what unlearning needs does not fit a circuit without, nor the other way
// round.
func TestUnlearningBelongsToTheState(t *testing.T) {
	c := run(t, paperSpec(circuit.Linsker, 4, 2), normals("stimuli", 5, 4))
	s, err := c.State()
	if err != nil {
		t.Fatal(err)
	}
	s.Unlearning = nil
	if _, err := circuit.Restore(c.Spec(), s); err == nil {
		t.Error("restored without what unlearning needs")
	}
	if err := c.SetSchedule(circuit.Foldiak.Schedule); err != nil {
		t.Fatal(err)
	}
	if s, err = c.State(); err != nil || s.Unlearning != nil {
		t.Errorf("a circuit that does not unlearn has %v, %v", s.Unlearning, err)
	}
}

// What the outputs have for unlearning follows Λ, and counts in the hash of a state.
func TestUnlearningFollowsTheGains(t *testing.T) {
	network := circuit.PSP
	network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Solve, circuit.Unlearn{Variance: 0.1}, circuit.Plasticity{}}
	c := run(t, paperSpec(network, 4, 2), normals("stimuli", 5, 4))
	gains := []float64{0.9, 0.4}
	if err := c.SetGains(gains); err != nil {
		t.Fatal(err)
	}
	s, err := c.State()
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Unlearning.Outputs.Gains; !slices.Equal(got, gains) {
		t.Errorf("for unlearning Λ = %v, want %v", got, gains)
	}
	before := s.Hash()
	s.Unlearning.Lateral.Weights[1] += 0.5
	if s.Hash() == before {
		t.Error("another weight of unlearning has the same hash")
	}
}
