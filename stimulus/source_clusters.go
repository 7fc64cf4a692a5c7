package stimulus

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/stimulus/covariance"
)

// Clusters yields non-negative stimuli that lie about the centres c_1, c_2, … of clusters:
//
//	x = max(0, c_l + σ η),  η ~ N(0, I),
//
// element by element, with the label l drawn with given probabilities. Stimuli are
// independent. It never ends.
//
// Centres that are drawn depend on (seed, trial), the stimulus on (seed, trial, step).
type Clusters struct {
	centres     [][]float64 // [N] each
	noise       float64     // σ
	most        []float64   // l is the first for which a uniform number is below most[l]
	chances     []float64   // their probabilities
	seed, trial uint64
	stream      random.Stream
	labels      random.Stream

	step uint64
}

// NewClusters returns the source of k clusters of n ≥ k inputs. Every input belongs to one
// centre. They are dealt out at random, equally many to each, give or take one. A centre is
// uniform between ½ and 1 on its own inputs, 0 on all others, and then scaled to length 1.
// The noise σ is 0 or more. The probabilities are positive and proportional to those given;
// nil: all are equal.
func NewClusters(n, k int, noise float64, probabilities []float64, seed, trial uint64) (*Clusters, error) {
	if k < 1 || k > n {
		return nil, fmt.Errorf("building clusters: %d clusters of %d inputs: drawn centres need at least one input each", k, n)
	}
	owners := random.New(seed, trial, "centres").Permutation(n, 0)
	sizes := kernel.Aligned(n)
	random.New(seed, trial, "centres").Uniforms(sizes, 1)
	centres := newVectors(k, n)
	for place, input := range owners {
		centres[place%k][input] = 0.5 + float64(0.5*sizes[input])
	}
	for _, c := range centres {
		kernel.Normalize(c)
	}
	return newClusters(centres, noise, probabilities, seed, trial)
}

// NewClustersAt is NewClusters with given centres: the rows of a matrix [k×N], row-major,
// whose elements must not be negative.
func NewClustersAt(matrix []float64, n int, noise float64, probabilities []float64, seed, trial uint64) (*Clusters, error) {
	if n < 1 || len(matrix) == 0 || len(matrix)%n != 0 {
		return nil, fmt.Errorf("building clusters: %d numbers are no centres of %d inputs", len(matrix), n)
	}
	var centres [][]float64
	for k := range len(matrix) / n {
		c := slices.Clone(matrix[k*n : (k+1)*n])
		if err := CheckFinite(c); err != nil {
			return nil, fmt.Errorf("building clusters: centre %d: %w", k+1, err)
		}
		if i := slices.IndexFunc(c, func(v float64) bool { return v < 0 }); i >= 0 {
			return nil, fmt.Errorf("building clusters: centre %d, input %d is %v (inputs count from 0): stimuli of clusters are not negative", k+1, i, c[i])
		}
		centres = append(centres, c)
	}
	return newClusters(centres, noise, probabilities, seed, trial)
}

func newClusters(centres [][]float64, noise float64, probabilities []float64, seed, trial uint64) (*Clusters, error) {
	fail := func(err error) (*Clusters, error) { return nil, fmt.Errorf("building clusters: %w", err) }
	if probabilities == nil {
		probabilities = slices.Repeat([]float64{1}, len(centres))
	}
	sum := 0.0
	for i, p := range probabilities {
		if !(p > 0 && p <= math.MaxFloat32) {
			return fail(fmt.Errorf("probability %d is %v: give positive numbers, of which the proportions count", i+1, p))
		}
		sum += p
	}
	switch {
	case len(probabilities) != len(centres):
		return fail(fmt.Errorf("%d probabilities of %d clusters: give one for each", len(probabilities), len(centres)))
	case !(noise >= 0 && noise <= math.MaxFloat32):
		return fail(fmt.Errorf("noise of size %v: give a number that is not negative", noise))
	case !slices.ContainsFunc(centres, func(c []float64) bool { return kernel.MaxAbs(c) > 0 }):
		return fail(errors.New("all centres are 0: give at least one that is not"))
	}
	c := &Clusters{centres: centres, noise: noise, seed: seed, trial: trial}
	below := 0.0
	for _, p := range probabilities {
		below += p
		c.most, c.chances = append(c.most, below/sum), append(c.chances, p/sum)
	}
	return c.drawing("stimulus"), nil
}

// drawing returns a source of the same population that draws from the streams of a purpose.
// It reads only what no stimulus changes, so that another goroutine may draw meanwhile.
func (c *Clusters) drawing(purpose string) *Clusters {
	return &Clusters{
		centres: c.centres, noise: c.noise, most: c.most, chances: c.chances, seed: c.seed, trial: c.trial,
		stream: random.New(c.seed, c.trial, purpose), labels: random.New(c.seed, c.trial, purpose+" label"),
	}
}

// Inputs returns N.
func (c *Clusters) Inputs() int { return len(c.centres[0]) }

// Next fills x [N] with the next stimulus. It never fails and does not allocate.
func (c *Clusters) Next(x []float64) error {
	CheckLength(x, c.Inputs())
	c.step++
	centre := c.centres[c.label(c.step)]
	if c.noise == 0 {
		copy(x, centre)
		return nil
	}
	c.stream.Normals(x, c.step)
	for i, v := range centre {
		x[i] = max(0, math.FMA(c.noise, x[i], v))
	}
	return nil
}

// label draws the label of one stimulus.
func (c *Clusters) label(step uint64) int {
	var u [1]float64
	c.labels.Uniforms(u[:], step)
	for l, most := range c.most {
		if u[0] < most {
			return l
		}
	}
	return len(c.most) - 1
}

// Step returns the number of the last stimulus, 0 before the first one.
func (c *Clusters) Step() uint64 { return c.step }

// Seek makes the source go on after stimulus number step. It never fails.
func (c *Clusters) Seek(step uint64) error {
	c.step = step
	return nil
}

// Mean returns Σ_l p_l E[x|l] [N].
func (c *Clusters) Mean() []float64 {
	mean := kernel.Aligned(c.Inputs())
	for l, p := range c.chances {
		within, _ := c.moments(l)
		kernel.Axpy(mean, p, within)
	}
	return mean
}

// Covariance returns the covariance of the cluster means about the mean of all stimuli, plus
// the noise on the diagonal.
func (c *Clusters) Covariance() *covariance.Matrix {
	g, mean := covariance.New(c.Inputs()), c.Mean()
	for l, p := range c.chances {
		within, variance := c.moments(l)
		kernel.Axpy(within, -1, mean)
		for i, v := range within {
			kernel.Axpy(g.Row(i), p*v, within)
			g.Row(i)[i] += float64(p * variance[i])
		}
	}
	return g
}

// moments returns the mean and the variance [N] of the inputs in cluster l: those of
// max(0, c + ση), with z = c/σ, its density φ and its distribution Φ there,
//
//	E = cΦ(z) + σφ(z),  E² + variance = (c² + σ²)Φ(z) + cσφ(z).
func (c *Clusters) moments(l int) (mean, variance []float64) {
	mean, variance = kernel.Aligned(c.Inputs()), kernel.Aligned(c.Inputs())
	if copy(mean, c.centres[l]); c.noise == 0 {
		return mean, variance
	}
	for i, v := range c.centres[l] {
		z := v / c.noise
		density, below := math.Exp(-z*z/2)/math.Sqrt(2*math.Pi), math.Erfc(-z/math.Sqrt2)/2
		mean[i] = float64(v*below) + float64(c.noise*density)
		square := float64((float64(v*v)+float64(c.noise*c.noise))*below) + float64(v*c.noise*density)
		variance[i] = max(0, square-float64(mean[i]*mean[i]))
	}
	return mean, variance
}

// HeldOut implements Population.
func (c *Clusters) HeldOut() Population { return c.drawing(heldOut) }

// Clusters implements Labelled.
func (c *Clusters) Clusters() int { return len(c.centres) }

// Label implements Labelled.
func (c *Clusters) Label() int {
	if c.step == 0 {
		panic("stimulus: Label before the first stimulus")
	}
	return c.label(c.step)
}

// LabelName implements Labels: the number of the cluster.
func (c *Clusters) LabelName() string { return strconv.Itoa(c.Label()) }

// Centres implements Labelled.
func (c *Clusters) Centres() []float64 { return slices.Concat(c.centres...) }
