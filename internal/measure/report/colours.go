package report

import (
	"image/color"
	"math"
)

// Colours is the number of different colours. A panel with more curves has a scale of colours with a bar.
const Colours = 7

// palette is that of Okabe and Ito, which colour blindness does not confuse.
var palette = [Colours]color.Color{
	color.RGBA{0x00, 0x72, 0xb2, 0xff}, // blue
	color.RGBA{0xd5, 0x5e, 0x00, 0xff}, // vermilion
	color.RGBA{0x00, 0x9e, 0x73, 0xff}, // green
	color.RGBA{0xcc, 0x79, 0xa7, 0xff}, // purple
	color.RGBA{0xe6, 0x9f, 0x00, 0xff}, // orange
	color.RGBA{0x56, 0xb4, 0xe9, 0xff}, // sky
	color.RGBA{0x00, 0x00, 0x00, 0xff}, // black
}

// Colours of cells without a value.
var (
	divergedColour = color.Gray{0x55}
	missingColour  = color.Gray{0xe6}
)

// viridis are colours from dark to light that are evenly spaced to the eye.
var viridis = [][3]float64{
	{68, 1, 84}, {72, 40, 120}, {62, 74, 137}, {49, 104, 142}, {38, 130, 142},
	{31, 158, 137}, {53, 183, 121}, {110, 206, 88}, {181, 222, 43}, {253, 231, 37},
}

// colourAt returns the colour at u, from 0 to 1.
func colourAt(u float64) color.Color {
	at := min(max(u, 0), 1) * float64(len(viridis)-1)
	i := min(int(at), len(viridis)-2)
	var c [3]uint8
	for j := range c {
		c[j] = uint8(math.Round(viridis[i][j] + float64((at-float64(i))*(viridis[i+1][j]-viridis[i][j]))))
	}
	return color.RGBA{c[0], c[1], c[2], 0xff}
}

// divergingAt returns the colour of a signed number at u, from −1 to 1: from the blue
// of the palette over white to its vermilion. Colour blindness does not confuse these,
// and in print without colours the size can still be read.
func divergingAt(u float64) color.RGBA {
	end := palette[0].(color.RGBA)
	if u > 0 {
		end = palette[1].(color.RGBA)
	}
	u = min(math.Abs(u), 1)
	mix := func(c uint8) uint8 { return uint8(math.Round(255 + u*(float64(c)-255))) }
	return color.RGBA{mix(end.R), mix(end.G), mix(end.B), 0xff}
}

// indexColour returns the colour of an index of many. The lightest colours of the scale are too pale for a line.
func indexColour(i, of int) color.Color { return colourAt(0.92 * float64(i) / float64(of-1)) }

// shade returns a colour with an opacity from 0 to 255.
func shade(c color.Color, alpha uint8) color.Color {
	r, g, b, _ := c.RGBA()
	return color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), alpha}
}
