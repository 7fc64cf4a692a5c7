package report

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels is curves over the logarithm of the step, or the step, in panels of two columns, or of one in a narrow picture.
type Panels struct {
	Title  string
	Panels []Panel
	Marks  []int // steps of interventions
	Linear bool  // the axis of the steps
}

// Panel is one panel. Its curves have steps of their own.
type Panel struct {
	Title  string
	Log    bool    // of the vertical axis
	Lowest float64 // lower end of a logarithmic axis; 0: that of the values
	Curves []Curve
	Index  int // number of colours of the scale, one for each index i; 0: no scale
}

// lowestPanel is the least height of a panel.
const lowestPanel = 6.4 * vg.Centimeter

// narrow is the width below which panels stand one below the other.
const narrow = 14 * vg.Centimeter

// grid returns the panels in rows.
func (p Panels) grid(wide vg.Length) (rows, columns int) {
	columns = min(2, len(p.Panels))
	if wide < narrow && len(p.Panels) > 1 {
		columns = 1
	}
	return (len(p.Panels) + columns - 1) / max(1, columns), columns
}

func (p Panels) size() (vg.Length, vg.Length) {
	_, columns := p.grid(overStepsWidth)
	wide := max(vg.Length(columns), 1) * overStepsWidth / 2
	return wide, p.heightAt(wide)
}

func (p Panels) heightAt(wide vg.Length) vg.Length {
	rows, columns := p.grid(wide)
	ratio := wide / (overStepsWidth / 2 * vg.Length(max(columns, 1)))
	return vg.Centimeter + vg.Length(max(rows, 1))*max((overStepsHeight-vg.Centimeter)/2*ratio, lowestPanel)
}

func (p Panels) draw(canvas draw.Canvas) error {
	rows, columns := p.grid(canvas.Max.X - canvas.Min.X)
	over := overSteps{marks: p.Marks, linear: p.Linear}
	plots := make([][]*plot.Plot, rows)
	for i := range plots {
		plots[i] = make([]*plot.Plot, columns)
		for j := range plots[i] {
			if k := i*columns + j; k < len(p.Panels) {
				plots[i][j] = p.Panels[k].plot(over, (canvas.Max.Y-canvas.Min.Y-vg.Centimeter)/vg.Length(rows))
				if n := p.Panels[k].Index; n > Colours {
					plots[i][j].Add(indexBar(n))
				}
			}
		}
	}
	drawPanels(canvas, p.Title, plots)
	return nil
}

// plot returns the plot of a panel that is so high, with space for its legend above the curves.
func (p Panel) plot(over overSteps, high vg.Length) *plot.Plot {
	lines := 0.5
	for _, c := range p.Curves {
		if c.Name != "" {
			lines++
		}
	}
	if p.Index > Colours {
		lines = max(lines, 2.2) // the bar, and what rounding the lower end of the axis takes of its space
	}
	const line, around = 1.25 * fontSize, 2.2 * vg.Centimeter // what is not the area of the curves
	room := min(0.6, float64(line*vg.Length(lines)/(high-around)))
	if !p.Log {
		q := over.panel(p.Title, p.Curves)
		if q.Y.Max > q.Y.Min {
			q.Y.Max += (q.Y.Max - q.Y.Min) * room / (1 - room)
		}
		return q
	}
	q := over.logPanel(p.Title, p.Curves)
	if p.Lowest > 0 && p.Lowest < q.Y.Max {
		q.Y.Min = max(q.Y.Min, p.Lowest)
	}
	if q.Y.Max > q.Y.Min {
		q.Y.Max *= math.Pow(q.Y.Max/q.Y.Min, room/(1-room))
	}
	return q
}
