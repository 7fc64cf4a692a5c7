package circuitfile

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

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

// BenchmarkLanguage is one step of published circuits of the language beside the same step in C, as loops that are written for one
// circuit alone (testdata/language.c): where the compiler rounds as the loops say, and where it may add in any order, by which sums
// become fast. All take turns in blocks of less than a millisecond; the least of each counts, which says most on a machine that does
// other work. The ratios are what the language costs.
func BenchmarkLanguage(b *testing.B) {
	programs := []struct{ metric, path string }{
		{"C", compiled(b, "language.c", "-ffp-contract=off")}, {"fast-C", compiled(b, "language.c", "-ffast-math")},
	}
	for _, name := range []string{"bcm", "reward-hebb", "soft-bounds"} {
		for _, size := range []struct{ n, k int }{{100, 10}, {1000, 50}} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size.n, size.k), func(b *testing.B) {
				steps := 400_000 / (size.n * size.k)
				step := stepOf(b, name, size.n, size.k)
				own, least := math.Inf(1), make([]float64, len(programs))
				var inC []func(steps int) float64
				for i, p := range programs {
					inC, least[i] = append(inC, stepsInC(b, p.path, name, size.n, size.k)), math.Inf(1)
				}
				for b.Loop() {
					for i, take := range inC {
						least[i] = min(least[i], take(steps))
					}
					began := time.Now()
					for range steps {
						step()
					}
					own = min(own, float64(time.Since(began).Nanoseconds())/float64(steps))
				}
				b.ReportMetric(0, "ns/op") // of a round: it says nothing
				b.ReportMetric(own, "ns/step")
				for i, p := range programs {
					b.ReportMetric(least[i], "ns/step-"+p.metric)
					b.ReportMetric(own/least[i], "÷"+p.metric)
				}
			})
		}
	}
}

// stepOf returns a step of a published circuit.
func stepOf(b *testing.B, name string, n, k int) func() {
	network, err := goldenRun{network: name}.read(b).Network()
	if err != nil {
		b.Fatal(err)
	}
	spec := circuit.Spec{Network: network, Inputs: n, Gains: slices.Repeat([]float64{1}, k), Rate: circuit.ConstantRate(1e-6)}
	x := make([]float64, spec.Width())
	random.New(1, 0, "stimulus").Normals(x, 0)
	for i := range x {
		x[i] = math.Abs(x[i]) / float64(n)
	}
	c, err := circuit.New(spec)
	if err != nil {
		b.Fatal(err)
	}
	return func() {
		if err := c.Step(x); err != nil {
			b.Fatal(err)
		}
	}
}

// compiled returns a program of a file of testdata in C.
func compiled(b *testing.B, source, option string) string {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		b.Skip("no C compiler is installed (cc), so there is nothing to compare with")
	}
	program := filepath.Join(b.TempDir(), "program")
	build := exec.Command(compiler, "-O3", "-march=native", option, "-o", program, filepath.Join("testdata", source))
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return program
}

// stepsInC starts a program, and returns a function that has it take steps, and returns the nanoseconds that a step took.
func stepsInC(b *testing.B, program, circuit string, n, k int) func(steps int) float64 {
	process := exec.Command(program, circuit, fmt.Sprint(n), fmt.Sprint(k))
	in, err := process.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := process.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		process.Wait()
	})
	return func(steps int) (ns float64) {
		fmt.Fprintln(in, steps)
		if _, err := fmt.Fscan(out, &ns); err != nil {
			b.Fatal(err)
		}
		return ns
	}
}
