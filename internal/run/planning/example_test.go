package planning_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
)

// An experiment is plain data; Resolve fills in what is not given.
func ExampleResolve() {
	plan, err := planning.Resolve(context.Background(), experiment.Experiment{
		Network: "PSW",
		Settle:  &experiment.Settle{Method: "gauss-seidel", Sweeps: 4},
		Rate:    circuit.DecayingRate(10, 250),
	})
	if err != nil {
		log.Fatal(err)
	}
	defer plan.Close()
	fmt.Println("Λ =", plan.Experiment.Lambda, " τ =", plan.Experiment.Tau)
	if err := plan.Describe(os.Stdout); err != nil {
		log.Fatal(err)
	}

	_, err = planning.Resolve(context.Background(), experiment.Experiment{Network: "PWS"})
	problem, _, _ := strings.Cut(err.Error(), ":") // and then all networks
	fmt.Println(problem)
	// Output:
	// Λ = 1:0.7  τ = 1
	// PSW: recurrent principal subspace whitening
	//
	// Neurons
	//   inputs   N = 10  activity x
	//   outputs  K = 3   activity ỹ, then y, on one axon; scale m_ii = 0.3 at the start; gains λ = 1, 0.85, 0.7
	//
	// Projections and plasticity
	//   feedforward  inputs → outputs   30 synapses  ΔW_ij = α(y_i x_j − W_ij)   at α    Hebbian
	//   lateral      outputs → outputs  6 synapses   ΔM_ij = (α/τ) y_i y_j       at α/τ  anti-Hebbian PSW
	//   scale        within an output   3 variables  Δm_ii = (α/τ)(y_i² − λ_i²)  at α/τ  scale PSW
	//   α  10/(250+t)
	//   τ  1
	//
	// Schedule, for every stimulus x
	//   1  Feedforward  ỹ = M_d⁻¹ W x                                                         reads x, W, M_d          writes ỹ
	//   2  Settle       r = ỹ − M_d⁻¹ M_o y − y, y ← y + r; gauss-seidel from rest, 4 sweeps  reads ỹ, M_o, M_d        writes y
	//   3  Plasticity   W, M_o, M_d learn by their rules                                      reads x, y, W, M_o, M_d  writes W, M_o, M_d
	// network "PWS" does not exist (did you mean PSW?)
}
