package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study/twin"
	"twophase/internal/traces/result"
)

// test runs a claim under each of its conditions. Its results are by condition and expectation.
func (c *claim) test(ctx context.Context) (all [][]found, err error) {
	for n := range max(1, len(c.conditions)) {
		doc, err := c.under(n)
		if err != nil {
			return nil, err
		}
		t, floor, err := run(ctx, doc)
		if err != nil {
			return nil, err
		}
		var some []found
		for i, x := range c.expect {
			f, err := x.test(t, floor)
			if err != nil {
				return nil, c.blame(i, "measure", err)
			}
			if n < len(c.conditions) {
				f.when = c.conditions[n].when
			}
			some = append(some, f)
		}
		all = append(all, some)
	}
	return all, nil
}

// run runs the variants of an experiment in a folder that it removes. It also returns E_Pro of batch PCA of as many
// samples, NaN if that is not known.
func run(ctx context.Context, doc *experiment.Document) (t *engine.Twins, floor float64, err error) {
	variants, err := twin.Resolve(ctx, doc, 0, doc.Baseline, func(e experiment.Experiment) (experiment.Experiment, error) {
		e.Record = []string{fmt.Sprintf("weights@%d", int(experiment.MaxSteps))} // the first and the last only
		return e, nil
	})
	defer twin.Close(variants)
	if err != nil {
		return nil, 0, err
	}
	dir, err := os.MkdirTemp("", "claims-")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(dir)
	o := planning.RunOptions{Out: filepath.Join(dir, "run"), Progress: planning.Silent{}}
	err = engine.RunTwins(ctx, variants, doc.ForkAt, o, report.Layout{}, func(twins *engine.Twins, _ *folder.Folder, _ report.Layout) error {
		t = twins
		return nil
	})
	if err != nil {
		return nil, 0, doc.Locate(err)
	}
	for _, v := range t.Variants {
		if s, err := result.ReadSummary(ctx, v.Folder); err == nil && s.PCAFloor.Finite() {
			return t, float64(s.PCAFloor), nil
		}
	}
	return t, math.NaN(), nil
}

// test tests an expectation by the trials of variants.
func (x expectation) test(t *engine.Twins, pca float64) (found, error) {
	f := found{expectation: x, floor: pca}
	values, err := x.values(t, x.of)
	if err != nil {
		return f, err
	}
	slices.Sort(values)
	f.trials, f.median = len(values), quantile.Median(values)
	f.low, f.high = quantile.MedianInterval(values)
	f.verdict = x.judge(f.low, f.high)
	for _, v := range values {
		if x.judge(v, v) == holds {
			f.right++
		}
	}
	if alone := x; x.over != "" {
		alone.over = ""
		for _, name := range []string{x.of, x.over} {
			values, err := alone.values(t, name)
			if err != nil {
				return f, err
			}
			f.each = append(f.each, quantile.Median(values))
		}
		f.floor /= f.each[1] // as the measure is
	}
	if x.floorOf != batch {
		least, err := x.values(t, x.floorOf)
		if err != nil {
			return f, err
		}
		f.floor = quantile.Median(least)
	}
	return f, nil
}

// values returns what counts of a variant, by trial. A trial that diverged counts against the claim, and is left out if it is
// one of the variant by which others are divided.
func (x expectation) values(t *engine.Twins, name string) (values []float64, err error) {
	of := variant(t, name)
	for trial, r := range of.Results {
		v := x.value(r, of.Diverged[trial])
		if x.over != "" && r != nil {
			over := variant(t, x.over)
			if over.Results[trial] == nil {
				continue
			}
			v /= x.value(over.Results[trial], nil)
		}
		if math.IsNaN(v) {
			return nil, fmt.Errorf("%s of %s is not known in trial %d%s", x.measure, name, trial, x.absent(r))
		}
		values = append(values, v)
	}
	return values, nil
}

func variant(t *engine.Twins, name string) engine.Twin {
	return t.Variants[slices.IndexFunc(t.Variants, func(v engine.Twin) bool { return v.Name == name })]
}

// value returns what counts of a trial, NaN if it is not known.
func (x expectation) value(r *result.Result, diverged *circuit.Divergence) float64 {
	if diverged != nil {
		if x.above != nil {
			return math.Inf(-1)
		}
		return math.Inf(1)
	}
	q := result.QuantityOf(x.measure)
	course := r.Course(x.measure).Finite()
	switch {
	case x.at > 0:
		return float64(course.At(x.at))
	case x.reaches == nil:
		return float64(q.Of(r))
	case len(course.Steps) == 0:
		return math.NaN()
	}
	for i, step := range course.Steps {
		if float64(q.Better)*(float64(course.Values[i])-*x.reaches) >= 0 {
			return float64(step)
		}
	}
	return math.Inf(1)
}

// absent says why a measure is not known, as well as the result does.
func (x expectation) absent(r *result.Result) string {
	if x.at > 0 || x.reaches != nil {
		return ": it must be one of follow or of the curve, and the step one at which the run is measured (measure)"
	}
	if r != nil && r.Declared != nil {
		for _, a := range r.Declared.Absent {
			if a.Name == x.measure {
				return ": " + a.Why
			}
		}
	}
	return ": the circuit does not have it"
}
