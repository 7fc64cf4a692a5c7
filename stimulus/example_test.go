package stimulus_test

import (
	"fmt"
	"log"
	"math"
	"slices"

	"twophase/stimulus"
)

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

func ExampleLookupProblem() {
	_, err := stimulus.LookupProblem("medium")
	fmt.Println(err)
	// Output:
	// no problem is called "medium": the problems are small, large
}

// A network has learned a direction; then the world turns away from it, and goes on
// drifting.
func ExampleChanging() {
	gaussian, err := stimulus.NewGaussian([]float64{3, 1, 1}, 1, 0)
	if err != nil {
		log.Fatal(err)
	}
	world, err := stimulus.NewChanging(gaussian, 1)
	if err != nil {
		log.Fatal(err)
	}
	learned, err := world.Basis(1)
	if err != nil {
		log.Fatal(err)
	}
	x := make([]float64, world.Inputs())
	tell := func(what string) {
		u, err := world.Basis(1)
		if err != nil {
			log.Fatal(err)
		}
		cos := 0.0
		for i := range u {
			cos += u[i] * learned[i]
		}
		fmt.Printf("step %3d, %s: %.1f degrees\n", world.Step(), what, math.Acos(math.Min(math.Abs(cos), 1))*180/math.Pi)
	}
	for range 100 {
		world.Next(x)
	}
	tell("before")
	if err := world.Apply(stimulus.Drift{DegreesPerStep: 0.5}); err != nil {
		log.Fatal(err)
	}
	for range 50 {
		world.Next(x)
	}
	tell("after 50 steps of drift")
	if err := world.Apply(stimulus.Drift{}); err != nil { // as far as it has come
		log.Fatal(err)
	}
	if err := world.Apply(stimulus.Rotate{Degrees: 30}); err != nil {
		log.Fatal(err)
	}
	world.Seek(0)
	tell("back at the beginning")
	world.Seek(100)
	world.Next(x)
	tell("one step of the same drift")
	// Output:
	// step 100, before: 0.0 degrees
	// step 150, after 50 steps of drift: 25.0 degrees
	// step   0, back at the beginning: 0.0 degrees
	// step 101, one step of the same drift: 0.5 degrees
}

// A run that is resumed goes on with the stimuli that it would have seen.
func ExampleChanging_Restore() {
	build := func() *stimulus.Changing {
		gaussian, err := stimulus.NewGaussian([]float64{3, 2, 1}, 1, 0)
		if err != nil {
			log.Fatal(err)
		}
		world, err := stimulus.NewChanging(gaussian, 2)
		if err != nil {
			log.Fatal(err)
		}
		return world
	}
	world := build()
	x := make([]float64, world.Inputs())
	world.Next(x)
	for _, change := range []stimulus.Change{stimulus.Rotate{Degrees: 45}, stimulus.Correlate{Rho: 0.9}} {
		if err := world.Apply(change); err != nil {
			log.Fatal(err)
		}
	}
	checkpoint := world.State()
	for _, h := range checkpoint.Changes {
		fmt.Printf("after step %d: %v\n", h.Step, h.Change)
	}
	world.Next(x)

	resumed, y := build(), make([]float64, 3)
	if err := resumed.Restore(checkpoint); err != nil {
		log.Fatal(err)
	}
	resumed.Next(y)
	fmt.Println(slices.Equal(x, y))
	// Output:
	// after step 1: rotate by 45 degrees
	// after step 1: correlate by 0.9
	// true
}
