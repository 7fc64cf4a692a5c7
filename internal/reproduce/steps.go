package reproduce

import (
	"math"
	"slices"
)

// perDecade is the number of steps in each decade at which a run is measured.
const perDecade = 10

// lookSteps returns the steps at which runs are measured, ascending: log-spaced from 1 to the last of
// the steps in the tables, and the steps in the tables.
func lookSteps(tables []int) []int {
	last := slices.Max(tables)
	steps := slices.Clone(tables)
	for i := 0; ; i++ {
		t := int(math.Round(math.Pow(10, float64(i)/perDecade)))
		if t > last {
			break
		}
		steps = append(steps, t)
	}
	slices.Sort(steps)
	return slices.Compact(steps)
}

// tableSteps returns the steps of a problem in a table of the paper, up to a limit, ascending.
func tableSteps(table []printed, problem string, limit int) []int {
	var steps []int
	for _, row := range table {
		if row.problem == problem && row.steps <= limit {
			steps = append(steps, row.steps)
		}
	}
	return steps
}
