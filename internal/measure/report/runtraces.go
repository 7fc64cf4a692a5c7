package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Traces is an overview of a run: some weights, the scales and the error at some of its steps. All
// curves have one value per step.
type Traces struct {
	Title       string
	Steps       []int
	Feedforward []Curve
	Lateral     []Curve
	Scale       []Curve
	Progress    []Curve // error and lateral ratio, on a logarithmic axis
	Marks       []int   // steps of interventions

	Graph bool // the circuit has populations or projections of its own
}

func (t Traces) size() (vg.Length, vg.Length) { return overStepsWidth, overStepsHeight }

// draw draws four panels over a logarithmic time axis: feedforward weights, lateral weights, scales, and error with lateral
// ratio.
func (t Traces) draw(canvas draw.Canvas) error {
	between, within, scales := "Feedforward weights W_ij", "Lateral weights M_ij, i ≠ j", "Scales m_ii"
	if t.Graph {
		between, within, scales = "Weights between populations", "Weights within populations", "Scales of the outputs"
	}
	over := overSteps{steps: t.Steps, marks: t.Marks}
	drawPanels(canvas, t.Title, [][]*plot.Plot{
		{over.panel(between, t.Feedforward), over.panel(within, t.Lateral)},
		{over.panel(scales, t.Scale), over.logPanel("Error and lateral ratio", t.Progress)},
	})
	return nil
}
