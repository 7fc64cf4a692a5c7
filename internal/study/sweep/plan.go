package sweep

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"twophase/internal/experiment"
	"twophase/internal/text/wording"
)

// Plan is a frozen sweep: everything that decides its results. It has no list of points: each
// point follows from its number.
//
// The points are all combinations of the places of all dimensions and of the seeds. From one
// point to the next the seed changes first, then the last dimension. Points that differ only
// in their seed form a group.
type Plan struct {
	Schema     int         `json:"schema"`
	Version    string      `json:"version"`    // of twophase
	Experiment string      `json:"experiment"` // the text of the experiment file
	Source     string      `json:"source"`     // the file that it came from, for errors
	Files      []File      `json:"files"`      // the files that the experiments read
	Dimensions []Dimension `json:"dimensions"`
	Seeds      []uint64    `json:"seeds"`
	Seed       uint64      `json:"seed"`  // seed of random values and of the bootstrap
	Chunk      int         `json:"chunk"` // number of points that a process claims at a time
	Points     int         `json:"points"`
	Fit        *Fit        `json:"fit,omitempty"`      // nil: all points are known beforehand
	Declared   []string    `json:"declared,omitempty"` // measures beside those of every sweep, which its networks or stimuli have

	// N and K of the points that were validated, 0 where they differ.
	Inputs  int `json:"inputs,omitempty"`
	Outputs int `json:"outputs,omitempty"`

	hash string
	base base
}

// File is a file that experiments read, and its hash when the plan was frozen.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Schema is the version of the plan's form.
const Schema = 1

// MaxPoints is the largest number of points of a plan.
const MaxPoints = 100_000_000

// Hash returns the content hash of the plan.
func (p *Plan) Hash() string { return p.hash }

// Groups returns the number of groups of points that differ in their seed only.
func (p *Plan) Groups() int { return p.Points / len(p.Seeds) }

// count returns the number of points, or an error if they are too many.
func (p *Plan) count() (int, error) {
	n := float64(len(p.Seeds))
	if p.Fit != nil {
		n *= float64(p.Fit.Evaluations)
	}
	for _, d := range p.Dimensions {
		n *= float64(d.Len())
	}
	if n > MaxPoints {
		return 0, fmt.Errorf("%.3g points are too many: plan at most %.0e at a time", n, float64(MaxPoints))
	}
	return int(math.Round(n)), nil
}

// most returns the number of points that the plan can have: of a fit more than those that were chosen.
func (p *Plan) most() int {
	if p.Fit != nil {
		return p.Fit.Evaluations * len(p.Seeds)
	}
	return p.Points
}

// checkSweep returns an error if the points of the plan are those of a fit, which only RunFit can run.
func (p *Plan) checkSweep() error {
	if p.Fit != nil {
		return errors.New("it is the folder of a fit: go on with it by twophase fit")
	}
	return nil
}

// Point returns the experiment of a point.
func (p *Plan) Point(point int) (experiment.Experiment, error) {
	return p.base.experiment(p.settings(p.Group(point)), p.SeedOf(point))
}

// settings returns the settings of a group, in the order of Keys.
func (p *Plan) settings(group int) []Setting {
	var all []Setting
	for i, place := range p.Places(group) {
		all = p.Dimensions[i].settings(all, place)
	}
	return all
}

// Places returns the place of a group along each dimension.
func (p *Plan) Places(group int) []int {
	places := make([]int, len(p.Dimensions))
	for i := len(places) - 1; i >= 0; i-- {
		n := p.Dimensions[i].Len()
		places[i], group = group%n, group/n
	}
	return places
}

// groupAt returns the group at some places, the inverse of places.
func (p *Plan) groupAt(places []int) int {
	group := 0
	for i, d := range p.Dimensions {
		group = group*d.Len() + places[i]
	}
	return group
}

// Group and SeedOf return the group and the seed of a point.
func (p *Plan) Group(point int) int     { return point / len(p.Seeds) }
func (p *Plan) SeedOf(point int) uint64 { return p.Seeds[point%len(p.Seeds)] }

// VariedKeys returns the varied keys of all dimensions.
func (p *Plan) VariedKeys() []VariedKey {
	var all []VariedKey
	for _, d := range p.Dimensions {
		all = append(all, d.Keys...)
	}
	return all
}

// Keys returns the keys that vary, in the order of the plan.
func (p *Plan) Keys() []string {
	var keys []string
	for _, c := range p.VariedKeys() {
		keys = append(keys, c.Key)
	}
	return keys
}

// Name returns the name of a point for errors.
func (p *Plan) Name(point int) string {
	return fmt.Sprintf("point %d (%s, seed %d)", point, describe(p.settings(p.Group(point))), p.SeedOf(point))
}

// Chunks returns the number of chunks.
func (p *Plan) Chunks() int { return (p.Points + p.Chunk - 1) / p.Chunk }

// ChunkPoints returns the points of a chunk: first to end − 1.
func (p *Plan) ChunkPoints(c int) (first, end int) {
	return c * p.Chunk, min((c+1)*p.Chunk, p.Points)
}

// Size returns the plan's size as text for people.
func (p *Plan) Size() string {
	var parts []string
	for _, d := range p.Dimensions {
		var keys []string
		for _, c := range d.Keys {
			keys = append(keys, c.Key)
		}
		parts = append(parts, fmt.Sprintf("%d of %s", d.Len(), strings.Join(keys, " with ")))
	}
	return strings.Join(append(parts, wording.Count(len(p.Seeds), "seed")), " × ")
}

// String returns the number of points and how they are made up.
func (p *Plan) String() string {
	if p.Points == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%s (%s)", wording.Count(p.Points, "point"), p.Size())
}
