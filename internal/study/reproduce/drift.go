package reproduce

import (
	"context"
	"fmt"
	"math"

	"twophase/circuit/theory"
	"twophase/internal/numerics/quantile"
)

// drifted is what all trials of a case measured, beside the theory.
type drifted struct {
	driftCase
	length  driftLength
	trials  []wander
	theory  *theory.Drift
	decayed []float64 // of each trial: the rate, per step, at which ln C falls within the subspace
}

// The decay of the autocorrelation is measured between these lags: at the first, what dies out
// fast has died out, and of the second a short run has several.
const decayFrom, decayTo = 5_000, 40_000

// at returns the index of a lag in steps, or that of the longest before it.
func (d drifted) at(lag int) int {
	i := len(d.trials[0].cosine) - 1
	for i > 0 && driftLags[i]*d.length.every > lag {
		i--
	}
	return i
}

// lags returns the lags that were measured, in steps.
func (d drifted) lags() (steps []int) {
	for i := range d.trials[0].cosine {
		steps = append(steps, driftLags[i]*d.length.every)
	}
	return steps
}

// decays returns the decay that the theory predicts between the same lags.
func (d drifted) decays() float64 {
	_, from := d.theory.Autocorrelation(decayFrom)
	_, to := d.theory.Autocorrelation(decayTo)
	return math.Log(from/to) / (decayTo - decayFrom)
}

// over returns the quartiles of a number over the trials.
func (d drifted) over(of func(wander) float64) quantile.Quartiles {
	var all []float64
	for _, w := range d.trials {
		all = append(all, of(w))
	}
	return quantile.QuartilesOf(all)
}

// runDrift runs the experiment.
func runDrift(ctx context.Context, length driftLength, o Options) ([]drifted, error) {
	p := problems()[0]
	cases := driftCases(p)
	trials := make([][]wander, o.Trials)
	err := o.forTrials(ctx, func(ctx context.Context, trial int) (err error) {
		trials[trial], err = driftTrial(ctx, p, cases, length, o.Seed, uint64(trial))
		return err
	})
	if err != nil {
		return nil, err
	}
	var all []drifted
	for i, c := range cases {
		linear, err := c.fixedPoint(p).Linearise(c.network.Tau)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name(), err)
		}
		d := drifted{driftCase: c, length: length, theory: theory.NewDrift(linear, driftRate, c.sigma)}
		for _, t := range trials {
			d.trials = append(d.trials, t[i])
		}
		for _, w := range d.trials {
			d.decayed = append(d.decayed, math.Log(w.within[d.at(decayFrom)]/w.within[d.at(decayTo)])/float64(decayTo-decayFrom))
		}
		all = append(all, d)
	}
	return all, nil
}
