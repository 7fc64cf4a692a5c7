package experiment

import (
	"errors"
	"fmt"
	"io"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/internal/document"
	"twophase/recorder"
	"twophase/stimulus"
)

// Plan is an experiment that has been checked and can be run.
type Plan struct {
	Experiment Experiment // all defaults filled in

	spec          circuit.Spec // of trial 0
	requests      []recorder.Request
	interventions []intervention.Intervention
	cost          recorder.Cost // of the requests, once the stimuli are surveyed
	stimuli       stimuli

	run      string // ID of its run, of a plan that Prepare has prepared
	followed bool   // the subspace error is followed through the run

	forecast    *forecast // nil where nothing is predicted
	unpredicted string    // why, where something might have been
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

// resolveSpec builds the specification of the circuit.
func (p *Plan) resolveSpec(network circuit.Network) (err error) {
	e := &p.Experiment
	p.spec = circuit.Spec{Network: network, Inputs: p.stimuli.inputs(), Seed: e.Seed}
	if p.spec.Executor, err = circuit.ParseExecutor(e.Executor); err != nil {
		return document.Blame(err, "executor")
	}
	rows := 0
	if e.InitialWeights != "" {
		if p.spec.InitialWeights, rows, err = readWeights(e.InitialWeights, p.spec.Inputs); err != nil {
			return document.Blame(err, "initial_weights")
		}
	}
	if e.Outputs, err = outputs(e.Outputs, e.Lambda.Len(), rows, most(network, p.stimuli.outputs())); err != nil {
		return err
	}
	if e.Outputs > p.spec.Inputs {
		return document.Blame(fmt.Errorf("%d outputs for %d inputs: a circuit cannot find more components than it has inputs", e.Outputs, p.spec.Inputs),
			"outputs", "lambda", "initial_weights")
	}
	if e.Lambda.Values == nil {
		e.Lambda = defaultLambda(network)
	}
	if p.spec.Gains, err = e.Lambda.Gains(e.Outputs); err != nil {
		return document.Blame(err, "lambda")
	}
	if e.Rate.String() == "" {
		if e.Rate, err = circuit.ParseRate(p.stimuli.rate(network)); err != nil {
			return err
		}
	}
	setDefault(&e.Tau, network.Tau)
	setDefault(&e.InitialM, network.InitialScale)
	if e.InitialWeights == "" {
		setDefault(&e.InitialW, 1)
	}
	p.spec.Rate, p.spec.Tau = e.Rate, e.Tau
	p.spec.InitialScale, p.spec.InitialSpread = e.InitialM, e.InitialW
	return p.validate()
}

// validate checks the specification of the circuit.
func (p *Plan) validate() error {
	e := p.Experiment
	keys := []string{"lambda"}
	switch {
	case e.InitialWeights != "" && e.InitialW != 0:
		keys = []string{"initial_w"}
	case !(e.Tau > 0):
		keys = []string{"tau"}
	case !(e.InitialM > 0):
		keys = []string{"initial_m"}
	case e.Rate.Validate() != nil:
		keys = []string{"rate"}
	default:
		if i, err := p.spec.Network.Gains.Wrong(p.spec.Gains); err != nil {
			keys = []string{fmt.Sprintf("lambda[%d]", i), "lambda"}
		}
	}
	return document.Blame(p.spec.Validate(), keys...)
}

// most returns the outputs that a problem suggests, or as many as the network can have.
func most(n circuit.Network, suggested int) int {
	if n.MostOutputs > 0 {
		return min(suggested, n.MostOutputs)
	}
	return suggested
}

// outputs decides K from what was asked for, from the rows of the initial weights,
// from the length of a list of gains and from the problem, and returns an error if
// the first three contradict one another or nothing says it.
func outputs(asked, gains, rows, problem int) (int, error) {
	if asked < 0 {
		return 0, document.Blame(fmt.Errorf("%d outputs: a circuit needs at least 1", asked), "outputs")
	}
	k, first := 0, ""
	for _, s := range []struct {
		k         int
		key, says string
	}{
		{asked, "outputs", "outputs says %d"},
		{rows, "initial_weights", "the initial weights have %d rows"},
		{gains, "lambda", "lambda lists %d gains"},
	} {
		says := fmt.Sprintf(s.says, s.k)
		switch {
		case s.k == 0:
		case k == 0:
			k, first = s.k, says
		case k != s.k:
			return 0, document.Blame(fmt.Errorf("%s, but %s: both are the number of output neurons", says, first), s.key, "outputs", "initial_weights")
		}
	}
	if k == 0 {
		k = problem
	}
	if k == 0 {
		err := errors.New("how many outputs? say it with --outputs K, or outputs: K in a file, or with one gain for each in lambda")
		return 0, document.Blame(err, "stimulus")
	}
	return k, nil
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

// readWeights reads W [K×n] from a matrix file of any format that stimuli come
// in, and returns it row-major with its number of rows.
func readWeights(path string, n int) (w []float64, rows int, err error) {
	f, err := stimulus.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("read the initial weights: %w", err)
	}
	defer f.Close()
	if f.Inputs() != n {
		return nil, 0, fmt.Errorf("read the initial weights: %s has %d columns for %d inputs", path, f.Inputs(), n)
	}
	for {
		row := make([]float64, n)
		switch err := f.Next(row); {
		case err == io.EOF:
			return w, rows, nil
		case err != nil:
			return nil, 0, fmt.Errorf("read the initial weights: %w", err)
		case rows == n:
			return nil, 0, fmt.Errorf("read the initial weights: %s has more than %d rows, and a circuit cannot have more outputs than its %d inputs", path, n, n)
		}
		w = append(w, row...)
		rows++
	}
}

// setDefault sets a field that was not given.
func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
