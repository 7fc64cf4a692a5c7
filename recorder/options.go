package recorder

import (
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// MaxTrials is the largest number of trials: the names of files have four digits for it.
const MaxTrials = 10_000

// Options say where a trace is written, and what it has besides the weights.
type Options struct {
	Folder string // where the files go; it must exist
	Run    string // name of the run, for the column run
	Trial  int    // number of the trial, 0 … 9999

	// Parts selects synapses and scales for which the parts of changes are recorded too,
	// wherever they are requested. They add columns to the trace. Each of these elements takes
	// four times the space, and a second evaluation of the plasticity rule in the recorded
	// steps.
	Parts []selection.Selection

	// Error and Drift return the error and the drift of the circuit, for requests with conditions
	// on them.
	Error, Drift func(*circuit.Circuit) (float64, error)

	// PartRows is the number of rows after which a new file starts, once the
	// step is complete; 0 means 4 Mi.
	PartRows int

	blockRows int // rows handed to a writer at a time; 0 means that of package series
	groupRows int // rows after which a row group ends; 0 means that of package series
}

// check returns an error if the options are not valid.
func (o Options) check() error {
	switch {
	case o.Trial < 0 || o.Trial >= MaxTrials:
		return fmt.Errorf("record traces: trial %d: the names of the files have room for 0 … %d", o.Trial, MaxTrials-1)
	case o.PartRows < 0 || o.PartRows > math.MaxInt32:
		return fmt.Errorf("record traces: %d rows in a file: give a positive number below 2³¹, or 0 for 4 Mi", o.PartRows)
	}
	return nil
}
