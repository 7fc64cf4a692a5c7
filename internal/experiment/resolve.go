package experiment

import (
	"fmt"
	"io"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/document"
	"twophase/recorder"
)

// Plan is an experiment that has been checked and can be run.
type Plan struct {
	Experiment Experiment // all defaults filled in

	spec          circuit.Spec // of trial 0
	requests      []recorder.Request
	parts         []selection.Selection // of whose changes the parts are recorded
	interventions []intervention.Intervention
	cost          recorder.Cost // of the requests, once the stimuli are surveyed
	stimuli       stimuli

	run      string // ID of its run, of a plan that Prepare has prepared
	followed bool   // the subspace error is followed through the run

	forecast    *forecast // nil where nothing is predicted
	unpredicted string    // why, where something might have been

	unmeasured bool // nothing is measured against a reference, whatever the experiment says
}

// Steps of a run on stimuli that never end, unless told otherwise.
const defaultSteps = 100_000

// maxSteps is more than a machine will do in a lifetime, and few enough for all
// steps of all trials to be counted.
const maxSteps = 1e14

// defaultRate is the paper's for its small problem, and ours for files and
// spectra.
const defaultRate = "10/(250+t)"

// defaultLambda returns the gains from 1 to 0.7 of both of the paper's problems, or 1
// for a network without gains.
func defaultLambda(n circuit.Network) Lambda {
	ends := n.DefaultGains(2)
	return Lambda{Linear: true, Values: ends}
}

// Resolve checks an experiment and fills in its defaults. Its errors say what is
// wrong and which choices there are. The plan must be closed.
func Resolve(e Experiment) (_ *Plan, err error) {
	p := &Plan{Experiment: e}
	defer func() {
		if err != nil {
			p.Close()
		}
	}()
	if err := p.resolve(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Plan) resolve() (err error) {
	e := &p.Experiment
	setDefault(&e.Network, circuit.IfPSP.Name)
	setDefault(&e.Executor, circuit.Compiled.String())
	setDefault(&e.Trials, 1)
	if e.Trials < 1 || e.Trials > recorder.MaxTrials {
		return document.Blame(fmt.Errorf("%d trials: run 1 to %d", e.Trials, recorder.MaxTrials), "trials")
	}
	if e.Steps < 0 || e.Steps > maxSteps {
		return document.Blame(fmt.Errorf("%d steps: run 1 to %.0e", e.Steps, float64(maxSteps)), "steps")
	}
	network, err := circuit.LookupNetwork(e.Network)
	if err != nil {
		return document.Blame(err, "network")
	}
	if e.Settle != nil {
		settle, err := e.Settle.WithDefaults()
		if err != nil {
			return document.Blame(err, "settle")
		}
		if network, err = settle.apply(network); err != nil {
			return document.Blame(err, "settle", "network")
		}
		e.Settle = &settle
	}
	if e.Stimulus.File == "" && e.Stimulus.Spectrum == nil {
		setDefault(&e.Stimulus.Problem, "small")
	}
	if e.Stimulus.File != "" && e.Steps == 0 {
		setDefault(&e.Stimulus.Epochs, 1)
	}
	if p.stimuli, err = openStimuli(e.Stimulus, e.Seed); err != nil {
		return document.Blame(err, e.Stimulus.key(), "stimulus")
	}
	if err := p.resolveSpec(network); err != nil {
		return err
	}
	if err := p.resolveRequests(); err != nil {
		return err
	}
	return p.resolveInterventions()
}

// Describe writes the circuit, its schedule and the interventions as a person reads
// them.
func (p *Plan) Describe(w io.Writer) error {
	c, err := circuit.New(p.spec)
	if err != nil {
		return err
	}
	if err := c.Describe(w); err != nil {
		return err
	}
	return p.describeInterventions(w)
}

// Close gives back what the plan holds open.
func (p *Plan) Close() error {
	if p.stimuli == nil {
		return nil
	}
	return p.stimuli.close()
}

// setDefault sets a field that was not given.
func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
