package turnstudies

import (
	"context"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/measure/report"
)

// phaseTurns are the S of the phase diagram.
var phaseTurns = []int{2, 3, 4, 6}

// phaseFloor is the eigenvalue of the two components beyond the wanted three.
const phaseFloor = 0.005

// phases is the phase diagram of three outputs: over the second and the third eigenvalue, in units
// of the first, the fraction of circuits that are trapped.
func phases(ctx context.Context, r *Session) (*Finding, error) {
	n := choose(r.Options, 4, 14)
	trials, steps := r.trials(4), r.steps(10_000, 20_000)
	at := func(i int) float64 { return (float64(i) + 0.5) / float64(n) }
	type cell struct {
		i, j    int
		trapped [][]seen // by S
		stable  []bool   // by S: the theory finds a stable lateral state
	}
	var cells []cell
	for j := range n {
		for i := j; i < n; i++ {
			cells = append(cells, cell{i: i, j: j})
		}
	}
	f := &Finding{
		Title: "Three outputs: which spectra trap",
		Says: fmt.Sprintf("Colour: the fraction of %d circuits that are trapped after %d stimuli of a Gaussian with the eigenvalues 1, g₂, g₃, %v and %v. "+
			"Line: the largest recruiting threshold g* of a lateral state with two components, which does not depend on g₃. If g₃ is below it, the third component stays missing. "+
			"Dots: spectra for which the search finds a stable lateral state of any rank.", trials, steps, phaseFloor, phaseFloor),
		Rows: [][]string{{"turns", "g2", "g3", "trapped", "e_pro", "threshold", "predicted"}},
	}
	rate := circuit.DecayingRate(10, 250)
	err := r.each(ctx, len(cells), func(ctx context.Context, c int) error {
		cell := &cells[c]
		spectrum := []float64{1, at(cell.i), at(cell.j), phaseFloor, phaseFloor}
		cell.trapped = make([][]seen, len(phaseTurns))
		for trial := range trials {
			found, err := gaussian(ctx, spectrum, papers(3, rate, phaseTurns...), steps, r.Seed, uint64(trial))
			if err != nil {
				return err
			}
			for s := range phaseTurns {
				cell.trapped[s] = append(cell.trapped[s], found[s])
			}
		}
		for _, s := range phaseTurns {
			states, err := search(ctx, problem(spectrum, 3, s), theory.Search{Starts: 4, Ranks: 1})
			if err != nil {
				return err
			}
			cell.stable = append(cell.stable, len(states.Traps()) > 0)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	picture := report.Maps{Title: "Three outputs: fraction of circuits that are trapped", Measure: "trapped", Low: 0, High: 1}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%.2f", at(i))
	}
	f.Table = report.Grid{Caption: "Prediction and observation, over all spectra of the diagram", Header: []string{"turns", "spectra", "predicted to trap", "of these, most trials trapped", "not predicted", "of these, most trials trapped"}}
	for s, turns := range phaseTurns {
		m := report.Map{Heatmap: report.Heatmap{
			Title: fmt.Sprintf("%d turns", turns), X: report.Axis{Label: "g₂/g₁", Names: names}, Y: report.Axis{Label: "g₃/g₁", Names: names},
			Median: make([]float64, n*n),
		}, Dots: make([]bool, n*n)}
		for i := range m.Median {
			m.Median[i] = math.NaN()
		}
		thresholds := make([]float64, n)
		for i := range n {
			var err error
			if thresholds[i], err = boundary(ctx, at(i), turns); err != nil {
				return nil, err
			}
			m.Line = append(m.Line, [2]float64{float64(i), min(thresholds[i], 1.2)*float64(n) - 0.5})
		}
		var predicted, right, others, wrong int
		for _, c := range cells {
			share := fraction(c.trapped[s])
			m.Median[c.j*n+c.i], m.Dots[c.j*n+c.i] = share, c.stable[s]
			switch most := share > 0.5; {
			case c.stable[s]:
				predicted++
				if most {
					right++
				}
			default:
				others++
				if most {
					wrong++
				}
			}
			e := errorsOf(c.trapped[s])
			f.Rows = append(f.Rows, []string{fmt.Sprint(turns), digits(at(c.i)), digits(at(c.j)), digits(share), digits(e[len(e)/2]), digits(thresholds[c.i]), fmt.Sprint(c.stable[s])})
		}
		f.Table.Rows = append(f.Table.Rows, []string{fmt.Sprint(turns), fmt.Sprint(len(cells)), fmt.Sprint(predicted), fmt.Sprint(right), fmt.Sprint(others), fmt.Sprint(wrong)})
		picture.Panels = append(picture.Panels, m)
	}
	f.Picture = picture
	f.Notes = []string{"Near the line, prediction and observation differ for two reasons: not every start ends in a stable state, and a circuit leaves an unstable state slowly. " +
		"With three turns, the state in which every output has found the first component is stable for every spectrum."}
	return f, nil
}

// boundary returns the largest threshold of the lateral states of three outputs, in units of the
// first eigenvalue, that are stable within the components that they have: the first two, or one.
func boundary(ctx context.Context, second float64, turns int) (float64, error) {
	states, err := search(ctx, problem([]float64{1, second, 1e-9}, 3, turns), theory.Search{Starts: 1, Ranks: 4})
	if err != nil {
		return 0, err
	}
	most := 0.
	for _, s := range states.States {
		if s.Within < 0 && s.Rank < 3 && (s.Rank == 2 || second < s.Thresholds[0].Value) {
			most = max(most, s.Thresholds[0].Value)
		}
	}
	return most, nil
}
