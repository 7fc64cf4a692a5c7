package measure

import (
	"math"
	"slices"

	"twophase/circuit/weights"
)

// DistanceName is the name of the distance from data.
const DistanceName = "distance"

// Data is what a part of the circuit should be: the weights of a projection [post×pre], or the responses of a population
// to the stimuli that are shown [stimuli×neurons].
type Data struct {
	Part      string
	Responses bool
	Values    []float64
	File      string
}

// String says what the distance is taken of.
func (d *Data) String() string {
	if d.Responses {
		return "the activity of " + d.Part + ", from " + d.File
	}
	return "the weights of " + d.Part + ", from " + d.File
}

// read returns some measures and what they read.
func (s *Subject) read(all []Declaration) []Declaration {
	isOfData := func(d Declaration) bool { return slices.Contains(d.Needs, NeedData) }
	read := withRead(all)
	if s.Data != nil && s.Data.Responses && slices.ContainsFunc(read, isOfData) {
		read = append(read, Declaration{Part: s.Data.Part, Needs: []Need{NeedActivity}})
	}
	return read
}

// dataOfCircuit returns the numbers of the circuit that the data are compared with, nil if it has not all of them.
func (e *examined) dataOfCircuit() []float64 {
	d := e.Data
	if d == nil || e.Circuit == nil {
		return nil
	}
	if d.Responses {
		if shown := e.activity[d.Part]; shown != nil && len(shown.RawMatrix().Data) >= len(d.Values) {
			return shown.RawMatrix().Data[:len(d.Values)]
		}
		return nil
	}
	name := weights.NameOf(e.Circuit, e.projectionOf(d.Part))
	for _, a := range weights.FinalOf(e.Circuit).Arrays() {
		if a.Name == name && len(a.Values) == len(d.Values) {
			return a.Values
		}
	}
	return nil
}

// distance is the root mean square over all elements. A synapse that does not exist counts as 0.
func (e *examined) distance() (value, best float64, err error) {
	for i, v := range e.dataOfCircuit() {
		value += float64((v - e.Data.Values[i]) * (v - e.Data.Values[i]))
	}
	return math.Sqrt(value / float64(len(e.Data.Values))), 0, nil
}
