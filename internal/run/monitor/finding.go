package monitor

import (
	"time"

	"twophase/circuit/weights"
	"twophase/internal/measure"
	"twophase/internal/traces/result"
)

// Finding is the result of one trial, with the data that the run's summary is made of.
type Finding struct {
	*result.Result
	Weights weights.Final
	Preview *Traces // of trial 0
	Path    Path
	Against measure.Against
	Elapsed time.Duration
}

// ResultsOf returns the results of trials, nil where there is none.
func ResultsOf(findings []*Finding) []*result.Result {
	results := make([]*result.Result, len(findings))
	for i, f := range findings {
		if f != nil {
			results[i] = f.Result
		}
	}
	return results
}
