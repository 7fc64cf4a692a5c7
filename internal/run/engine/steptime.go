package engine

import (
	"context"
	"errors"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/internal/files/interrupt"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
)

// Times returns the time on the clock of a step of each prepared plan, in nanoseconds,
// plasticity included. It is the median over blocks of steps, in which one circuit of each
// plan takes turns on the stimuli of the first trial. It is NaN for a circuit that diverges
// in these steps. The plans must have the same stimuli.
func Times(ctx context.Context, plans []*planning.Plan, steps int) ([]float64, error) {
	circuits := make([]*circuit.Circuit, len(plans))
	for i, p := range plans {
		c, err := circuit.New(p.Spec)
		if err != nil {
			return nil, err
		}
		circuits[i] = c
	}
	stimuli, err := plans[0].Stimuli.Trial(0)
	if err != nil {
		return nil, err
	}
	defer stimuli.Close()
	turns := training.NewTurns(stimuli, circuits...)
	blocks := make([][]float64, len(plans))
	for block := min(timedBlock, steps); steps >= block; steps -= block {
		err := turns.Run(ctx, block, nil)
		if ctx.Err() != nil {
			return nil, interrupt.ErrInterrupted
		}
		if err != nil {
			return nil, fmt.Errorf("stimuli for the clock: %w", err)
		}
		for i, l := range turns.Learners {
			var diverged *circuit.Divergence
			if l.Err != nil && !errors.As(l.Err, &diverged) {
				return nil, l.Err
			}
			blocks[i] = append(blocks[i], float64(l.Elapsed.Nanoseconds())/float64(block))
			l.Elapsed = 0
		}
	}
	times := make([]float64, len(plans))
	for i, l := range turns.Learners {
		if times[i] = quantile.Median(blocks[i]); l.Err != nil {
			times[i] = math.NaN()
		}
	}
	return times, nil
}

// timedBlock is the number of steps of one turn, and of one of the times of a circuit.
const timedBlock = 64
