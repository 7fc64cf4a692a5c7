package reproduce

import (
	"fmt"
	"strconv"

	"twophase/circuit/subspace"
	"twophase/internal/numerics/quantile"
	"twophase/internal/study"
	"twophase/internal/text/wording"
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
func entries(table []printed, studies []*repetition) []Entry {
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

// csvHeader names the columns of table1.csv and table2.csv. Scripts read them.
var csvHeader = []string{"network", "N", "K", "T", "median", "q25", "q75", "paper", "floor", "verdict"}

// writeCSV returns the entries as CSV. The paper's * is <1e-18, and a missing number or floor is empty.
func writeCSV(all []Entry) []byte {
	t := wording.Table{Header: csvHeader}
	for _, e := range all {
		floor := ""
		if e.Floor > 0 {
			floor = digits(e.Floor)
		}
		t.Add(
			e.Network, strconv.Itoa(e.Inputs), strconv.Itoa(e.Outputs), strconv.Itoa(e.Steps),
			digits(e.Median), digits(e.Q25), digits(e.Q75), e.paper(), floor, string(e.Verdict),
		)
	}
	return t.CSV()
}

// paper returns the paper's number as text, empty if it does not have the network.
func (e Entry) paper() string {
	switch {
	case e.Verdict == NotPrinted:
		return ""
	case e.Paper == 0:
		return "<1e-18"
	}
	return strconv.FormatFloat(e.Paper, 'e', 1, 64)
}

// entryGrid returns the entries of one problem for people. One trial has no quartiles.
func entryGrid(p problem, all []Entry, trials int) wording.Table {
	g := wording.Table{Header: []string{"network", "T", "median", "quartiles", "paper"}}
	agree, printed := 0, 0
	for _, e := range all {
		if e.Inputs != p.Inputs {
			continue
		}
		quartiles := fmt.Sprintf("[%s %s]", short(e.Q25), short(e.Q75))
		if trials == 1 {
			quartiles = "–"
		}
		row := []string{e.Network, strconv.Itoa(e.Steps), short(e.Median), quartiles, e.paper()}
		if e.Floor > 0 {
			row = append(row, short(e.Floor))
		}
		g.Rows = append(g.Rows, append(row, string(e.Verdict)))
		if e.Verdict == Agrees {
			agree++
		}
		if e.Verdict != NotPrinted {
			printed++
		}
	}
	g.Caption = fmt.Sprintf("N = %s, K = %s: %d of %s agree", wording.Count(p.Inputs, "input"), wording.Count(p.Outputs, "output"), agree, wording.Count(printed, "entry"))
	if len(g.Rows) > 0 && len(g.Rows[0]) > len(g.Header)+1 {
		g.Header = append(g.Header, "floor")
	}
	g.Header = append(g.Header, "verdict")
	return g
}

// table1 returns the section of Table I.
func table1(d repetitions, o Options) (study.Section, error) {
	all := entries(tableI, d.online)
	s := study.Section{
		Name:  "table1",
		Title: "Table I: error of the online networks",
		Intro: fmt.Sprintf("E_Pro after T stimuli, %s, seed %d, beside what the paper prints. The floor is what "+
			"batch PCA of T samples is expected to reach.", spreadOf(o), o.Seed),
		Files: []study.File{{Name: "table1.csv", Content: writeCSV(all)}},
		Notes: []string{legend},
	}
	for _, r := range d.online {
		s.Tables = append(s.Tables, entryGrid(r.problem, all, o.Trials))
		if batch := batchGrid(r); batch.Rows != nil {
			s.Tables = append(s.Tables, batch)
		}
	}
	s.Notes = append(s.Notes, knownErrors.tableI, knownErrors.measure)
	return s, nil
}

// batchGrid returns what batch PCA of the same stimuli reached.
func batchGrid(s *repetition) wording.Table {
	g := wording.Table{
		Caption: fmt.Sprintf("Batch PCA of the same stimuli, N = %d", s.problem.Inputs),
		Header:  []string{"T", "median", "luckiest 5 % below", "luckiest", "paper's lowest"},
	}
	for _, t := range s.tables {
		batch := s.batch(t)
		if batch == nil {
			continue
		}
		lowest := 0.
		for _, row := range tableI {
			if row.problem == s.problem.Name && row.steps == t {
				lowest = min(row.errors[0], row.errors[1], row.errors[2], row.errors[3])
			}
		}
		g.Rows = append(g.Rows, []string{
			strconv.Itoa(t), short(quantile.Of(batch, 0.5)), short(quantile.Of(batch, lowTrials)), short(batch[0]),
			strconv.FormatFloat(lowest, 'e', 1, 64),
		})
	}
	return g
}

// table2 returns the section of Table II.
func table2(d repetitions, o Options) (study.Section, error) {
	all := entries(tableII, d.offline)
	s := study.Section{
		Name:  "table2",
		Title: "Table II: error of the offline flows",
		Intro: fmt.Sprintf("E_Pro after T iterations of the mean-field flow, %s, seed %d, beside what the\n"+
			"paper prints; its * is <1e-18.", spreadOf(o), o.Seed),
		Files: []study.File{{Name: "table2.csv", Content: writeCSV(all)}},
		Notes: []string{legend},
	}
	for _, r := range d.offline {
		s.Tables = append(s.Tables, entryGrid(r.problem, all, o.Trials))
	}
	s.Notes = append(s.Notes, knownErrors.tableII, knownErrors.measure)
	return s, nil
}

// legend says what the verdicts mean.
const legend = "agrees: the paper's value is within the range of 90 % of the trials, or within a factor of 2 of their median; " +
	"<1e-18 agrees with every value below 1e-18. below floor: it does not agree, and is below the floor. differs: all others. " +
	"The cascades are this project's own, with the parameters of the paper's networks."

// spreadOf says what the entries are.
func spreadOf(o Options) string {
	if o.Trials == 1 {
		return "of 1 trial"
	}
	return "medians [quartiles] of " + trialsOf(o)
}

// digits returns a number for files, to six digits.
func digits(v float64) string { return strconv.FormatFloat(v, 'e', 5, 64) }

// short returns a number for people, to three digits.
func short(v float64) string { return strconv.FormatFloat(v, 'e', 2, 64) }
