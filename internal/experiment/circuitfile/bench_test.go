package circuitfile

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/random"
)

// BenchmarkRule is one step of ifPSP with its own feedforward rule and, beside it, with
// expressions: both drives, or all four factors, of which the presynaptic decay is then not the
// same for all inputs. The rule by synapse is the built-in one, written so that it does not factor.
func BenchmarkRule(b *testing.B) {
	drives := RuleText{Post: Endpoint{Drive: []string{"2*(y - 0.5*λ)"}, Decay: "1"}, Pre: Endpoint{Drive: []string{"2*(x - 0.5)"}, Decay: "1"}}
	all := drives
	all.Post.Decay, all.Pre.Decay = "1 + 0.5*y", "1 + 0.5*x"
	for _, rule := range []struct {
		name string
		rule Rule
	}{{"builtin", Rule{}}, {"drives", Rule{Custom: &drives}}, {"all", Rule{Custom: &all}}, {"bysynapse", Rule{Formula: "max(post*pre - w, -1e9)"}}} {
		for _, size := range []struct{ n, k int }{{100, 10}, {1000, 50}} {
			b.Run(fmt.Sprintf("%s/%dx%d", rule.name, size.n, size.k), func(b *testing.B) {
				network := circuit.IfPSP
				if rule.rule.Given() {
					own, err := WithRules(network, rule.rule, Rule{})
					if err != nil {
						b.Fatal(err)
					}
					if network, err = own.Network(); err != nil {
						b.Fatal(err)
					}
				}
				network.Tau, network.InitialScale = 1, 1
				c, err := circuit.New(circuit.Spec{Network: network, Inputs: size.n, Gains: circuit.LinearGains(size.k, 1, 0.7), Rate: circuit.ConstantRate(1e-9)})
				if err != nil {
					b.Fatal(err)
				}
				x := make([]float64, size.n)
				random.New(1, 0, "stimulus").Normals(x, 0)
				for i := range x {
					x[i] /= float64(size.n)
				}
				b.ReportAllocs()
				for b.Loop() {
					if err := c.Step(x); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkLanguage is one step of published circuits of the language and, beside each, the same step as loops that are written for it
// alone: the ratio of the two is what the language costs.
func BenchmarkLanguage(b *testing.B) {
	for _, size := range []struct{ n, k int }{{100, 10}, {1000, 50}} {
		for name, loops := range map[string]func(n, k int) func(x []float64){"bcm": bcmLoops, "reward-hebb": rewardLoops, "soft-bounds": softBoundsLoops} {
			c := goldenRun{network: name}.read(b)
			n, err := c.Network()
			if err != nil {
				b.Fatal(err)
			}
			spec := circuit.Spec{Network: n, Inputs: size.n, Gains: slices.Repeat([]float64{1}, size.k), Rate: circuit.ConstantRate(1e-6)}
			x := make([]float64, spec.Width())
			random.New(1, 0, "stimulus").Normals(x, 0)
			for i := range x {
				x[i] = math.Abs(x[i]) / float64(size.n)
			}
			b.Run(fmt.Sprintf("%s/%dx%d/language", name, size.n, size.k), func(b *testing.B) {
				c, err := circuit.New(spec)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if err := c.Step(x); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%dx%d/loops", name, size.n, size.k), func(b *testing.B) {
				step := loops(size.n, size.k)
				for b.Loop() {
					step(x)
				}
			})
		}
	}
}

// matrix returns a matrix [k×n] of positive numbers.
func matrix(k, n int) [][]float64 {
	w := make([][]float64, k)
	for i := range w {
		w[i] = make([]float64, n)
		random.New(1, uint64(i), "weights").Normals(w[i], 0)
		for j := range w[i] {
			w[i][j] = math.Abs(w[i][j]) / float64(n)
		}
	}
	return w
}

// twoTurns sets y to the rectified outputs of two turns.
func twoTurns(y, u []float64, w [][]float64, l float64, x []float64) {
	sum := 0.0
	for i, row := range w {
		v := 0.0
		for j, weight := range row {
			v += weight * x[j]
		}
		y[i], u[i] = v, max(0, v)
		sum += u[i]
	}
	for i := range y {
		y[i] = max(0, y[i]-l*(sum-u[i]))
	}
}

func bcmLoops(n, k int) func(x []float64) {
	w, y, u, theta := matrix(k, n), make([]float64, k), make([]float64, k), make([]float64, k)
	return func(x []float64) {
		twoTurns(y, u, w, 0.3, x)
		for i, row := range w {
			drive := 1e-6 * y[i] * (y[i] - theta[i])
			for j := range row {
				row[j] += drive * x[j]
			}
			theta[i] += 0.1 * (y[i]*y[i] - theta[i])
		}
	}
}

func softBoundsLoops(n, k int) func(x []float64) {
	w, y, u := matrix(k, n), make([]float64, k), make([]float64, k)
	return func(x []float64) {
		twoTurns(y, u, w, 0.35, x)
		for i, row := range w {
			decay := 0.3 * y[i] * y[i]
			for j, v := range row {
				row[j] += 1e-6 * (y[i]*x[j]*(1-v)*(1-v) - decay*v)
			}
		}
	}
}

func rewardLoops(n, k int) func(x []float64) {
	w := matrix(k, n)
	return func(x []float64) {
		reward := x[n]
		for _, row := range w {
			y := 0.0
			for j, weight := range row {
				y += weight * x[j]
			}
			y = max(0, min(1, y))
			for j, v := range row {
				row[j] += 1e-6 * (reward*y*x[j] - 0.25*v)
			}
		}
	}
}
