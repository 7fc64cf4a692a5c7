package simulator

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/run/training"
)

// Frame is a circuit at one moment. Its numbers are those of the circuit, which change with the next
// step.
type Frame struct {
	Step  int
	Phase string // the last one of a step that has begun; empty between steps
	Done  int    // phases of a step that has begun; 0 between steps
	Ended string // why the circuit learns no more; empty if it does

	X       []float64         // the stimulus
	Signals []training.Signal // of a step that has begun: what its phases have written
	F       []float64         // the filter [K×N]; nil where there is none. In mid-step it is that of the last step.
	Parts   []Part            // the parts of the circuit's graph

	Error, Ratio float64   // E_Pro and ‖M_o‖/‖M‖ after the last whole step; NaN where they are not known
	Alignment    []float64 // |cos| of each output and its component; nil where it is not known
	Pruned       []bool    // by synapse among the outputs that is not lesioned: below a tenth of its peak
}

// Part is the values of a part of a circuit: the weights of a projection [rows×columns], or the scales or activities of a
// population.
type Part struct {
	Kind    selection.Kind
	Columns int
	Values  []float64
}

// measured is what is measured between steps.
type measured struct {
	taken     bool
	filter    mat.Dense
	point     measure.Point
	alignment []float64
}

// Frame returns the present moment of a circuit.
func (s *Simulator) Frame(which int) (Frame, error) {
	v, err := s.of(which)
	if err != nil {
		return Frame{}, err
	}
	c := v.trial.Circuit()
	f := Frame{
		Step: c.StepCount(), X: v.x,
	}
	if v.walk != nil {
		f.Phase, f.Done = v.walk.phase, v.walk.phases
		var written []circuit.Variable
		for _, p := range c.Schedule()[:f.Done] {
			written = append(written, circuit.SignatureIn(p, c.Spec().Network.Graph).Writes...)
		}
		f.Signals = training.SignalsOf(c, written)
	} else if v.ended == nil {
		v.measure()
	}
	if v.ended != nil {
		f.Ended = v.ended.Error()
	}
	m := &v.measured
	f.Error, f.Ratio, f.Alignment = math.NaN(), math.NaN(), m.alignment
	if m.taken {
		f.Error, f.Ratio = float64(m.point.Error), float64(m.point.Ratio)
		if !m.filter.IsEmpty() {
			f.F = m.filter.RawMatrix().Data
		}
	}
	if c.Among() != nil {
		grown := v.trial.Monitor().Growth
		for s := range c.Among().All() {
			if !s.Gone() {
				f.Pruned = append(f.Pruned, measure.Pruned(float64(grown[0].Peak), math.Abs(s.Weight()))) // now, and not as it was last looked at
			}
			grown = grown[1:]
		}
	}
	for _, p := range selection.SizeOf(c).Parts() {
		f.Parts = append(f.Parts, Part{p.Kind, p.Columns, valuesOf(c, p)})
	}
	return f, nil
}

// measure takes the measures of the present step, unless they are taken.
func (v *course) measure() {
	c, m := v.trial.Circuit(), &v.measured
	if m.taken && m.point.Step == c.StepCount() {
		return
	}
	*m = measured{taken: true, point: measure.NewPoint(c.StepCount())}
	if c.FilterTo(&m.filter) != nil {
		m.filter.Reset()
	}
	reference, err := v.trial.Stimuli().Present()
	if err != nil {
		return
	}
	v.look.Cosines = true
	if m.point, m.alignment, err = reference.Glance(c, &v.look); err != nil {
		m.alignment = nil
	}
}

// valuesOf returns the values of a part of a circuit.
func valuesOf(c *circuit.Circuit, p selection.Part) []float64 {
	if p.Class == "synapses" {
		return p.Kind.Projection(c).Weights()
	}
	return p.Kind.Values(c)
}
