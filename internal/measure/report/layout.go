package report

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Layout is the style and the width of a picture.
type Layout struct {
	Style string  `json:"style,omitempty"` // talk or paper; empty: as it is on a screen
	Width float64 `json:"width,omitempty"` // mm; 0: that of the style
}

// styles have the width [mm] of each style and the size of its letters [points].
var styles = map[string]struct{ width, letters float64 }{
	"paper": {180, 8},
	"talk":  {280, 18},
}

// Check returns an error if there is no such style, or a width that is too small or too large.
func (o Layout) Check() error {
	if _, known := styles[o.Style]; !known && o.Style != "" {
		return fmt.Errorf("there is no style %q: choose talk or paper", o.Style)
	}
	if o.Width != 0 && !(o.Width >= LeastWidth && o.Width <= MostWidth) {
		return fmt.Errorf("a picture cannot be %g mm wide: choose %d to %d", o.Width, LeastWidth, MostWidth)
	}
	return nil
}

// The bounds of the width of a picture [mm].
const LeastWidth, MostWidth = 40, 2000

// flexible is a picture that can be laid out anew in another width. Others are scaled.
type flexible interface {
	heightAt(width vg.Length) vg.Length
}

// leastRoom is the smallest width in which a flexible picture is laid out.
const leastRoom = 9 * vg.Centimeter

// In returns a picture in a layout. It panics if Check returns an error.
func (o Layout) In(p Picture) Picture {
	if err := o.Check(); err != nil {
		panic(err)
	}
	if o == (Layout{}) {
		return p
	}
	inner, high := p.size()
	style, styled := styles[o.Style]
	outer := vg.Length(o.Width) * vg.Millimeter
	if outer == 0 {
		outer = vg.Length(style.width) * vg.Millimeter
	}
	if f, ok := p.(flexible); ok && styled {
		inner = max(outer*fontSize/vg.Length(style.letters), leastRoom)
		high = f.heightAt(inner)
	}
	return scaled{p, inner, high, float64(outer / inner)}
}

// scaled is a picture that is laid out in some size and drawn larger or smaller.
type scaled struct {
	Picture
	width, height vg.Length
	factor        float64
}

func (s scaled) size() (vg.Length, vg.Length) {
	return s.width * vg.Length(s.factor), s.height * vg.Length(s.factor)
}

func (s scaled) draw(canvas draw.Canvas) error {
	canvas.Push()
	defer canvas.Pop()
	canvas.Scale(s.factor, s.factor)
	canvas.Rectangle = vg.Rectangle{Max: vg.Point{X: s.width, Y: s.height}}
	return s.Picture.draw(canvas)
}
