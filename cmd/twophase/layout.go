package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/measure/report"
)

// layoutFlags say how pictures are to be used.
func layoutFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "style", Category: ofRun, Usage: "use of the pictures: talk (280 mm, large letters) or paper (180 mm, letters of 8 points)", DefaultText: "a screen"},
		&cli.GenericFlag{Name: "width", Value: decimal(), Category: ofRun, Usage: fmt.Sprintf("width `MM` of the pictures in mm, %d to %d", report.LeastWidth, report.MostWidth), DefaultText: "that of the style"},
	}
}

// layoutOf returns the layout that layoutFlags ask for.
func layoutOf(c *cli.Context) report.Layout {
	return report.Layout{Style: c.String("style"), Width: c.Float64("width")}
}

// checkLayout returns an error unless layoutFlags ask for a layout that there is.
func checkLayout(c *cli.Context) func() error {
	return func() error {
		if c.IsSet("width") && c.Float64("width") == 0 {
			return errors.New("--width 0: leave it out for the width of the style")
		}
		return layoutOf(c).Check()
	}
}
