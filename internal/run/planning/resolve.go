package planning

import (
	"context"
	"errors"
	"fmt"
	"io"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/experiment/scene"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/text/document"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

// Plan is an experiment that has been checked and can be run.
type Plan struct {
	Experiment experiment.Experiment // all defaults filled in
	Beside     int                   // number of such plans that run at the same time and share the memory; 0: one

	Spec          circuit.Spec // of trial 0
	size          selection.Size
	origin        origin
	Data          *measure.Data // of the key distance, or nil
	Records       []recorder.Request
	unresolved    []int                 // those of Records that are around interventions
	Parts         []selection.Selection // weights for which the parts of changes are recorded
	Interventions []intervention.Intervention
	cost          recorder.Cost // of the requests, once the stimuli are surveyed
	Stimuli       scene.Stimuli
	idle          []string // what was given and does nothing, in sentences

	Run      string // ID of its run, of a plan that Prepare has prepared
	Revision string // of the program that records the run, or recorded it
	Looks    []int  // further steps at which errors are measured, once the stimuli are surveyed

	bytes float64 // of memory, once the stimuli are surveyed

	Forecast    *monitor.Forecast // nil where nothing is predicted
	Unpredicted string            // the reason, where a forecast could be expected

	Chosen string // what the theory chose, in words; empty if the experiment chose all

	Unmeasured bool // no reference is used, whatever the experiment says
}

// Resolve checks an experiment and fills in its defaults. Its errors say what is
// wrong and which choices there are. The plan must be closed. Long readings of files end with the
// context.
func Resolve(ctx context.Context, e experiment.Experiment) (_ *Plan, err error) {
	p := &Plan{Experiment: e, Revision: result.Revision()}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if err := p.resolve(ctx); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Plan) resolve(ctx context.Context) (err error) {
	e := &p.Experiment
	if e.Circuit == nil {
		experiment.SetDefault(&e.Network, experiment.DefaultNetwork)
	}
	experiment.SetDefault(&e.Executor, experiment.DefaultExecutor)
	experiment.SetDefault(&e.Trials, experiment.DefaultTrials)
	if e.Trials < 1 || e.Trials > recorder.MaxTrials {
		return document.Blame(fmt.Errorf("%d trials: run 1 to %d", e.Trials, recorder.MaxTrials), "trials")
	}
	if e.Steps < 0 || e.Steps > experiment.MaxSteps {
		return document.Blame(fmt.Errorf("%d steps: run 1 to %.0e", e.Steps, float64(experiment.MaxSteps)), "steps")
	}
	if e.OwnRules() {
		if *e, err = e.WithOwnRules(); err != nil {
			return err
		}
	}
	network, err := e.LookupNetwork()
	if err != nil {
		return err
	}
	if e.Settle != nil {
		settle, err := e.Settle.WithDefaults()
		if err != nil {
			return document.Blame(err, "settle")
		}
		if network, err = settle.Apply(network); err != nil {
			return document.Blame(err, "settle", "network")
		}
		e.Settle = &settle
	}
	if network, err = e.Turned(network); err != nil {
		return err
	}
	if e.Offline {
		if network, err = network.Offline(); err != nil {
			return document.Blame(err, "offline", "network")
		}
	}
	if network.IsOffline() {
		experiment.SetDefault(&e.Steps, experiment.DefaultOfflineSteps)
	}
	if len(e.Stimulus.Given()) == 0 {
		e.Stimulus = experiment.DefaultStimulus(network, e.Stimulus)
	}
	if !network.FindsPrincipal() || e.Stimulus.FromPipe() {
		e.Reference = false
	}
	if e.Stimulus.FromPipe() && e.Trials > 1 {
		return document.Blame(errors.New("rows from standard input can be read once, by one trial: leave out trials, or write the rows into a file first"), "trials")
	}
	e.Stimulus = e.Stimulus.WithDefaults()
	if e.Stimulus.FromFiles() && e.Steps == 0 {
		experiment.SetDefault(&e.Stimulus.Epochs, 1)
	}
	shown, err := e.WithSignals()
	if err != nil {
		return err
	}
	if p.Stimuli, err = scene.Open(ctx, shown, e.Seed); err != nil {
		return document.Blame(err, e.Stimulus.Key(), "stimulus")
	}
	if err := p.checkOffline(network); err != nil {
		return err
	}
	if err := p.resolveSpec(ctx, network); err != nil {
		return err
	}
	if err := p.resolveSize(); err != nil {
		return err
	}
	if err := p.readDistance(ctx); err != nil {
		return err
	}
	if err := p.resolveRequests(); err != nil {
		return err
	}
	return p.resolveInterventions()
}

// Describe writes the circuit, its schedule and the interventions for people to read.
func (p *Plan) Describe(w io.Writer) error {
	c, err := circuit.New(p.Spec)
	if err != nil {
		return err
	}
	if err := c.Describe(w); err != nil {
		return err
	}
	if p.Chosen != "" {
		if _, err := fmt.Fprintf(w, "\nChosen by the theory: %s\n", p.Chosen); err != nil {
			return err
		}
	}
	return p.describeInterventions(w)
}

// Close closes the files of the plan.
func (p *Plan) Close() error {
	if p.Stimuli == nil {
		return nil
	}
	return p.Stimuli.Close()
}
