package report_test

import (
	"bytes"
	"fmt"
	"log"

	"twophase/internal/measure/report"
)

func ExampleWriteSVG() {
	traces := report.Traces{
		Title:   "one lateral weight, pruned",
		Steps:   []int{1, 10, 100},
		Lateral: []report.Curve{{Name: "0 ↔ 1", Values: []float64{0.1, 0.3, 0.01}}},
	}
	var picture bytes.Buffer
	if err := report.WriteSVG(&picture, traces); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Contains(picture.Bytes(), []byte("<svg")), bytes.Contains(picture.Bytes(), []byte("Lateral weights")))
	// Output:
	// true true
}
