package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/internal/files/durable"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/traces/result"
)

// ResumeTwins is Resume for a comparison: it ends as RunTwins would have ended, with the same bytes. Report must be
// the one that RunTwins was given.
func ResumeTwins(ctx context.Context, name string, o planning.RunOptions, report TwinsReport) error {
	o = o.WithDefaults()
	o.Resumed, o.Budget = true, 0
	out, text, err := result.ComparisonFolder.Open(name)
	if err != nil {
		return err
	}
	r := &twinRun{options: o, out: out, id: twinsID(text)}
	from, layout, err := r.takeUp(ctx, text)
	defer func() {
		for _, v := range r.variants {
			v.Plan.Close()
		}
	}()
	if err != nil {
		r.leave()
		return errors.Join(fmt.Errorf("resume %s: %w", out.Work(), err), out.Leave())
	}
	defer r.leave()
	return r.execute(ctx, from, layout, report)
}

// takeUp opens the folders of the variants, prepares their plans, and reads the checkpoints. It returns an error, and
// changes no record, if the program, a file or a checkpoint is another than before.
func (r *twinRun) takeUp(ctx context.Context, manifest []byte) (from []*training.Abreast, layout report.Layout, err error) {
	var m result.ComparisonManifest
	if err := errors.Join(json.Unmarshal(manifest, &m), m.Check()); err != nil {
		return nil, layout, err
	}
	r.fork, layout = m.ForkAt, report.Layout{Style: m.Style, Width: m.Width}
	var texts [][]byte
	for _, v := range m.Variants {
		text, err := r.openVariant(v.Name)
		if err != nil {
			return nil, layout, err
		}
		texts = append(texts, text)
	}
	if r.variants, err = variantsAgain(ctx, r.out.Work(), m, r.options); err != nil {
		return nil, layout, err
	}
	if r.manifests, err = prepareTwins(ctx, r.variants, r.fork, r.options); err != nil {
		return nil, layout, err
	}
	for i, v := range m.Variants {
		if now, err := result.Indented(r.manifests[i]); err != nil || !bytes.Equal(now, texts[i]) || r.manifests[i].Run != v.Run {
			return nil, layout, errors.Join(fmt.Errorf("%s: %w", v.Name, errChangedManifest), err)
		}
	}
	if from, err = training.ReadAllAbreast(r.out, r.id, r.variants[0].Plan.Experiment.Trials, r.folders); err != nil {
		return nil, layout, err
	}
	for trial, a := range from { // only after all checkpoints were accepted
		for i, v := range r.variants {
			if a == nil || !a.Variants[i].Begun() {
				if err := clearTrial(v.Plan, r.folders[i], trial); err != nil {
					return nil, layout, err
				}
			}
		}
	}
	return from, layout, nil
}

// openVariant opens the run folder of a variant, which may be complete already, and returns its manifest.
func (r *twinRun) openVariant(variant string) ([]byte, error) {
	name := r.out.Path(variant)
	if work := name + ".partial"; onDisk(name) && !onDisk(work) {
		if err := durable.Rename(name, work); err != nil {
			return nil, err
		}
	}
	f, manifest, err := result.RunFolder.Open(name)
	if err == nil {
		r.folders = append(r.folders, f)
	}
	return manifest, err
}

// resumedAt returns where some trials, which are alike, begin: the step at which their variants were last compared, the
// one at which they are next, and those that may be identical until then.
func (r *twinRun) resumedAt(from, to int) (done, until int, pairs []pair) {
	for trial := from; trial < to; trial++ {
		if a := r.from[trial]; a != nil {
			done, until = a.Done, a.Until
			for _, p := range a.Before {
				pairs = append(pairs, pair{trial, p})
			}
		}
	}
	return done, until, pairs
}

// alike reports whether two trials begin at the same steps.
func (r *twinRun) alike(trial, other int) bool {
	a, b := r.from[trial], r.from[other]
	if a == nil || b == nil {
		return a == b
	}
	for i := range a.Variants {
		x, y := &a.Variants[i], &b.Variants[i]
		if x.State != nil && y.State != nil && x.State.Circuit.Step != y.State.Circuit.Step || x.Begun() != y.Begun() {
			return false
		}
	}
	return a.Done == b.Done && a.Until == b.Until
}

// save writes the checkpoints of some trials: see checkpoint.
func (r *twinRun) save(from, to, done, until int, pairs []pair) error {
	return interrupt.Save(func() error {
		for trial := from; trial < to; trial++ {
			a, err := r.checkpoint(trial, done, until, pairs)
			if err == nil && a != nil {
				err = a.Write(r.out, r.id, trial)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// checkpoint returns the checkpoint of a trial. The states in it are of steps from done, when the variants were
// last compared, to until. If this is not so, because the trial failed, it returns nil: an older checkpoint stays.
func (r *twinRun) checkpoint(trial, done, until int, pairs []pair) (*training.Abreast, error) {
	a := &training.Abreast{Done: done, Until: until}
	begun := 0
	for i := range r.variants {
		t := r.trials[i][trial]
		if ended(t) {
			if err := t.CheckpointEnd(); err != nil {
				return nil, err
			}
		}
		c := r.kept[i][trial]
		if c.State != nil && c.State.Circuit.Step < done {
			begun = -1
			break
		}
		if c.Begun() {
			begun++
		}
		a.Variants, a.Differ = append(a.Variants, c), append(a.Differ, r.differ[i][trial])
	}
	for _, p := range pairs {
		if p.trial == trial {
			a.Before = append(a.Before, p.Pair)
		}
	}
	if first := a.Variants; begun < len(r.variants) { // the first one has not gone on without the others, unless it is before the fork
		if begun < 1 || first[0].State == nil || done >= r.fork && first[0].State.Circuit.Step != done {
			return nil, nil
		}
		if done >= r.fork {
			a.Until, a.Before = done, nil
		}
	}
	return a, nil
}

// saveEnded writes the checkpoints of the trials that have ended in all variants.
func (r *twinRun) saveEnded() error {
	steps := r.variants[0].Plan.Experiment.Steps
	var trials []int
	for trial := range r.from {
		if !slices.ContainsFunc(r.trials, func(runs []*training.Trial) bool { return !ended(runs[trial]) }) {
			trials = append(trials, trial)
		}
	}
	return training.WriteAllAbreast(r.out, r.id, trials, func(trial int) (*training.Abreast, error) {
		return r.checkpoint(trial, steps, steps, nil)
	})
}

// ended reports whether a trial has come to its end, or diverged.
func ended(t *training.Trial) bool {
	var diverged *circuit.Divergence
	return t.Result != nil || errors.As(t.Err, &diverged)
}
