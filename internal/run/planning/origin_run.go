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
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/circuit/weights"
	"twophase/internal/experiment"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/neuron"
	"twophase/recorder"
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
	network, err := of.LookupNetwork()
	switch {
	case err != nil:
		return fmt.Errorf("begin from %s: %w", run, err)
	case of.Trials < 1:
		return fmt.Errorf("%s claims to have %d trials: its manifest is damaged", run, of.Trials)
	case of.Trials != 1 && of.Trials < trials:
		return fmt.Errorf("%s has %d trials, and this experiment %d, of which each begins from one: run at most %d, or begin from a run of one trial", run, of.Trials, trials, of.Trials)
	case network.DrawsWiring() && p.Spec.Network.DrawsWiring() && of.Seed != p.Experiment.Seed:
		return fmt.Errorf("the synapses of %s were drawn by chance with seed %d, and those of this experiment with seed %d: give seed %d", run, of.Seed, p.Experiment.Seed, of.Seed)
	case p.Spec.Network.DrawsWiring() && of.Trials < trials:
		return fmt.Errorf("%s has the synapses of one trial, drawn by chance, and each of the %d trials here has others: run one trial, or begin from a run of %d trials", run, trials, trials)
	case step > of.Steps:
		return fmt.Errorf("%s has %d steps: choose one of them, or leave out the step for its end", run, of.Steps)
	}
	sum, all := sha256.New(), make([][]weights.Array, min(trials, of.Trials))
	if step < 0 || step == of.Steps {
		all, err = finalWeights(run, len(all), of.Trials)
	} else {
		for trial := range all {
			if all[trial], err = recordedWeights(ctx, p.Spec, run, trial, step); err != nil {
				err = fmt.Errorf("trial %d: %w", trial, err)
				break
			}
		}
	}
	whence := run
	if name := of.NetworkName(); name != p.Experiment.NetworkName() {
		whence += ", of network " + name
	}
	if err == nil {
		err = complete(c, all)
	}
	if err == nil {
		err = checkScales(network.Graph, p.Spec.Network.Graph)
	}
	if err != nil {
		return fmt.Errorf("begin from %s: %w", whence, err)
	}
	for _, arrays := range all {
		for _, a := range arrays {
			fmt.Fprintln(sum, a.Name, a.Shape)
			if err := binary.Write(sum, binary.LittleEndian, a.Values); err != nil {
				return err
			}
		}
	}
	p.origin.files = []experiment.InputFile{{Path: p.Experiment.From, SHA256: hex.EncodeToString(sum.Sum(nil))}}
	if err := p.beginWith(c, all); err != nil {
		return fmt.Errorf("begin from %s: %w", whence, err)
	}
	return nil
}

// OfRun returns the plan of the circuit that a run has learnt, at its end or at a recorded step (RUN:STEP), which begins
// with those weights. It has the stimuli of the run, unless they came from standard input, and neither its records nor its
// interventions.
func OfRun(ctx context.Context, from string) (*Plan, result.Manifest, error) {
	run, _, err := experiment.SplitOrigin(from)
	if err != nil {
		return nil, result.Manifest{}, err
	}
	m, err := originManifest(ctx, run)
	if err != nil {
		return nil, m, err
	}
	e := m.Experiment
	e.From, e.InitialM, e.InitialMFile, e.InitialW, e.InitialWeights, e.Initial = from, 0, "", 0, "", nil
	e.Record, e.Parts, e.Measure, e.Follow, e.Distance, e.Pruning, e.DriftFrom, e.Interventions, e.Reference = nil, nil, nil, nil, nil, nil, 0, nil, false
	if e.Stimulus.FromPipe() { // which cannot be read again
		saved, err := result.ReadSummary(ctx, run)
		if err != nil {
			return nil, m, err
		}
		e.Stimulus = experiment.Stimulus{Spectrum: []float64{1}, Inputs: saved.Inputs}
	}
	p, err := Resolve(ctx, e)
	return p, m, err
}

// complete returns an error if trials lack an array of the circuit.
func complete(c *circuit.Circuit, trials [][]weights.Array) error {
	for _, own := range weights.FinalOf(c).Arrays() {
		for _, arrays := range trials {
			if !slices.ContainsFunc(arrays, func(a weights.Array) bool { return a.Name == own.Name }) {
				return lacks(own.Name)
			}
		}
	}
	return nil
}

// checkScales returns an error if neurons of a run use their scales in another way than those of the same name in a
// circuit that is to begin with them.
func checkScales(run, own circuit.Graph) error {
	use := func(r neuron.ScaleRule) string {
		switch {
		case r.Metaplastic:
			return "only set how fast synapses learn"
		case r.Multiplies:
			return "multiply what neurons send"
		}
		return "divide what neurons receive"
	}
	for _, p := range own.Populations {
		for _, q := range run.Populations {
			if there, here := use(q.Scale), use(p.Scale); q.Name == p.Name && there != here {
				return fmt.Errorf("its scales of %s %s, and those of the circuit %s", p.Name, there, here)
			}
		}
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
		return m, fmt.Errorf("there is no run %s%s: twophase list lists those there are", run, wording.Hint(run, siblings))
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
				return nil, fmt.Errorf("read %s: %s is of %s, and the run has %d", path, a.Name, wording.Count(a.Shape[0], "trial"), of)
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

// recordedWeights returns the weights of a trial of a run that were recorded at a step, for a circuit of a specification.
func recordedWeights(ctx context.Context, spec circuit.Spec, run string, trial, step int) ([]weights.Array, error) {
	spec.Trial = uint64(trial)
	c, err := circuit.New(spec)
	if err != nil {
		return nil, err
	}
	t, err := trace.Open(run, trial)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	if err := t.Check(ctx); err != nil {
		return nil, err
	}
	parts := map[selection.Kind]recordedPart{}
	var all, kinds []selection.Kind // kinds have values that rows must give
	missing := 0
	for _, part := range t.Size().Parts() {
		if part.Class == "activities" {
			continue
		}
		r, err := newRecordedPart(c, part)
		if err != nil {
			return nil, err
		}
		parts[part.Kind], all = r, append(all, part.Kind)
		if r.missing > 0 {
			kinds = append(kinds, part.Kind)
			missing += r.missing
		}
	}
	for _, part := range selection.SizeOf(c).Parts() {
		if _, known := parts[part.Kind]; !known && part.Class != "activities" {
			return nil, lacks(string(part.Kind))
		}
	}
	err = t.Scan(ctx, int64(step), int64(step), all, func(rows trace.Rows) error {
		for i, kind := range rows.Kinds {
			filled, err := parts[kind].fill(int(rows.Posts[i]), max(int(rows.Pres[i]), 0), rows.Weights[i])
			if err != nil {
				return err
			}
			missing -= filled
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if missing > 0 {
		kinds = slices.DeleteFunc(kinds, func(k selection.Kind) bool { return !slices.ContainsFunc(parts[k].values, math.IsNaN) })
		return nil, notRecorded(t, kinds, step)
	}
	spec.Initial = map[string][]float64{}
	for _, part := range parts {
		spec.Initial[part.name] = part.values
	}
	if c, err = circuit.New(spec); err != nil {
		return nil, err
	}
	return weights.FinalOf(c).Arrays(), nil
}

// lacks returns the error of a run without what the circuit begins with.
func lacks(part string) error {
	return fmt.Errorf("there is no %s, which the circuit has", part)
}

// recordedPart is the weights of a projection, or the scales or a variable of a population, of a circuit at a recorded
// step.
type recordedPart struct {
	selection.Part
	name    string    // in Spec.Initial
	values  []float64 // NaN until a row gives them; what does not learn or does not exist stays as it is
	missing int       // values that a row must give
}

// newRecordedPart returns a part of a run for a circuit that begins with it, with no row read. It returns an error if
// the circuit has no such part.
func newRecordedPart(c *circuit.Circuit, part selection.Part) (recordedPart, error) {
	r := recordedPart{Part: part, name: string(part.Kind)}
	shape := [2]int{}
	if p := part.Kind.Projection(c); p != nil {
		shape = [2]int{p.Post().Len(), p.Pre().Len()}
		r.values = p.Weights()
		for i := range r.values {
			if p.Has(i/shape[1], i%shape[1]) {
				r.values[i] = math.NaN()
				r.missing++
			}
		}
	} else if q := part.Kind.Population(c); q != nil {
		learns := c.Spec().Network.Graph.HasChange(r.name)
		if shape = [2]int{q.Len(), 1}; part.Class == "scales" {
			r.name, learns = q.Name()+".scale", !q.ScaleRule().IsFixed()
		}
		if r.values = slices.Clone(part.Kind.Values(c)); r.values != nil && learns {
			r.values, r.missing = slices.Repeat([]float64{math.NaN()}, q.Len()), q.Len()
		}
	}
	switch {
	case r.values == nil:
		return r, fmt.Errorf("there is %s, which the circuit does not have", part.Kind)
	case shape != [2]int{part.Rows, part.Columns}:
		return r, fmt.Errorf("%s is %d×%d, and the circuit needs %d×%d", part.Kind, part.Rows, part.Columns, shape[0], shape[1])
	}
	return r, nil
}

// fill takes over a row, and returns how many values that were missing it gives.
func (r recordedPart) fill(post, pre int, value float64) (filled int, err error) {
	at := &r.values[post*r.Columns+pre]
	switch {
	case math.IsNaN(*at):
		*at = value
		return 1, nil
	case r.Class == "variables": // a constant, which an intervention may have set
		*at = value
	case *at != value && r.Class == "scales":
		return 0, fmt.Errorf("%s[%d] is %g, and the circuit's does not learn: it stays %g", r.Kind, post, value, *at)
	case *at != value:
		return 0, fmt.Errorf("%s[%d,%d] is %g, and the circuit has no such synapse", r.Kind, post, pre, value)
	}
	return 0, nil
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
	var needed, flags []string
	for _, k := range kinds {
		if t.Size().Class(k) != selection.Variables {
			needed, flags = []string{"all weights"}, []string{"--record weights@100"}
		}
	}
	for _, k := range kinds {
		if t.Size().Class(k) == selection.Variables {
			needed, flags = append(needed, string(k)), append(flags, "--record "+string(k)+"@100")
		}
	}
	what := wording.List(needed, "and")
	if !found {
		return fmt.Errorf("step %d does not have a record of %s, and no other step: record them, as by %s, or leave out the step, for the end", step, what, strings.Join(flags, " "))
	}
	return fmt.Errorf("step %d does not have a record of %s; the nearest that has is %d", step, what, near)
}

func abs(n int) int { return max(n, -n) }
