package reproduce

import (
	"twophase/circuit/subspace"
	"twophase/internal/quantile"
)

// Entry is one entry of a table: the paper's number and the result of the trials.
type Entry struct {
	Network string
	Inputs  int // N
	Outputs int // K
	Steps   int // T

	Median, Q25, Q75 float64 // E_Pro over the trials
	Paper            float64 // 0: the paper's *, below 1e-18; NaN: the paper does not have the network
	Floor            float64 // expected E_Pro of batch PCA of T samples; 0 where there are no samples
	Verdict          Verdict
}

// entries returns the entries of a table of the paper, network by network, up to the steps of the
// studies.
func entries(table []printed, studies []*study) []Entry {
	var all []Entry
	for _, s := range studies {
		for i, network := range networks() {
			for _, row := range table {
				if row.problem != s.problem.Name || row.steps > s.steps[len(s.steps)-1] {
					continue
				}
				errors := s.errors(i, row.steps)
				e := Entry{
					Network: network.Name, Inputs: s.problem.Inputs, Outputs: s.problem.Outputs, Steps: row.steps,
					Median: quantile.Of(errors, 0.5), Q25: quantile.Of(errors, 0.25), Q75: quantile.Of(errors, 0.75),
					Paper: row.of(i),
				}
				if s.samples {
					e.Floor = subspace.BatchFloor(s.problem.Spectrum, e.Outputs, e.Steps)
				}
				e.Verdict = judge(errors, e.Paper, e.Floor)
				all = append(all, e)
			}
		}
	}
	return all
}
