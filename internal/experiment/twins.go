package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
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

// TwinsSchema is the version of the form of the manifest of twins.
const TwinsSchema = 1

// twinsManifest names the variants. Each has a run folder of that name beside it.
type twinsManifest struct {
	Schema   int           `json:"schema"`
	Version  string        `json:"version"`
	ForkAt   int           `json:"fork_at"`
	Variants []twinVariant `json:"variants"`
}

type twinVariant struct {
	Name string `json:"name"`
	Run  string `json:"run"` // its run's ID
}

// twinsFolder is what a comparison of variants writes.
var twinsFolder = folder.Kind{
	Name:  "comparison",
	Files: regexp.MustCompile(`^(manifest\.json|comparison\.(json|csv|svg|png))$`),
	Manifest: func(manifest io.Reader) error {
		var m twinsManifest
		if err := json.NewDecoder(manifest).Decode(&m); err != nil {
			return err
		}
		if m.Schema == 0 || len(m.Variants) == 0 {
			return errors.New("a schema or the variants are missing")
		}
		return nil
	},
	Within: &runFolder,
}

// variantName is what the name of a variant, and of its folder, may be.
var variantName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// CheckVariantName returns an error unless a variant may have that name.
func CheckVariantName(name string) error {
	if !variantName.MatchString(name) {
		return fmt.Errorf("a variant cannot be called %q: write letters, digits, - and _", name)
	}
	return nil
}

// RunTwins runs variants side by side, trial by trial, on the same stimuli, and
// from the same state: that in which the first one is after step fork, or from the
// start, the same random weights, if fork is 0. What a later variant lists to happen
// before the fork does not.
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
	if len(variants) < 2 {
		return nil, errors.New("a comparison needs two variants at least")
	}
	first := variants[0]
	for i, v := range variants {
		if err := CheckVariantName(v.Name); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(variants[:i], func(w Variant) bool { return w.Name == v.Name }) {
			return nil, fmt.Errorf("two variants are called %s: give each its own name", v.Name)
		}
		m, err := v.Plan.prepare(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.Name, err)
		}
		a, b := first.Plan.Experiment, v.Plan.Experiment
		for _, same := range []struct {
			what string
			a, b any
		}{
			{"stimulus", a.Stimulus, b.Stimulus}, {"seed", a.Seed, b.Seed}, {"trials", a.Trials, b.Trials},
			{"steps", a.Steps, b.Steps}, {"reference", a.Reference, b.Reference},
		} {
			if !reflect.DeepEqual(same.a, same.b) {
				return nil, fmt.Errorf("%s and %s have not the same %s: variants are compared on the same stimuli; what changes them on the way is an intervention", first.Name, v.Name, same.what)
			}
		}
		if fork > 0 && a.Outputs != b.Outputs {
			return nil, fmt.Errorf("%s has %d outputs and %s %d: a fork takes over the state of as many", first.Name, a.Outputs, v.Name, b.Outputs)
		}
		if fork > 0 && i > 0 {
			m.Fork = &Fork{At: fork, Of: manifests[0].Run}
			v.Plan.forecast, v.Plan.unpredicted = nil, "it holds for a circuit that learns in one way from the start"
		}
		manifests = append(manifests, m)
	}
	if steps := first.Plan.Experiment.Steps; fork < 0 || fork >= steps {
		return nil, fmt.Errorf("a fork after step %d: choose one from 1 to %d, or 0 for none", fork, steps-1)
	}
	return manifests, nil
}

// createTwins makes the folder of the comparison.
func createTwins(variants []Variant, manifests []Manifest, fork int, o RunOptions) (*folder.Folder, error) {
	m := twinsManifest{Schema: TwinsSchema, Version: Version, ForkAt: fork}
	for i, v := range variants {
		m.Variants = append(m.Variants, twinVariant{v.Name, manifests[i].Run})
	}
	text, err := indented(m)
	if err != nil {
		return nil, err
	}
	if o.Out == "" {
		return twinsFolder.CreateFree(filepath.Join("runs", "compare-"+variants[0].Name), text)
	}
	return twinsFolder.Create(o.Out, o.Force, text)
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
