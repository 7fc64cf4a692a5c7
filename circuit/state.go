package circuit

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"math"
	"slices"
	"strconv"

	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// State is all that a circuit needs to continue, besides the Spec that it was built from.
// It is plain data: encoding/gob and encoding/json keep it to the last bit. Observers and
// interveners are not part of it.
type State struct {
	Step        int
	Populations []NamedPopulation // in the order of the graph, with the present gains
	Projections []NamedProjection // those with synapses of their own
	Unlearning  *UnlearningState  `json:",omitempty"` // nil if no phase unlearns
	Rewiring    []RewiringState   `json:",omitempty"` // of the projections that a phase rewires

	Rate     Rate
	Paces    []PaceState `json:",omitempty"` // of projections with rates that were set in mid-run
	Rules    []RuleState `json:",omitempty"` // of projections with rules that were set in mid-run
	Tau      float64
	Schedule Schedule
	Settling SettlingState
}

// UnlearningState is the state of the phase Unlearn: the M' of the outputs.
type UnlearningState struct {
	Outputs neuron.State
	Lateral synapse.State
}

// NamedPopulation is the state of a population of a Graph.
type NamedPopulation struct {
	Name  string
	State neuron.State
}

// NamedProjection is the state of a projection of a Graph that has synapses of its own.
type NamedProjection struct {
	Name  string
	State synapse.State
}

// SettlingState is a Settling with its residual as text, as it may be infinite.
type SettlingState struct {
	Sweeps   int
	Residual string
	Settled  bool
}

// PaceState is the rate of a projection as SetRateOf and MultiplyRate have set it.
type PaceState struct {
	Projection string
	Rate       Rate    // the zero Rate if there is only a factor
	Times      float64 // the factor, above 0
}

// Population returns the state of a population, or nil.
func (s *State) Population(name string) *neuron.State {
	for i := range s.Populations {
		if s.Populations[i].Name == name {
			return &s.Populations[i].State
		}
	}
	return nil
}

// Hash returns the SHA-256 of the state's bits. Equal states have the same hash on every
// machine. The phases of the schedule must have a JSON form, as in every state that State
// returns.
func (s State) Hash() [sha256.Size]byte {
	h := hasher{Hash: sha256.New()}
	h.integers(s.Step)
	paper := s.isOfThePaper() // whose hash has neither names nor what is not kept, as from the start
	for _, p := range s.Populations {
		if !paper {
			h.text(p.Name)
		}
		h.population(p.State)
		if !paper {
			h.numbers(p.State.Previous...)
			h.numbers(p.State.Mean...)
			for _, v := range slices.Concat(p.State.Earlier, p.State.Variables) {
				h.numbers(v...)
			}
			for _, held := range p.State.Held {
				h.integers(held...)
			}
		}
	}
	for _, p := range s.Projections {
		if !paper {
			h.text(p.Name)
		}
		h.projection(p.State)
		if !paper {
			h.numbers(p.State.Current...)
			h.numbers(p.State.MeanCurrent...)
		}
	}
	if u := s.Unlearning; u != nil {
		h.population(u.Outputs)
		h.projection(u.Lateral)
	}
	for _, r := range s.Rewiring {
		h.text(r.Projection)
		h.counts(r.Faint)
		for _, v := range r.Sums {
			h.numbers(v...)
		}
	}
	h.text(s.Rate.String())
	for _, p := range s.Paces {
		h.text(p.Projection)
		h.text(p.Rate.String())
		h.numbers(p.Times)
	}
	for _, r := range s.Rules {
		h.text(r.Projection)
		h.text(r.Rule)
		h.text(r.Equation)
	}
	h.numbers(s.Tau)
	schedule, err := s.Schedule.MarshalJSON()
	if err != nil {
		panic("circuit: the hash of a state: " + err.Error())
	}
	h.text(string(schedule))
	h.integers(s.Settling.Sweeps, truth(s.Settling.Settled))
	h.text(s.Settling.Residual)
	return [sha256.Size]byte(h.Sum(nil))
}

// hasher hashes lists, each behind its length.
type hasher struct {
	hash.Hash
	buffer []byte
}

func (h *hasher) flush() {
	h.Write(h.buffer)
	h.buffer = h.buffer[:0]
}

func (h *hasher) integers(v ...int) {
	h.buffer = binary.LittleEndian.AppendUint64(h.buffer, uint64(len(v)))
	for _, i := range v {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, uint64(i))
	}
	h.flush()
}

func (h *hasher) numbers(v ...float64) {
	h.buffer = binary.LittleEndian.AppendUint64(h.buffer, uint64(len(v)))
	for _, x := range v {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, math.Float64bits(x))
	}
	h.flush()
}

func (h *hasher) counts(v []uint32) {
	h.buffer = binary.LittleEndian.AppendUint64(h.buffer, uint64(len(v)))
	for _, i := range v {
		h.buffer = binary.LittleEndian.AppendUint32(h.buffer, i)
	}
	h.flush()
}

func (h *hasher) text(s string) {
	h.integers(len(s))
	h.Write([]byte(s))
}

func (h *hasher) population(s neuron.State) {
	for _, v := range [][]float64{
		s.Final, s.Provisional, s.Late, s.Scales, s.Gains, s.Change.Drive, s.Change.Decay, s.Change.Drain, s.Change.Before,
	} {
		h.numbers(v...)
	}
	if s.Change.Activity != nil {
		h.numbers(s.Change.Activity...)
	}
	h.integers(s.Frozen...)
	h.integers(len(s.Clamps))
	for _, c := range s.Clamps {
		h.integers(c.Neuron)
		h.numbers(c.Value)
	}
}

func (h *hasher) projection(s synapse.State) {
	h.numbers(s.Weights...)
	h.integers(len(s.Held))
	for _, held := range s.Held {
		h.integers(held.Post, held.Pre, truth(held.Lesioned)+2*truth(held.Vacant))
	}
	h.integers(truth(s.Frozen), truth(s.KeepsChanges))
	var kept []int
	for _, k := range s.Kept {
		kept = append(kept, k.Post, k.First, k.End)
	}
	h.integers(kept...)
	h.numbers(s.Changes...)
}

func truth(v bool) int {
	if v {
		return 1
	}
	return 0
}

// isOfThePaper reports whether a state is one of inputs and outputs with the projections feedforward and
// lateral, which keep nothing else.
func (s State) isOfThePaper() bool {
	if len(s.Populations) != 2 || s.Populations[0].Name != "inputs" || s.Populations[1].Name != "outputs" ||
		len(s.Projections) != 2 || s.Projections[0].Name != "feedforward" || s.Projections[1].Name != "lateral" {
		return false
	}
	for i := range 2 {
		population, projection := s.Populations[i].State, s.Projections[i].State
		if population.Previous != nil || population.Variables != nil || population.Mean != nil || projection.Current != nil || projection.MeanCurrent != nil {
			return false
		}
	}
	return true
}

// Restore builds a circuit with the state s, which continues to the same bits as the circuit
// that had the state. The spec is that of this circuit; it may have another Executor.
// Restore returns an error if the state is damaged or does not fit the spec.
func Restore(spec Spec, s State) (*Circuit, error) {
	c, err := New(spec)
	if err != nil {
		return nil, err
	}
	if s.Step < 0 {
		return nil, fmt.Errorf("restore: step %d: steps count from 0", s.Step)
	}
	for _, restore := range []func() error{
		func() error { return c.SetSchedule(s.Schedule) },
		func() error { return c.restoreParts(s) },
		func() error { return c.restoreRewirings(s.Rewiring) },
		func() error { return c.SetRate(s.Rate) },
		func() error { return c.restorePaces(s.Paces) },
		func() error { return c.restoreRules(s.Rules) },
		func() error { return c.SetTau(s.Tau) },
		func() error { return c.restoreSettling(s.Settling) },
	} {
		if err := restore(); err != nil {
			return nil, err
		}
	}
	c.step, c.complete = s.Step, s.Step
	restored, err := c.State() // only of phases that are known, which Hash needs
	if err != nil {
		return nil, fmt.Errorf("restore: %w", err)
	}
	if restored.Hash() != s.Hash() {
		return nil, errors.New("restore: the state is damaged: it is not one that a circuit was in")
	}
	return c, nil
}

// restoreParts gives the populations and projections their state.
func (c *Circuit) restoreParts(s State) error {
	if len(s.Populations) != len(c.nodes) || len(s.Projections) != len(c.projections) {
		return fmt.Errorf("restore: a state of %d populations and %d projections, for a circuit of %d and %d", len(s.Populations), len(s.Projections), len(c.nodes), len(c.projections))
	}
	for i, n := range c.nodes {
		if s.Populations[i].Name != n.Name() {
			return fmt.Errorf("restore: a state of population %s in the place of %s", s.Populations[i].Name, n.Name())
		}
		if err := n.Restore(s.Populations[i].State); err != nil {
			return err
		}
		if n.Population == c.outputs {
			if err := c.SetGains(n.Gains()); err != nil {
				return err
			}
		}
	}
	for i, p := range c.projections {
		if s.Projections[i].Name != p.Name() {
			return fmt.Errorf("restore: a state of projection %s in the place of %s", s.Projections[i].Name, p.Name())
		}
		if err := p.Restore(s.Projections[i].State); err != nil {
			return err
		}
	}
	return c.restoreUnlearning(s.Unlearning)
}

func (c *Circuit) restoreUnlearning(s *UnlearningState) error {
	switch {
	case (s == nil) != (c.unlearning == nil):
		return errors.New("restore: the state of unlearning and the schedule do not belong together: one of them has it, the other has not")
	case s == nil:
		return nil
	}
	if err := c.unlearning.outputs.Restore(s.Outputs); err != nil {
		return err
	}
	return c.unlearning.among.Restore(s.Lateral)
}

func (c *Circuit) restoreSettling(s SettlingState) error {
	residual, err := strconv.ParseFloat(s.Residual, 64)
	switch {
	case err != nil || !(residual >= 0):
		return fmt.Errorf("restore: the residual of the last settling, %q, is not a number from 0 on", s.Residual)
	case s.Sweeps < 0:
		return fmt.Errorf("restore: the last settling took %d sweeps", s.Sweeps)
	}
	c.settling = Settling{s.Sweeps, residual, s.Settled}
	return nil
}

// State returns a copy of the circuit's state. It first applies the pending change of the
// weights. It returns an error if the last step did not run to its end, if a weight is not
// finite, or if the schedule has a phase that has no JSON form.
func (c *Circuit) State() (State, error) {
	if !c.Complete() {
		return State{}, fmt.Errorf("state: step %d did not run to its end", c.step)
	}
	if err := c.CheckWeights(); err != nil {
		return State{}, err
	}
	for _, phase := range c.schedule {
		if err := checkKnown(phase); err != nil {
			return State{}, fmt.Errorf("state: %w", err)
		}
	}
	s := State{
		Step: c.step, Rewiring: c.rewirings(),
		Rate: c.rate, Paces: c.paces(), Rules: c.rules(), Tau: c.tau, Schedule: c.Schedule(),
		Settling: SettlingState{c.settling.Sweeps, wording.Format(c.settling.Residual), c.settling.Settled},
	}
	for _, n := range c.nodes {
		s.Populations = append(s.Populations, NamedPopulation{n.Name(), n.State()})
	}
	for _, p := range c.projections {
		s.Projections = append(s.Projections, NamedProjection{p.Name(), p.State()})
	}
	if u := c.unlearning; u != nil {
		s.Unlearning = &UnlearningState{u.outputs.State(), u.among.State()}
	}
	return s, nil
}
