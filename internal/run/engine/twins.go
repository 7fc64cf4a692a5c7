package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/text/document"
	"twophase/internal/traces/result"
)

// Twins is the result of variants on the same stimuli.
type Twins struct {
	Folder        string
	Trials, Steps int
	Inputs        int // of all variants; 0 if they differ
	Outputs       int // of all variants; 0 if they differ
	ForkAt        int // up to this step all variants are one run, that of the first; 0: there is no such step
	Seed          uint64
	Variants      []Twin
}

// Twin is the result of one variant.
type Twin struct {
	Name, Title, Folder string

	Results  []*result.Result      // by trial; nil if it diverged
	Diverged []*circuit.Divergence // by trial; nil if it did not
	Events   int                   // interventions that took place, in all trials
	Warnings []string

	// The earlier variant that it is compared with, and the first step after which their outputs or
	// scales differ, by trial; 0 if they are always equal, to the last bit.
	Against int
	Differ  []int

	// The interventions of its experiment in words, and those of that variant which this one does not have.
	Interventions, Without []string
}

// RunTwins runs variants side by side, trial by trial, on the same stimuli and from the same
// state. That is the state of the first variant after step fork or, if fork is 0, the start
// with the same random weights. See CheckTwins.
//
// The run folders of the variants are in the folder of the comparison, to which report adds
// files before it is complete. A trial that diverges does not end the others, but its variant
// leaves an unfinished run folder. After an interruption through ctx the folder is left, for
// ResumeTwins; after other errors it is if there are checkpoints.
func RunTwins(ctx context.Context, variants []Variant, fork int, o planning.RunOptions, layout report.Layout, report TwinsReport) (err error) {
	o = o.WithDefaults()
	if o.Out != "" {
		if err := result.ComparisonFolder.Check(o.Out, o.Force); err != nil {
			return err
		}
	}
	manifests, err := prepareTwins(ctx, variants, fork, o)
	if ctx.Err() != nil {
		return fmt.Errorf("%w before the first step", interrupt.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	out, id, err := createTwins(variants, manifests, fork, o, layout)
	if err != nil {
		return err
	}
	r := &twinRun{variants: variants, manifests: manifests, fork: fork, options: o, out: out, id: id}
	defer r.leave()
	for _, v := range variants {
		if _, err := r.openVariant(v.Name); err != nil {
			return errors.Join(err, out.Discard())
		}
	}
	return r.execute(ctx, make([]*training.Abreast, variants[0].Plan.Experiment.Trials), layout, report)
}

// TwinsReport adds files to the folder of a comparison, with pictures in some layout.
type TwinsReport func(*Twins, *folder.Folder, report.Layout) error

// execute runs the remaining steps of the trials, from their checkpoints, and completes the folder.
func (r *twinRun) execute(ctx context.Context, from []*training.Abreast, layout report.Layout, report TwinsReport) error {
	r.begin(ctx, from)
	err := r.run(ctx)
	if err == nil {
		err = interrupt.Save(func() error { return r.finish(ctx, layout, report) })
	}
	if err == nil {
		return nil
	}
	r.leave()
	var diverged *circuit.Divergence // of the first variant, before the fork
	switch {
	case training.GoesOn(err) || errors.As(err, &diverged):
		return leftUnfinished(errors.Join(err, r.out.Leave()), r.out.Work())
	case !r.taken() && !r.options.Resumable():
		return errors.Join(err, r.out.Discard())
	}
	return leaving(errors.Join(err, r.out.Leave()), "once that is mended, twophase resume %s goes on", r.out.Work())
}

// taken reports whether a trial has taken a step.
func (r *twinRun) taken() bool {
	return slices.ContainsFunc(r.trials, func(runs []*training.Trial) bool {
		return slices.ContainsFunc(runs, func(t *training.Trial) bool { return t.Taken() > 0 })
	})
}

// leave unlocks the folders of the variants.
func (r *twinRun) leave() {
	for _, f := range r.folders {
		f.Leave()
	}
}

// finish completes the folders. It is not interrupted once it has begun.
func (r *twinRun) finish(ctx context.Context, layout report.Layout, report TwinsReport) error {
	saved := r.saveEnded() // so that no step is taken again after an error below. There may be room for the results only
	if ctx.Err() != nil {
		return errors.Join(fmt.Errorf("%w after the last step", interrupt.ErrInterrupted), saved)
	}
	ctx = context.WithoutCancel(ctx)
	twins, err := r.complete(ctx)
	if err != nil {
		return err
	}
	if err := report(twins, r.out, layout); err != nil {
		return err
	}
	return r.out.Finish(ctx)
}

// prepareTwins prepares the plans for their first steps, and returns an error unless they
// can be compared.
func prepareTwins(ctx context.Context, variants []Variant, fork int, o planning.RunOptions) (manifests []result.Manifest, err error) {
	for i, v := range variants {
		m, err := v.prepare(ctx, o)
		if err != nil {
			err = fmt.Errorf("%s: %w", v.Name, err)
			if i > 0 {
				err = document.Within(err, "compare."+v.Name)
			}
			return nil, err
		}
		if fork > 0 && i > 0 {
			m.Fork = &result.Fork{At: fork, Of: manifests[0].Run}
			v.Plan.Forecast, v.Plan.Unpredicted = nil, "it holds for a circuit that learns in one way from the start"
		}
		manifests = append(manifests, m)
	}
	if err := takeTogether(variants, manifests, o); err != nil {
		return nil, err
	}
	if err := checkTwinsMemory(variants, o); err != nil {
		return nil, err
	}
	return manifests, CheckTwins(variants, fork)
}

// takeTogether has all variants measured at the steps of each, and recorded around the
// interventions of each, so that their curves stand side by side. The manifests say so.
func takeTogether(variants []Variant, manifests []result.Manifest, o planning.RunOptions) (err error) {
	var looks, changes []int
	for _, v := range variants {
		looks = append(looks, v.Plan.Looks...)
		changes = append(changes, v.Plan.Experiment.ChangeTimes(v.Plan.Steps())...)
	}
	slices.Sort(looks)
	looks = slices.Compact(looks)
	for i, v := range variants {
		if looks != nil {
			together := &experiment.Measure{At: looks}
			if m := v.Plan.Experiment.Measure; m != nil {
				together.Own = m.Own
			}
			v.Plan.Looks, v.Plan.Experiment.Measure = looks, together
		}
		if err = v.Plan.RecordAround(changes); err == nil {
			err = v.Plan.CheckCost(o)
		}
		if err != nil {
			return fmt.Errorf("%s, recorded around the interventions of all variants: %w", v.Name, err)
		}
		fork := manifests[i].Fork
		if manifests[i], err = planning.ManifestOf(v.Plan); err != nil {
			return err
		}
		manifests[i].Fork = fork
		if fork != nil {
			fork.Of = manifests[0].Run
		}
	}
	return nil
}

// sizeOf returns the numbers of inputs and outputs of variants, 0 where they differ.
func sizeOf(variants []Variant) (inputs, outputs int) {
	first := variants[0].Plan
	inputs, outputs = first.Spec.Inputs, first.Experiment.Outputs
	for _, v := range variants {
		if v.Plan.Spec.Inputs != inputs {
			inputs = 0
		}
		if v.Plan.Experiment.Outputs != outputs {
			outputs = 0
		}
	}
	return inputs, outputs
}

// complete writes the final files of the variants' run folders.
func (r *twinRun) complete(ctx context.Context) (*Twins, error) {
	out, first := r.out, r.variants[0].Plan.Experiment
	t := &Twins{Folder: out.Name(), Trials: first.Trials, Steps: first.Steps, ForkAt: r.fork, Seed: first.Seed}
	t.Inputs, t.Outputs = sizeOf(r.variants)
	for i, v := range r.variants {
		p := v.Plan
		twin := Twin{
			Name: v.Name, Title: p.Title(), Folder: filepath.Join(out.Name(), v.Name), Against: v.Against, Differ: r.differ[i],
			Interventions: p.Experiment.InterventionTexts(p.Size()), Without: without(r.variants, i),
			Diverged: make([]*circuit.Divergence, first.Trials), Warnings: []string{},
		}
		whole := true
		var findings []*monitor.Finding
		diverged := newEnded(r.manifests[i])
		for trial, run := range r.trials[i] {
			findings = append(findings, run.Result)
			if run.Result != nil {
				twin.Events += run.Result.Happened
				continue
			}
			whole = false
			if d := &twin.Diverged[trial]; errors.As(run.Err, d) {
				diverged.Trials = append(diverged.Trials, divergedTrial(p, trial, *d))
			}
		}
		if !whole {
			twin.Folder += ".partial"
			for trial, result := range findings {
				if result == nil {
					continue
				}
				if err := weights.Write(r.folders[i].Path(fmt.Sprintf("weights-%04d.npz", trial)), result.Weights); err != nil {
					return nil, err
				}
			}
			if err := diverged.Write(r.folders[i]); err != nil {
				return nil, err
			}
			if err := r.folders[i].Seal(ctx); err != nil {
				return nil, err
			}
		} else {
			s := summarise(p, r.manifests[i], r.folders[i], findings)
			s.Folder, twin.Warnings = twin.Folder, s.Warnings
			if err := complete(p, r.folders[i], s, findings); err != nil {
				return nil, err
			}
			if err := r.folders[i].Finish(ctx); err != nil {
				return nil, err
			}
		}
		twin.Results = monitor.ResultsOf(findings)
		t.Variants = append(t.Variants, twin)
	}
	return t, nil
}

// createTwins makes the folder of the comparison, with those of the variants in it, and returns the ID of its
// checkpoints.
func createTwins(variants []Variant, manifests []result.Manifest, fork int, o planning.RunOptions, layout report.Layout) (_ *folder.Folder, id string, err error) {
	m := result.ComparisonManifest{Schema: result.TwinsSchema, Version: result.Version, ForkAt: fork, Style: layout.Style, Width: layout.Width}
	for i, v := range variants {
		m.Variants = append(m.Variants, result.ManifestVariant{Name: v.Name, Run: manifests[i].Run, Against: v.Against, Without: without(variants, i)})
	}
	text, err := result.Indented(m)
	if err != nil {
		return nil, "", err
	}
	id = twinsID(text)
	kind := result.ComparisonFolder
	kind.Fill = func(folder string) error {
		for i, v := range variants {
			text, err := result.Indented(manifests[i])
			if err != nil {
				return err
			}
			f, err := result.RunFolder.Create(filepath.Join(folder, v.Name), false, text)
			if err != nil {
				return err
			}
			f.Leave()
		}
		return nil
	}
	if o.Out == "" {
		out, err := kind.CreateFree(filepath.Join("runs", "compare-"+variants[0].Name), text)
		return out, id, err
	}
	for i, v := range variants {
		if err := checkReplaced(v.Plan, manifests[i], o.Out); err != nil {
			return nil, "", err
		}
	}
	out, err := kind.Create(o.Out, o.Force, text)
	return out, id, err
}

// twinsID returns the ID of a comparison with some manifest, which names the runs.
func twinsID(manifest []byte) string { return fmt.Sprintf("%.12x", sha256.Sum256(manifest)) }
