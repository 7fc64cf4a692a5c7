package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// Trial is what api/trial answers.
type Trial struct {
	Trial    int                `json:"trial"`
	First    int64              `json:"first"` // the first and the last step that were recorded
	Last     int64              `json:"last"`  // or the step in which it diverged
	Rows     int64              `json:"rows"`
	Curve    []Point            `json:"curve"`
	Followed []measure.Followed `json:"followed"` // declared measures along the run; null if there are none, or not yet
	Tables   []MeasureTable     `json:"tables"`   // declared measures of populations and projections at the end; null if there are none
	Events   []pruning.Event    `json:"events"`
	Held     []Hold             `json:"held"`    // what interventions did to synapses and neurons, by step; at most mostHolds
	Pruning  *pruning.Circuit   `json:"pruning"` // of the lateral synapses; null if there is none, or not yet
	Lives    []*pruning.Circuit `json:"lives"`   // of the synapses of other projections, if these are few
	Pending  bool               `json:"pending"` // the pruning is still being computed: ask again
	Measures *measure.Measures  `json:"measures"`
	Headline string             `json:"headline"` // what came of it, in a sentence or two
	Warnings []string           `json:"warnings"`

	Extremes map[selection.Kind]wording.Number `json:"extremes"` // the largest recorded |value| of each kind; null until they are found

	result *result.Result // of the summary; nil if it is not known
	ended  string         // where it diverged or failed; empty if it did not
}

// headline returns what came of the trial, as far as it is known.
func (t *Trial) headline(network string) string {
	if t.ended != "" {
		return t.ended
	}
	return result.Headline(network, t.result, t.Pruning)
}

// take copies the trial's part of the summary.
func (t *Trial) take(r *result.Result) {
	for _, p := range r.Curve {
		t.Curve = append(t.Curve, newPoint(p))
	}
	t.Measures, t.result = &r.Measures, r
	for _, f := range r.Followed {
		if len(declared([]string{f.Name})) > 0 {
			t.Followed = append(t.Followed, f)
		}
	}
	t.Tables = tablesOf(r.Declared)
	for _, e := range r.Events {
		t.Events = append(t.Events, pruning.Event{Step: int64(e.Step), Edit: e.Edit, Changes: e.Changes})
	}
}

// MeasureTable is a row for each measure and a column for each population or projection.
type MeasureTable struct {
	Title string       `json:"title"`
	Parts []string     `json:"parts"`
	Rows  []MeasureRow `json:"rows"`
}

// MeasureRow is one measure of several parts: null where it is not defined.
type MeasureRow struct {
	Name   string           `json:"name"`
	About  string           `json:"about"`
	Values []wording.Number `json:"values"`
}

// tablesOf returns the measures of populations and projections as tables.
func tablesOf(d *measure.Declared) (all []MeasureTable) {
	if d == nil {
		return nil
	}
	values := map[string]wording.Number{}
	for _, v := range d.Values {
		values[v.Name] = v.Value
	}
	tables, _ := result.PartTables(d.Names(), d.On)
	for _, t := range tables {
		shown := MeasureTable{Title: t.Title, Parts: t.Parts}
		for _, m := range t.Measures {
			row := MeasureRow{Name: strings.ReplaceAll(m.Base(), "_", " "), About: m.Sentence}
			for _, part := range t.Parts {
				v, found := values[part+"."+m.Base()]
				if !found {
					v = wording.NaN
				}
				row.Values = append(row.Values, v)
			}
			shown.Rows = append(shown.Rows, row)
		}
		all = append(all, shown)
	}
	return all
}

// prune adds the pruning to the answer.
func (t *Trial) prune(p *pruning.Circuit) {
	if t.Pruning = p; p == nil {
		return
	}
	if len(p.Events) > len(t.Events) {
		t.Events = p.Events
	}
	curve := slices.Clone(t.Curve)
	for _, q := range p.Curve {
		i, found := slices.BinarySearchFunc(curve, q.Step, func(p Point, step int64) int { return cmp.Compare(int64(p.Step), step) })
		if !found {
			curve = slices.Insert(curve, i, newPoint(measure.NewPoint(int(q.Step))))
		}
		if curve[i].Pruned = q.Pruned; math.IsNaN(float64(curve[i].Ratio)) { // the run measures that of its outputs only
			curve[i].Ratio = q.Ratio
		}
	}
	t.Curve = curve
}

// Point is a moment of a trial.
type Point struct {
	measure.Point
	Pruned wording.Number `json:"pruned"` // fraction of the lateral synapses
}

// newPoint returns a point of the run's curve.
func newPoint(p measure.Point) Point { return Point{p, wording.NaN} }

// Hold is the state of an element from a step on, which an intervention has set.
type Hold struct {
	Step    int64  `json:"step"`
	Element string `json:"element"` // such as lateral[2,0], inputs[3], or a projection as a whole
	State   string `json:"state"`   // lesioned, frozen, plastic, clamped or free
}

// mostHolds is how many changes of clamps and frozen parts are sent of a trial.
const mostHolds = 2000

// holds returns what events did to synapses and neurons that shows in a drawing: the first of
// them if there are many.
func holds(events []trace.Event) []Hold {
	all := []Hold{}
	for _, e := range events {
		for _, c := range e.Changes {
			state := ""
			switch intervention.Aspect(c.What) {
			case intervention.Lesioned:
				state = "lesioned"
			case intervention.Plasticity:
				state, _ = c.After.(string)
			case intervention.Clamped:
				state = "clamped"
				if c.After == "free" {
					state = "free"
				}
			}
			if state == "" || c.Projection == "" {
				continue
			}
			element := c.Projection
			switch {
			case c.Pre >= 0:
				element = fmt.Sprintf("%s[%d,%d]", element, c.Post, c.Pre)
			case c.Post >= 0:
				element = fmt.Sprintf("%s[%d]", element, c.Post)
			}
			if len(all) == mostHolds {
				return all
			}
			all = append(all, Hold{e.Step, element, state})
		}
	}
	return all
}
