package sweep

import (
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
)

// costOf estimates the floating-point operations of a point.
func costOf(p *planning.Plan) float64 {
	e := p.Experiment
	steps := e.Steps
	if steps == 0 {
		steps = 100_000
	}
	k := float64(e.Outputs)
	matrices, _ := p.Spec.Footprint() // the sizes were checked
	step := 100 + 6*(matrices.Weights+matrices.Equations)
	step += 2 * k * k * float64(max(0, e.Turns-experiment.DefaultTurns))
	if e.Settle != nil {
		step += 2 * k * k * float64(min(e.Settle.Sweeps, 100))
	}
	return float64(steps) * float64(e.Trials) * step
}

// batchPoints is the largest number of points that run in lockstep.
const batchPoints = 8

// Sizes of a chunk. A chunk is work of a fraction of a second: much more than its claim
// costs, and little enough for all processes to end at about the same time.
const (
	chunkCost   = 2e8
	chunkPoints = 1024
	fewChunks   = 16 // least number of chunks of a plan with at least as many points
)

// chunkOf returns the number of points of a chunk. Small groups are not divided.
func chunkOf(cost float64, points, seeds int) int {
	n := int(min(max(chunkCost/cost, 1), chunkPoints, max(float64(points/fewChunks), 1)))
	switch {
	case seeds <= n:
		n -= n % seeds
	case n < batchPoints:
		n = min(batchPoints, seeds) // which run in lockstep
	}
	return n
}
