package benchmark

import (
	"math"
	"slices"
	"strconv"

	"twophase/circuit"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
)

// column is a measure of a row.
type column struct {
	name string
	of   func(Row) quantile.Quartiles
}

// columns are the measures of the CSV table.
var columns = []column{
	{"subspace_error", func(r Row) quantile.Quartiles { return r.Subspace }},
	{"e_pro", func(r Row) quantile.Quartiles { return r.Error }},
	{"mean_alignment", func(r Row) quantile.Quartiles { return r.MeanAlignment }},
	{"worst_alignment", func(r Row) quantile.Quartiles { return r.WorstAlignment }},
	{"output_covariance_error", func(r Row) quantile.Quartiles { return r.Covariance }},
	{"lateral_ratio", func(r Row) quantile.Quartiles { return r.Ratio }},
	{"sweeps", func(r Row) quantile.Quartiles { return r.Sweeps }},
	{"synaptic_operations", func(r Row) quantile.Quartiles { return r.Operations }},
}

// CSV returns a line for each network, with the median and the quartiles of all measures but
// the time. A value that is not defined is empty. The same options give the same bytes, for any
// number of workers.
func (r *Result) CSV() []byte {
	head := []string{"network", "local", "recurrent", "finds", "inputs", "outputs", "steps", "trials", "seed", "rate", "rate_factor", "tau", "lambda", "diverged", "unsettled"}
	columns := slices.Clone(columns)
	for _, d := range r.declared() {
		columns = append(columns, column{d.Name, func(row Row) quantile.Quartiles { return row.found(d.Name) }})
	}
	for _, c := range columns {
		head = append(head, c.name+"_q25", c.name, c.name+"_q75")
	}
	t := wording.Table{Header: head}
	for _, row := range r.Rows {
		line := []string{
			row.Network.Name, localCell(row), recurrentCell(row), row.Network.Finds.String(),
			strconv.Itoa(r.Inputs), strconv.Itoa(row.Outputs), strconv.Itoa(r.Steps), strconv.Itoa(r.Trials), strconv.FormatUint(r.Seed, 10),
			row.learningRate(), digits(row.Setting.Rate), digits(row.Tau), row.Lambda.String(), strconv.Itoa(row.Diverged), digits(row.Unsettled),
		}
		for _, c := range columns {
			q := c.of(row)
			line = append(line, digits(q.Low), digits(q.Median), digits(q.High))
		}
		t.Add(line...)
	}
	return t.CSV()
}

// trialsCSV returns the measures of every trial, with all digits. What is not defined for a network is empty.
func (r *Result) trialsCSV() []byte {
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	for _, d := range r.declared() {
		names = append(names, d.Name)
	}
	t := wording.Table{Header: append([]string{"network", "trial", "diverged_at"}, names...)}
	for _, row := range r.Rows {
		ended := 0
		for trial, divergedAt := range row.DivergedAt {
			line := make([]string, len(t.Header))
			line[0], line[1] = row.Network.Name, strconv.Itoa(trial)
			if divergedAt > 0 {
				line[2] = strconv.Itoa(divergedAt)
				t.Add(line...)
				continue
			}
			for i, name := range names {
				line[3+i] = wording.Digits(row.valueOf(name, ended), -1)
			}
			t.Add(line...)
			ended++
		}
	}
	return t.CSV()
}

// valueOf returns a measure of one of the trials that did not diverge, NaN if it is not defined for the network.
func (r Row) valueOf(name string, ended int) float64 {
	if i := slices.IndexFunc(r.Values, func(v TrialValues) bool { return v.Name == name }); i >= 0 {
		return r.Values[i].Of[ended]
	}
	return math.NaN()
}

// localCell says whether a network is local; it is empty if that is not known.
func localCell(r Row) string {
	if r.Algorithm != nil {
		return notACircuit
	}
	n := r.Network
	if n.Local() == circuit.NotKnown {
		return ""
	}
	return strconv.FormatBool(n.IsLocal())
}

// recurrentCell says whether activity settles or is solved for; it is empty if that is not known.
func recurrentCell(r Row) string {
	if r.Algorithm != nil {
		return notACircuit
	}
	n := r.Network
	if !n.IsRecurrent() && !n.Cost().Known {
		return ""
	}
	return strconv.FormatBool(n.IsRecurrent())
}

// curveCSV returns the measures that are followed, at the steps at which they were measured.
func (r *Result) curveCSV() []byte {
	t := wording.Table{Header: []string{"network", "step", "measure", "median", "q25", "q75"}}
	for _, row := range r.Rows {
		for _, m := range row.Curve {
			if !row.Network.FindsPrincipal() {
				break
			}
			step := strconv.Itoa(m.Step)
			t.Add(row.Network.Name, step, "subspace_error", digits(m.Subspace.Median), digits(m.Subspace.Low), digits(m.Subspace.High))
			t.Add(row.Network.Name, step, "mean_alignment", digits(m.Alignment.Median), digits(m.Alignment.Low), digits(m.Alignment.High))
		}
	}
	return t.CSV()
}

// tuningCSV returns the errors of the settings in the tuning trials.
func (r *Result) tuningCSV() []byte {
	t := wording.Table{Header: []string{"network", "rate_factor", "tau_factor", "gains", "tuning_trials", "criterion", "error", "won"}}
	for _, row := range r.Rows {
		for _, tried := range row.Tuning {
			t.Add(row.Network.Name, digits(tried.Rate), digits(tried.Tau), tried.Gains.String(), strconv.Itoa(r.TuningTrials),
				r.criterionOf(row), digits(tried.Error), strconv.FormatBool(tried.Setting == row.Setting))
		}
	}
	return t.CSV()
}

// timingCSV returns the time on the clock of a step of each network. It differs from run to
// run.
func (r *Result) timingCSV() []byte {
	t := wording.Table{Header: []string{"network", "ns_per_step", "times_first"}}
	for _, row := range r.Rows {
		t.Add(row.Network.Name, digits(row.Nanoseconds), digits(row.Nanoseconds/r.Rows[0].Nanoseconds))
	}
	return t.CSV()
}

// criterionOf returns the criterion by which a network was tuned.
func (r *Result) criterionOf(row Row) string {
	if row.Network.FindsPrincipal() {
		return r.Criterion
	}
	return ownCriterion(row.Network)
}

// digits writes a number to six significant digits, or nothing if there is none.
func digits(v float64) string { return wording.Digits(v, 6) }
