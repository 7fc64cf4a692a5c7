package report

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Picture is something that is drawn on a canvas of its own size.
type Picture interface {
	size() (width, height vg.Length)
	draw(draw.Canvas) error
}

// WritePNG draws a picture as PNG, at 200 dots per inch.
func WritePNG(w io.Writer, p Picture) error {
	width, height := p.size()
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(200))
	if err := onWhite(p, draw.New(canvas)); err != nil {
		return err
	}
	_, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(w)
	return err
}

// Custom is a picture that another package draws.
type Custom struct {
	Width, Height vg.Length
	Draw          func(draw.Canvas)
}

func (c Custom) size() (vg.Length, vg.Length) { return c.Width, c.Height }

func (c Custom) draw(canvas draw.Canvas) error {
	c.Draw(canvas)
	return nil
}

func onWhite(p Picture, canvas draw.Canvas) error {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	if err := p.draw(canvas); err != nil {
		return fmt.Errorf("draw a picture: %w", err)
	}
	return nil
}

// Axis is the values of a swept key.
type Axis struct {
	Label  string
	Values []float64 // ascending; nil if the values are names
	Names  []string  // of all values
	Log    bool
}

// newPlot returns an empty plot in the style of all.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Title.Padding = title, vg.Points(5)
	p.Y.Label.Padding = vg.Points(5)
	p.X.Tick.Marker, p.Y.Tick.Marker = linearTicks{}, linearTicks{}
	for _, f := range []*font.Font{
		&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.Legend.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font,
	} {
		f.Variant, f.Size = "Sans", fontSize
	}
	return p
}

// namedTicks are ticks with names at 0, 1, 2, …. Of many names it shows as many as are legible.
type namedTicks struct {
	names []string
	most  int
}

// Ticks implements plot.Ticker.
func (t namedTicks) Ticks(low, high float64) []plot.Tick {
	every := (len(t.names) + t.most - 1) / t.most
	var ticks []plot.Tick
	for i, name := range t.names {
		tick := plot.Tick{Value: float64(i)}
		if i%every == 0 {
			tick.Label = name
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// shade returns a colour with an opacity from 0 to 255.
func shade(c color.Color, alpha uint8) color.Color {
	r, g, b, _ := c.RGBA()
	return color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), alpha}
}
