package planning

import (
	"context"
	"fmt"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/experiment/memory"
	"twophase/internal/experiment/stability"
	"twophase/internal/text/document"
)

// resolveSpec builds the specification of the circuit.
func (p *Plan) resolveSpec(ctx context.Context, network circuit.Network) (err error) {
	e := &p.Experiment
	p.Spec = circuit.Spec{Network: network, Inputs: p.Stimuli.Inputs(), Seed: e.Seed}
	if p.Spec.Sizes, err = p.viewSizes(network); err != nil {
		return document.Blame(err, "stimulus.views", "stimulus.files", "network")
	}
	if err := p.resolveGraphParts(network); err != nil {
		return err
	}
	if p.Spec.Executor, err = circuit.ParseExecutor(e.Executor); err != nil {
		return document.Blame(err, "executor")
	}
	rows := 0
	if e.InitialWeights != "" {
		if rows, err = p.readForward(ctx, network); err != nil {
			return document.Blame(err, "initial_weights")
		}
	}
	if e.From != "" {
		if rows, err = originOutputs(ctx, e.From); err != nil {
			return document.Blame(err, "from")
		}
	}
	if e.Outputs, err = experiment.ChooseOutputs(e.Outputs, e.Lambda.Len(), rows, experiment.SuggestedOutputs(network, e.Stimulus, p.Stimuli.Outputs(), p.Spec.Inputs)); err != nil {
		return err
	}
	if err := memory.CheckCircuit(p.Spec.Inputs, e.Outputs); err != nil {
		return err
	}
	if e.Rate.String() == "" {
		text := p.Stimuli.Rate(network)
		if network.IsOffline() {
			text = experiment.DefaultOfflineRate
		}
		if e.Rate, err = circuit.ParseRate(text); err != nil {
			return err
		}
	}
	if err := p.choose(ctx, network); err != nil {
		return err
	}
	if e.Lambda.Values == nil {
		e.Lambda = experiment.DefaultLambda(network)
	}
	if p.Spec.Gains, err = e.Lambda.Gains(e.Outputs); err != nil {
		return document.Blame(err, "lambda")
	}
	experiment.SetDefault(&e.Tau, network.Tau)
	if e.Initial == nil { // which may leave nothing to them
		p.setUsualStart(true, true)
	}
	p.Spec.Rate, p.Spec.Tau = e.Rate, e.Tau
	p.Spec.InitialScale, p.Spec.InitialSpread = e.InitialM, e.InitialW
	if err := p.validate(); err != nil {
		return err
	}
	foreseen, err := p.Spec.Footprint()
	if err != nil {
		return err
	}
	if err := memory.CheckGraph(foreseen.Bytes); err != nil {
		return err
	}
	return p.resolveOrigin(ctx)
}

// choose fills in the gains and the τ that the theory is to choose from the stimuli. A file is
// read for that.
func (p *Plan) choose(ctx context.Context, network circuit.Network) (err error) {
	e := &p.Experiment
	if !e.Lambda.Auto && !e.AutoTau {
		return nil
	}
	wish := stability.Wish{Gains: e.Lambda.Auto, Tau: e.Tau, Rate: e.Rate.At(1)}
	var point theory.FixedPoint
	if point.Network, err = theory.InPaperNames(network); err != nil {
		return document.Blame(err, "lambda", "tau")
	}
	if wish.Gains {
		point.Gains = network.DefaultGains(e.Outputs)
	} else {
		if e.Lambda.Values == nil {
			e.Lambda = experiment.DefaultLambda(network)
		}
		if point.Gains, err = e.Lambda.Gains(e.Outputs); err != nil {
			return document.Blame(err, "lambda")
		}
	}
	if err := network.Gains.Check(point.Gains, e.Outputs); err != nil {
		return document.Blame(err, "lambda")
	}
	if point.Spectrum, _, err = stability.Spectrum(ctx, p.Stimuli); err != nil {
		return document.Blame(err, "lambda", "tau")
	}
	chosen, err := stability.Choose(point, wish)
	if err != nil {
		return document.Blame(err, "lambda", "tau")
	}
	e.Lambda, e.Tau, e.AutoTau, p.Chosen = experiment.Lambda{Values: chosen.Gains}, chosen.Tau, false, chosen.Why
	return nil
}

// validate checks the specification of the circuit.
func (p *Plan) validate() error {
	e := p.Experiment
	keys := []string{"outputs", "lambda", "initial_weights", "from"}
	switch {
	case p.Spec.Network.CheckTau(e.Tau) != nil:
		keys = []string{"tau"}
	case e.InitialM != 0 && !(e.InitialM > 0):
		keys = []string{"initial_m"}
	case p.Spec.Network.CheckRate(e.Rate) != nil:
		keys = []string{"rate"}
	default:
		if i, err := p.Spec.Network.Gains.Wrong(p.Spec.Gains); err != nil {
			keys = []string{fmt.Sprintf("lambda[%d]", i), "lambda"}
		} else if e.Circuit != nil {
			return document.Within(e.Circuit.Locate(p.Spec.Validate()), "circuit")
		}
	}
	if len(e.Sizes) > 0 {
		keys = []string{"sizes"}
	}
	return document.Blame(p.Spec.Validate(), keys...)
}
