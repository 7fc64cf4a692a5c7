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
// circuit.
func (s *Simulator) Act(text []byte, which int) ([]Act, error) {
	var chosen []*course
	if which == Both {
		chosen = s.courses
	} else {
		v, err := s.of(which)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, v)
	}
	for _, v := range chosen {
		if v.finish(); v.ended != nil {
			return nil, v.ended
		}
		i, err := intervention(text, v.step())
		if err != nil {
			return nil, err
		}
		if err := v.act(i); err != nil {
			return nil, err
		}
	}
	return chosen[0].acts(), nil
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
// that are left.
func (s *Simulator) Undo(act, which int) ([]Act, error) {
	v, err := s.of(which)
	if err != nil {
		return nil, err
	}
	if err := v.undo(act); err != nil {
		return nil, err
	}
	return v.acts(), nil
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

// act makes an intervention at the present step.
func (c *course) act(i experiment.Intervention) error {
	e := c.plan.Experiment
	e.Interventions = append(slices.Clone(e.Interventions), i)
	e.Steps = max(e.Steps, c.step())
	before, err := c.trial.State(0)
	if err != nil {
		return err
	}
	if err := c.begin(e, c.trial.Extended); err != nil {
		return plain(err)
	}
	c.before = append(c.before, before)
	return nil
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

// undo takes an act back. It goes on from the state before it, and makes the later ones again.
func (c *course) undo(act int) error {
	made, now := c.made(), c.step()
	if act < 0 || act >= len(made) {
		return fmt.Errorf("there is no act %d: the circuit has %s, counted from 0", act, phrase.Count(len(made), "act"))
	}
	if c.walk != nil {
		c.finish()
	}
	e, from := c.plan.Experiment, c.before[act]
	e.Interventions = slices.Clone(e.Interventions[:c.own+act])
	if err := c.begin(e, func(*planning.Plan) (*training.State, error) { return from, nil }); err != nil {
		return plain(err)
	}
	c.before = c.before[:act]
	for _, i := range made[act+1:] {
		if c.steps(*i.At - c.step()); c.ended != nil {
			return c.ended
		}
		if err := c.act(i); err != nil {
			return err
		}
	}
	c.steps(now - c.step())
	return nil
}
