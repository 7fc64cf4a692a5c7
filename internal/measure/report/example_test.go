package report_test

import (
	"bytes"
	"fmt"
	"log"

	"twophase/internal/measure/report"
)

func ExampleWriteSVG() {
	traces := report.Panels{
		Title: "one lateral weight, pruned",
		Panels: []report.Panel{{
			Title:  "Lateral weights",
			Curves: []report.Curve{{Name: "0 ↔ 1", Steps: []int{1, 10, 100}, Values: []float64{0.1, 0.3, 0.01}}},
		}},
	}
	var picture bytes.Buffer
	if err := report.WriteSVG(&picture, traces); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Contains(picture.Bytes(), []byte("<svg")), bytes.Contains(picture.Bytes(), []byte("Lateral weights")))
	// Output:
	// true true
}
