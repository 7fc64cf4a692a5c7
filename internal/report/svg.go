package report

import (
	"bytes"
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// WriteSVG draws a picture as SVG. The same picture gives the same bytes.
func WriteSVG(w io.Writer, p Picture) error {
	canvas := vgsvg.New(p.size())
	if err := onWhite(p, draw.New(canvas)); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(mendTexts(mendImages(b.Bytes())))
	return err
}

// mendImages corrects the attributes of the images that gonum embeds in SVG. They are PNG, not JPEG,
// which some viewers check, and they fill their boxes.
func mendImages(svg []byte) []byte {
	svg = bytes.ReplaceAll(svg, []byte(`xlink:href="data:image/jpg;base64,`), []byte(`xlink:href="data:image/png;base64,`))
	return bytes.ReplaceAll(svg, []byte("<image "), []byte(`<image preserveAspectRatio="none" `))
}
