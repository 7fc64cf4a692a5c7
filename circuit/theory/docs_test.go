package theory_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
)

// What docs/comparing-networks.md and docs/cascade.md say of rates, of the largest stable τ and of how much
// faster the cascades are is what is computed here.
func TestDocumentsHaveTheRates(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(text)), " ")
	}
	equal := setup{spectrum: small().spectrum, gains: []float64{1, 1, 1}}
	networks := []circuit.Network{circuit.PSP, circuit.CascadePSP, circuit.PSW, circuit.CascadePSW}
	slowest := func(n circuit.Network, s setup) (rates []float64) { // of all pairs
		for _, pair := range linearise(t, point(n, s), n.Tau).Pairs {
			for _, x := range pair.Eigenvalues {
				if imag(x) >= 0 {
					rates = append(rates, real(x))
				}
			}
		}
		slices.Sort(rates)
		slices.Reverse(rates)
		return rates
	}
	row := func(name string, of func(circuit.Network) string) string {
		for _, n := range networks {
			name += " | " + of(n)
		}
		return "| " + name + " |"
	}
	rates := func(s setup, count int) func(circuit.Network) string {
		return func(n circuit.Network) string {
			var texts []string
			for _, x := range slowest(n, s)[:count] {
				texts = append(texts, strings.Replace(fmt.Sprintf("%.4f", x), "-", "−", 1))
			}
			return strings.Join(texts, ", ")
		}
	}
	faster := func(s setup) (ratios []any) {
		for i := 0; i < len(networks); i += 2 {
			ratios = append(ratios, slowest(networks[i+1], s)[0]/slowest(networks[i], s)[0])
		}
		return ratios
	}
	few, many := faster(small()), faster(large())
	for name, wanted := range map[string][]string{
		"docs/cascade.md": {
			row("small problem", rates(small(), 3)),
			row("large problem", rates(large(), 2)),
			row("small, Λ = I", func(n circuit.Network) string {
				if !cascades(n) {
					if slowest(n, equal)[2] != 0 {
						t.Errorf("%s, Λ = I: the slowest rates are %v", n.Name, slowest(n, equal)[:3])
					}
					return "0"
				}
				return rates(equal, 2)(n)
			}),
			row("largest stable τ, small", func(n circuit.Network) string {
				tau, err := point(n, small()).LargestStableTau()
				if err != nil {
					t.Fatal(err)
				}
				return fmt.Sprintf("%.2f", tau)
			}),
			fmt.Sprintf("cascadePSP is %.1f times as fast as that of PSP on the small problem, and %.1f times on the large one. For cascadePSW and PSW the ratios are %.1f and %.1f",
				few[0], many[0], few[1], many[1]),
		},
		"docs/comparing-networks.md": {fmt.Sprintf("faster than PSP: %.1f times on the paper's large problem, %.1f times on its small one", many[0], few[0])},
	} {
		text := read(name)
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}
}
