package report

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels is curves over the logarithm of the step, in panels of two columns.
type Panels struct {
	Title  string
	Panels []Panel
	Marks  []int // steps of interventions
}

// Panel is one panel. Its curves have steps of their own.
type Panel struct {
	Title  string
	Log    bool    // of the vertical axis
	Lowest float64 // lower end of a logarithmic axis; 0: that of the values
	Curves []Curve
}

// grid returns the panels in rows.
func (p Panels) grid() (rows, columns int) {
	columns = min(2, len(p.Panels))
	return (len(p.Panels) + columns - 1) / max(1, columns), columns
}

func (p Panels) size() (vg.Length, vg.Length) {
	rows, columns := p.grid()
	return max(vg.Length(columns), 1) * width / 2, vg.Centimeter + vg.Length(max(rows, 1))*(height-vg.Centimeter)/2
}

func (p Panels) draw(canvas draw.Canvas) error {
	rows, columns := p.grid()
	t := Traces{Title: p.Title, Marks: p.Marks}
	plots := make([][]*plot.Plot, rows)
	for i := range plots {
		plots[i] = make([]*plot.Plot, columns)
		for j := range plots[i] {
			if k := i*columns + j; k < len(p.Panels) {
				plots[i][j] = p.Panels[k].plot(t)
			}
		}
	}
	t.drawPanels(canvas, plots)
	return nil
}

// plot returns the plot of a panel, with space for its legend above the curves.
func (p Panel) plot(t Traces) *plot.Plot {
	lines := 0.5
	for _, c := range p.Curves {
		if c.Name != "" {
			lines++
		}
	}
	room := 0.075 * lines // of the height
	if !p.Log {
		q := t.panel(p.Title, p.Curves)
		if q.Y.Max > q.Y.Min {
			q.Y.Max += (q.Y.Max - q.Y.Min) * room / (1 - room)
		}
		return q
	}
	q := t.logPanel(p.Title, p.Curves)
	if p.Lowest > 0 && p.Lowest < q.Y.Max {
		q.Y.Min = max(q.Y.Min, p.Lowest)
	}
	if q.Y.Max > q.Y.Min {
		q.Y.Max *= math.Pow(q.Y.Max/q.Y.Min, room/(1-room))
	}
	return q
}
