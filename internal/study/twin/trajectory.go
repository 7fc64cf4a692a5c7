package twin

import (
	"math"
	"slices"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/traces/result"
)

// Course is a measure along the runs.
type Course struct {
	Name  string `json:"name"` // in files
	Title string `json:"title"`
}

// coursesOf returns the measures along the runs: the error and the lateral ratio, and those that a
// variant follows.
func coursesOf(t *engine.Twins) []Course {
	var all []Course
	for _, name := range []string{"e_pro", result.Ratio} {
		all = append(all, Course{name, strings.TrimPrefix(named(t, name).Title, "error ")})
	}
	for _, v := range t.Variants {
		for _, r := range v.Results {
			if r == nil {
				continue
			}
			for _, f := range r.Followed {
				if !slices.ContainsFunc(all, func(q Course) bool { return q.Name == f.Name }) {
					all = append(all, Course{f.Name, strings.ReplaceAll(f.Name, "_", " ")})
				}
			}
		}
	}
	return all
}

// along are the courses of a trial, in their order, nil of one that diverged. The first has all steps.
type along []measure.Followed

// alongOf returns the courses of all variants and trials.
func alongOf(t *engine.Twins, courses []Course) (all [][]along) {
	for _, v := range t.Variants {
		trials := make([]along, t.Trials)
		for trial, r := range v.Results {
			if r == nil {
				continue
			}
			for _, q := range courses {
				trials[trial] = append(trials[trial], r.Course(q.Name))
			}
		}
		all = append(all, trials)
	}
	return all
}

// moment is one step of all variants.
type moment struct {
	step int
	of   [][]quantile.Quartiles // [variant][quantity], over the trials that did not diverge
}

// trajectories returns the moments at which all variants were measured.
func (c *Comparison) trajectories() (all []moment) {
	var steps []int
	for i, trials := range c.along {
		first := slices.IndexFunc(trials, func(a along) bool { return a != nil })
		switch {
		case first < 0:
		case i == 0:
			steps = slices.Clone(trials[first][0].Steps)
		default:
			steps = slices.DeleteFunc(steps, func(step int) bool { return !slices.Contains(trials[first][0].Steps, step) })
		}
	}
	for _, step := range steps {
		all = append(all, moment{step: step})
	}
	for _, trials := range c.along {
		for i, step := range steps {
			var bands []quantile.Quartiles
			for q := range c.Courses {
				bands = append(bands, quantile.QuartilesOf(measure.ValuesAt(ofCourse(trials, q), step)))
			}
			all[i].of = append(all[i].of, bands)
		}
	}
	return all
}

// ofCourse returns course q of the trials that did not diverge.
func ofCourse(trials []along, q int) (all []measure.Followed) {
	for _, a := range trials {
		if a != nil {
			all = append(all, a[q])
		}
	}
	return all
}

// applies reports whether quantity q is defined at a moment of a variant.
func applies(rows []moment, q int) bool {
	return slices.ContainsFunc(rows, func(m moment) bool {
		return slices.ContainsFunc(m.of, func(bands []quantile.Quartiles) bool { return !math.IsNaN(bands[q].Median) })
	})
}
