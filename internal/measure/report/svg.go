package report

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
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

// svgText is a text as gonum writes it in SVG.
var svgText = regexp.MustCompile(`^(<text [^>]*style="font-family:)Liberation Sans(;font-variant:normal;font-weight:normal;font-style:normal;font-size:)([0-9.]+)(px[^"]*")>([^<]*)</text>$`)

// mendTexts says how long each text is, and names other fonts. A viewer without the font in which a
// picture was laid out would take a wider one, and labels would overlap.
func mendTexts(svg []byte) []byte {
	const end = "</text>"
	var mended []byte
	for { // the expression is slow on what is not a text
		before, found := bytes.Index(svg, []byte("<text ")), bytes.Index(svg, []byte(end))
		if before < 0 || found < before {
			return append(mended, svg...)
		}
		after := found + len(end)
		mended = mendText(append(mended, svg[:before]...), svg[before:after])
		svg = svg[after:]
	}
}

// mendText appends a text, mended.
func mendText(to, text []byte) []byte {
	part := svgText.FindSubmatch(text)
	if part == nil {
		return append(to, text...)
	}
	size, err := strconv.ParseFloat(string(part[3]), 64)
	content := html.UnescapeString(string(part[5]))
	if err != nil || strings.TrimSpace(content) == "" {
		return append(to, text...)
	}
	face := font.DefaultCache.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Length(size))
	return fmt.Appendf(to, `%sLiberation Sans,Arial,Helvetica,sans-serif%s%s%s textLength="%.1f" lengthAdjust="spacingAndGlyphs">%s</text>`,
		part[1], part[2], part[3], part[4], float64(face.Width(content)), part[5])
}
