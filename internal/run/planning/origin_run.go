//go:build !js

package planning

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/circuit/weights"
	"twophase/internal/experiment"
	"twophase/internal/text/nearest"
	"twophase/internal/text/phrase"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/recorder"
	"twophase/synapse"
)

// beginFrom reads the weights of another run.
func (p *Plan) beginFrom(ctx context.Context, c *circuit.Circuit) error {
	run, step, err := experiment.SplitOrigin(p.Experiment.From)
	if err != nil {
		return err
	}
	m, err := originManifest(ctx, run)
	if err != nil {
		return err
	}
	of := m.Experiment
	trials := p.Experiment.Trials
	switch network, err := of.LookupNetwork(); {
	case err != nil:
		return fmt.Errorf("begin from %s: %w", run, err)
	case of.Trials < 1:
		return fmt.Errorf("%s claims to have %d trials: its manifest is damaged", run, of.Trials)
	case (!network.IsPair() || !p.Spec.Network.IsPair()) && of.NetworkName() != p.Experiment.NetworkName():
		return fmt.Errorf("%s is of network %s, and a circuit with a graph of its own begins from one of the same network, %s", run, of.NetworkName(), p.Experiment.NetworkName())
	case of.Trials != 1 && of.Trials < trials:
		return fmt.Errorf("%s has %d trials, and this experiment %d, of which each begins from one: run at most %d, or begin from a run of one trial", run, of.Trials, trials, of.Trials)
	case p.Spec.Network.DrawsWiring() && of.Seed != p.Experiment.Seed:
		return fmt.Errorf("the synapses of %s were drawn by chance with seed %d, and those of this experiment with seed %d: give seed %d", run, of.Seed, p.Experiment.Seed, of.Seed)
	case p.Spec.Network.DrawsWiring() && of.Trials < trials:
		return fmt.Errorf("%s has the synapses of one trial, drawn by chance, and each of the %d trials here has others: run one trial, or begin from a run of %d trials", run, trials, trials)
	case step > of.Steps:
		return fmt.Errorf("%s has %d steps: choose one of them, or leave out the step for its end", run, of.Steps)
	}
	p.origin.file = experiment.InputFile{Path: p.Experiment.From}
	sum, all := sha256.New(), make([][]weights.Array, min(trials, of.Trials))
	if step < 0 || step == of.Steps {
		all, err = finalWeights(run, len(all), of.Trials)
	} else {
		for trial := range all {
			if all[trial], err = recordedWeights(ctx, c, run, trial, step); err != nil {
				err = fmt.Errorf("trial %d: %w", trial, err)
				break
			}
		}
	}
	if err != nil {
		return fmt.Errorf("begin from %s: %w", run, err)
	}
	for _, arrays := range all {
		for _, a := range arrays {
			fmt.Fprintln(sum, a.Name, a.Shape)
			if err := binary.Write(sum, binary.LittleEndian, a.Values); err != nil {
				return err
			}
		}
	}
	p.origin.file.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if err := p.beginWith(c, all); err != nil {
		return fmt.Errorf("begin from %s: %w", run, err)
	}
	return nil
}

// originOutputs returns K of the run that an experiment begins from.
func originOutputs(ctx context.Context, from string) (int, error) {
	run, _, err := experiment.SplitOrigin(from)
	if err != nil {
		return 0, err
	}
	m, err := originManifest(ctx, run)
	return m.Experiment.Outputs, err
}

// originManifest reads the manifest of a complete run.
func originManifest(ctx context.Context, run string) (m result.Manifest, err error) {
	switch _, err := os.Stat(run); {
	case errors.Is(err, fs.ErrNotExist):
		siblings, _ := fs.Glob(os.DirFS(filepath.Dir(run)), "*")
		for i, name := range siblings {
			siblings[i] = filepath.Join(filepath.Dir(run), name)
		}
		return m, fmt.Errorf("there is no run %s%s: twophase list lists those there are", run, nearest.Hint(run, siblings))
	case err != nil:
		return m, err
	}
	if variants, err := result.ReadComparison(run); err == nil {
		return m, fmt.Errorf("%s is a comparison: begin from one of its variants, such as %s", run, filepath.Join(run, variants[0].Name))
	}
	if m, err = result.ReadManifest(run); err != nil {
		return m, err
	}
	if _, err := os.Stat(filepath.Join(run, "weights.npz")); err != nil {
		return m, fmt.Errorf("%s %w", run, result.Unfinished(run))
	}
	if m.Experiment.Stimulus.FromPipe() { // how many rows there were is known at the end
		saved, err := result.ReadSummary(ctx, run)
		if err != nil {
			return m, err
		}
		m.Experiment.Steps = saved.Steps
	}
	return m, nil
}

// finalWeights returns the weights of trials of a run at its end.
func finalWeights(run string, trials, of int) ([][]weights.Array, error) {
	path := filepath.Join(run, "weights.npz")
	if err := checkWeights(path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	arrays, err := weights.Read(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	all := make([][]weights.Array, trials)
	for _, a := range arrays {
		if of > 1 {
			if a.Shape[0] != of {
				return nil, fmt.Errorf("read %s: %s is of %s, and the run has %d", path, a.Name, phrase.Count(a.Shape[0], "trial"), of)
			}
			a.Shape = a.Shape[1:]
		}
		size := len(a.Values) / of
		for trial := range all {
			all[trial] = append(all[trial], weights.Array{Name: a.Name, Shape: a.Shape, Values: a.Values[trial*size : (trial+1)*size]})
		}
	}
	return all, nil
}

// recordedWeights returns the weights of a trial of a run that were recorded at a step, for a
// circuit of two populations.
func recordedWeights(ctx context.Context, c *circuit.Circuit, run string, trial, step int) ([]weights.Array, error) {
	if !c.Spec().Network.IsPair() {
		return nil, errors.New("a circuit with a graph of its own begins from the end of a run: leave out the step")
	}
	t, err := trace.Open(run, trial)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	if err := t.Check(ctx); err != nil {
		return nil, err
	}
	if z := t.Size(); z.Inputs != c.Inputs().Len() || z.Outputs != c.Outputs().Len() {
		return nil, fmt.Errorf("it has %s and %s, and this circuit %d and %d", phrase.Count(z.Inputs, "input"), phrase.Count(z.Outputs, "output"), c.Inputs().Len(), c.Outputs().Len())
	}
	kinds := []selection.Kind{selection.Feedforward}
	if n, _ := t.Network(); n.LateralWiring() != synapse.Unconnected && c.Outputs().Len() > 1 {
		kinds = append(kinds, selection.Lateral)
	}
	if !c.Outputs().ScaleRule().IsFixed() {
		kinds = append(kinds, selection.Scale)
	}
	k := c.Outputs().Len()
	arrays := weights.FinalOf(c).Arrays()
	missing := 0
	for i := range arrays {
		for j := range arrays[i].Values {
			if arrays[i].Name == "W" || slices.Contains(kinds, selection.Scale) && j/k == j%k || slices.Contains(kinds, selection.Lateral) && t.Exists(trace.Element{Kind: selection.Lateral, Post: j / k, Pre: j % k}) {
				arrays[i].Values[j] = math.NaN()
				missing++
			}
		}
	}
	err = t.Scan(ctx, int64(step), int64(step), kinds, func(rows trace.Rows) error {
		for i, kind := range rows.Kinds {
			a, post, pre := 1, int(rows.Posts[i]), int(rows.Pres[i])
			switch kind {
			case selection.Feedforward:
				a = 0
			case selection.Scale:
				pre = post
			}
			if at := &arrays[a].Values[post*arrays[a].Shape[1]+pre]; math.IsNaN(*at) {
				*at = rows.Weights[i]
				missing--
			}
		}
		return nil
	})
	if err == nil && missing > 0 {
		err = notRecorded(t, kinds, step)
	}
	return arrays, err
}

// notRecorded returns the error of a step without a record of all weights. It names the nearest
// step with one.
func notRecorded(t *trace.Trial, kinds []selection.Kind, step int) error {
	due := func(r recorder.Request, at int) bool {
		return int64(at) == t.Last() || !r.IsConditional() && r.Before(at) == at
	}
	whole := func(at int) bool { // whether all weights are recorded at a step
		return !slices.ContainsFunc(kinds, func(k selection.Kind) bool {
			return !slices.ContainsFunc(t.Requests(), func(r recorder.Request) bool {
				return due(r, at) && t.Size().Includes(r.Selection.Kind(), k) && r.Selection.String() == r.Selection.Kind().String()
			})
		})
	}
	near, found := 0, false
	for _, r := range t.Requests() {
		for _, at := range []int{r.Before(step), min(r.After(step), int(t.Last())), int(t.Last())} {
			if whole(at) && (!found || abs(at-step) < abs(near-step)) {
				near, found = at, true
			}
		}
	}
	if !found {
		return fmt.Errorf("step %d does not have a record of all weights, and no other step: record them, as by --record weights@100, or leave out the step, for the end", step)
	}
	return fmt.Errorf("step %d does not have a record of all weights; the nearest that has is %d", step, near)
}

func abs(n int) int { return max(n, -n) }
