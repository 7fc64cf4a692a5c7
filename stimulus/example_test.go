package stimulus_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"

	"twophase/stimulus"
)

// exampleFile writes a file for the examples and returns its path.
func exampleFile(name, content string) string {
	dir, err := os.MkdirTemp("", "stimulus")
	if err != nil {
		log.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		log.Fatal(err)
	}
	return path
}

// The stimuli of the paper's smaller problem, as trial 0 of seed 1 sees them.
func ExampleNewGaussian() {
	problem, err := stimulus.LookupProblem("small")
	if err != nil {
		log.Fatal(err)
	}
	source, err := stimulus.NewGaussian(problem.Spectrum, 1, 0)
	if err != nil {
		log.Fatal(err)
	}
	x := make([]float64, source.Inputs())
	source.Next(x)
	fmt.Printf("x_1 = %.3f\n", x)
	// Output:
	// x_1 = [0.009 -1.077 -1.045 0.007 0.253 0.533 0.207 -0.313 0.407 0.249]
}

// The directions that a network with two outputs is to find.
func ExampleGaussian_Basis() {
	source, err := stimulus.NewGaussian([]float64{3, 2, 1}, 1, 0)
	if err != nil {
		log.Fatal(err)
	}
	u, err := source.Basis(2)
	if err != nil {
		log.Fatal(err)
	}
	for i := range source.Inputs() {
		fmt.Printf("%6.3f\n", u[2*i:2*i+2])
	}
	_, err = source.Basis(3)
	fmt.Println(err)
	// Output:
	// [ 0.333  0.221]
	// [-0.885  0.408]
	// [-0.324 -0.886]
	// all 3 principal directions span the whole space, whatever the stimuli: ask for fewer
}

func ExampleOpen() {
	path := exampleFile("eyes.csv", "left,right\n0.5,0.25\n1,2\n")
	defer os.RemoveAll(filepath.Dir(path))
	file, err := stimulus.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x := make([]float64, file.Inputs())
	for {
		if err := file.Next(x); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		fmt.Println(x)
	}
	// Output:
	// [0.5 0.25]
	// [1 2]
}

// Stimuli from a file, their mean subtracted and scaled to a largest eigenvalue
// of 1, in a random order for two epochs.
func ExampleSurvey() {
	path := exampleFile("eyes.csv", "1,2\n3,4\n5,3\n")
	defer os.RemoveAll(filepath.Dir(path))
	summary, err := stimulus.Survey(context.Background(), path, stimulus.SurveyOptions{Covariance: true})
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

	data, err := stimulus.OpenDataset(path, "")
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

func ExampleLookupProblem() {
	_, err := stimulus.LookupProblem("medium")
	fmt.Println(err)
	// Output:
	// no problem is called "medium": the problems are small, large
}

func ExampleCovariance_Principal() {
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
