package reproduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"twophase/internal/measure/report"
	"twophase/internal/study/settlingbudget"
)

// budgets runs the budget experiment and returns its section.
func budgets(ctx context.Context, _ studies, o Options) (Section, error) {
	s := Section{
		Name:  "budget",
		Title: "Budget: two phases against settling cut short",
		Intro: "A recurrent network with a limit on the sweeps for each stimulus, from rest (cold) or from the outputs of the last stimulus " +
			"(warm), beside the two phases and the exact solution: on the paper's problems, on stimuli that are correlated in time, and on images. " +
			"This part takes long, and has fewer trials. budget-timing.csv has the time of a step.",
	}
	found, err := settlingbudget.Run(ctx, settlingbudget.Options{
		AtMost: o.Trials, Steps: min(o.MaxSteps, QuickSteps), Quick: o.MaxSteps != 0, Seed: o.Seed, Workers: o.Workers, Progress: o.BudgetProgress,
	})
	if errors.Is(err, settlingbudget.ErrInterrupted) {
		return s, ErrInterrupted
	}
	if err != nil {
		return s, err
	}
	for _, out := range []struct {
		name  string // of the file
		write func(io.Writer) error
		to    *string // instead of a file
	}{
		{"the table", onTerminal(found), &s.Text},
		{"the Markdown", found.WriteMarkdown, &s.Markdown},
		{"budget.svg", func(w io.Writer) error { return report.WriteSVG(w, o.Layout.In(found.Picture())) }, nil},
		{"budget.png", func(w io.Writer) error { return report.WritePNG(w, o.Layout.In(found.Picture())) }, nil},
		{"budget.csv", found.WriteCSV, nil},
		{"budget-timing.csv", found.WriteTimingCSV, nil},
	} {
		var b bytes.Buffer
		if err := out.write(&b); err != nil {
			return s, fmt.Errorf("write %s: %w", out.name, err)
		}
		if out.to != nil {
			*out.to = b.String()
			continue
		}
		s.Files = append(s.Files, File{Name: out.name, Content: b.Bytes(), Picture: out.name == "budget.svg"})
	}
	return s, nil
}

// onTerminal writes the table and the time of a step for people. Files have no times, so that they
// are the same in every run.
func onTerminal(r *settlingbudget.Result) func(io.Writer) error {
	return func(w io.Writer) error {
		if err := r.WriteTable(w); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\nTime of a step on the clock, plasticity included, all cases in turns:\n\n"); err != nil {
			return err
		}
		return r.WriteTiming(w)
	}
}
