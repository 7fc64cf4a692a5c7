package engine

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"time"

	"twophase/circuit/weights"
	"twophase/internal/files/folder"
	"twophase/internal/measure/report"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// summarise collects the results of all trials.
func summarise(p *planning.Plan, m result.Manifest, out *folder.Folder, findings []*monitor.Finding) *result.Summary {
	e, results := p.Experiment, monitor.ResultsOf(findings)
	s := &result.Summary{
		Schema: result.SummarySchema, Run: m.Run, Folder: out.Name(), Network: e.NetworkName(),
		Title:  p.Title(),
		Inputs: p.Spec.Inputs, Outputs: e.Outputs, Steps: e.Steps, Trials: e.Trials, Seed: e.Seed,
		Reference: findings[0].Against.Kind,
		PCAFloor:  findings[0].Against.Floor,
		Isotropic: findings[0].Against.Isotropic,
		Results:   results,
		Warnings:  []string{},
	}
	var elapsed time.Duration
	for _, f := range findings {
		elapsed += f.Elapsed
	}
	s.Timing = result.Timing{
		NsPerStep: wording.Number(math.Round(float64(elapsed.Nanoseconds()) / float64(e.Steps*e.Trials))),
		Machine:   runtime.GOOS + "/" + runtime.GOARCH,
	}
	if p.ChangesStimuli() && s.Reference != "" {
		s.Reference += ", as of the last step"
		s.PCAFloor = wording.NaN // it is of the stimuli before the changes
	}
	if p.Spec.Network.IsOffline() {
		s.PCAFloor = wording.NaN // it is of samples
	}
	s.NoTheory = p.Unpredicted
	if p.Forecast != nil {
		s.Theory = p.Forecast.Compare(p.Spec.Rate, findings)
	}
	for _, f := range findings {
		f.Movement = movementOf(p, f)
	}
	s.Warnings = append(s.Warnings, p.Oddities()...)
	if e.Stimulus.FromPipe() {
		s.Warnings = append(s.Warnings, "the error E_Pro is not known, for the rows of standard input have no covariance to compare with: write them into a file to measure it")
	}
	at := result.Setting{
		Network: p.Spec.Network, Own: e.Circuit != nil, Intervened: len(p.Interventions) > 0,
		Rate: p.Spec.Rate, Tau: p.Spec.Tau, Turns: e.Turns, Steps: e.Steps, Epochs: e.Stimulus.Epochs,
	}
	warnOfLearning(s, p, at, findings)
	s.Warn(at, results)
	warnOfStrays(s, p, at, results)
	s.WarnOfEffects(p.Interventions, results)
	s.WarnOfSigns(results, p.HoldsSign)
	return s
}

// complete writes the final files of a run. Its checkpoints are still there.
func complete(p *planning.Plan, out *folder.Folder, s *result.Summary, results []*monitor.Finding) error {
	finals := make([]weights.Final, len(results))
	for i, r := range results {
		finals[i] = r.Weights
	}
	if err := weights.Write(out.Path("weights.npz"), finals...); err != nil {
		return err
	}
	title := s.Title
	if s.Trials > 1 {
		title += fmt.Sprintf(", trial 0 of %d", s.Trials)
	}
	var svg bytes.Buffer
	traces := picture(*results[0].Preview, title, s.Results[0])
	traces.Marks = results[0].Marks(p.Interventions)
	if err := report.WriteSVG(&svg, traces); err != nil {
		return err
	}
	if err := out.Write("traces.svg", svg.Bytes()); err != nil {
		return err
	}
	timing, err := result.Indented(s.Timing)
	if err != nil {
		return err
	}
	if err := out.Write("timing.json", timing); err != nil {
		return err
	}
	summary, err := result.Indented(s)
	if err != nil {
		return err
	}
	return out.Write("summary.json", summary)
}

// picture returns the picture of a trial: its traces, and its error and ‖M_o‖/‖M‖.
func picture(t monitor.Traces, title string, r *result.Result) report.Panels {
	drawn := report.Panels{Title: title}
	for _, p := range t.Panels {
		panel := report.Panel{Title: p.Title}
		for _, c := range p.Curves {
			panel.Curves = append(panel.Curves, report.Curve{Name: c.Name, Colour: c.Colour, Values: c.Values, Steps: t.Steps})
		}
		drawn.Add(panel)
	}
	course := func(measure, name string, colour int) report.Curve {
		f := r.Course(measure)
		return report.Curve{Name: name, Colour: colour, Values: wording.Floats(f.Values), Steps: f.Steps}
	}
	drawn.Add(report.ErrorPanel(course("e_pro", "E_Pro", 0), course(result.Ratio, r.Pruning.Ratio(), 1)))
	return drawn
}
