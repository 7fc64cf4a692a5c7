package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Both stands for the circuit and its twin.
const Both = -1

// moment is how all circuits were before an act on one of them, or on both.
type moment struct {
	which    int
	circuits []standing
}

// standing is a circuit at a moment.
type standing struct {
	experiment experiment.Experiment // with the acts until then among its interventions
	state      *training.State       // nil: the circuit had ended, so that it has not changed since
}

// Act makes an intervention at the present step of a circuit, or of both. It is written as in an experiment
// file, as JSON and without the time. A step that has begun is finished first. Act returns the step after
// which it took place. If it fails, no circuit has changed.
func (s *Simulator) Act(text []byte, which int) (step int, err error) {
	first, last := which, which
	if which == Both {
		first, last = 0, len(s.courses)-1
	} else if _, err := s.of(which); err != nil {
		return 0, err
	}
	s.finish()
	before, err := s.moment(which)
	if err != nil {
		return 0, err
	}
	acted := slices.Clone(s.courses)
	for n := first; n <= last; n++ {
		next, err := s.courses[n].act(text)
		if err != nil {
			closeBut(s.courses, acted)
			return 0, err
		}
		acted[n] = next
	}
	closeBut(acted, s.courses)
	s.courses, s.before = acted, append(s.before, before)
	return acted[first].step(), nil
}

// moment returns how all circuits are, between two steps.
func (s *Simulator) moment(which int) (m moment, err error) {
	m.which = which
	for _, c := range s.courses {
		now := standing{experiment: c.plan.Experiment}
		if c.ended == nil {
			if now.state, err = c.trial.State(0); err != nil {
				return m, err
			}
		}
		m.circuits = append(m.circuits, now)
	}
	return m, nil
}

// Rewind goes back to the moment before an act, counted from 0: the circuit and its twin are as they were, a twin that
// was not there is gone, and neither that act nor a later one has taken place. It returns the number of circuits.
// If it fails, nothing has changed.
func (s *Simulator) Rewind(act int) (circuits int, err error) {
	if act < 0 || act >= len(s.before) {
		return 0, fmt.Errorf("there is no act %d: there were %s, counted from 0", act, wording.Count(len(s.before), "act"))
	}
	then := s.before[act].circuits
	back := make([]*course, len(then))
	for i, was := range then {
		if was.state == nil {
			back[i] = s.courses[i]
			continue
		}
		if back[i], err = newCourseFrom(was.experiment, func(*planning.Plan) (*training.State, error) { return was.state, nil }); err != nil {
			closeBut(s.courses, back[:i])
			return 0, plain(err)
		}
	}
	closeBut(back, s.courses)
	s.courses, s.before = back, s.before[:act]
	return len(back), nil
}

// closeBut closes courses that are not among the kept ones.
func closeBut(kept, all []*course) {
	for _, c := range all {
		if !slices.Contains(kept, c) {
			c.close()
		}
	}
}

// intervention reads an intervention at a step.
func intervention(text []byte, step int) (i experiment.Intervention, err error) {
	keys := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &keys); err != nil {
		return i, fmt.Errorf("an intervention is a JSON object, such as {\"lesion\": %q}: %w", selection.ExampleSynapse, err)
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
		return nil, unlisted(err, 1)
	}
	e := c.plan.Experiment
	e.Interventions = append(slices.Clone(e.Interventions), i)
	e.Steps = max(e.Steps, c.step())
	next, err := newCourseFrom(e, c.trial.Extended)
	return next, unlisted(plain(err), len(e.Interventions))
}

// Possible reports of each of some acts, a list in JSON, whether a circuit would take it now. A circuit that has ended, or
// is in mid-step, takes none now and is not asked: all may be possible.
func (s *Simulator) Possible(acts []byte, which int) ([]bool, error) {
	c, err := s.of(which)
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal(acts, &list); err != nil {
		return nil, fmt.Errorf("acts are a JSON list of interventions: %w", err)
	}
	possible := make([]bool, len(list))
	for i, act := range list {
		if possible[i] = c.ended != nil || c.walk != nil; !possible[i] {
			possible[i] = c.takes(act)
		}
	}
	return possible, nil
}

// takes reports whether an act would succeed.
func (c *course) takes(act []byte) bool {
	next, err := c.act(act)
	if err != nil {
		return false
	}
	next.close()
	return true
}

// unlisted returns an error of an act without its place in the list of interventions: a reader has not written it there.
func unlisted(err error, number int) error {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(err.Error(), fmt.Sprintf("intervention %d: ", number))
	return errors.New(strings.ReplaceAll(strings.ReplaceAll(text, "interventions[0].", ""), " in interventions[0]", ""))
}
