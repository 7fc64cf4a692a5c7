package twin

import (
	"math"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Schema is the version of the comparison's form.
const Schema = 1

// Comparison is variants side by side. The others are compared with the first one.
type Comparison struct {
	Schema int    `json:"schema"`
	Folder string `json:"folder"`
	Trials int    `json:"trials"`
	Steps  int    `json:"steps"`
	ForkAt int    `json:"fork_at"` // up to this step all variants are one run; 0: they differ from the start
	Seed   uint64 `json:"seed"`

	Variants []Variant `json:"variants"`
	Pairs    []Pair    `json:"pairs"` // each later variant with the one that it is compared with

	Inputs  int      `json:"inputs"`  // of all variants; 0 if they differ
	Outputs int      `json:"outputs"` // likewise
	Courses []Course `json:"courses"` // what was measured along the runs
	Marks   []int    `json:"marks"`   // steps of interventions, for pictures; none if there are many

	Layout report.Layout `json:"layout,omitzero"` // of its pictures

	along    [][]along     // by variant and trial
	twins    *engine.Twins // nil of one that is read
	measures []result.Quantity
}

// Variant is the result of one variant.
type Variant struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Folder   string       `json:"folder"`
	Events   int          `json:"events"` // interventions that took place, in all trials
	Diverged []Divergence `json:"diverged"`
	Medians  []Median     `json:"medians"` // of the trials that did not diverge
	Warnings []string     `json:"warnings"`

	Interventions []string `json:"interventions"` // those of its experiment, in words
}

// Divergence is a trial that diverged.
type Divergence struct {
	Trial int    `json:"trial"`
	Step  int    `json:"step"`
	Why   string `json:"why"`
}

// Median is the median of a measure over the trials.
type Median struct {
	Measure string         `json:"measure"`
	Value   wording.Number `json:"value"`
}

// Compare compares the variants of a run.
func Compare(t *engine.Twins) *Comparison {
	c := &Comparison{
		Schema: Schema, Folder: t.Folder, Trials: t.Trials, Steps: t.Steps, ForkAt: t.ForkAt, Seed: t.Seed, twins: t,
		Inputs: t.Inputs, Outputs: t.Outputs, Courses: coursesOf(t), Marks: marksOf(t),
		Pairs: []Pair{}, measures: measuresOf(t),
	}
	c.along = alongOf(t, c.Courses)
	for i := range t.Variants {
		c.Variants = append(c.Variants, newVariant(&t.Variants[i], c.measures))
		if i > 0 {
			c.Pairs = append(c.Pairs, newPair(t, i, c.measures))
		}
	}
	return c
}

func newVariant(t *engine.Twin, all []result.Quantity) Variant {
	v := Variant{Name: t.Name, Title: t.Title, Folder: t.Folder, Events: t.Events, Diverged: []Divergence{}, Warnings: t.Warnings, Interventions: t.Interventions}
	for trial, d := range t.Diverged {
		if d != nil {
			v.Diverged = append(v.Diverged, Divergence{trial, d.Step, d.Error()})
		}
	}
	for _, m := range all {
		var values []float64
		for _, r := range t.Results {
			if r == nil {
				continue
			}
			if x := float64(m.Of(r)); !math.IsNaN(x) {
				values = append(values, x)
			}
		}
		v.Medians = append(v.Medians, Median{m.Name, wording.Number(quantile.Median(values))})
	}
	return v
}
