package reproduce

import (
	"context"
	"fmt"
	"strconv"

	"twophase/circuit"
	"twophase/internal/measure/report"
	"twophase/internal/run/training"
	"twophase/stimulus"
)

// The experiment of what a stimulus costs: inputs, outputs, and the steps that are timed.
const (
	costInputs = 200
	costSteps  = 64
)

var costOutputs = []int{2, 5, 10, 20, 50, 100, 200}

// cost returns the section of the multiplications of the neural phases, O(KN) for two phases and
// O(KN + K³) for the exact solution. The times of the steps are on the terminal and in a file of
// their own, since they are never the same twice.
func cost(ctx context.Context, _ studies, o Options) (Section, error) {
	s := Section{
		Name:  "cost",
		Title: "Cost: two phases against the exact solution",
		Intro: fmt.Sprintf("Multiplications and divisions of the neural phases for one stimulus, N = %d inputs: KN + K² for two phases (K ≤ N, so O(KN)), and KN + K³/3 + K² "+
			"for the solution of M y = W x by elimination. How long whole steps took is in cost-timing.csv.", costInputs),
	}
	grid := Grid{Caption: "Multiplications for one stimulus", Header: []string{"K", "two phases", "exact", "ratio"}}
	rows, timing := [][]string{{"K", "N", "two_phase", "exact"}}, [][]string{{"K", "N", "two_phase_ns", "exact_ns", "ratio"}}
	clock := Grid{Caption: "Time of a step on the clock, plasticity included, both networks in turns", Header: []string{"K", "ifPSP", "PSP", "ratio"}}
	two, exact := report.FitSeries{Name: "two phases", Style: 0}, report.FitSeries{Name: "exact solution", Style: 1}
	for _, k := range costOutputs {
		a, b := costInputs*k+k*k, costInputs*k+(k*k*k-k)/3+k*k
		two.At, two.Line = append(two.At, float64(k)), append(two.Line, float64(a))
		exact.At, exact.Line = append(exact.At, float64(k)), append(exact.Line, float64(b))
		grid.Rows = append(grid.Rows, []string{strconv.Itoa(k), strconv.Itoa(a), strconv.Itoa(b), fmt.Sprintf("%.2f", float64(b)/float64(a))})
		rows = append(rows, []string{strconv.Itoa(k), strconv.Itoa(costInputs), strconv.Itoa(a), strconv.Itoa(b)})
		took, err := timed(ctx, k, o.Seed)
		if err != nil {
			return s, err
		}
		ratio := fmt.Sprintf("%.2f", took[1]/took[0])
		clock.Rows = append(clock.Rows, []string{strconv.Itoa(k), fmt.Sprintf("%.3g µs", took[0]/1000), fmt.Sprintf("%.3g µs", took[1]/1000), ratio})
		timing = append(timing, []string{strconv.Itoa(k), strconv.Itoa(costInputs), fmt.Sprintf("%.0f", took[0]), fmt.Sprintf("%.0f", took[1]), ratio})
	}
	s.Text, s.Markdown = grid.Text()+"\n"+clock.Text(), grid.Markdown()
	panel := report.FitPanel{Title: fmt.Sprintf("N = %d", costInputs), X: "outputs K", Y: "multiplications for one stimulus", LogX: true, LogY: true, AtTop: true, Series: []report.FitSeries{two, exact}}
	err := s.addPicture(o.Layout.In(report.Fits{Title: "O(KN) against O(KN + K³)", Panels: []report.FitPanel{panel}}), "svg")
	s.Files = append(s.Files, File{Name: "cost.csv", Content: csvOf(rows)}, File{Name: "cost-timing.csv", Content: csvOf(timing)})
	return s, err
}

// timed returns the nanoseconds of a step of ifPSP and of PSP with k outputs, on the same stimuli.
func timed(ctx context.Context, k int, seed uint64) (took [2]float64, err error) {
	spectrum := make([]float64, costInputs)
	for i := range spectrum {
		spectrum[i] = 1 / float64(1+i)
	}
	source, err := stimulus.NewGaussian(spectrum, seed, 0)
	if err != nil {
		return took, err
	}
	var circuits []*circuit.Circuit
	for _, n := range []circuit.Network{circuit.IfPSP, circuit.PSP} {
		c, err := circuit.New(circuit.Spec{Network: n, Inputs: costInputs, Gains: circuit.PaperGains(k), Rate: circuit.ConstantRate(1e-4), Seed: seed})
		if err != nil {
			return took, err
		}
		circuits = append(circuits, c)
	}
	turns := training.NewTurns(source, circuits...)
	if err := turns.Run(ctx, costSteps, nil); err != nil {
		return took, ErrInterrupted
	}
	for i, l := range turns.Learners {
		if l.Err != nil {
			return took, fmt.Errorf("%d outputs: %w", k, l.Err)
		}
		took[i] = float64(l.Elapsed.Nanoseconds()) / float64(l.Steps)
	}
	return took, nil
}
