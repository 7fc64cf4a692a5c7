package simulator

import (
	"errors"
	"fmt"
	"slices"

	"twophase/internal/experiment"
)

// Simulator is the first trial of an experiment, which learns while someone watches and acts on it,
// and perhaps a twin of it.
type Simulator struct {
	courses []*course // the circuit, and its twin if there is one
	before  []moment  // before each act
}

// Open reads an experiment and begins its first trial.
func Open(text []byte) (*Simulator, error) {
	doc, err := experiment.Parse("experiment", text)
	if err != nil {
		return nil, plain(err)
	}
	if len(doc.Variants) > 0 {
		return nil, errors.New("the experiment is a comparison: open one of its variants")
	}
	e := doc.Experiment
	e.Trials = 1
	c, err := newCourse(e)
	if err != nil {
		return nil, err
	}
	return &Simulator{courses: []*course{c}}, nil
}

// Close ends the simulation.
func (s *Simulator) Close() {
	for _, c := range s.courses {
		c.close()
	}
	s.courses = nil
}

// of returns the circuit 0 or its twin 1.
func (s *Simulator) of(which int) (*course, error) {
	if which < 0 || which >= len(s.courses) {
		return nil, fmt.Errorf("there is no circuit %d: 0 is the circuit, and 1 its twin, if it has one", which)
	}
	return s.courses[which], nil
}

// Steps takes whole steps of all circuits, and returns how many they took. A circuit that fails has
// ended, and the others go on: see Frame.Ended.
func (s *Simulator) Steps(n int) (done int) {
	for _, c := range s.courses {
		done = max(done, c.steps(n))
	}
	return done
}

// finish finishes the step that has begun, of all circuits: they stay at the same step.
func (s *Simulator) finish() {
	for _, c := range s.courses {
		c.finish()
	}
}

// Phase takes one phase of a step of all circuits, and returns its name; empty if the circuit has ended.
func (s *Simulator) Phase() (name string) {
	for i, c := range s.courses {
		if reached := c.phase(); i == 0 {
			name = reached
		}
	}
	return name
}

// Twin begins a second circuit, in the present state of the first and on the same stimuli.
func (s *Simulator) Twin() error {
	s.Untwin()
	s.finish()
	twin, err := s.courses[0].twin()
	if err == nil {
		s.courses = append(s.courses, twin)
	}
	return err
}

// Untwin ends the twin, if there is one, and forgets the acts on the twin alone.
func (s *Simulator) Untwin() {
	for _, c := range s.courses[1:] {
		c.close()
	}
	s.courses = s.courses[:1]
	s.before = slices.DeleteFunc(s.before, func(m moment) bool { return m.which == 1 })
	for i := range s.before {
		s.before[i].circuits = s.before[i].circuits[:1]
	}
}
