package report

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// Picture is something that is drawn on a canvas of its own size.
type Picture interface {
	size() (width, height vg.Length)
	draw(draw.Canvas) error
}

// Formats are the formats of pictures, by the ends of their files' names.
var Formats = map[string]func(io.Writer, Picture) error{"svg": WriteSVG, "png": WritePNG, "pdf": WritePDF}

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

func onWhite(p Picture, canvas draw.Canvas) error {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	if err := p.draw(canvas); err != nil {
		return fmt.Errorf("draw a picture: %w", err)
	}
	return nil
}

// WritePDF draws a picture as PDF, with its fonts. The bytes contain the time of day, so they differ
// from call to call.
func WritePDF(w io.Writer, p Picture) error {
	canvas := vgpdf.New(p.size())
	canvas.EmbedFonts(true)
	if err := onWhite(p, draw.New(canvas)); err != nil {
		return err
	}
	_, err := canvas.WriteTo(w)
	return err
}
