package settlingbudget

import (
	"context"

	"twophase/circuit"
	"twophase/internal/run/training"
)

// runTrial lets all cases learn from the same stimuli and from the same initial weights,
// and measures them.
func (p *problem) runTrial(ctx context.Context, all []Case, o Options, trial uint64) ([]outcome, error) {
	stimuli, err := p.open(trial)
	if err != nil {
		return nil, err
	}
	defer stimuli.close()
	var circuits []*circuit.Circuit
	for _, c := range all {
		network, err := circuit.New(p.spec(c, o.Seed, trial))
		if err != nil {
			return nil, err
		}
		circuits = append(circuits, network)
	}
	turns := training.NewTurns(stimuli, circuits...)
	runners := make([]*runner, len(all))
	for i, c := range all {
		runners[i] = &runner{Case: c, Learner: turns.Learners[i]}
		if c.settles() {
			circuits[i].Attach(&runners[i].counted)
		}
	}
	err = turns.Run(ctx, p.steps, func(block []float64) error {
		o.Progress.Add(len(block) / p.inputs)
		for _, r := range runners {
			if r.Err != nil && !r.diverged {
				if err := r.giveUp(r.Err); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	test := vectors(settleIn+probes, p.inputs)
	if err := read(stimuli, test); err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(runners))
	for i, r := range runners {
		if err := r.takeMeasures(p, stimuli.reference, test); err != nil {
			return nil, err
		}
		outcomes[i] = r.outcome
	}
	return outcomes, nil
}

// read fills the rows of a block with the next stimuli.
func read(source interface{ Next([]float64) error }, block [][]float64) error {
	for _, x := range block {
		if err := source.Next(x); err != nil {
			return err
		}
	}
	return nil
}

// vectors returns n vectors of a length.
func vectors(n, length int) [][]float64 {
	all := make([][]float64, n)
	for i := range all {
		all[i] = make([]float64, length)
	}
	return all
}
