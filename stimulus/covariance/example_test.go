package covariance_test

import (
	"fmt"
	"log"

	"twophase/stimulus"
)

func ExampleMatrix_Principal() {
	source, err := stimulus.NewGaussian([]float64{3, 2, 1}, 1, 0)
	if err != nil {
		log.Fatal(err)
	}
	values, _, err := source.Covariance().Principal(2)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.6f\n", values)
	// Output:
	// [3.000000 2.000000]
}
