package stimulus

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/kernel"
	"twophase/internal/orthonormal"
	"twophase/internal/random"
)

// Changing yields the stimuli of another source, which can be changed in mid-run: see
// Change. Without a change they are those of the other source, to the bit.
//
// Stimulus t is a function of the seed, the trial, t, and the changes before it with their
// steps. It results from
//
//	the source → the rotations so far → correlation → drift → noise
//
// where the rotations of a Gaussian cost nothing, because its directions are turned instead.
// Any other rotation or drift costs O(N·K) a stimulus, and all rotations together cost O(N²)
// at most.
type Changing struct {
	source   Seekable // not used elsewhere
	gaussian *Gaussian
	k        int       // dimensions of the subspace that turns, 0 where none is known
	mean     []float64 // of the source [N], or nil for 0
	planes   random.Stream
	noises   random.Stream
	spectrum []float64   // of a Gaussian as it was given [N]
	base     [][]float64 // the directions before any change, at least as many as turn

	step    uint64
	history []ChangeAt
	taken   int    // number of changes of the history that have taken effect
	due     uint64 // the step of the next change, or never
	altered bool   // whether the stimuli differ from those of the source

	// At the present step.
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

// ChangeAt is a change and the number of the stimulus after which it took place.
type ChangeAt struct {
	Step   uint64
	Change Change
}

const never = math.MaxUint64

// NewChanging makes the stimuli of g changeable. g must not be used elsewhere any more. Its
// first k principal directions span the subspace that Rotate and Drift turn; with k = 0
// they are errors.
func NewChanging(g *Gaussian, k int) (*Changing, error) {
	if n := g.Inputs(); k < 0 || k > n {
		return nil, fmt.Errorf("stimuli of %d inputs have no subspace of %d dimensions: give 1 to %d, or 0 if none is to turn", n, k, n)
	}
	c := newChanging(g, g.seed, g.trial)
	c.gaussian, c.spectrum, c.k = g, g.spectrum, k
	return c, nil
}

// A Subspace is what NewChangingFile needs to know of the source's stimuli.
type Subspace struct {
	// The principal directions, the columns of a matrix [N×K], row-major: the subspace that
	// turns. They are made orthonormal. Their bits reach the stimuli: take them from
	// covariance.Matrix.Subspace. Nil: nothing can turn.
	Basis []float64
	// The mean [N], about which stimuli are correlated. Nil: 0.
	Mean []float64
}

// NewChangingFile makes the stimuli of any source changeable. The source must not be used
// elsewhere any more. The randomness of their changes is keyed by the seed and the trial.
func NewChangingFile(source Seekable, s Subspace, seed, trial uint64) (*Changing, error) {
	c := newChanging(source, seed, trial)
	n := source.Inputs()
	k := len(s.Basis) / n
	switch {
	case s.Mean != nil && len(s.Mean) != n:
		return nil, fmt.Errorf("a mean of %d inputs for stimuli of %d", len(s.Mean), n)
	case len(s.Basis) != k*n || k > n:
		return nil, fmt.Errorf("%d numbers are no matrix of principal directions of %d inputs: give %d rows of up to as many", len(s.Basis), n, n)
	}
	if err := CheckFinite(s.Basis); err != nil {
		return nil, err
	}
	if err := CheckFinite(s.Mean); err != nil {
		return nil, fmt.Errorf("the mean: %w", err)
	}
	c.mean = slices.Clone(s.Mean)
	for j := range k {
		u := kernel.Aligned(n)
		for i := range u {
			u[i] = s.Basis[i*k+j]
		}
		before := orthonormal.Normalize(u)
		orthonormal.Remove(u, c.base)
		if !(before > 0 && orthonormal.Normalize(u) > 1e-6) {
			return nil, fmt.Errorf("principal direction %d is a combination of those before it: give independent ones", j+1)
		}
		c.base = append(c.base, u)
	}
	c.k = k
	return c, nil
}

func newChanging(source Seekable, seed, trial uint64) *Changing {
	return &Changing{
		source: source,
		planes: random.New(seed, trial, "turning planes"),
		noises: random.New(seed, trial, "stimulus noise"),
		step:   source.Step(),
		due:    never,
	}
}

// Inputs returns N.
func (c *Changing) Inputs() int { return c.source.Inputs() }

// Step returns the number of the last stimulus, 0 before the first one.
func (c *Changing) Step() uint64 { return c.step }

// Next fills x [N] with the next stimulus. Its errors are those of the source. It
// does not allocate unless a change of the history comes due.
func (c *Changing) Next(x []float64) error {
	if err := c.source.Next(x); err != nil {
		return err
	}
	c.step++
	if c.altered {
		c.alter(x)
	}
	if c.step == c.due {
		c.takeUntil(c.step)
	}
	return nil
}

// alter turns the stimulus of the source into stimulus number step.
func (c *Changing) alter(x []float64) {
	if c.rotations != nil {
		c.rotations.apply(x)
	}
	c.process.next(x, c.step)
	if c.drift != nil {
		c.drift.by(c.driftAngle(c.step)).apply(x)
	}
	if c.noise > 0 {
		c.noises.Normals(c.eta, c.step)
		kernel.Axpy(x, c.noise, c.eta)
	}
}

// driftAngle returns the degrees by which the drift has turned the subspace since
// it began.
func (c *Changing) driftAngle(step uint64) float64 {
	return float64(c.driftRate * float64(step-c.driftFrom))
}

// Apply changes the stimuli from the next one on. After a Seek back it drops the later
// changes of the history. After an error nothing has changed, unless the source failed.
func (c *Changing) Apply(change Change) error {
	if err := c.allows(change); err != nil {
		return fmt.Errorf("changing the stimulus after step %d: %w", c.step, err)
	}
	c.history = append(c.history[:c.taken:c.taken], ChangeAt{c.step, change})
	if c.width() > len(c.directions) {
		if err := c.rebuild(c.taken); err != nil {
			return err
		}
	}
	c.takeUntil(c.step)
	if c.process.lacks(c.step) {
		return c.Seek(c.step)
	}
	return nil
}

// allows returns an error where a change is not possible.
func (c *Changing) allows(change Change) error {
	if err := change.Validate(c.Inputs()); err != nil {
		return err
	}
	return change.check(c)
}

// Seek makes the source continue after stimulus number step, across any changes. Each
// stimulus of a correlation depends on the one before it. So Seek computes all stimuli since
// the correlation began, or since the present step if that is not later. Restore does not.
func (c *Changing) Seek(step uint64) error {
	from := c.independent(step)
	if from <= c.step && c.step <= step && c.process.rho > 0 && !c.process.lacks(c.step) {
		from = c.step
	} else {
		c.process.lastStep = 0
	}
	if n := c.countUntil(from); n != c.taken {
		if err := c.rebuild(n); err != nil {
			return err
		}
	}
	if err := c.source.Seek(from); err != nil {
		return err
	}
	c.step = from
	var x []float64
	if from < step {
		x = make([]float64, c.Inputs())
	}
	for c.step < step {
		if err := c.Next(x); err != nil {
			return err
		}
	}
	return nil
}

// mark is a step of a Changing with the last stimulus of its correlation, to which it can
// return while the history stays.
type mark struct {
	step uint64
	last []float64
}

// set makes a mark of the present step. It allocates the first time only.
func (m *mark) set(c *Changing) {
	m.step = c.step
	m.last = append(m.last[:0], c.process.last...)
}

// seekFrom is Seek from a mark, which is not after step.
func (c *Changing) seekFrom(m *mark, step uint64) error {
	if n := c.countUntil(m.step); n != c.taken {
		if err := c.rebuild(n); err != nil {
			return err
		}
	}
	c.step = m.step
	copy(c.process.last, m.last)
	c.process.lastStep = m.step
	return c.Seek(step)
}
