package sweep

import "twophase/internal/experiment"

// costOf returns the floating-point operations of a point, roughly.
func costOf(p *experiment.Plan) float64 {
	e := p.Experiment
	steps := e.Steps
	if steps == 0 {
		steps = 100_000
	}
	n, k := float64(p.Inputs()), float64(e.Outputs)
	step := 100 + 6*n*k + 4*k*k
	if e.Settle != nil {
		step += 2 * k * k * float64(min(e.Settle.Sweeps, 100))
	}
	return float64(steps) * float64(e.Trials) * step
}

// What a process takes at a time: work of a fraction of a second, so that many
// points cost no more to claim than to run and processes end at about the same
// time.
const (
	chunkCost   = 2e8
	chunkPoints = 1024
	fewChunks   = 16 // that a plan has at least, if it has as many points
)

// chunkOf returns how many points a process takes at a time: whole groups, if they
// are small.
func chunkOf(cost float64, points, seeds int) int {
	n := int(min(max(chunkCost/cost, 1), chunkPoints, max(float64(points/fewChunks), 1)))
	switch {
	case seeds <= n:
		n -= n % seeds
	case n < batchPoints:
		n = min(batchPoints, seeds) // which run side by side
	}
	return n
}
