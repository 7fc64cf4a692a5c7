package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"twophase/circuit"
	"twophase/internal/quantile"
)

// Times returns how long a step of each of some prepared plans takes on the clock, in
// nanoseconds, plasticity included: the median over blocks of steps, in which the plans
// take turns on the stimuli of their first trial, one circuit for each. It is NaN for a
// circuit that diverges in these steps. The plans must have the same stimuli.
func Times(ctx context.Context, plans []*Plan, steps int) ([]float64, error) {
	times := make([]float64, len(plans))
	circuits := make([]*circuit.Circuit, len(plans))
	for i, p := range plans {
		c, err := circuit.New(p.spec)
		if err != nil {
			return nil, err
		}
		circuits[i] = c
	}
	stimuli, err := plans[0].stimuli.trial(0)
	if err != nil {
		return nil, err
	}
	defer stimuli.close()
	block := make([][]float64, min(timedBlock, steps))
	for i := range block {
		block[i] = make([]float64, stimuli.Inputs())
	}
	blocks := make([][]float64, len(plans))
	for done := 0; done+len(block) <= steps; done += len(block) {
		if ctx.Err() != nil {
			return nil, ErrInterrupted
		}
		for _, x := range block {
			if err := stimuli.Next(x); err != nil {
				return nil, fmt.Errorf("stimuli for the clock: %w", err)
			}
		}
		for i, c := range circuits {
			if math.IsNaN(times[i]) {
				continue
			}
			start := time.Now()
			err := stepAll(c, block)
			each := float64(time.Since(start).Nanoseconds()) / float64(len(block))
			var diverged *circuit.Divergence
			switch {
			case errors.As(err, &diverged):
				times[i] = math.NaN()
			case err != nil:
				return nil, err
			default:
				blocks[i] = append(blocks[i], each)
			}
		}
	}
	for i, b := range blocks {
		if !math.IsNaN(times[i]) {
			times[i] = quantile.Median(b)
		}
	}
	return times, nil
}

// timedBlock is how many steps a circuit takes before it is the next one's turn.
const timedBlock = 64

func stepAll(c *circuit.Circuit, stimuli [][]float64) error {
	for _, x := range stimuli {
		if err := c.Step(x); err != nil {
			return err
		}
	}
	return nil
}
