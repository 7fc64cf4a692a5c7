package report

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panels is the line chart: curves over the logarithm of the step, the step, or the values of a swept key, in panels
// of two columns, or of one in a narrow picture.
type Panels struct {
	Title  string
	Panels []Panel
	Marks  []int // steps of interventions
	Linear bool  // the axis of the steps
	Beside bool  // all panels side by side, for curves that fall: the first has the legend, below its curves
}

// AutoTime has LinearTime decide by the interventions.
const AutoTime = "auto"

// LinearTime reports whether the axis of so many steps is linear: if time says linear, or if it is AutoTime and one of
// the marks lies after the first tenth of the steps. A logarithmic axis has little room for what comes after it.
func LinearTime(time string, marks []int, steps int) bool {
	if time != AutoTime {
		return time == "linear"
	}
	return slices.ContainsFunc(marks, func(step int) bool { return step > steps/10 && step < steps })
}

// Add adds a panel, unless it has no curves.
func (p *Panels) Add(panel Panel) {
	if len(panel.Curves) > 0 {
		p.Panels = append(p.Panels, panel)
	}
}

// The size of a picture with two rows of two panels.
const panelsWidth, panelsHeight = 24 * vg.Centimeter, 17 * vg.Centimeter

// The least width of a panel beside another, and the least height.
const leastPanel, lowestPanel = 7 * vg.Centimeter, 6.4 * vg.Centimeter

// grid returns the panels in rows.
func (p Panels) grid(wide vg.Length) (rows, columns int) {
	if columns = len(p.Panels); !p.Beside {
		columns = min(columns, 2)
	}
	if wide < panelsWidth {
		columns = min(columns, int(wide/leastPanel))
	}
	columns = max(1, columns)
	return max(1, (len(p.Panels)+columns-1)/columns), columns
}

// head returns the height of the title.
func (p Panels) head() vg.Length {
	if p.Title == "" {
		return 3 * vg.Millimeter
	}
	return vg.Centimeter
}

func (p Panels) size() (vg.Length, vg.Length) {
	_, columns := p.grid(panelsWidth)
	wide := vg.Length(columns) * panelsWidth / 2
	switch {
	case p.Beside:
		wide = panelsWidth
	case len(p.Panels) == 1 && !p.Panels[0].overSteps():
		wide = panelsWidth * 2 / 3
	}
	return wide, p.heightAt(wide)
}

func (p Panels) heightAt(wide vg.Length) vg.Length {
	rows, columns := p.grid(wide)
	if p.Beside { // squares
		return vg.Length(rows) * max(leastPanel, wide/vg.Length(max(columns, 2)))
	}
	ratio := wide / (panelsWidth / 2 * vg.Length(columns))
	return p.head() + vg.Length(rows)*max((panelsHeight-vg.Centimeter)/2*ratio, lowestPanel)
}

func (p Panels) draw(canvas draw.Canvas) error {
	rows, columns := p.grid(canvas.Max.X - canvas.Min.X)
	high := (canvas.Max.Y - canvas.Min.Y - p.head()) / vg.Length(rows)
	plots := make([][]*plot.Plot, rows)
	for i := range plots {
		plots[i] = make([]*plot.Plot, columns) // the last may be nil
	}
	for k, panel := range p.Panels {
		plots[k/columns][k%columns] = panel.plot(p, k == 0, high)
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: columns,
		PadTop: p.head(), PadBottom: 2 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter,
		PadX: 8 * vg.Millimeter, PadY: 8 * vg.Millimeter,
	}
	drawTitle(canvas, p.Title)
	for i, row := range plot.Align(plots, tiles, canvas) {
		for j, area := range row {
			if p.Beside { // titles in one line are better than axes of one height
				area = tiles.At(canvas, j, i)
			}
			if q := plots[i][j]; q != nil {
				for room := area.Max.X - area.Min.X; q.Title.TextStyle.Width(q.Title.Text) > room && q.Title.TextStyle.Font.Size > fontSize/2; {
					q.Title.TextStyle.Font.Size -= 0.5
				}
				q.Draw(area)
			}
		}
	}
	return nil
}
