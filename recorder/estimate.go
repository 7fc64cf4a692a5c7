package recorder

import (
	"fmt"
	"unsafe"

	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/recorder/internal/series"
)

// Extent has the properties of a run that decide the cost of recording it.
type Extent struct {
	Size          selection.Size // of the circuit
	Steps, Trials int
	Parts         []selection.Selection // Options.Parts
}

// Cost is the number of rows and bytes that a recording writes.
type Cost struct{ Rows, Bytes float64 }

// The bytes of a row, measured on circuits of 10×3 and 100×10 neurons: a weight and the five
// numbers of its change after compression, and a little for step and place. A sixth number,
// from a phase before plasticity, appears only where there is no decay. Six with one of zeros
// cost as much as five.
const (
	bytesPerRow   = 7
	bytesPerParts = 19
)

// Estimate returns what requests will write in all trials of a run, as if all conditions held. It
// counts overlapping requests separately, so that its number of rows is never too low. Its bytes
// agree within a quarter with what is written, unless there are only a few thousand rows or a
// condition does not hold. Like Start, it returns an error if a request selects what the circuit
// does not have.
func Estimate(requests []Request, run Extent) (Cost, error) {
	var total Cost
	of := series.SourcesOf(run.Size, nil)
	if err := checkParts(requests, run.Parts, of); err != nil {
		return Cost{}, fmt.Errorf("record traces: %w", err)
	}
	for _, r := range requests {
		if err := r.check(run.Size); err != nil {
			return Cost{}, fmt.Errorf("record traces: %w", err)
		}
		cost := run.cost(r, of)
		total.Rows += cost.Rows
		total.Bytes += cost.Bytes
	}
	return total, nil
}

// Memory returns an upper estimate of the memory that the recording of one trial takes on some
// processors, in bytes.
func Memory(requests []Request, run Extent, processors int) (float64, error) {
	run.Trials = 1
	cost, err := Estimate(requests, run)
	d, of := series.Description{Parts: joinParts(run.Parts)}, series.SourcesOf(run.Size, nil)
	changes := float64(of.PlanOf(run.Parts, nil, run.Parts).Changed) * float64(unsafe.Sizeof(neuron.Change{}))
	return changes + series.Bytes(cost.Rows, series.ChangeColumns(d, of), processors), err
}

// cost returns what one valid request will write.
func (run Extent) cost(r Request, of *series.Sources) Cost {
	records := r.count(run.Steps) + 2 // with the first state and the last
	elements := of.PlanOf([]selection.Selection{r.Selection}, nil, run.Parts)
	times := float64(records) * float64(run.Trials)
	rows, changed := times*float64(elements.Rows), times*float64(elements.Changed)
	return Cost{rows, rows*bytesPerRow + changed*bytesPerParts}
}

// String returns the cost in words, such as "12.8 GB (1.1e+09 rows)".
func (c Cost) String() string {
	return fmt.Sprintf("%s (%.3g rows)", inBytes(c.Bytes), c.Rows)
}

// inBytes writes a number of bytes in decimal units.
func inBytes(v float64) string {
	units := []string{"kB", "MB", "GB", "TB", "PB", "EB"}
	if v < 999.5 {
		return fmt.Sprintf("%.0f bytes", v)
	}
	i := 0
	for v /= 1000; v >= 999.95 && i < len(units)-1; i++ {
		v /= 1000
	}
	return fmt.Sprintf("%.1f %s", v, units[i])
}
