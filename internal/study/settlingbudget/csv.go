package settlingbudget

import (
	"encoding/csv"
	"io"
	"strconv"
)

// csvHead are the columns of WriteCSV.
var csvHead = []string{
	"problem", "inputs", "outputs", "steps", "trials",
	"network", "method", "start", "sweeps", "tolerance",
	"e_pro_low", "e_pro_median", "e_pro_high", "e_pro_settled", "diverged", "lost",
	"settling_residual", "sweeps_used", "unsettled", "synaptic_operations",
}

// WriteCSV writes every row with all measures but the time. The same options
// give the same bytes, for any number of workers.
func (r *Result) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write(csvHead)
	for _, row := range r.Rows {
		out.Write(append(row.key(),
			digits(row.Error.Low), digits(row.Error.Median), digits(row.Error.High), digits(row.Settled),
			digits(row.Diverged), digits(row.Lost), digits(row.Residual),
			digits(row.SweepsUsed), digits(row.Unsettled), digits(row.Operations)))
	}
	out.Flush()
	return out.Error()
}

// WriteTimingCSV writes the time on the clock of a step of every row, and its ratio to the
// two-phase circuit of the same problem and network. The steps took turns, block by block, in the
// same run. Times differ from run to run.
func (r *Result) WriteTimingCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"problem", "inputs", "outputs", "steps", "trials",
		"network", "method", "start", "sweeps", "tolerance", "ns_per_step", "times_two_phase",
	})
	for _, row := range r.Rows {
		out.Write(append(row.key(), digits(row.Nanoseconds), digits(row.Nanoseconds/r.twoPhaseTime(row))))
	}
	out.Flush()
	return out.Error()
}

// key returns the columns that identify a row.
func (r Row) key() []string {
	return []string{
		r.Problem.Name, strconv.Itoa(r.Problem.Inputs), strconv.Itoa(r.Problem.Outputs),
		strconv.Itoa(r.Problem.Steps), strconv.Itoa(r.Problem.Trials),
		r.Network, r.Method, r.Start, strconv.Itoa(r.Sweeps), digits(r.Tolerance),
	}
}

// digits writes a number to six significant digits.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
