package circuit_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"twophase/circuit"
)

// The golden runs were written by an independent program with plain loops,
// whose additions have another order.
const goldenTolerance = 1e-9

func TestGoldenRuns(t *testing.T) {
	for _, problem := range []string{"n10k3", "n17k5"} {
		folder := filepath.Join("..", "testdata", "golden", problem)
		stimuli := readMatrix(t, filepath.Join(folder, "stimulus.csv"))
		gains := readMatrix(t, filepath.Join(folder, "lambda.csv"))[0]
		w0 := flatten(readMatrix(t, filepath.Join(folder, "W0.csv")))
		for _, network := range circuit.PaperNetworks() {
			outputs := readMatrix(t, filepath.Join(folder, network.Name+".Y.csv"))
			for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
				t.Run(problem+"/"+network.Name+"/"+executor.String(), func(t *testing.T) {
					c, err := circuit.New(circuit.Spec{
						Network: network, Inputs: len(stimuli[0]), Gains: gains,
						Rate: circuit.DecayingRate(10, 250), Initial: map[string][]float64{"feedforward": w0}, Executor: executor,
					})
					if err != nil {
						t.Fatal(err)
					}
					for step, x := range stimuli {
						if err := c.Step(x); err != nil {
							t.Fatal(err)
						}
						for out := range c.Outputs().Outputs() {
							if !close(out.Activity(), outputs[step][out.Index()]) {
								t.Fatalf("step %d: y[%d] = %v, want %v", step+1, out.Index(), out.Activity(), outputs[step][out.Index()])
							}
						}
					}
					compare(t, "W", c.Forward().Weights(), flatten(readMatrix(t, filepath.Join(folder, network.Name+".W.csv"))))
					compare(t, "M", c.M(), flatten(readMatrix(t, filepath.Join(folder, network.Name+".M.csv"))))
				})
			}
		}
	}
}

func close(got, want float64) bool {
	return math.Abs(got-want) <= goldenTolerance*math.Max(1, math.Abs(want))
}

func compare(t *testing.T, name string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d elements, want %d", name, len(got), len(want))
	}
	for i := range got {
		if !close(got[i], want[i]) {
			t.Errorf("%s[%d] = %v, want %v", name, i, got[i], want[i])
		}
	}
}

func readMatrix(t *testing.T, path string) [][]float64 {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([][]float64, len(records))
	for i, record := range records {
		for _, field := range record {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			rows[i] = append(rows[i], v)
		}
	}
	return rows
}

func flatten(rows [][]float64) []float64 {
	var all []float64
	for _, r := range rows {
		all = append(all, r...)
	}
	return all
}
