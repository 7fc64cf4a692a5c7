package circuitfile

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/neuron"
)

// parse reads a circuit from its keys.
func parse(t testing.TB, text string) (*document.Document, *Circuit) {
	t.Helper()
	d, err := document.Parse("circuit.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c := new(Circuit)
	if err := d.Read(Section(c)); err != nil {
		t.Fatal(err)
	}
	return d, c
}

const three = `name: mine
populations:
  x: {input: true}
  y: {activation: rectified, initial_scale: 0.05}
  n: {size: 2*K}
projections:
  W: {from: x, to: y, rule: Hebbian, start: positive}
  P: {from: n, to: y, sign: inhibitory, rate: 2*alpha/tau, wiring: {random: 0.5}, rule: {post: {drive: y, decay: 0.5}, pre: {drive: n, decay: 1}}}
  PT: {from: y, to: n, sign: excitatory, tied: P}
schedule: [{equilibrate: [y, n]}, plasticity]
`

// A pair under its own names can use every phase of the paper's circuit, and settle as that does.
func TestPhasesOfThePaperUnderOwnNames(t *testing.T) {
	for schedule, want := range map[string]circuit.Schedule{
		"[feedforward, lateral, lateral_again, plasticity]":                   {circuit.Feedforward, circuit.Lateral, circuit.LateralAgain, circuit.Plasticity{}},
		"[feedforward, cascade, plasticity]":                                  {circuit.Feedforward, circuit.Cascade, circuit.Plasticity{}},
		"[feedforward, solve, plasticity]":                                    {circuit.Feedforward, circuit.Solve, circuit.Plasticity{}},
		"[feedforward, {settle: gauss-seidel, sweeps: 8}, plasticity]":        {circuit.Feedforward, circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 8}, circuit.Plasticity{}},
		"[{turn: z, receives: [A]}, {turn: z, receives: [A, I]}, plasticity]": {circuit.Feedforward, circuit.Lateral, circuit.Plasticity{}},
	} {
		_, c := parse(t, "name: mine\npopulations:\n  x: {input: true}\n  z: {scale: PSP}\nprojections:\n"+
			"  A: {from: x, to: z, rule: Hebbian}\n  I: {from: z, to: z, sign: subtracts, rule: AntiHebbianPSP, rate: alpha/tau}\nschedule: "+schedule+"\n")
		n, err := c.Network()
		if err != nil {
			t.Errorf("%s: %v", schedule, err)
			continue
		}
		if got := n.InPaperNames().Schedule; !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", schedule, got, want)
		}
	}
}

// What is wrong with a circuit is said at its place.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ from, to, at, says string }{
		{"drive: y,", "drive: y - x,", "8:104", "x cannot be seen here: it is another neuron's, and this one is of y. Visible are y, activity, provisional, scale, gain, λ, current, a, current.W, norm.W, current.P, norm.P and alpha"},
		{"drive: y,", "drive: y - yy,", "8:104", "yy cannot be seen here"},
		{"drive: y,", "drive: y - W,", "8:104", "the weights of a projection are not what a neuron knows"},
		{"drive: y,", "drive: previous,", "8:104", "population y does not keep it: give it previous: true"},
		{"drive: y,", "drive: trace,", "8:104", "previous: true, and the schedule a phase {trace: [y]}"},
		{"drive: y,", "drive: mean,", "8:104", "give it mean: {window: 100}"},
		{"drive: y,", "drive: current_mean,", "8:104", "give it current_mean: {window: 100}"},
		{"drive: y,", "drive: y/(1-1),", "8:104", "divides by 0"},
		{"drive: n,", "drive: a,", "8:133", "only the postsynaptic neuron"},
		{"drive: n,", "drive: [n, 1],", "8:133", "post has a drive for 1 term, and pre for 2"},
		{"rule: Hebbian", "rule: {post: {drive: x}, pre: {drive: x}}", "7:44", "x cannot be seen here"},
		{"rule: Hebbian", "rule: {post: {drive: y}, pre: {drive: scale}}", "7:61", "x are inputs, which have none"},
		{"rule: Hebbian", "rule: {post: {drive: [y,y,y,y]}, pre: {drive: [x,x,x,x]}}", "7:44", "at most 3 are possible"},
		{"{equilibrate: [y, n]}", "lateral", "10:12", "phase lateral needs inputs and linear outputs, one projection between them"},
		{"{equilibrate: [y, n]}", "{settle: jacobi, sweeps: 3}", "10:12", "phase settle needs inputs and linear outputs"},
		{"{equilibrate: [y, n]}", "{turn: {of: y}, receives: [W]}", "10:12", "what stands at turn is a section, and not a name"},
		{"plasticity]", "plasticity, {rewire: P, every: 9, grow: true}]", "10:47", `growth "true" does not exist: choose none, random or correlation`},
		{"plasticity]", "plasticity, {rewire: P, every: 9, grow: [random]}]", "10:47", "what stands at grow is a list, and not a name"},
		{"{equilibrate: [y, n]}", "{turn: y, receives: W}", "10:12", "what stands at receives is a name, and not a list"},
		{"rectified,", "tanh(v),", "4:19", "there is no function tanh"},
		{"rectified,", "max(0; v),", "4:19", "cannot stand in an expression"},
		{"tied: P", "tied: W", "9:3", "its transpose runs from y to x"},
		{"tied: P", "tied: P, rule: Oja", "9:3", "its synapses are those"},
		{"2*alpha/tau", "beta", "8:47", "2*alpha/tau"},
		{"2*alpha/tau", "-2*alpha/tau", "8:47", "is not a positive number"},
		{"from: x", "from: z", "7:13", `population "z" does not exist`},
		{"rule: Hebbian", `rule: "y*n - w"`, "7:29", "n cannot be seen here: it is another population's. Visible are post, "},
		{"rule: Hebbian", `rule: "post*pre - P"`, "7:29", "P cannot be seen here: it is not the weight of this synapse, which is w"},
		{"rule: Hebbian", `rule: "post*sum(pre)"`, "7:29", "a sum over neurons is not known to one of them"},
		{"rule: Hebbian", `rule: "post*pre.gain"`, "7:29", "pre.gain cannot be seen here: x are inputs, which have none"},
		{"rule: Hebbian", `rule: "post.trace*pre"`, "7:29", "give it previous: true"},
		{"rule: Hebbian", `rule: "post*pre.current"`, "7:29", "only the postsynaptic neuron of a projection knows what it received"},
		{"rule: Hebbian", `rule: "post*pre +"`, "7:29", "the expression ends too early"},
		{"rule: Hebbian", `rule: "post*pre/0"`, "7:29", "this divides by 0"},
		{"rule: Hebbian", `rule: "abs(w)*post.provisional"`, "7:29", "the provisional activity of y, and no phase computes it"},
		{"rule: Hebbian", `rule: "y_i*x_j"`, "7:29", "y_i cannot be seen here: names have no index"},
		{"rule: Hebbian", `rule: "eta*post"`, "7:29", "the formula is multiplied by the learning rate, which is called rate"},
		{"rule: Hebbian", "rule: Hebian", "7:29", "did you mean Hebbian?"},
		{"rule: Hebbian", "rule: post", "", ""},
		{"rule: Hebbian", `rule: "y*x - w"`, "", ""},
		{"rule: Hebbian", `rule: "pre*max(0, post - abs(w)) - rate*w^3"`, "", ""},
		{"2*alpha/tau", "1_0", "8:47", "write 10"},
		{"2*alpha/tau", "1e-2", "", ""},
		{"2*alpha/tau", "0.01", "", ""},
		{"size: 2*K", "size: 1e1", "", ""},
		{"size: 2*K", "size: 2.0", "", ""},
		{"[y, n]}", "[y, n], method: in-order, sweeps: 1e2, tolerance: 1e-3}", "", ""},
		{"start: positive", "start: positiv", "7:45", "did you mean positive?"},
		{"[y, n]}", "[y]}", "10:12", "reads n, which no phase before it writes"},
		{"[y, n]}", "[y, m]}", "10:12", `population "m" does not exist`},
		{"[y, n]}", "[y, n], sweep: 3}", "10:12", `"sweep"`},
		{"equilibrate", "equilibrat", "10:12", "did you mean equilibrate?"},
		{"plasticity", "{plasticity: 1}", "10:35", "has no fields"},
		{"{equilibrate: [y, n]}", "{lateral: y, receives: [W]}", "10:12", "phase lateral has no fields"},
		{"{equilibrate: [y, n]}", "{turn: y, receives: [\"W W\"]}", "10:12", "does not exist"},
		{"schedule: [{equilibrate: [y, n]}, plasticity]", "schedule: [average]", "10:11", "no phase writes y"},
		{"n: {size: 2*K}", "n: {size: 2*K}\n  q: {}", "6:3", "population q receives from none"},
		{"n: {size: 2*K}", "n: {size: 2*K}\n  q: {input: true}", "6:3", "no population receives from q"},
		{"from: x", "from: y", "3:3", "no population receives from x"},
		{"tied: P}", "tied: P}\n  Q: {from: n, to: n, sign: excitatory}", "10:29", "Dale's law"},
		{"  n: ", "  mean: ", "5:3", "expressions use the name mean"},
		{"{input: true}", "{}", "", "one that carries the stimulus"},
		{"drive: y,", "drive: provisional,", "8:90", "the provisional activity of y, and no phase computes it"},
		{"0.05}", "0.05, mean: {window: 9}, scale: {drive: mean}}", "4:70", "the scale of y uses a running mean, and no phase updates it"},
		{"0.05}", "0.05, previous: true}\n  z: {}", "5:3", "population z receives from none"},
		{"PT: {", "Q: {from: x, to: y, rule: {post: {drive: y - a}, pre: {drive: x}}}\n  PT: {", "", ""},
		{"schedule: [{equilibrate: [y, n]}", "  Q: {from: x, to: y, rule: {post: {drive: y - a}, pre: {drive: x}}}\nschedule: [{turn: y, receives: [W]}, {turn: n, receives: [PT]}", "10:30", "the current that y receives through Q, and no phase delivers signals through Q: it would be 0 for ever"},
		{"wiring: {random: 0.5}", "wiring: {pairs: [[0, 0]]}", "", ""},
		{"tied: P}", "tied: P}\n  Q: {from: n, to: n, wiring: {pairs: [[0, 1], [2, 2]]}}", "10:48", "pair 2 joins neuron 2 of n to itself, and such a synapse does not exist"},
		{"tied: P}", "tied: P}\n  Q: {from: n, to: n, wiring: {pairs: [[0, 1], [2, 1], [0, 1]]}}", "10:56", "pair 3 lists the synapse onto neuron 0 from neuron 1 again"},
		{"{random: 0.5}", "{pairs: [[0, 0, 0.5], [1, 0]]}", "8:60", "pair 2 and the first pair differ: give all of them a weight, or none"},
		{"{random: 0.5}", "{pairs: [[0, 0, 0.5, 1]]}", "8:77", "a pair has 4 numbers: write [POST, PRE], or [POST, PRE, WEIGHT]"},
		{"{random: 0.5}", "{pairs: [[0, 0, 0.5], [1, 0, -1]]}", "8:90", "pair 2 has the weight -1, and weights of a projection that is inhibitory are not below 0"},
		{"wiring: {random: 0.5}", "start: zero, wiring: {pairs: [[0, 0, 0.5]]}", "8:73", "its synapses are listed with weights, at which they start, and its start is zero"},
		{"{random: 0.5}", "{pairs: [[0, 0, 0.5], [1, 0, -0.0]]}", "", ""},
		{"sign: inhibitory", "sign: subtracts, enforce: clip", "8:49", "P has weights of either sign"},
		{"tied: P}", "enforce: clip, tied: P}", "9:51", "the synapses of PT are those of P: give enforce there"},
		{"rule: Hebbian", "sign: excitatory, enforce: clip", "7:50", "W has no rule"},
		{"start: positive", "sign: excitatory, enforce: clip, start: random", "7:78", "W starts with random weights of both signs"},
		{"sign: inhibitory", "sign: inhibitory, enforce: clip", "8:50", "P starts with random weights of both signs"},
	} {
		text := strings.Replace(three, c.from, c.to, 1)
		d, err := document.Parse("circuit.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		own := new(Circuit)
		if err = d.Read(Section(own)); err == nil {
			if _, err = own.Network(); err == nil {
				if c.says != "" {
					t.Errorf("%s: no error", c.to)
				}
				continue
			}
			err = d.Locate(err)
		}
		var place *document.FileError
		if c.at != "" && (!errors.As(err, &place) || !strings.HasPrefix(err.Error(), "circuit.yaml:"+c.at+":")) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: want an error at %s that says %q, got: %v", c.to, c.at, c.says, err)
		}
	}
}

// Rules by expressions have the bits of the same rules by their names.
func TestExpressionsAreTheNamedRules(t *testing.T) {
	for name, expressions := range map[string]string{
		"Hebbian": "{post: {drive: y, decay: 1}, pre: {drive: x, decay: 1}}",
		"Hebb":    "{post: {drive: activity}, pre: {drive: activity}}",
		"Oja":     "{post: {drive: 1*y, decay: y*y}, pre: {drive: x + 0*x, decay: 2/2}}",
	} {
		var hashes []string
		for _, rule := range []string{name, expressions} {
			_, c := parse(t, strings.Replace(three, "rule: Hebbian", "rule: "+rule, 1))
			n, err := c.Network()
			if err != nil {
				t.Fatal(err)
			}
			hashes = append(hashes, hashAfter(t, n, circuit.Compiled))
		}
		if hashes[0] != hashes[1] {
			t.Errorf("%s is not %s", expressions, name)
		}
	}
}

// An activation of one's own is used.
func TestOwnActivation(t *testing.T) {
	f, err := new(Circuit).builder().activationOf(&Population{Name: "y", Activation: "max(0, v - 0.5)"})
	if err != nil {
		t.Fatal(err)
	}
	y := neuron.NewPopulation("y", []float64{1}, 1, neuron.NoScale, f)
	if y.Activated(0, 2) != 1.5 || y.Activated(0, 0.25) != 0 || f.IsLinear() || f.IsRectified() {
		t.Errorf("%v of 2 is %v, of 0.25 %v", f, y.Activated(0, 2), y.Activated(0, 0.25))
	}
}

// A factor has the value of its expression for what a neuron knows, each by its name.
func TestFactorSeesItsNeuron(t *testing.T) {
	p, through := &Population{Name: "z", Previous: true, Mean: &Window{}}, &Projection{CurrentMean: &Window{}}
	v := new(Circuit).builder().view(p, through)
	f, err := v.factor("z + 2*provisional + 4*previous + 8*trace + 16*mean + 32*scale + 64*gain + 128*a + 256*current_mean + 512*current + 1024*λ")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) float64 { return float64(rapid.IntRange(-9, 9).Draw(t, name)) } // exact sums
		n := neuron.Local{
			Activity: draw("y"), Provisional: draw("~"), Scale: draw("m"), Gain: draw("λ"), Previous: draw("before"),
			Mean: draw("mean"), Trace: draw("trace"), Current: draw("a"), MeanCurrent: draw("mean a"),
		}
		want := n.Activity + 2*n.Provisional + 4*n.Previous + 8*n.Trace + 16*n.Mean + 32*n.Scale + 64*n.Gain + 128*n.Current + 256*n.MeanCurrent + 512*n.Current + 1024*n.Gain
		if got := f.Of(n); got != want {
			t.Fatalf("of %+v it is %v, want %v", n, got, want)
		}
	})
	if n := testing.AllocsPerRun(100, func() { f.Of(neuron.Local{Activity: 1}) }); n != 0 {
		t.Errorf("a factor allocates %v times", n)
	}
}

// What the library evaluates for whole populations is not evaluated neuron by neuron.
func TestKnownFactors(t *testing.T) {
	v := new(Circuit).builder().view(&Population{Name: "y"}, new(Projection))
	for text, want := range map[string]neuron.Factor{
		"y": neuron.Activity, "activity": neuron.Activity, "y^2": neuron.SquaredActivity, "activity ** 2": neuron.SquaredActivity,
		"gain": neuron.Gain, "λ": neuron.Gain, "2*3": neuron.Constant(6), "": neuron.Constant(0),
	} {
		if got, err := v.factor(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}

// The JSON of a circuit, in a manifest, reads as the same circuit.
func TestJSON(t *testing.T) {
	_, c := parse(t, three)
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var back Circuit
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*c, back) {
		t.Errorf("read back differently:\n%+v\n%+v\n%s", *c, back, text)
	}
	if err := json.Unmarshal([]byte(`{"name": "a"}`), &back); err == nil {
		t.Error("a circuit without populations is read")
	}
}

// Whatever the text is, it is refused, or a circuit of it can be asked for.
func FuzzCircuit(f *testing.F) {
	for _, n := range circuit.Networks() {
		c, err := Of(n, "mine")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(Section(c).YAML()))
	}
	f.Add(three)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := document.Parse("circuit.yaml", []byte(text))
		if err != nil {
			return
		}
		c := new(Circuit)
		if d.Read(Section(c)) != nil {
			return
		}
		n, err := c.Network()
		if err != nil {
			_ = d.Locate(err)
			return
		}
		spec := circuit.Spec{Network: n, Inputs: 4, Gains: []float64{1, 1}, Rate: circuit.ConstantRate(1)}
		if strings.ContainsAny(text, "3456789") || spec.Validate() != nil { // keep it small
			return
		}
		if _, err := Of(n, "again"); err != nil {
			t.Errorf("cannot be written: %v\n%s", err, text)
		}
	})
}
