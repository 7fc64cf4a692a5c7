package reproduce

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
)

// reference is one row of testdata/table1.csv or table2.csv: E_Pro by an
// independent program (C++, other random numbers) over its own trials. Where its
// E_Pro was below 1e-12 its formula was at its end, and there is no row.
type reference struct {
	network       string
	inputs, steps int
	median        float64
	q25, q75      float64
	trials        int
}

func readReference(t *testing.T, file string) []reference {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var all []reference
	for _, row := range rows[1:] {
		number := func(i int) float64 {
			v, err := strconv.ParseFloat(row[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		all = append(all, reference{row[0], int(number(1)), int(number(3)), number(4), number(5), number(6), int(number(7))})
	}
	return all
}

// orderStatistic returns the largest r for which the median of a population lies
// between the r-th smallest and the r-th largest of n values with a probability
// above 1 − risk: the number of values below the median is binomial, so that it
// is less than r with the probability Σ_{i<r} C(n, i)/2ⁿ.
func orderStatistic(n int, risk float64) int {
	term, sum := math.Pow(0.5, float64(n)), 0.
	for r := 0; ; r++ {
		if sum += term; 2*sum >= risk {
			return r
		}
		term *= float64(n-r) / float64(r+1)
	}
}

func TestOrderStatistic(t *testing.T) {
	// 2·(1 + 24 + 276)/2²⁴ = 3.6e-5, and with 2024 more it is 2.8e-4.
	if got := orderStatistic(24, 1e-4); got != 3 {
		t.Errorf("r = %d of 24, want 3", got)
	}
	// 2·(1 + 16)/2¹⁶ = 5.2e-4, 2/2¹⁶ = 3.1e-5.
	if got := orderStatistic(16, 1e-4); got != 1 {
		t.Errorf("r = %d of 16, want 1", got)
	}
}

// Both tables agree with the independent program. The population's median lies,
// with a probability of 0.9999 each, between two order statistics of the trials
// here and within four standard errors of the reference, 1.2533·σ/√n in ln E_Pro
// with σ = (ln q75 − ln q25)/1.349; so the two ranges overlap.
func TestTablesAgainstAnIndependentProgram(t *testing.T) {
	long.Only(t)
	const trials, limit, risk = 24, 10_000, 1e-4
	d := quickData(t, trials, limit)
	compared := 0
	for _, table := range []struct {
		file        string
		repetitions []*repetition
	}{{"testdata/table1.csv", d.online}, {"testdata/table2.csv", d.offline}} {
		for _, want := range readReference(t, table.file) {
			if want.steps > limit {
				continue
			}
			for _, s := range table.repetitions {
				if s.problem.Inputs != want.inputs {
					continue
				}
				name := fmt.Sprintf("%s: %s, N = %d, T = %d", table.file, want.network, want.inputs, want.steps)
				errors := s.errors(networkIndex(t, want.network), want.steps)
				r := orderStatistic(trials, risk)
				low, high := errors[r-1], errors[trials-r]
				standard := 1.2533 * math.Log(want.q75/want.q25) / 1.349 / math.Sqrt(float64(want.trials))
				slack := math.Exp(4 * standard)
				if !(low <= want.median*slack && want.median/slack <= high) {
					t.Errorf("%s: the median is between %.3g and %.3g, the reference %.3g to a factor of %.3g", name, low, high, want.median, slack)
				}
				compared++
			}
		}
	}
	if compared != 2*4*2+4*2+4*3 {
		t.Errorf("%d entries were compared", compared)
	}
}

func networkIndex(t *testing.T, name string) int {
	t.Helper()
	for i, n := range networks() {
		if n.Name == name {
			return i
		}
	}
	t.Fatalf("network %s is not one of the paper's", name)
	return 0
}

// quickData runs the repetitions of all parts.
func quickData(t *testing.T, trials, limit int) repetitions {
	t.Helper()
	d := repetitionsOf(parts(), limit)
	err := runTrials(context.Background(), append(append([]*repetition{}, d.online...), d.offline...),
		Options{Trials: trials, Seed: 1, Workers: 2, Progress: planning.Silent{}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
