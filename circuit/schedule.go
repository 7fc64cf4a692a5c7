package circuit

import (
	"errors"
	"fmt"
	"slices"

	"twophase/circuit/selection"
	"twophase/neuron"
)

// validated is a phase with fields that can be wrong.
type validated interface{ Validate() error }

// PhaseError is the error of one phase of a schedule.
type PhaseError struct {
	Phase int // its number in the schedule, from 0
	Err   error
}

func (e *PhaseError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the number.
func (e *PhaseError) Unwrap() error { return e.Err }

// CheckIn returns an error if a phase has a field that is out of range or does not fit the populations and projections
// of a graph, if a phase reads an activity that no earlier phase has written, or if no phase writes y.
func (s Schedule) CheckIn(g Graph) error {
	if i := slices.Index(s, nil); i >= 0 {
		return fmt.Errorf("schedule: phase %d is missing", i+1)
	}
	for i, phase := range s { // what a phase writes is known only if it fits the graph
		if v, ok := phase.(validated); ok {
			if err := v.Validate(); err != nil {
				return &PhaseError{i, fmt.Errorf("schedule: phase %d: %w", i+1, err)}
			}
		}
		if p, ok := phase.(placedIn); ok {
			if err := p.checkIn(g); err != nil {
				return &PhaseError{i, fmt.Errorf("schedule: phase %d: %w", i+1, err)}
			}
		}
	}
	if err := s.checkRewiring(); err != nil {
		return err
	}
	all := g.signatures(s)
	written := append(g.variables(), g.kept()...)
	finds := all.write(g.Variable(g.OutputName(), neuron.Final))
	if finds {
		written = append(written, PreviousY)
	}
	for _, p := range g.Populations {
		if all.write(g.Variable(p.Name, neuron.Provisional)) {
			written = append(written, g.Variable(p.Name, neuron.Late))
		}
	}
	for i, phase := range s {
		signature := all[i]
		for _, v := range g.needed(phase, signature) {
			if !slices.Contains(written, v) {
				return &PhaseError{i, fmt.Errorf("schedule: phase %d, %s, reads %s, which no phase before it writes (%v)%s", i+1, signature.Name, v, s, s.remedy(g, i, v))}
			}
		}
		written = append(written, signature.Writes...)
	}
	if !finds {
		if g.Output != "" {
			return fmt.Errorf("schedule: no phase writes y, the final output of population %s", g.Output)
		}
		return errors.New("schedule: no phase writes y, the final output")
	}
	return nil
}

// checkRewiring returns an error if two phases rewire one projection.
func (s Schedule) checkRewiring() error {
	for i, phase := range s {
		if r, is := phase.(Rewire); is {
			if _, twice := s[:i].rewires(r.Projection); twice {
				return &PhaseError{i, fmt.Errorf("schedule: phase %d: a phase before it rewires %s already", i+1, r.Projection)}
			}
		}
	}
	return nil
}

// needed returns what must be written before a phase. Before neurons learn that is their activity: what else their
// rules use may be left from the stimulus before.
func (g Graph) needed(phase Phase, s Signature) (all []Variable) {
	learn, some := phase.(Learn)
	if _, everything := phase.(Plasticity); !everything && !some {
		return s.Reads
	}
	for _, p := range g.Populations {
		if !some || learn.involves(g, p.Name) {
			all = append(all, g.Variable(p.Name, neuron.Final))
		}
	}
	return all
}

// checkSize returns an error if a phase selects what a circuit of that size does not have.
func (s Schedule) checkSize(z selection.Size) error {
	for i, phase := range s {
		if p, ok := phase.(placed); ok {
			if err := p.where().Check(z, selection.KindsOf(selection.Synapses, selection.Everything)...); err != nil {
				return fmt.Errorf("schedule: phase %d, %s: %w", i+1, phase.Signature().Name, err)
			}
		}
	}
	return nil
}

// remedy says what helps where turn i reads a variable that a later phase alone writes.
func (s Schedule) remedy(g Graph, i int, v Variable) string {
	reader, ok := s[i].(Turn)
	if !ok {
		return ""
	}
	for j, phase := range s[i+1:] {
		writer, ok := phase.(Turn)
		if !ok || !slices.Contains(SignatureIn(phase, g).Writes, v) {
			continue
		}
		if slices.ContainsFunc(writer.Receives.List(), func(r Reception) bool { return g.projection(r.Through).From == reader.Population }) {
			return fmt.Sprintf(": phase %d writes it and reads %s in turn; let both settle, with an Equilibrate of %s and %s", i+j+2, reader.Population, reader.Population, writer.Population)
		}
		return fmt.Sprintf(": let phase %d, which writes it, come first", i+j+2)
	}
	return ""
}

// writtenBy returns the axon signals that each phase writes. Traces are not among them: no axon carries them.
func (c *Circuit) writtenBy(signatures []Signature) [][]written {
	g, all := c.spec.Network.Graph, make([][]written, len(signatures))
	for i, s := range signatures {
		for _, n := range c.nodes {
			for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
				if !n.spec.Input && slices.Contains(s.Writes, g.Variable(n.spec.Name, slot)) {
					all[i] = append(all[i], written{n.Population, slot})
				}
			}
		}
	}
	return all
}

// settlings returns the phases that settle.
func (s Schedule) settlings() (phases []Phase) {
	for _, p := range s {
		if settles(p) || solves(p) {
			phases = append(phases, p)
		}
	}
	return phases
}

// settles reports whether a phase settles by sweeps.
func settles(p Phase) bool {
	_, is := p.(Settle)
	e, together := p.(Equilibrate)
	return is || together && e.Method != Exact
}

// solves reports whether a phase solves the equations of neurons exactly.
func solves(p Phase) bool {
	e, is := p.(Equilibrate)
	return is && e.Method == Exact
}

// Delivers reports whether a phase of a schedule computes what neurons receive through a projection
// of a graph. Phases of a user's own may do so.
func (s Schedule) Delivers(g Graph, projection string) bool {
	of := g.projection(projection)
	return slices.ContainsFunc(s, func(phase Phase) bool {
		switch p := phase.(type) {
		case Turn:
			return slices.ContainsFunc(p.Receives.List(), func(r Reception) bool { return r.Through == projection })
		case Equilibrate:
			return slices.Contains(p.Populations.List(), of.To)
		case Plasticity, MeanField, Learn, Trace, Average, placed, TransmissionFailure, Rewire:
			return false
		}
		return !isKnown(phase) || slices.Contains(SignatureIn(phase, g).Reads, g.Weights(projection))
	})
}

// unsent returns the projections whose current is used although no phase of a schedule delivers it: they send before
// learning.
func (g Graph) unsent(s Schedule) (all []string) {
	for _, p := range g.Projections {
		if g.seesCurrent(p.Name) && !s.Delivers(g, p.Name) {
			all = append(all, p.Name)
		}
	}
	return all
}
