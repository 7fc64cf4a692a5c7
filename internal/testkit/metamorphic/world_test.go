package metamorphic

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/numerics/kernel"
)

// mostCircuits is how many circuits forks may lead to.
const mostCircuits = 14

// world is circuits to which a list happens, in one execution.
type world struct {
	list     List
	how      Execution
	folder   string // for recordings
	subjects []*subject
	history  History
	restored int // how often circuits were restored: others execute them each time

	members  []*subject // of the ensemble
	ensemble *circuit.Ensemble

	parent, born []int // of each circuit: which it was a fork of, by which operation; −1: of none
	counts       []int // how many circuits there were before each operation

	checkpoint []saved
	next       int // the operation after the checkpoint
}

// execute executes a list, with files in a folder that it fills.
func execute(l List, how Execution, folder string) (_ History, err error) {
	if how.Procs > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(how.Procs))
	}
	w := &world{list: l, how: how, folder: folder}
	defer func() {
		for _, s := range w.subjects {
			if r := s.forget(); r != nil {
				err = errors.Join(err, r.Discard())
			}
		}
	}()
	if err := w.begin(); err != nil {
		return nil, err
	}
	killed := make([]bool, len(l.Ops))
	for i := 0; i < len(l.Ops); i++ {
		op := l.Ops[i]
		if op.Do == kill && how.Interrupted && !killed[i] {
			killed[i] = true
			if err := w.kill(); err != nil {
				return nil, fmt.Errorf("operation %d, kill: %w", i, err)
			}
			i = w.next - 1
			continue
		}
		if err := w.operate(i, op); err != nil {
			return nil, fmt.Errorf("operation %d, %s: %w", i, op.Do, err)
		}
		w.note(how.LookOften)
	}
	for _, s := range w.subjects {
		s.close()
	}
	w.note(true)
	return w.history, nil
}

// begin builds the circuits as they are before the first operation.
func (w *world) begin() error {
	w.subjects, w.history, w.next, w.members = nil, nil, 0, nil
	w.parent, w.born, w.counts = nil, nil, nil
	for i := range w.list.Circuits.Number {
		s, err := w.birth(i, uint64(i))
		if err != nil {
			return err
		}
		w.subjects = append(w.subjects, s)
		w.parent, w.born = append(w.parent, -1), append(w.born, -1)
	}
	return nil
}

// spec returns the specification of circuit i, with the executor whose turn it is.
func (w *world) spec(i int, trial uint64) circuit.Spec {
	spec := w.list.Circuits.spec(int(trial))
	spec.Executor = circuit.Literal
	if n := len(w.how.Executors); n > 0 {
		spec.Executor = must(circuit.ParseExecutor(w.how.Executors[(i+w.restored)%n]))
	}
	return spec
}

// birth returns circuit i before its first step.
func (w *world) birth(i int, trial uint64) (*subject, error) {
	c, err := circuit.New(w.spec(i, trial))
	if err != nil {
		return nil, err
	}
	return w.subject(i, c), nil
}

// subject returns a circuit to which nothing is attached yet but what only looks, and
// interventions that do not fire.
func (w *world) subject(i int, c *circuit.Circuit) *subject {
	if w.how.Peek > 0 {
		c.Attach(&peeper{every: w.how.Peek})
		freeze := intervention.Freeze{Where: selection.Of(selection.All(selection.Weights))}
		never := intervention.Condition{Quantity: intervention.Weights, Where: selection.All(selection.Weights), Value: math.MaxFloat64}
		idle := []intervention.Intervention{{When: intervention.At(1 << 40), Edit: freeze}, {When: intervention.When{Condition: never, Check: w.how.Peek}, Edit: freeze}}
		must(intervention.Start(c, idle, intervention.Options{}))
	}
	return &subject{Circuit: c, number: i, size: w.list.Circuits.Size, surges: map[int]string{}}
}

// note moves what the circuits have noted to the history, with all states if asked to.
func (w *world) note(states bool) {
	var all []string
	for _, s := range w.subjects {
		if states && s.failed == "" {
			s.look()
		}
		all = append(all, s.notes...)
		s.notes = nil
	}
	w.history = append(w.history, all)
}

// operate carries out operation i.
func (w *world) operate(i int, op Op) error {
	w.counts = append(w.counts[:i], len(w.subjects))
	switch op.Do {
	case step:
		w.step(op.Steps)
		return nil
	case look:
		for _, s := range w.subjects {
			if s.failed == "" {
				s.look()
			}
		}
		return nil
	case fork:
		return w.fork(i, w.subjects[op.Circuit%len(w.subjects)])
	case checkpoint:
		if !w.how.Interrupted {
			return nil
		}
		return w.save(i)
	case kill:
		return nil
	}
	for n, s := range w.subjects {
		if op.of(n, len(w.subjects)) {
			if err := w.apply(s, i, op, fmt.Sprintf("operation-%02d-%d", i, n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// of reports whether an operation concerns circuit n, one of circuits.
func (op Op) of(n, circuits int) bool {
	switch op.Circuit {
	case everyone:
		return true
	case firstGroup:
		return n < kernel.Lanes
	}
	return op.Circuit%circuits == n
}

// apply carries out operation i, which is on single circuits, on one.
func (w *world) apply(s *subject, i int, op Op, folder string) error {
	if s.failed != "" {
		return nil
	}
	switch op.Do {
	case edit:
		s.edit(i, op.When, op.Edit.Edit)
	case touch:
		return s.touch(op.How, *op.Where)
	case keep:
		s.keep(op.On)
	case surge:
		s.surges[s.StepCount()+op.Steps] = op.Value
	case observe:
		e := &eye{Every: op.Steps, Due: s.StepCount() + 1, State: op.State, of: s}
		s.Attach(e)
		s.watches = append(s.watches, watch{eye: e})
	case record:
		return s.record(i, op, filepath.Join(w.folder, folder))
	case closing:
		s.close()
	}
	return nil
}

// save saves all circuits.
func (w *world) save(i int) error {
	var all []saved
	for _, s := range w.subjects {
		v, err := s.save()
		if errors.As(err, new(*circuit.Divergence)) {
			return nil // there is no checkpoint of what diverges at the next step
		}
		if err == nil {
			v, err = copied(v, w.how.Text)
		}
		if err != nil {
			return err
		}
		all = append(all, v)
	}
	w.checkpoint, w.next = all, i+1
	return nil
}

// kill goes back to the last checkpoint, or to the beginning.
func (w *world) kill() error {
	w.restored++
	for _, s := range w.subjects {
		if r := s.forget(); r != nil {
			if err := r.Leave(); err != nil {
				return err
			}
		}
	}
	later, err := os.ReadDir(w.folder)
	if err != nil {
		return err
	}
	for _, e := range later {
		var op, circuit int
		if _, err := fmt.Sscanf(e.Name(), "operation-%d-%d", &op, &circuit); err == nil && op >= w.next {
			if err := os.RemoveAll(filepath.Join(w.folder, e.Name())); err != nil {
				return err
			}
		}
	}
	if w.next == 0 {
		return w.begin()
	}
	w.subjects, w.history = nil, w.history[:w.next:w.next]
	for i, v := range w.checkpoint {
		v, err := copied(v, w.how.Text) // another kill may need it again
		if err != nil {
			return err
		}
		s, err := w.restore(i, v)
		if err != nil {
			return fmt.Errorf("circuit %d: %w", i, err)
		}
		w.subjects = append(w.subjects, s)
	}
	return nil
}
