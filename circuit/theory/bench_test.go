package theory_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit/theory"
)

// BenchmarkFlow is one iteration in the eigenbasis.
func BenchmarkFlow(b *testing.B) {
	for _, s := range []setup{small(), large()} {
		k, n := len(s.gains), len(s.spectrum)
		for _, network := range networks() {
			b.Run(fmt.Sprintf("%dx%d/%s", n, k, network.Name), func(b *testing.B) {
				f, err := theory.NewFlow(theory.FlowSpec{
					Network: network, Spectrum: s.spectrum, Gains: s.gains, InitialWeights: weights(1, k, n),
				})
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if err := f.Step(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkDenseFlow is one iteration with a covariance in any basis, which the
// build tag netlib puts on OpenBLAS.
func BenchmarkDenseFlow(b *testing.B) {
	for _, size := range []struct{ n, k int }{{100, 10}, {400, 10}, {400, 100}, {400, 400}} {
		spectrum, gains := make([]float64, size.n), make([]float64, size.k)
		for i := range spectrum {
			spectrum[i] = 1 / float64(1+i)
		}
		for i := range gains {
			gains[i] = 1 - 0.3*float64(i)/float64(size.k)
		}
		g := covariance(rotation(1, size.n), spectrum)
		b.Run(fmt.Sprintf("%dx%d", size.n, size.k), func(b *testing.B) {
			f, err := theory.NewFlow(theory.FlowSpec{
				Network: networks()[0], Covariance: mat.Symmetric(g), Gains: gains, Rate: 1e-6, InitialWeights: weights(1, size.k, size.n),
			})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := f.Step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
