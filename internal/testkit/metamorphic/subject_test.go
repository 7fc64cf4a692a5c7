package metamorphic

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/numerics/random"
	"twophase/neuron"
)

// subject is a circuit to which operations happen.
type subject struct {
	*circuit.Circuit
	number  int // among the circuits
	size    float64
	failed  string // why it steps no more; empty: it does
	plans   []*plan
	watches []watch        // what is attached, in order
	surges  map[int]string // odd numbers to come, by step
	notes   []string       // what was seen of the present operation
}

// watch is an eye or a recording.
type watch struct {
	*eye
	*recording
}

// plan is an edit that will take place.
type plan struct {
	op, step int // the operation that planned it, and the step at which it came
	*intervention.Plan
}

// note notes something that every execution must see.
func (s *subject) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf("circuit %d, step %d: ", s.number, s.StepCount())+fmt.Sprintf(format, args...))
}

// stimulus fills x with the stimulus of a step.
func (s *subject) stimulus(x []float64, step int) {
	spec := s.Spec()
	random.New(spec.Seed, spec.Trial, "stimulus").Normals(x, uint64(step))
	for j := range x {
		x[j] *= s.size / float64(j+1)
	}
	if text, odd := s.surges[step]; odd {
		x[0] = must(strconv.ParseFloat(text, 64))
	}
}

// options say what plans of interventions need.
func (s *subject) options() intervention.Options {
	return intervention.Options{
		Error: func(c *circuit.Circuit) (float64, error) {
			return math.Abs(c.Forward().Synapse(0, 0).Weight()), nil
		},
		Events: func(e intervention.Event) error {
			s.note("%s: %s: %s", e.Trigger, e.Edit, changesText(e.Changes))
			return nil
		},
	}
}

// edit edits the circuit, or plans to.
func (s *subject) edit(op int, when *Trigger, e intervention.Edit) {
	if when == nil {
		if err := e.Validate(selection.SizeOf(s)); err != nil {
			s.note("%v", err)
			return
		}
		changes, err := e.Apply(s.Circuit)
		s.note("%v: %s, %v", e, changesText(changes), err)
		return
	}
	step := s.StepCount()
	p, err := intervention.Start(s.Circuit, planned(when, e, step), s.options())
	if err != nil {
		s.note("%v", err)
		if !s.Complete() {
			s.fail(err)
		}
		return
	}
	s.plans = append(s.plans, &plan{op, step, p})
}

// planned returns the list of one intervention that is planned at a step.
func planned(when *Trigger, e intervention.Edit, step int) []intervention.Intervention {
	return []intervention.Intervention{{When: when.from(step), Edit: e}}
}

// fail notes why the circuit steps no more, and ends its recording.
func (s *subject) fail(err error) {
	s.note("fails: %v", err)
	s.failed = err.Error()
	s.close()
}

// keep has the circuit keep its changes, or not, unless a recording decides on that.
func (s *subject) keep(on bool) {
	if s.recording() == nil {
		s.Forward().KeepChanges(on)
		s.Among().KeepChanges(on)
		s.Outputs().KeepChanges(on)
	}
}

// touch does something to synapses through their handles, without a look at them.
func (s *subject) touch(how string, where selection.Selection) error {
	all, err := where.Synapses(s)
	if err != nil {
		return err
	}
	switch p := where.Kind().Projection(s); how {
	case freezeAll:
		p.Freeze()
		return nil
	case thawAll:
		p.Thaw()
		return nil
	}
	for synapse := range all {
		switch how {
		case lesion:
			synapse.Lesion()
		case freeze:
			synapse.Freeze()
		case thaw:
			synapse.Thaw()
		case set:
			if err := synapse.Set(0.125); err != nil {
				s.note("%v", err)
			}
		}
	}
	return nil
}

// look notes the whole state.
func (s *subject) look() { s.note("state %s", stateText(s.Circuit)) }

// stateText returns the hash of a circuit's state, or why it has none.
func stateText(c *circuit.Circuit) string {
	state, err := c.State()
	if err != nil {
		return err.Error()
	}
	hash := state.Hash()
	return fmt.Sprintf("%x", hash[:8])
}

// glance notes what can be seen without a touch of the weights.
func (s *subject) glance() { s.note("y = %v", s.Outputs().Signals(neuron.Final)) }

// changesText returns the first change and a hash of all.
func changesText(changes []intervention.Change) string {
	if len(changes) == 0 {
		return "no change"
	}
	first, all := must(json.Marshal(changes[0])), must(json.Marshal(changes))
	return fmt.Sprintf("%d changes, %x, the first %s", len(changes), sha256.Sum256(all), first)
}

// eye is an observer that notes what it sees.
type eye struct {
	Every, Due int
	State      bool // not only y
	of         *subject
}

func (e *eye) Observe(*circuit.Circuit) error {
	e.Due = e.of.StepCount() + e.Every
	if e.State {
		e.of.look()
	} else {
		e.of.glance()
	}
	return nil
}

func (e *eye) Next() int { return e.Due }

// peeper is an observer of which nothing is noted. It asks for all that can be asked for
// in the middle of a run, whatever the answer.
type peeper struct{ every, due int }

func (p *peeper) Observe(c *circuit.Circuit) error {
	p.due = c.StepCount() + p.every
	_, _ = c.Filter()
	_ = stateText(c)
	_ = c.M()
	return c.Describe(io.Discard)
}

func (p *peeper) Next() int { return p.due }
