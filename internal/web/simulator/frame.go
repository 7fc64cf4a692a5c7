package simulator

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/measure"
	"twophase/neuron"
	"twophase/synapse"
)

// Frame is a circuit at one moment. Its numbers are those of the circuit, which change with the next
// step.
type Frame struct {
	Step  int
	Phase string // the last one of a step that has begun; empty between steps
	Ended string // why the circuit learns no more; empty if it does

	X, Provisional, Y []float64 // the stimulus, and the activities of the outputs after the first phase and after the last
	W                 []float64 // feedforward weights [K×N]
	M                 []float64 // lateral weights and, on the diagonal, scales [K×K]
	Scales            []float64 // [K]
	F                 []float64 // the filter [K×N]; nil where there is none. In mid-step it is that of the last step.

	Error, Ratio float64   // E_Pro and ‖M_o‖/‖M‖ after the last whole step; NaN where they are not known
	Alignment    []float64 // |cos| of each output and its component; nil where it is not known
	Pruned       []bool    // by lateral synapse that is not lesioned: below a tenth of its peak

	Populations []Activity // of a circuit with other populations than inputs and outputs
	Projections []Weights  // likewise
}

// Activity is the activities of a population.
type Activity struct {
	Name   string
	Values []float64
}

// Weights is the weights of a projection [rows×columns].
type Weights struct {
	Name          string
	Rows, Columns int
	Values        []float64
}

// measured is what is measured between steps.
type measured struct {
	step         int
	taken        bool
	filter       mat.Dense
	error, ratio float64
	alignment    []float64
}

// Frame returns the present moment of a circuit.
func (s *Simulator) Frame(which int) (Frame, error) {
	v, err := s.of(which)
	if err != nil {
		return Frame{}, err
	}
	c := v.trial.Circuit()
	f := Frame{
		Step: c.StepCount(),
		X:    v.x, Provisional: c.Outputs().Signals(neuron.Provisional), Y: c.Outputs().Signals(neuron.Final),
		Scales: c.Outputs().Scales(), M: c.M(), W: weightsOf(c.Feedforward()),
	}
	if v.walk != nil {
		f.Phase = v.walk.phase
	} else if v.ended == nil {
		v.measure()
	}
	if v.ended != nil {
		f.Ended = v.ended.Error()
	}
	m := &v.measured
	f.Error, f.Ratio, f.Alignment = math.NaN(), math.NaN(), m.alignment
	if m.taken {
		f.Error, f.Ratio = m.error, m.ratio
		if !m.filter.IsEmpty() {
			f.F = m.filter.RawMatrix().Data
		}
	}
	if c.Lateral() != nil {
		grown := v.trial.Monitor().Growth
		for s := range c.Lateral().All() {
			if !s.Lesioned() {
				f.Pruned = append(f.Pruned, measure.Pruned(float64(grown[0].Peak), math.Abs(s.Weight()))) // now, and not as it was last looked at
			}
			grown = grown[1:]
		}
	}
	if !c.Spec().Network.IsPair() {
		for _, p := range c.Populations() {
			f.Populations = append(f.Populations, Activity{p.Name(), p.Signals(neuron.Final)})
		}
		for _, p := range c.Projections() {
			f.Projections = append(f.Projections, Weights{p.Name(), p.Post().Len(), p.Pre().Len(), weightsOf(p)})
		}
	}
	return f, nil
}

// measure takes the measures of the present step, unless they are taken.
func (v *course) measure() {
	c, m := v.trial.Circuit(), &v.measured
	if m.taken && m.step == c.StepCount() {
		return
	}
	*m = measured{step: c.StepCount(), taken: true, error: math.NaN(), ratio: math.NaN()}
	if c.FilterTo(&m.filter) != nil {
		m.filter.Reset()
	}
	reference, err := v.trial.Stimuli().Present()
	if err != nil {
		return
	}
	v.look.Cosines = true
	point, alignment, err := reference.Glance(c, &v.look)
	m.ratio = float64(point.LateralRatio)
	if err != nil {
		return
	}
	m.error = float64(point.Error)
	for _, a := range alignment {
		m.alignment = append(m.alignment, float64(a))
	}
}

// weightsOf returns the weights of a projection, nil of none.
func weightsOf(p *synapse.Projection) []float64 {
	if p == nil {
		return nil
	}
	return p.Weights()
}
