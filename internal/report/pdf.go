package report

import (
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

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
