package view

import (
	"context"
	"errors"
	"fmt"
	"os"

	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/internal/web/simulator"
)

// Run implements Source.
func (r *Recorded) Run(ctx context.Context) (*Run, error) { return r.run.get(ctx, r.describe) }

func (r *Recorded) describe(ctx context.Context) (*Run, error) {
	e := r.manifest.Experiment
	run := &Run{
		Title: e.NetworkName(), Network: e.NetworkName(), Outputs: e.Outputs, Steps: e.Steps, Trials: e.Trials, Seed: e.Seed,
		Run: r.manifest.Run, Folder: r.name(), Path: r.folder, Variant: r.variant,
		Schedule: []simulator.Phase{}, Recorded: []Recording{}, Twins: []Twin{}, Warnings: []string{}, Interventions: []string{},
	}
	warn := func(err error) { run.Warnings = append(run.Warnings, err.Error()) }
	saved, err := r.saved(ctx)
	switch {
	case err == nil:
		run.Done = true
		run.Title, run.Inputs, run.Outputs, run.Steps, run.Theory = saved.Title, saved.Inputs, saved.Outputs, saved.Steps, saved.Theory
		run.Isotropic = saved.Isotropic
		run.Warnings = append(run.Warnings, saved.Warnings...)
	case ctx.Err() != nil:
		return nil, err
	case errors.Is(err, os.ErrNotExist):
		run.Warnings = append(run.Warnings, fmt.Sprintf("the run %v; what is known of it is what was recorded until it ended", result.Unfinished(r.folder)))
	default:
		warn(err)
	}
	run.addNetwork(e)
	if n, err := e.SettledNetwork(); err != nil {
		warn(err)
	} else {
		run.Schedule, run.Offline = simulator.PhasesOf(n), n.IsOffline()
	}
	// A trace says what there is. Of a pair the numbers of inputs and outputs say it too, of others they do not say all.
	network, _ := e.LookupNetwork()
	n, size := 0, selection.Size{}
	if network.IsPair() {
		size = selection.PairSize(run.Inputs, run.Outputs, network.Among().Wiring)
		run.Graph = simulator.NewGraph(size, network.Graph, func(selection.Kind) bool { return false })
	}
	traced := func(t *trace.Trial) error {
		run.Recorded = newRecordings(t.Requests(), e.Parts)
		z := t.Size()
		if saved != nil && (saved.Inputs != z.Inputs || saved.Outputs != z.Outputs) {
			warn(fmt.Errorf("summary.json says that there are %d inputs and %d outputs, and the trace is of %d and %d", saved.Inputs, saved.Outputs, z.Inputs, z.Outputs))
		}
		run.Inputs, run.Outputs, size = z.Inputs, z.Outputs, z
		run.Ratio = measure.RatioOf(string(z.Graph.Among()))
		n = weightsOf(z)
		run.Graph = simulator.NewGraph(z, network.Graph, t.HasKind)
		return nil
	}
	for trial := range min(e.Trials, trialsKept) { // all are of the same circuit
		if err := r.traces.with(trial, traced); err == nil {
			break
		} else if trial == 0 {
			warn(err)
		}
	}
	if n = max(n, run.Outputs*run.Outputs); run.Outputs > mostShown || run.Inputs > mostShown || n > snapshotLimit {
		warn(fmt.Errorf("a circuit of %d inputs and %d outputs is too large to be drawn", run.Inputs, run.Outputs))
		run.Undrawn = true
	}
	if rows, columns := e.Stimulus.Image(); rows > 0 && rows*columns == run.Inputs {
		run.Image = &Image{rows, columns}
	}
	if r.manifest.Fork != nil {
		run.Fork = r.manifest.Fork.At
	}
	run.Title = r.unplaced(run.Title)
	for i := range run.Warnings {
		run.Warnings[i] = r.unplaced(run.Warnings[i])
	}
	if r.lacks != "" {
		run.Warnings = append(run.Warnings, r.lacks)
	}
	for _, t := range r.twins {
		run.Twins = append(run.Twins, Twin{t.Name})
	}
	run.Follow = declared(e.Followed())
	run.Interventions = e.InterventionTexts(size)
	return run, nil
}

// mostShown is how many inputs or outputs a circuit that is drawn has at most.
const mostShown = 1_000_000
