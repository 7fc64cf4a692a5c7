package pruning

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit/selection"
	"twophase/circuit/subspace"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
	"twophase/internal/traces/trace"
)

// Point is a moment of a trial. A quantity that the trace does not determine is null.
type Point struct {
	Step   int64          `json:"step"`
	Ratio  wording.Number `json:"lateral_ratio"` // ‖M_o‖/‖M‖ (Frobenius)
	Pruned wording.Number `json:"pruned"`        // fraction of the synapses that are not lesioned by then: what would be said had the run ended there
}

// Courses returns ‖M_o‖/‖M‖ and the fraction that is pruned over the steps of a curve. Nil has none.
func (c *Circuit) Courses() (ratio, pruned measure.Followed) {
	if c == nil {
		return ratio, pruned
	}
	for _, p := range c.Curve {
		ratio.Add(int(p.Step), p.Ratio)
		pruned.Add(int(p.Step), p.Pruned)
	}
	return ratio, pruned
}

// course follows M while a trace is read, and measures it at the moments of a curve.
type course struct {
	moments []int64   // still to come
	m       []float64 // [K×K]: the newest records, NaN if there is none; nil if M is not followed
	unit    bool      // the neurons do not divide by their scales, which count as 1
	scale   selection.Kind
	rows    int   // postsynaptic neurons
	outputs int   // presynaptic ones, as many in M
	newest  int64 // step of the newest record
	seen    int64 // and of that at the last moment
	last    int64 // moment, which is always taken
	curve   []Point
	pruned  func(step int64) wording.Number // of the synapses, by what was read so far
}

// newCourse returns the course of a trial's M, which is the projection of that kind, at some moments.
func newCourse(t *trace.Trial, kind selection.Kind, moments []int64) *course {
	z, k := t.Size(), t.Size().Width(kind)
	c := &course{moments: moments, rows: z.Neurons(kind), outputs: k, newest: -1, seen: -1, last: t.Last()}
	if _, within := z.Within(kind); !within {
		return c
	}
	c.m = make([]float64, k*k)
	c.scale, c.unit = scaleOf(t, kind)
	for i := range k {
		for j := range k {
			if i == j && !c.unit || i != j && t.Exists(trace.Element{Kind: kind, Post: i, Pre: j}) {
				c.m[i*k+j] = math.NaN()
			}
		}
		if c.unit {
			c.m[i*k+i] = 1
		}
	}
	return c
}

// scaleOf returns the scales of the neurons of a projection within a population, and whether
// these count as 1, because the neurons have none that learn or do not divide by them.
func scaleOf(t *trace.Trial, k selection.Kind) (scale selection.Kind, unit bool) {
	all, scale := t.Size().Graph.Projections, selection.Scale
	population := all[slices.IndexFunc(all, func(p selection.Projection) bool { return p.Name == k.String() })].To
	if population != "outputs" {
		scale = selection.Kind(population + ".scale")
	}
	unit = t.Size().Class(scale) != selection.Scales
	n, _ := t.Network()
	for _, p := range n.Graph.Populations {
		if p.Name == population {
			unit = unit || p.Scale.Metaplastic || p.Scale.Multiplies
		}
	}
	return scale, unit
}

// add takes the next record of M, after the moments before it.
func (c *course) add(step int64, kind selection.Kind, post, pre int, w float64) error {
	for len(c.moments) > 0 && c.moments[0] < step {
		c.look()
	}
	c.newest = step
	if kind == c.scale {
		if c.unit {
			return nil
		}
		pre = post
	}
	if post < 0 || post >= c.rows || pre < 0 || pre >= c.outputs {
		return errors.New("there is a row of a synapse that does not exist")
	}
	if c.m != nil {
		c.m[post*c.outputs+pre] = w
	}
	return nil
}

// look measures the next moment, unless nothing was recorded since the last one.
func (c *course) look() {
	step := c.moments[0]
	c.moments = c.moments[1:]
	if c.newest == c.seen && step != c.last {
		return
	}
	c.seen = c.newest
	q := Point{Step: step, Ratio: wording.NaN, Pruned: c.pruned(step)}
	if c.m != nil && !slices.ContainsFunc(c.m, math.IsNaN) {
		q.Ratio = wording.Number(subspace.LateralRatio(mat.NewDense(c.outputs, c.outputs, c.m)))
	}
	c.curve = append(c.curve, q)
}

// end takes the moments that are left.
func (c *course) end() {
	for len(c.moments) > 0 {
		c.look()
	}
}
