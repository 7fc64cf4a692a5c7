package experiment

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/internal/folder"
	"twophase/recorder"
)

// Variant is one of several experiments that are compared.
type Variant struct {
	Name string
	Plan *Plan
}

// Twins is what became of variants that saw the same stimuli.
type Twins struct {
	Folder        string
	Trials, Steps int
	ForkAt        int // the step up to which all are one run, that of the first; 0: from the start
	Seed          uint64
	Variants      []Twin
}

// Twin is what became of one variant.
type Twin struct {
	Name, Title, Folder string

	Results  []*Result             // by trial; nil if it diverged
	Diverged []*circuit.Divergence // by trial; nil if it did not
	Events   int                   // interventions that took place, in all trials
	Warnings []string

	// The first step after which the outputs or the scales are not those of the first
	// variant, to the last bit, by trial; 0 if they always are.
	Differ []int
}

// RunTwins runs variants side by side, trial by trial, on the same stimuli, and
// from the same state: that in which the first one is after step fork, or from the
// start, the same random weights, if fork is 0: see CheckTwins.
//
// The run folders of the variants are within the folder of the comparison, to which
// report adds files before it is complete. A trial that diverges does not end the
// others; a variant with such a trial leaves its run folder unfinished. Any other
// error, or an interruption through ctx, leaves nothing behind.
func RunTwins(ctx context.Context, variants []Variant, fork int, o RunOptions, report func(*Twins, *folder.Folder) error) (err error) {
	o = o.withDefaults()
	if o.Out != "" {
		if err := twinsFolder.Check(o.Out, o.Force); err != nil {
			return err
		}
	}
	manifests, err := prepareTwins(ctx, variants, fork, o)
	if ctx.Err() != nil {
		return fmt.Errorf("%w before the first step", ErrInterrupted)
	}
	if err != nil {
		return err
	}
	out, err := createTwins(variants, manifests, fork, o)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, out.Discard())
		}
	}()
	r := &twinRun{variants: variants, manifests: manifests, fork: fork, options: o}
	for i, v := range variants {
		text, err := indented(manifests[i])
		if err != nil {
			return err
		}
		folder, err := runFolder.Create(out.Path(v.Name), false, text)
		if err != nil {
			return err
		}
		defer folder.Leave()
		r.folders = append(r.folders, folder)
	}
	first := variants[0].Plan.Experiment
	o.Progress.Start(first.Trials * (len(variants)*first.Steps - (len(variants)-1)*fork))
	if err := r.run(ctx); err != nil {
		return err
	}
	twins, err := r.complete(out)
	if err != nil {
		return err
	}
	if err := report(twins, out); err != nil {
		return err
	}
	return out.Finish()
}

// prepareTwins makes the plans ready for their first steps, and returns an error
// unless they can be compared.
func prepareTwins(ctx context.Context, variants []Variant, fork int, o RunOptions) (manifests []Manifest, err error) {
	for i, v := range variants {
		m, err := v.Plan.prepare(ctx, o)
		if err != nil {
			err = fmt.Errorf("%s: %w", v.Name, err)
			if i > 0 {
				err = document.Within(err, "compare."+v.Name)
			}
			return nil, err
		}
		if fork > 0 && i > 0 {
			m.Fork = &Fork{At: fork, Of: manifests[0].Run}
			v.Plan.forecast, v.Plan.unpredicted = nil, "it holds for a circuit that learns in one way from the start"
		}
		manifests = append(manifests, m)
	}
	return manifests, CheckTwins(variants, fork)
}

// twinRun is variants on their way.
type twinRun struct {
	variants  []Variant
	manifests []Manifest
	folders   []*folder.Folder // of each variant
	fork      int
	options   RunOptions

	trials [][]*trialRun // of each variant, by trial
	differ [][]int       // likewise; see Twin.Differ
}

// run runs all trials of all variants.
func (r *twinRun) run(ctx context.Context) error {
	first := r.variants[0].Plan
	trials, size := first.Experiment.Trials, 1
	var failed atomic.Bool
	for i, v := range r.variants {
		size = max(size, circuit.EnsembleSize(v.Plan.spec))
		var runs []*trialRun
		for trial := range trials {
			runs = append(runs, &trialRun{
				plan: v.Plan, trial: trial, out: r.folders[i], name: r.manifests[i].Run,
				prefetch: trials*len(r.variants) < min(r.options.Workers, runtime.GOMAXPROCS(0)),
				stopped:  func() bool { return ctx.Err() != nil || failed.Load() },
				failed:   func() {},
			})
		}
		r.trials = append(r.trials, runs)
		r.differ = append(r.differ, make([]int, trials))
	}
	var group errgroup.Group
	group.SetLimit(r.options.Workers)
	size = min(size, (trials+r.options.Workers-1)/r.options.Workers)
	for from := 0; from < trials; from += size {
		group.Go(func() error {
			err := r.together(from, min(from+size, trials))
			if err != nil {
				failed.Store(true)
			}
			return err
		})
	}
	return group.Wait()
}

// complete writes what the variants' run folders end with.
func (r *twinRun) complete(out *folder.Folder) (*Twins, error) {
	first := r.variants[0].Plan.Experiment
	t := &Twins{Folder: out.Name(), Trials: first.Trials, Steps: first.Steps, ForkAt: r.fork, Seed: first.Seed}
	for i, v := range r.variants {
		p := v.Plan
		twin := Twin{
			Name: v.Name, Title: p.title(), Folder: filepath.Join(out.Name(), v.Name), Differ: r.differ[i],
			Diverged: make([]*circuit.Divergence, first.Trials), Warnings: []string{},
		}
		whole := true
		for trial, run := range r.trials[i] {
			twin.Results = append(twin.Results, run.result)
			if run.result != nil {
				twin.Events += run.result.Happened
				continue
			}
			whole = false
			errors.As(run.err, &twin.Diverged[trial])
		}
		if !whole {
			twin.Folder += ".partial"
			for trial, result := range twin.Results {
				if result == nil {
					continue
				}
				if err := recorder.WriteWeights(r.folders[i].Path(fmt.Sprintf("weights-%04d.npz", trial)), result.weights); err != nil {
					return nil, err
				}
			}
		} else {
			s := p.summarise(r.manifests[i], r.folders[i], twin.Results)
			s.Folder, twin.Warnings = twin.Folder, s.Warnings
			if err := p.complete(r.folders[i], s, twin.Results); err != nil {
				return nil, err
			}
			if err := r.folders[i].Finish(); err != nil {
				return nil, err
			}
		}
		t.Variants = append(t.Variants, twin)
	}
	return t, nil
}
