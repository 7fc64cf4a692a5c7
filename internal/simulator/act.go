package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"twophase/internal/document"
	"twophase/internal/experiment"
	"twophase/internal/phrase"
	"twophase/internal/planning"
	"twophase/internal/training"
)

// Act is an intervention that was made by hand.
type Act struct {
	Step int    `json:"step"` // after which it took place
	Text string `json:"text"` // in words
}

// Both stands for the circuit and its twin.
const Both = -1

// Act makes an intervention at the present step of a circuit, or of both. It is written as in an experiment
// file, as JSON and without the time. A step that has begun is finished first. Act returns the acts on the
// circuit. If it fails, no circuit has changed.
func (s *Simulator) Act(text []byte, which int) ([]Act, error) {
	first, last := which, which
	if which == Both {
		first, last = 0, len(s.courses)-1
	} else if _, err := s.of(which); err != nil {
		return nil, err
	}
	s.finish()
	acted := slices.Clone(s.courses)
	for n := first; n <= last; n++ {
		next, err := s.courses[n].act(text)
		if err != nil {
			for _, c := range acted[first:n] {
				c.close()
			}
			return nil, err
		}
		acted[n] = next
	}
	for _, c := range s.courses[first : last+1] {
		c.close()
	}
	s.courses = acted
	return acted[first].acts(), nil
}

// Acts returns the acts on a circuit.
func (s *Simulator) Acts(which int) ([]Act, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	return v.acts(), nil
}

// Undo takes an act on a circuit back: the circuit is what it would be now without it. Undo returns the acts
// that are left. If it fails, the circuit has not changed.
func (s *Simulator) Undo(act, which int) ([]Act, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	s.finish()
	undone, err := v.undo(act)
	if err != nil {
		return nil, err
	}
	v.close()
	s.courses[which] = undone
	return undone.acts(), nil
}

// intervention reads an intervention at a step.
func intervention(text []byte, step int) (i experiment.Intervention, err error) {
	keys := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &keys); err != nil {
		return i, fmt.Errorf("an intervention is a JSON object, such as {\"lesion\": \"lateral[1,0]\"}: %w", err)
	}
	for _, key := range []string{"at", "every", "when", "from", "until", "check"} {
		if keys[key] != nil {
			return i, fmt.Errorf("an act takes place at once: leave out %s", key)
		}
	}
	keys["at"] = json.RawMessage(fmt.Sprint(step))
	whole, err := json.Marshal(map[string]any{"interventions": []any{keys}})
	if err != nil {
		return i, err
	}
	doc, err := experiment.Parse("intervention", whole)
	if err != nil {
		return i, plain(err)
	}
	return doc.Experiment.Interventions[0], nil
}

// plain returns an error of a file without its place, which is that of a text that was written here.
func plain(err error) error {
	var at *document.FileError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// act returns the course after an intervention at the present step, which is one between steps.
func (c *course) act(text []byte) (*course, error) {
	if c.ended != nil {
		return nil, c.ended
	}
	i, err := intervention(text, c.step())
	if err != nil {
		return nil, err
	}
	return c.with(i)
}

// with is act, of an intervention that was read.
func (c *course) with(i experiment.Intervention) (*course, error) {
	e := c.plan.Experiment
	e.Interventions = append(slices.Clone(e.Interventions), i)
	e.Steps = max(e.Steps, c.step())
	before, err := c.trial.State(0)
	if err != nil {
		return nil, err
	}
	next, err := newCourseFrom(e, c.own, append(slices.Clone(c.before), before), c.trial.Extended)
	return next, plain(err)
}

// made returns the acts, as interventions.
func (c *course) made() []experiment.Intervention { return c.plan.Experiment.Interventions[c.own:] }

// acts returns the acts in words.
func (c *course) acts() []Act {
	acts := []Act{}
	for n, i := range c.made() {
		acts = append(acts, Act{*i.At, c.plan.Interventions[c.own+n].Edit.String()})
	}
	return acts
}

// undo returns the course as it would be without an act. It goes on from the state before it, and makes the
// later ones again.
func (c *course) undo(act int) (*course, error) {
	made, now := c.made(), c.step()
	if act < 0 || act >= len(made) {
		return nil, fmt.Errorf("there is no act %d: the circuit has %s, counted from 0", act, phrase.Count(len(made), "act"))
	}
	e, from := c.plan.Experiment, c.before[act]
	e.Interventions = slices.Clone(e.Interventions[:c.own+act])
	next, err := newCourseFrom(e, c.own, slices.Clone(c.before[:act]), func(*planning.Plan) (*training.State, error) { return from, nil })
	if err != nil {
		return nil, plain(err)
	}
	for _, i := range made[act+1:] {
		next.steps(*i.At - next.step())
		last, err := next, next.ended
		if err == nil {
			next, err = last.with(i)
		}
		last.close()
		if err != nil {
			return nil, fmt.Errorf("act %d cannot be taken back, since a later one cannot take place without it: %w", act, err)
		}
	}
	next.steps(now - next.step())
	return next, nil
}
