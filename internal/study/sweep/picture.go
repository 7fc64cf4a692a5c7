package sweep

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/internal/measure/report"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Plot chooses a picture of a measure over one key or two. Each value is over all trials of
// all points with these keys. The zero Plot draws none.
type Plot struct {
	X, Y    string
	Measure string // empty: e_pro
	Layout  report.Layout
	Formats []string // of report.Formats; none: svg and png
}

// maxCells is the largest number of cells of a picture.
const maxCells = 20_000

func (o *Plot) check(p *Plan) error {
	if o.X == "" {
		return nil
	}
	if o.Measure == "" {
		o.Measure = Measures()[0]
	}
	if o.Formats == nil {
		o.Formats = []string{"svg", "png"}
	}
	if err := p.checkMeasure(o.Measure); err != nil {
		return err
	}
	for _, key := range []string{o.X, o.Y} {
		if key != "" && !slices.Contains(p.Keys(), key) {
			if len(p.Keys()) == 0 {
				return errors.New("nothing varies in this sweep but the seeds, so there is nothing to plot")
			}
			return fmt.Errorf("%q does not vary in this sweep%s: choose %s", key, wording.Hint(key, p.Keys()), strings.Join(p.Keys(), ", "))
		}
	}
	if o.Y != "" && o.X != o.Y {
		x, y := ticksOf(p, o.X), ticksOf(p, o.Y)
		if cells := len(x.axis.Names) * len(y.axis.Names); cells > maxCells {
			return fmt.Errorf("%s and %s would make a heatmap of %d cells, but the cells are visible only up to %d: plot one key, or vary fewer values", o.X, o.Y, cells, maxCells)
		}
	}
	if o.X == o.Y {
		return fmt.Errorf("%s is given twice: give one key for a line, two different ones for a heatmap", o.X)
	}
	return nil
}

// ticks is the values of a key in a picture: numbers in ascending order, other values in the
// order of the plan.
type ticks struct {
	dimension int
	at        []int // of each place along the dimension
	axis      report.Axis
}

// ticksOf returns the values of a key.
func ticksOf(p *Plan, key string) ticks {
	for i, d := range p.Dimensions {
		for _, c := range d.Keys {
			if c.Key == key {
				return newTicks(i, c)
			}
		}
	}
	panic("sweep: no key " + key)
}

func newTicks(dimension int, c VariedKey) ticks {
	t := ticks{dimension: dimension, at: make([]int, c.Len()), axis: report.Axis{Label: c.Key}}
	var values []Value
	known, numeric := map[Value]bool{}, true
	for i := range c.Len() {
		v := c.Value(i)
		if !known[v] {
			known[v] = true
			values = append(values, v)
		}
		_, ok := v.Number()
		numeric = numeric && ok
	}
	if numeric {
		slices.SortFunc(values, func(a, b Value) int {
			x, _ := a.Number()
			y, _ := b.Number()
			return int(math.Copysign(1, x-y))
		})
	}
	numbers := map[Value]int{}
	for i, v := range values {
		numbers[v] = i
		name := v.String()
		if v == "" {
			name = "as it is"
		}
		if n, ok := v.Number(); ok && numeric {
			name = fmt.Sprintf("%.3g", n)
			t.axis.Values = append(t.axis.Values, n)
		}
		t.axis.Names = append(t.axis.Names, name)
	}
	t.axis.Log = c.Log && numeric && t.axis.Values[0] > 0
	for i := range t.at {
		t.at[i] = numbers[c.Value(i)]
	}
	return t
}

// picture is a plot that is being drawn.
type picture struct {
	Plot
	plan    *Plan
	measure int
	x, y    ticks
	groups  []group // [Y×X]
}

// begin begins the picture; it returns nil for the zero Plot.
func (o Plot) begin(p *Plan) *picture {
	if o.X == "" {
		return nil
	}
	pic := &picture{Plot: o, plan: p, measure: slices.Index(measuresOf(p), o.Measure), x: ticksOf(p, o.X)}
	rows := 1
	if o.Y != "" {
		pic.y = ticksOf(p, o.Y)
		rows = len(pic.y.axis.Names)
	}
	pic.groups = make([]group, rows*len(pic.x.axis.Names))
	for i := range pic.groups {
		pic.groups[i].values = make([][]float64, 1)
	}
	return pic
}

// add adds a result of a group of the plan.
func (pic *picture) add(number int, r *Result) {
	if pic == nil {
		return
	}
	places := pic.plan.Places(number)
	cell := pic.x.at[places[pic.x.dimension]]
	if pic.Y != "" {
		cell += len(pic.x.axis.Names) * pic.y.at[places[pic.y.dimension]]
	}
	g := &pic.groups[cell]
	for _, t := range r.Trials {
		g.trials++
		if t.Diverged > 0 {
			g.diverged++
		} else {
			g.values[0] = append(g.values[0], t.Measures[pic.measure])
		}
	}
}

// write draws the picture.
func (pic *picture) write(out *outputs) error {
	if pic == nil {
		return nil
	}
	name, drawn := "plot-"+pic.Measure+"-"+pic.X, report.Picture(nil)
	if pic.Y == "" {
		drawn = pic.line()
	} else {
		name += "-" + pic.Y
		drawn = pic.heatmap()
	}
	name = strings.NewReplacer("/", "-", "[", "-", "]", "").Replace(name)
	for _, format := range pic.Formats {
		w, err := out.create(name + "." + format)
		if err != nil {
			return err
		}
		if err := report.Formats[format](w, pic.Layout.In(drawn)); err != nil {
			return err
		}
	}
	return nil
}

func (pic *picture) line() report.Panels {
	c := report.Curve{Name: "median"}
	var medians []float64
	for _, g := range pic.groups {
		s := g.statistics()[0]
		c.Trials = append(c.Trials, slices.Clone(g.values[0]))
		c.At, medians = append(c.At, s.Quartiles), append(medians, s.Median)
		c.From, c.To = append(c.From, s.From), append(c.To, s.To)
		c.Diverged = append(c.Diverged, g.share())
	}
	return report.Panels{Panels: []report.Panel{{Title: pic.title(), X: pic.x.axis, Y: pic.Measure, Log: report.Wide(medians), Curves: []report.Curve{c}}}}
}

func (pic *picture) heatmap() report.Heatmap {
	of := result.QuantityOf(pic.Measure)
	h := report.Heatmap{Title: pic.title(), X: pic.x.axis, Y: pic.y.axis, Measure: pic.Measure, Better: of.Better}
	for _, g := range pic.groups {
		h.Median, h.Diverged = append(h.Median, g.statistics()[0].Median), append(h.Diverged, g.share())
	}
	h.Log = report.Wide(h.Median)
	return h
}

// share returns the fraction of trials that diverged, NaN if there are none.
func (g group) share() float64 { return float64(g.diverged) / float64(g.trials) }

// title names the measure, the keys over which its values are pooled, and what all points share.
func (pic *picture) title() string {
	title := "median " + pic.Measure
	if pic.Y == "" {
		title = pic.Measure
	}
	others := slices.DeleteFunc(pic.plan.Keys(), func(key string) bool { return key == pic.X || key == pic.Y })
	if len(pic.plan.Seeds) > 1 {
		others = append(others, wording.Count(len(pic.plan.Seeds), "seed"))
	}
	if len(others) > 3 {
		others = append(others[:2], fmt.Sprintf("%d more", len(others)-2))
	}
	if len(others) > 0 {
		title += ", over " + strings.Join(others, ", ")
	}
	var fixed []string
	if n := pic.plan.Inputs; n > 0 {
		fixed = append(fixed, fmt.Sprintf("N = %d", n))
	}
	if k := pic.plan.Outputs; k > 0 {
		fixed = append(fixed, fmt.Sprintf("K = %d", k))
	}
	if seeds := pic.plan.Seeds; len(seeds) == 1 {
		fixed = append(fixed, fmt.Sprintf("seed %d", seeds[0]))
	}
	if len(fixed) > 0 {
		title += "; " + strings.Join(fixed, ", ")
	}
	return title
}
