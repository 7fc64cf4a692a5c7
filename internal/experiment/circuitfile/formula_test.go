package circuitfile

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/synapse"
)

// withFormula returns the network of two turns whose feedforward synapses learn by a formula.
func withFormula(t testing.TB, rule string) circuit.Network {
	t.Helper()
	_, c := parse(t, strings.Replace(formulaText, "RULE", strconv.Quote(rule), 1))
	n, err := c.Network()
	if err != nil {
		t.Fatalf("%s: %v", rule, err)
	}
	return n
}

// formulaText is a circuit of two turns whose feedforward synapses have the rule RULE.
const formulaText = `name: mine
populations: {x: {input: true, previous: true}, y: {activation: rectified, mean: {window: 9}}}
projections:
  W: {from: x, to: y, rule: RULE}
  L: {from: y, to: y, sign: subtracts}
schedule: [{turn: y, slot: provisional, receives: [W]}, {turn: y, receives: [{through: W, again: true}, {through: L, slot: provisional}]}, average, plasticity]
`

func ruleOfW(n circuit.Network) synapse.Rule { return n.Graph.Projections[0].Rule }

// Rules that a reader copies from papers work, or the error says what to write.
func TestRulesFromPapers(t *testing.T) {
	for rule, says := range map[string]string{
		"y*(x - y*w)":                    "",
		"y**3*x - w":                     "",
		"w*(1 - w)*y*x":                  "",
		"y*x/(1 + w^2)":                  "",
		"max(0, y - 0.5)*x":              "",
		"(y - post.mean)*pre - 0.1*w":    "",
		"y > 0 ? x - w : 0":              "",
		"abs(w)*y*x - alpha*w":           "",
		"eta*(y*x - y^2*w)":              "the formula is multiplied by the learning rate",
		"y_i*x_j - w_ij":                 "names have no index: write post, pre and w",
		"y x - w":                        "write * between factors",
		"y(x - y*w)":                     "y is a number, and no function: write y*(…)",
		"2y*x":                           "write a product as 2*x",
		"y·x − y²·w":                     "",
		"y × x - 0.1 * w³":               "",
		"post*pre*(1 - w) - abs(post)*w": "",
		"post*(pre - post.current.W*w)":  "",
		"y*(x - current*w)":              "write post.current, or post.current.PROJECTION",
		"relu(y)*x - w":                  "write rectify(x)",
		"heaviside(y - 1)*x":             "write x > 0 ? 1 : 0",
		"(y > 0)*x":                      "such as x > 0 ? 1 : 0",
		"if y > 0 then x else 0":         "write CONDITION ? EXPRESSION : EXPRESSION",
		"(y - ȳ)*(x - x̄)":               "such as post.mean",
		"dw = y*x":                       "leave out what is on its left",
		"|y|*x":                          "abs(x)",
		"tanh(y)*x":                      "functions whose last digit depends on the machine are left out",
		"(y - mean)*x":                   "the mean of a neuron is post.mean or pre.mean",
		"y*x - sum(y)*w":                 "a sum over neurons is not known to one of them",
		"y*x - beta*w":                   "a number of your own stands under constants",
		"y*(y - post.theta)*x":           "a variable of the neurons under variables",
		"reward*y*x":                     "such as a reward, under signals",
		"y*x[t-1]":                       "such as pre.delayed",
		"y⊗x - w":                        "a rule is of one synapse",
		`\\eta y x`:                      "write names without it",
		"y*x - λ*w":                      "write post.gain or pre.gain",
		"y*x - norm*w":                   "write post.norm.PROJECTION",
		"post*pre if post > 0 else 0":    "write CONDITION ? EXPRESSION : EXPRESSION",
		"y*x - L*w":                      "it is not the weight of this synapse, which is w",
		"y^1.5*x":                        "an exponent must be a whole number",
	} {
		_, c := parse(t, strings.Replace(formulaText, "RULE", strconv.Quote(rule), 1))
		switch _, err := c.Network(); {
		case says == "" && err != nil:
			t.Errorf("%s: %v", rule, err)
		case says != "" && (err == nil || !strings.Contains(err.Error(), says)):
			t.Errorf("%s: error %v, want %q", rule, err, says)
		}
	}
}

// A formula that factors is the rule with these drives and decays.
func TestFormulasThatFactor(t *testing.T) {
	for text, want := range map[string]synapse.Factored{
		"post*pre - w":           synapse.Hebbian,
		"pre*post-w":             synapse.Hebbian,
		"post*pre":               synapse.Hebb,
		"post*pre - post^2*w":    synapse.Oja,
		"y*x - y^2*w":            synapse.Oja,
		"post*(pre - post*w)":    {},
		"(post - post.mean)*pre": {},
		"post*pre - 0.1*post^2*w + 2*post.mean*pre.previous": {},
		"-w": {},
	} {
		got, ok := ruleOfW(withFormula(t, text)).(synapse.Factored)
		if !ok {
			t.Errorf("%s does not factor", text)
			continue
		}
		if got.Name, got.Equation = want.Name, want.Equation; want.Name != "" && !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v, want %+v", text, got, want)
		}
	}
	for _, text := range []string{"post*pre*(1 - w)^2", "post*pre - abs(w)", "max(post, pre)", "rate*post", "(post + pre)*w - post*w^2", "(post*pre + post.mean*pre^2 + 1)*w"} {
		if _, ok := ruleOfW(withFormula(t, text)).(synapse.Pairwise); !ok {
			t.Errorf("%s factors", text)
		}
	}
}

// A formula changes a weight by the learning rate times its value, whether it factors or not, and both executors give the same bits.
func TestFormulasChangeWeights(t *testing.T) {
	a := 0.125
	for text, change := range map[string]func(w, y, x float64) float64{
		"post*pre - w":                           func(w, y, x float64) float64 { return y*x - w },
		"2*(post*pre - w*post^2)":                func(w, y, x float64) float64 { return 2 * (y*x - w*y*y) },
		"post*pre*(1 - w)^2 - 0.3*post^2*w":      func(w, y, x float64) float64 { return y*x*(1-w)*(1-w) - 0.3*y*y*w },
		"max(post*pre - 0.25, -w/rate)":          func(w, y, x float64) float64 { return max(y*x-0.25, -w/a) },
		"post > pre ? post - w : pre*abs(w) - w": func(w, y, x float64) float64 { return map[bool]float64{true: y - w, false: x*math.Abs(w) - w}[y > x] },
		"(post - pre)^2 - (1 - w)*post":          func(w, y, x float64) float64 { return (y-x)*(y-x) - (1-w)*y },
	} {
		n := withFormula(t, text)
		rapid.Check(t, func(t *rapid.T) {
			draw := func(n int) []float64 { return rapid.SliceOfN(rapid.Float64Range(-2, 2), n, n).Draw(t, "numbers") }
			w, x, y := draw(10), draw(5), draw(2)
			var learnt [2][]float64
			for e := range learnt {
				c, err := circuit.New(circuit.Spec{Network: n, Inputs: 5, Gains: []float64{1, 1}, Rate: circuit.ConstantRate(a), Executor: circuit.Executor(e), Initial: map[string][]float64{"W": w}})
				if err != nil {
					t.Fatal(err)
				}
				for i, v := range y {
					if err := c.Outputs().Neuron(i).Clamp(v); err != nil {
						t.Fatal(err)
					}
				}
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
				learnt[e] = c.Projection("W").Weights()
			}
			for i, got := range learnt[0] {
				if want := w[i] + a*change(w[i], y[i/5], x[i%5]); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
					t.Fatalf("%s: w = %v becomes %v, want %v", text, w[i], got, want)
				}
				if math.Float64bits(got) != math.Float64bits(learnt[1][i]) {
					t.Fatalf("%s: w = %v becomes %v in its row, %v alone", text, w[i], got, learnt[1][i])
				}
			}
		})
	}
}

// A circuit with a formula is written as a file with the same formula, and has the same bits.
func TestFormulasAreWritten(t *testing.T) {
	for _, text := range []string{"0.1*post*pre - w*abs(w)", "0.1*post*pre - post^2*w + 0.1*post.mean*pre.previous"} {
		n := withFormula(t, text)
		c, err := Of(n, "again")
		if err != nil {
			t.Fatal(err)
		}
		again, err := c.Network()
		if err != nil {
			t.Fatalf("%s: %v\n%s", text, err, Section(c).YAML())
		}
		for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
			if want, got := hashAfter(t, n, executor), hashAfter(t, again, executor); want != got {
				t.Errorf("%s, %v: another state after some steps:\n%s", text, executor, Section(c).YAML())
			}
		}
	}
}

// The step allocates nothing.
func TestFormulasAllocateNothing(t *testing.T) {
	c, err := circuit.New(circuit.Spec{Network: withFormula(t, "post*pre*(1 - w)^2"), Inputs: 200, Gains: []float64{1, 1, 1}, Rate: circuit.ConstantRate(0.01)})
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, 200)
	if n := testing.AllocsPerRun(20, func() {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
