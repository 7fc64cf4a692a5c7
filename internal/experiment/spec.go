package experiment

import (
	"errors"
	"fmt"
	"io"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/stimulus"
)

// defaultInitialW is the paper's spread of W, in units of 1/√N.
const defaultInitialW = 1

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
		setDefault(&e.InitialW, defaultInitialW)
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
