package sweep

import (
	"fmt"
	"math"
	"strings"
)

// Plan is a sweep that has been frozen: everything that decides its results. Its
// points are not listed: each is found from its number.
//
// The points are all combinations of the places of all dimensions and of the
// seeds. Of two neighbours the seed differs first, then the last dimension. The
// points that differ in their seed only form a group.
type Plan struct {
	Schema     int         `json:"schema"`
	Version    string      `json:"version"`    // of twophase
	Experiment string      `json:"experiment"` // the text of the experiment file
	Source     string      `json:"source"`     // what file it came from, for errors
	Files      []File      `json:"files"`      // that the experiments read
	Dimensions []Dimension `json:"dimensions"`
	Seeds      []uint64    `json:"seeds"`
	Seed       uint64      `json:"seed"`  // of random values and of the bootstrap
	Chunk      int         `json:"chunk"` // how many points a process takes at a time
	Points     int         `json:"points"`

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
	for _, d := range p.Dimensions {
		n *= float64(d.len())
	}
	if n > MaxPoints {
		return 0, fmt.Errorf("%.3g points are too many: plan at most %.0e at a time", n, float64(MaxPoints))
	}
	return int(math.Round(n)), nil
}

// settings returns what is set in a group, in the order of Keys.
func (p *Plan) settings(group int) []Setting {
	var all []Setting
	for i, place := range p.places(group) {
		all = p.Dimensions[i].settings(all, place)
	}
	return all
}

// places returns where a group is along each dimension.
func (p *Plan) places(group int) []int {
	places := make([]int, len(p.Dimensions))
	for i := len(places) - 1; i >= 0; i-- {
		n := p.Dimensions[i].len()
		places[i], group = group%n, group/n
	}
	return places
}

// groupAt returns the group at some places, the inverse of places.
func (p *Plan) groupAt(places []int) int {
	group := 0
	for i, d := range p.Dimensions {
		group = group*d.len() + places[i]
	}
	return group
}

// group and seed say where a point is.
func (p *Plan) group(point int) int   { return point / len(p.Seeds) }
func (p *Plan) seed(point int) uint64 { return p.Seeds[point%len(p.Seeds)] }

// columns returns the columns of all dimensions.
func (p *Plan) columns() []Column {
	var all []Column
	for _, d := range p.Dimensions {
		all = append(all, d.Columns...)
	}
	return all
}

// Keys returns the keys that vary, in the order of the plan.
func (p *Plan) Keys() []string {
	var keys []string
	for _, c := range p.columns() {
		keys = append(keys, c.Key)
	}
	return keys
}

// name returns how an error calls a point.
func (p *Plan) name(point int) string {
	return fmt.Sprintf("point %d (%s, seed %d)", point, describe(p.settings(p.group(point))), p.seed(point))
}

// chunks returns how many chunks there are.
func (p *Plan) chunks() int { return (p.Points + p.Chunk - 1) / p.Chunk }

// chunk returns the points of a chunk: from first to before end.
func (p *Plan) chunk(c int) (first, end int) {
	return c * p.Chunk, min((c+1)*p.Chunk, p.Points)
}

// size returns the plan's size for a person to read.
func (p *Plan) size() string {
	var parts []string
	for _, d := range p.Dimensions {
		var keys []string
		for _, c := range d.Columns {
			keys = append(keys, c.Key)
		}
		parts = append(parts, fmt.Sprintf("%d of %s", d.len(), strings.Join(keys, " with ")))
	}
	return strings.Join(append(parts, counted(len(p.Seeds), "seed")), " × ")
}

// String says how large the plan is.
func (p *Plan) String() string {
	if p.Points == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points (%s)", p.Points, p.size())
}

// counted writes a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
