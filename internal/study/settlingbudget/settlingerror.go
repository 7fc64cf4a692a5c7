package settlingbudget

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/measure"
	"twophase/neuron"
)

// Numbers of stimuli for the settling residual after learning, without plasticity. A warm start has
// some more first, to forget that it came from rest.
const (
	settleIn = 100
	probes   = 1000
)

// takeMeasures takes the measures of a circuit that has learnt.
func (r *runner) takeMeasures(p *problem, reference *measure.Reference, test [][]float64) error {
	r.steps, r.elapsed = r.Steps, r.Elapsed
	if r.steps > 0 {
		seen := float64(r.steps)
		r.sweeps, r.unsettled = float64(r.counted.sweeps)/seen, float64(r.counted.unsettled)/seen
	}
	if r.diverged {
		return nil
	}
	if err := r.CheckWeights(); err != nil {
		return r.giveUp(err)
	}
	frozen, err := freeze(r.Circuit)
	if err != nil {
		return err
	}
	k := len(p.gains)
	exact, err := subspace.ExactFilter(
		mat.NewDense(k, p.inputs, frozen.Feedforward().Weights()), mat.NewDense(k, k, frozen.M()))
	if err != nil { // M is singular: there is no settled state
		r.settled, r.residual = math.Inf(1), math.Inf(1)
	} else {
		r.settled = defined(reference.Error(frozen, exact))
		if r.residual, err = settlingResidual(frozen, exact, test); err != nil {
			return r.giveUp(err)
		}
	}
	filter, err := r.filter(frozen, p.correlation)
	if err != nil { // finite weights, but not a finite response
		r.fail()
		return nil
	}
	r.err = defined(reference.Error(frozen, filter))
	return nil
}

// defined returns v, or +Inf for NaN. Measures of a filter are NaN if the filter, or its square, is
// out of the range of numbers.
func defined(v float64) float64 {
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

// freeze returns a circuit with the weights of another one, without learning.
func freeze(c *circuit.Circuit) (*circuit.Circuit, error) {
	spec := c.Spec()
	last := len(spec.Network.Schedule) - 1 // Plasticity
	spec.Network.Schedule = spec.Network.Schedule[:last]
	spec.InitialWeights, spec.InitialSpread = c.Feedforward().Weights(), 0
	frozen, err := circuit.New(spec)
	if err != nil {
		return nil, err
	}
	if err := frozen.Lateral().SetWeights(c.Lateral().Weights()); err != nil {
		return nil, err
	}
	for i, m := range c.Outputs().Scales() {
		if err := frozen.Outputs().Output(i).SetScale(m); err != nil {
			return nil, err
		}
	}
	return frozen, nil
}

// settlingResidual returns the settling residual of a frozen circuit,
// √(Σ‖y − M⁻¹Wx‖²/Σ‖M⁻¹Wx‖²) over the test stimuli after the first few, for the
// exact filter M⁻¹W [K×N].
func settlingResidual(frozen *circuit.Circuit, exact *mat.Dense, test [][]float64) (float64, error) {
	var off, size float64
	var settled mat.VecDense
	for t, x := range test {
		if err := frozen.Step(x); err != nil {
			return 0, err
		}
		if t < settleIn {
			continue
		}
		settled.MulVec(exact, mat.NewVecDense(len(x), x))
		for i, y := range frozen.Outputs().Signals(neuron.Final) {
			want := settled.AtVec(i)
			off += (y - want) * (y - want)
			size += want * want
		}
	}
	return defined(math.Sqrt(off / size)), nil
}

// filter returns F [K×N], the linear map from the stimulus to the output that
// the circuit realises on average, F = E[y xᵀ] G⁻¹. From a cold start, y = F x.
// A warm start adds what is left of the last output, y_t = R ỹ_t + P y_{t−1},
// which carries the stimulus of the last step as far as that is correlated with
// the present one, E[x_t x_{t−1}ᵀ] = ρG:
//
//	F = Σ_s (ρP)ˢ R M_d⁻¹W = (I − ρP)⁻¹ R M_d⁻¹W.
//
// R M_d⁻¹W is the filter from rest. Settled to a tolerance, P is as small.
func (r *runner) filter(frozen *circuit.Circuit, correlation float64) (*mat.Dense, error) {
	rest, err := frozen.Filter()
	if err != nil || !r.settle.Warm || r.Tolerance > 0 || correlation == 0 {
		return rest, err
	}
	system, err := r.remainder(frozen)
	if err != nil {
		return nil, err
	}
	k, _ := system.Dims()
	system.Apply(func(i, j int, v float64) float64 {
		if i == j {
			return 1 - correlation*v
		}
		return -correlation * v
	}, system)
	filter := mat.NewDense(k, frozen.Inputs().Len(), nil)
	if err := filter.Solve(system, rest); err != nil {
		return nil, err
	}
	return filter, nil
}

// remainder returns P [K×K], what the sweeps of one stimulus leave of an output
// of before. Each output axon in turn starts from 1, without a drive.
func (r *runner) remainder(frozen *circuit.Circuit) (*mat.Dense, error) {
	outputs := frozen.Outputs()
	y, provisional := outputs.Signals(neuron.Final), outputs.Signals(neuron.Provisional)
	left := mat.NewDense(len(y), len(y), nil)
	for j := range y {
		clear(provisional)
		clear(y)
		y[j] = 1
		if err := r.settle.Run(frozen); err != nil {
			return nil, err
		}
		left.SetCol(j, y)
	}
	return left, nil
}
