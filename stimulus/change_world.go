package stimulus

import (
	"errors"
	"fmt"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// world is what the changes so far make of the stimuli of a source: at the present step it turns
// the stimulus of the source into that of a Changing.
type world struct {
	inputs   int
	gaussian *Gaussian // the source, if it is one
	k        int       // dimensions of the subspace that turns, 0 where none is known
	mean     []float64 // of the source [N], or nil for 0
	planes   random.Stream
	noises   random.Stream

	directions [][]float64 // without the drift, [N] each; none until they are needed
	rotated    int         // number of rotations and drifts so far
	rotations  *rotations  // the rotations, if there were any and the source cannot turn itself
	drift      *rotation   // nil for none
	driftRate  float64     // degrees a stimulus
	driftFrom  uint64
	process    autoregression
	noise      float64
	eta        []float64 // η [N]
}

// allows returns an error where a change is not possible.
func (w *world) allows(change Change) error {
	if err := change.Validate(w.inputs); err != nil {
		return err
	}
	switch change := change.(type) {
	case Rotate:
		return w.checkSubspace()
	case Drift:
		if change.DegreesPerStep != 0 {
			return w.checkSubspace()
		}
	case Spectrum:
		if w.gaussian == nil {
			return errors.New("the spectrum of stimuli from a file is what it is: it can be changed of Gaussian stimuli only")
		}
		if w.drift == nil {
			return nil
		}
		if err := checkDirections(change.whole(w.inputs), w.k); err != nil {
			return fmt.Errorf("the subspace that drifts is lost: %w; end the drift before", err)
		}
	case Correlate, Noise:
	default:
		return fmt.Errorf("a change of type %T: give a Rotate, Drift, Spectrum, Correlate or Noise", change)
	}
	return nil
}

// take changes the stimuli that come after stimulus number step.
func (w *world) take(change Change, step uint64) {
	switch change := change.(type) {
	case Rotate:
		t := newPlanes(w.subspace(step), w.planes, w.rotated).by(change.Degrees)
		w.rotated++
		w.rotate(t)
		if w.drift != nil { // Q Q_d Qᵀ turns in the planes that Q makes of those of Q_d
			w.drift = newRotation(t.turned(w.drift.from), t.turned(w.drift.to))
		}
	case Drift:
		if w.drift != nil {
			w.rotate(w.drift.by(w.driftAngle(step)))
			w.drift = nil
		}
		if change.DegreesPerStep != 0 {
			w.drift = newPlanes(w.subspace(step), w.planes, w.rotated)
			w.driftRate, w.driftFrom = change.DegreesPerStep, step
			w.rotated++
		}
	case Spectrum:
		w.gaussian.populate(change.whole(w.inputs), w.directions)
	case Correlate:
		w.process.set(change.Rho)
		w.process.around(w.mean, w.rotations)
	case Noise:
		w.noise = change.Size
		if w.eta == nil {
			w.eta = make([]float64, w.inputs)
		}
	}
}

// checkSubspace returns an error if there is no definite subspace to turn.
func (w *world) checkSubspace() error {
	var err error
	switch n := w.inputs; {
	case w.k == 0 && w.gaussian == nil:
		return errors.New("there is no subspace to turn: the principal directions of the stimuli are not known")
	case w.k == 0:
		return errors.New("there is no subspace to turn: it was not said how many dimensions it has")
	case w.k == n:
		err = fmt.Errorf("all %d principal directions span the whole space, whatever the stimuli", n)
	case w.gaussian != nil:
		err = checkDirections(w.gaussian.spectrum, w.k)
	}
	if err != nil {
		return fmt.Errorf("there is no subspace to turn: %w", err)
	}
	return nil
}

// subspace returns the directions of the rotating subspace at a step, with the drift.
func (w *world) subspace(step uint64) [][]float64 {
	return w.drifted(w.directions[:w.k], step)
}

// drifted returns directions after the drift.
func (w *world) drifted(directions [][]float64, step uint64) [][]float64 {
	if w.drift == nil {
		return directions
	}
	return w.drift.by(w.driftAngle(step)).turned(directions)
}

// rotate rotates the stimuli for good, before the correlation and the drift. The stored stimulus
// of the correlation is rotated with them.
func (w *world) rotate(t *rotation) {
	w.directions = t.turned(w.directions)
	if w.gaussian != nil {
		w.gaussian.populate(w.gaussian.spectrum, w.directions)
	} else {
		if w.rotations == nil {
			w.rotations = new(rotations)
		}
		w.rotations.add(t)
		w.process.around(w.mean, w.rotations)
	}
	w.process.rotate(t)
}

// alter turns the stimulus of the source into stimulus number step.
func (w *world) alter(x []float64, step uint64) {
	if w.rotations != nil {
		w.rotations.apply(x)
	}
	w.process.next(x, step)
	if w.drift != nil {
		w.drift.by(w.driftAngle(step)).apply(x)
	}
	if w.noise > 0 {
		w.noises.Normals(w.eta, step)
		kernel.Axpy(x, w.noise, w.eta)
	}
}

// driftAngle returns the degrees by which the drift has turned the subspace since
// it began.
func (w *world) driftAngle(step uint64) float64 {
	return float64(w.driftRate * float64(step-w.driftFrom))
}
