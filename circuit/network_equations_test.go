package circuit_test

import (
	"os"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/internal/testkit/long"
	"twophase/neuron"
)

// published is a network as its paper writes it, in plain loops.
type published struct {
	w, m, total [][]float64 // W [K×N], lateral weights M [K×K] in the sign of y = Wx − My, Ŷ [1×K]
}

// earlier adds to y_i = w_i·x what those before it bring, one after another.
func (p *published) earlier(x []float64) []float64 {
	y := make([]float64, len(p.w))
	for i := range y {
		y[i] = dot(p.w[i], x)
		for j := range i {
			y[i] -= p.m[i][j] * y[j]
		}
	}
	return y
}

// settled solves diagonal·y + M_o y = W x by very many sweeps.
func (p *published) settled(x []float64, diagonal func(i int) float64) []float64 {
	y := make([]float64, len(p.w))
	for range 2000 {
		for i := range y {
			received := dot(p.w[i], x)
			for j := range y {
				if j != i {
					received -= p.m[i][j] * y[j]
				}
			}
			y[i] = received / diagonal(i)
		}
	}
	return y
}

// each sets every element of a matrix.
func each(a [][]float64, f func(i, j int, v float64) float64) {
	for i, row := range a {
		for j, v := range row {
			row[j] = f(i, j, v)
		}
	}
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// Every local relative of the paper's networks does what its own paper says, step by
// step, here in plain loops with the symbols and the rates of that paper. (Linsker's is
// in TestLinskersTwoPhases, those that project back in
// TestResidualsAreWhatTheirEquationsSay. A new one has a golden run, which make long demands.)
func TestRelativesAreWhatTheirEquationsSay(t *testing.T) {
	const n, k, alpha, tau = 6, 3, 0.02, 0.4
	one := func(int) float64 { return 1 }
	oja := func(p *published, x, y []float64) {
		each(p.w, func(i, j int, w float64) float64 { return w + alpha*(y[i]*x[j]-y[i]*y[i]*w) })
	}
	matching := func(gamma float64) func(p *published, x []float64) []float64 {
		return func(p *published, x []float64) []float64 {
			y := p.settled(x, one)
			total := p.total[0]
			for i := range y {
				total[i] += y[i] * y[i]
			}
			each(p.w, func(i, j int, w float64) float64 { return w + y[i]*(x[j]-y[i]*w)/total[i] })
			each(p.m, func(i, j int, m float64) float64 {
				if i == j {
					return m
				}
				return m + y[i]*((1+gamma)*y[j]-m*y[i])/total[i]
			})
			return y
		}
	}
	// The networks of 2018 have η = α/2 and τ_w = τ/2.
	projection := func(decay func(i, j int, m float64) float64) func(p *published, x []float64) []float64 {
		return func(p *published, x []float64) []float64 {
			const eta, tauW = alpha / 2, tau / 2
			y := p.settled(x, func(i int) float64 { return p.m[i][i] })
			each(p.w, func(i, j int, w float64) float64 { return w + 2*eta*(y[i]*x[j]-w) })
			each(p.m, func(i, j int, m float64) float64 { return m + eta/tauW*(y[i]*y[j]-decay(i, j, m)) })
			return y
		}
	}
	steps := map[string]func(p *published, x []float64) []float64{
		"oja": func(p *published, x []float64) []float64 {
			y := []float64{dot(p.w[0], x)}
			oja(p, x, y)
			return y
		},
		"apex": func(p *published, x []float64) []float64 {
			const beta = alpha
			y := p.earlier(x)
			oja(p, x, y)
			each(p.m, func(i, j int, c float64) float64 {
				if j >= i {
					return c
				}
				return c + beta/tau*(y[i]*y[j]-y[i]*y[i]*c)
			})
			return y
		},
		"rubner-tavan": func(p *published, x []float64) []float64 {
			const mu = alpha / tau
			y := p.earlier(x)
			oja(p, x, y)
			each(p.m, func(i, j int, m float64) float64 {
				if j >= i {
					return m
				}
				return -(-m - mu*y[i]*y[j]) // Δu = −μ y_i y_j, u = −m
			})
			return y
		},
		"foldiak": func(p *published, x []float64) []float64 {
			const mu = alpha / tau
			y := p.settled(x, one)
			oja(p, x, y)
			each(p.m, func(i, j int, m float64) float64 {
				if i == j {
					return m
				}
				return -(-m - mu*y[i]*y[j])
			})
			return y
		},
		"similarity-matching":              matching(0),
		"similarity-matching-off-diagonal": matching(1),
		"similarity-matching-psp":          projection(func(_, _ int, m float64) float64 { return m }),
		"similarity-matching-psw": projection(func(i, j int, _ float64) float64 {
			if i == j {
				return 1
			}
			return 0
		}),
	}
	for _, network := range relatives() {
		step := steps[network.Name]
		if step == nil {
			_, err := os.Stat("../testdata/golden/graph/" + network.Name)
			if network.IsLocal() && network.Name != "linsker" && err != nil && long.Asked() {
				t.Errorf("nothing says what %s should do: give it a golden run", network.Name)
			}
			continue
		}
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			spec := paperSpec(network, n, k)
			spec.Rate, spec.Tau, spec.Executor = circuit.ConstantRate(alpha), tau, executor
			if network.Population("outputs").Scale.Metaplastic {
				spec.Rate, spec.Tau = circuit.ConstantRate(1), 1
			}
			if network.Settles() {
				var err error
				if spec.Network, err = network.Exactly(); err != nil {
					t.Fatal(err)
				}
			}
			c := newCircuit(t, spec)
			outputs := c.Outputs().Len()
			p := published{rows(c.Forward().Weights(), n), rows(c.M(), outputs), rows(slices.Clone(c.Outputs().Scales()), outputs)}
			for _, x := range normals("stimuli", 60, n) {
				y := step(&p, x)
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				compare(t, network.Name+" y", c.Outputs().Signals(neuron.Final), y)
			}
			compare(t, network.Name+" W", c.Forward().Weights(), flatten(p.w))
			compare(t, network.Name+" M", c.M(), flatten(p.m))
			if t.Failed() {
				return
			}
		}
	}
}

// rows cuts a matrix into rows of n.
func rows(flat []float64, n int) [][]float64 { return slices.Collect(slices.Chunk(flat, n)) }
