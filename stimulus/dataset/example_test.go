package dataset_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"

	"twophase/stimulus"
	"twophase/stimulus/dataset"
	"twophase/stimulus/fileformat"
)

// Stimuli from a file, their mean subtracted and scaled to a largest eigenvalue
// of 1, in a random order for two epochs.
func ExampleSurvey() {
	dir, err := os.MkdirTemp("", "stimuli")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "eyes.csv")
	if err := os.WriteFile(path, []byte("1,2\n3,4\n5,3\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	summary, err := dataset.Survey(context.Background(), path, dataset.SurveyOptions{Covariance: true})
	if err != nil {
		log.Fatal(err)
	}
	covariance, err := summary.Covariance(true, 1)
	if err != nil {
		log.Fatal(err)
	}
	top := covariance.TopEigenvalue()
	fmt.Printf("%d stimuli of %d inputs, mean %v, largest eigenvalue %.4f of a variance of %.4f\n",
		summary.Rows, summary.Inputs, summary.Mean, top, covariance.Trace())

	data, err := dataset.Open(context.Background(), path, "", fileformat.Layout{})
	if err != nil {
		log.Fatal(err)
	}
	defer data.Close()
	shuffled, err := data.Shuffled(2, 1, 1)
	if err != nil {
		log.Fatal(err)
	}
	source := stimulus.Affine(shuffled, summary.Mean, 1/math.Sqrt(top))
	x := make([]float64, source.Inputs())
	for source.Next(x) == nil {
		fmt.Printf("step %d: %6.3f\n", shuffled.Step(), x)
	}
	// Output:
	// 3 stimuli of 2 inputs, mean [3 3], largest eigenvalue 2.8685 of a variance of 3.3333
	// step 1: [ 1.181  0.000]
	// step 2: [ 0.000  0.590]
	// step 3: [-1.181 -0.590]
	// step 4: [ 0.000  0.590]
	// step 5: [ 1.181  0.000]
	// step 6: [-1.181 -0.590]
}
