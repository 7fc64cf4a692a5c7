package report

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgText is a text as gonum writes it in SVG.
var svgText = regexp.MustCompile(`(<text [^>]*style="font-family:)Liberation Sans(;font-variant:normal;font-weight:normal;font-style:normal;font-size:)([0-9.]+)(px[^"]*")>([^<]*)</text>`)

// mendTexts says how long each text is, and names other fonts. A viewer without the font in which a
// picture was laid out would take a wider one, and labels would overlap.
func mendTexts(svg []byte) []byte {
	return svgText.ReplaceAllFunc(svg, func(text []byte) []byte {
		part := svgText.FindSubmatch(text)
		size, err := strconv.ParseFloat(string(part[3]), 64)
		content := html.UnescapeString(string(part[5]))
		if err != nil || strings.TrimSpace(content) == "" {
			return text
		}
		face := font.DefaultCache.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Length(size))
		return fmt.Appendf(nil, `%sLiberation Sans,Arial,Helvetica,sans-serif%s%s%s textLength="%.1f" lengthAdjust="spacingAndGlyphs">%s</text>`,
			part[1], part[2], part[3], part[4], float64(face.Width(content)), part[5])
	})
}
