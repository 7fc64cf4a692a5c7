package settlingbudget_test

import (
	"context"
	"fmt"
	"log"

	"twophase/internal/study/settlingbudget"
)

// A quick run from end to end, on one problem: two Jacobi sweeps are the two-phase
// circuit, and one sweep is lost.
func ExampleRun() {
	result, err := settlingbudget.Run(context.Background(), settlingbudget.Options{
		Problems: []string{settlingbudget.Small}, Quick: true, Trials: 2, Steps: 1000,
	})
	if err != nil {
		log.Fatal(err)
	}
	var twoPhase settlingbudget.Row
	for _, row := range result.Rows {
		switch {
		case row.Network != "PSP":
		case row.Method == settlingbudget.TwoPhase:
			twoPhase = row
		case row.Method == "jacobi" && row.Start == settlingbudget.Cold && row.Sweeps <= 2:
			fmt.Printf("%d sweeps: lost %v, as two phases %v\n", row.Sweeps, row.Lost, row.Error.Median == twoPhase.Error.Median)
		}
	}
	// Output:
	// 1 sweeps: lost 1, as two phases false
	// 2 sweeps: lost 0, as two phases true
}
