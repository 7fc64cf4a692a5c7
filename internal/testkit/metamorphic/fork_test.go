package metamorphic

import (
	"fmt"
	"maps"
)

// fork adds a circuit that goes on as another one does.
func (w *world) fork(i int, of *subject) error {
	n := len(w.subjects)
	if of.failed != "" || n == mostCircuits || of.CheckWeights() != nil { // the last diverges at the next step
		return nil
	}
	var s *subject
	var err error
	if w.how.Interrupted {
		s, err = w.copy(n, of)
	} else {
		s, err = w.again(i, n, of)
	}
	if err != nil {
		return err
	}
	if err := s.part(); err != nil {
		return err
	}
	w.subjects = append(w.subjects, s)
	w.parent, w.born = append(w.parent[:n], of.number), append(w.born[:n], i)
	return nil
}

// copy returns circuit n in the state of another one.
func (w *world) copy(n int, of *subject) (*subject, error) {
	state, err := of.State()
	if err != nil {
		return nil, err
	}
	v := saved{Trial: of.Spec().Trial, State: &state, Surges: maps.Clone(of.surges)}
	for _, p := range of.plans {
		v.Plans = append(v.Plans, savedPlan{p.op, p.step, p.Plan.State()})
	}
	if v, err = copied(v, w.how.Text); err != nil {
		return nil, err
	}
	return w.restore(n, v)
}

// again returns circuit n, to which all has happened that happened to another one
// before operation i.
func (w *world) again(i, n int, of *subject) (*subject, error) {
	s, err := w.birth(n, of.Spec().Trial)
	if err != nil {
		return nil, err
	}
	for k, op := range w.list.Ops[:i] {
		who, forked := of.number, false
		for w.born[who] >= k {
			forked = forked || w.born[who] == k
			who = w.parent[who]
		}
		switch op.Do {
		case step:
			stepAlone([]*subject{s}, op.Steps, false)
		case fork:
			if forked {
				err = s.part()
			}
		case look, checkpoint, kill, observe:
		default:
			if op.of(who, w.counts[k]) {
				err = w.apply(s, k, op, fmt.Sprintf("again-%02d-%02d", i, k))
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if s.failed != "" {
		return nil, fmt.Errorf("circuit %d, to which all happens again, fails: %s", of.number, s.failed)
	}
	s.notes = nil
	return s, nil
}

// part leaves what belongs to the circuit of which this one is a fork.
func (s *subject) part() error {
	if r := s.forget(); r != nil {
		if err := r.Leave(); err != nil {
			return err
		}
	}
	s.keep(false)
	return nil
}
