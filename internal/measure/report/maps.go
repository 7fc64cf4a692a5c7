package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Maps is heatmaps of one measure in panels of two columns, with one bar of colours.
type Maps struct {
	Title     string
	Measure   string
	Log       bool    // of the colours
	Low, High float64 // of the colours
	Panels    []Map
}

// Map is one panel of Maps, which has its measure, bounds and logarithm.
type Map struct {
	Heatmap
	Texts []string     // of the cells [Y×X], nil if there are none
	Dots  []bool       // cells with a dot [Y×X], nil if there are none
	Line  [][2]float64 // a line in units of cells: (0, 0) is the middle of the first one
}

const panelWidth, panelHeight = 10.5 * vg.Centimeter, 8.5 * vg.Centimeter

// tiles returns how the panels are laid out.
func (m Maps) tiles() draw.Tiles {
	columns := min(2, len(m.Panels))
	return draw.Tiles{
		Rows: (len(m.Panels) + columns - 1) / columns, Cols: columns,
		PadTop: vg.Centimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: barWidth + 6*vg.Millimeter,
		PadX: 6 * vg.Millimeter, PadY: 6 * vg.Millimeter,
	}
}

func (m Maps) size() (vg.Length, vg.Length) {
	t := m.tiles()
	return vg.Length(t.Cols)*panelWidth + t.PadRight, vg.Length(t.Rows)*panelHeight + t.PadTop
}

func (m Maps) draw(canvas draw.Canvas) error {
	tiles := m.tiles()
	plots := make([][]*plot.Plot, tiles.Rows)
	for i := range plots {
		plots[i] = make([]*plot.Plot, tiles.Cols)
	}
	for i, panel := range m.Panels {
		panel.Log = m.Log
		p := panel.plot(m.Low, m.High)
		p.Add(overlay{panel, m.Low, m.High})
		plots[i/tiles.Cols][i%tiles.Cols] = p
	}
	drawTitle(canvas, m.Title)
	areas := plot.Align(plots, tiles, canvas)
	for i, row := range areas {
		for j, area := range row {
			if plots[i][j] != nil {
				plots[i][j].Draw(area)
			}
		}
	}
	first := plots[0][0].DataCanvas(areas[0][0])
	Heatmap{Measure: m.Measure, Log: m.Log}.drawBar(canvas, m.Low, m.High, first)
	return nil
}

// overlay draws what is above the cells.
type overlay struct {
	Map
	low, high float64
}

// Plot implements plot.Plotter.
func (o overlay) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	n := len(o.X.Names)
	style := p.Legend.TextStyle
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	style.Font.Size = fontSize - 2
	for i, v := range o.Median {
		at := vg.Point{X: x(float64(i % n)), Y: y(float64(i / n))}
		contrast := color.Gray{0xff}
		if v-v == 0 && o.fraction(v, o.low, o.high) > 0.6 || math.IsNaN(v) {
			contrast = color.Gray{0x00}
		}
		if o.Texts != nil && o.Texts[i] != "" {
			style.Color = contrast
			canvas.FillText(style, at, o.Texts[i])
		}
		if o.Dots != nil && o.Dots[i] {
			canvas.DrawGlyph(draw.GlyphStyle{Color: contrast, Radius: vg.Points(1.6), Shape: draw.CircleGlyph{}}, at)
		}
	}
	var points []vg.Point
	for _, v := range o.Line {
		points = append(points, vg.Point{X: x(v[0]), Y: y(v[1])})
	}
	for _, edge := range []draw.LineStyle{
		{Color: color.White, Width: vg.Points(3.4)},
		{Color: palette[1], Width: vg.Points(1.8)},
	} {
		canvas.StrokeLines(edge, canvas.ClipLinesXY(points)...)
	}
}
