package recorder

import (
	"fmt"

	"twophase/circuit/selection"
	"twophase/synapse"
)

// Run is what must be known of a run to tell what recording it will cost.
type Run struct {
	Inputs, Outputs int            // N and K
	Lateral         synapse.Wiring // of the lateral projection
	Steps, Trials   int
	Parts           []selection.Selection // Options.Parts
}

// Cost is how many rows and bytes a recording writes.
type Cost struct{ Rows, Bytes float64 }

// The bytes of a row, measured on circuits of 10×3 and 100×10 neurons: what is
// left of a weight and of the five numbers of its change once they are compressed,
// and a little for where and when. A sixth one, which a phase before plasticity makes, is
// where there is no decay: six with one of zeros cost what five do.
const (
	bytesPerRow   = 7
	bytesPerParts = 19
)

// Estimate tells what requests will write in all trials of a run. Where
// requests overlap in the same step their elements are counted for each, so
// that an estimate is never too low in rows; bytes agree with what is written
// within a quarter, unless there are only a few thousand rows. It returns an
// error, as Start will, if a request selects what the circuits do not have.
func Estimate(requests []Request, run Run) (Cost, error) {
	var total Cost
	if err := checkParts(requests, run.Parts, run.size()); err != nil {
		return Cost{}, fmt.Errorf("record traces: %w", err)
	}
	for _, r := range requests {
		if err := r.check(run.size()); err != nil {
			return Cost{}, fmt.Errorf("record traces: %w", err)
		}
		cost := run.cost(r)
		total.Rows += cost.Rows
		total.Bytes += cost.Bytes
	}
	return total, nil
}

// cost returns what one valid request will write.
func (run Run) cost(r Request) Cost {
	records := r.Stride.count(run.Steps) + 2 // with the first state and the last
	elements := planOf(run.size(), []selection.Selection{r.Selection}, nil, run.Parts)
	times := float64(records) * float64(run.Trials)
	rows, changed := times*float64(elements.rows), times*float64(elements.changed)
	return Cost{rows, rows*bytesPerRow + changed*bytesPerParts}
}

func (run Run) size() selection.Size {
	return selection.Size{Inputs: run.Inputs, Outputs: run.Outputs, Lateral: run.Lateral}
}

// String returns the cost in words, such as "12.8 GB (1.1e+09 rows)".
func (c Cost) String() string {
	return fmt.Sprintf("%s (%.3g rows)", inBytes(c.Bytes), c.Rows)
}
