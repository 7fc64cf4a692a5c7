package circuitfile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/neuron"
)

// goldenRun is a run of a circuit of testdata/circuits by an independent program: a folder with params.json, the stimuli, what
// the circuit started from (NAME.0.csv) and ended with (NAME.T.csv), and its activities.
type goldenRun struct {
	folder  string
	params  map[string]any
	network string
}

// TestGoldenGraph replays every golden run below testdata/golden/language, or below the folder in TWOPHASE_GOLDEN, by the circuit of
// its name in testdata/circuits, with both executors: weights, scales, variables and activities agree to 1e-9. Package circuit replays
// those of networks.
func TestGoldenGraph(t *testing.T) {
	root := os.Getenv("TWOPHASE_GOLDEN")
	if root == "" {
		root = filepath.Join("..", "..", "..", "testdata", "golden", "language")
	}
	runs := 0
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "params.json" {
			return err
		}
		run := goldenRun{folder: filepath.Dir(path)}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &run.params); err != nil {
			return err
		}
		run.network, _ = run.params["network"].(string)
		if _, err := os.Stat(run.file()); err != nil {
			return nil // a network of package circuit
		}
		runs++
		t.Run(strings.TrimPrefix(run.folder, root), func(t *testing.T) {
			for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
				t.Run(executor.String(), func(t *testing.T) { run.replay(t, executor) })
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if runs == 0 && os.Getenv("TWOPHASE_GOLDEN") == "" {
		t.Fatalf("no golden run below %s", root)
	}
}

// file returns the file of the run's circuit.
func (r goldenRun) file() string {
	return filepath.Join("..", "..", "..", "testdata", "circuits", r.network+".yaml")
}

// number returns a parameter.
func (r goldenRun) number(name string) float64 {
	v, _ := r.params[name].(float64)
	return v
}

// lambda returns the parameter Lambda.
func (r goldenRun) lambda() (all []float64) {
	for _, v := range r.params["Lambda"].([]any) {
		all = append(all, v.(float64))
	}
	return all
}

// rate returns a schedule of learning rates of the parameters, times a factor, with t from 1.
func (r goldenRun) rate(name string, times float64) circuit.Rate {
	p := r.params[name].(map[string]any)
	eta, _ := p["eta0"].(float64)
	if p["kind"] != "decay" {
		return circuit.ConstantRate(times * eta)
	}
	t0 := p["t0"].(float64)
	return circuit.DecayingRate(times*eta*t0, t0+r.number("t_of_first_step")-1)
}

// matrix returns the numbers of a file, row by row.
func (r goldenRun) matrix(t *testing.T, name string) (rows [][]float64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.folder, name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		var row []float64
		for _, field := range line {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, v)
		}
		rows = append(rows, row)
	}
	return rows
}

// read reads the circuit of the run.
func (r goldenRun) read(t testing.TB) *Circuit {
	t.Helper()
	text, err := os.ReadFile(r.file())
	if err != nil {
		t.Fatal(err)
	}
	d, err := document.Parse(r.file(), text)
	if err != nil {
		t.Fatal(err)
	}
	c := &Circuit{}
	at := slices.IndexFunc(d.Top().Entries, func(e document.Entry) bool { return e.Key == "circuit" })
	if err := json.Unmarshal(d.Top().Entries[at].Value.JSON(), c); err != nil {
		t.Fatal(err)
	}
	return c
}

// circuit reads the circuit of the run, with the constants, signals and delays of its parameters.
func (r goldenRun) circuit(t *testing.T) *Circuit {
	t.Helper()
	c := r.read(t)
	for i, constant := range c.Constants {
		v, given := r.params[constant.Name].(float64)
		if !given {
			t.Fatalf("%s has no parameter %s", r.folder, constant.Name)
		}
		c.Constants[i].Value = v
	}
	if r.network == "minden-prototype" {
		c.population("y").Variables[0].Start = r.lambda()
	}
	signals, _ := r.params["signal"].(map[string]any)
	for i := range c.Signals {
		c.Signals[i].Columns = []int{int(signals[c.Signals[i].Name].([]any)[0].(float64))}
	}
	if delay := r.number("delay"); delay > 1 {
		for i, p := range c.Schedule {
			c.Schedule[i] = Phase(regexp.MustCompile(`"delay":\s*\d+`).ReplaceAllString(string(p), fmt.Sprintf(`"delay": %v`, delay)))
		}
	}
	if times := r.number("lateral_rate"); times != 0 {
		c.projection("M").Rate = fmt.Sprintf("%v*alpha", times)
	}
	return c
}

func (c *Circuit) projection(name string) *Projection {
	for i := range c.Projections {
		if c.Projections[i].Name == name {
			return &c.Projections[i]
		}
	}
	return nil
}

// spec returns the spec of the run.
func (r goldenRun) spec(t *testing.T, c *Circuit) circuit.Spec {
	t.Helper()
	n, err := c.Network()
	if err != nil {
		t.Fatal(err)
	}
	s := circuit.Spec{Network: n, Tau: r.number("tau"), Sizes: map[string]int{}, Paces: map[string]circuit.OwnPace{}, Initial: map[string][]float64{}}
	pace := func(eta string) circuit.OwnPace { return circuit.OwnPace{Rate: r.rate(eta, 1)} }
	switch r.network {
	case "minden-prototype":
		s.Rate, s.Paces["M"] = r.rate("eta", 1), pace("eta2")
	case "bio-rrr":
		s.Rate, s.Paces["Wx"], s.Paces["Wy"], s.Paces["P"] = r.rate("eta_x", 1), pace("eta_x"), pace("eta_y"), pace("eta_p")
	case "multi-timescale-whitening":
		s.Rate, s.Paces["W"] = r.rate("eta_g", 1), pace("eta_w")
	case "pem-two-turns":
		s.Rate, s.Paces["C"] = r.rate("eta", 1), circuit.OwnPace{Rate: circuit.ConstantRate(1 - r.number("lambda"))}
	default:
		s.Rate = r.rate("eta", 1)
	}
	sizes := map[string]int{}
	for _, p := range n.Graph.Projections {
		if p.Tied == "" && !p.OneToOne {
			w := r.matrix(t, p.Name+".0")
			sizes[p.To], sizes[p.From] = len(w), len(w[0])
		}
	}
	for _, p := range n.Graph.Populations {
		switch size := sizes[p.Name]; {
		case p.Name == n.Graph.OutputName():
			s.Gains = make([]float64, size)
			for i := range s.Gains {
				s.Gains[i] = 1
			}
			if r.network == "bio-fobi" {
				s.Gains = r.lambda()
			}
		case size > 0:
			s.Sizes[p.Name] = size
			fallthrough
		default:
			if p.Input {
				if size == 0 { // joined one to one with the outputs
					size = sizes[n.Graph.OutputName()]
				}
				s.Inputs += size
			}
		}
	}
	for name, rows := range r.starts(t, ".0") {
		s.Initial[name] = r.scaled(name, slices.Concat(rows...), 1)
	}
	if r.network == "multi-timescale-whitening" {
		s.Initial["y.scale"] = slices.Repeat([]float64{r.number("alpha")}, len(s.Gains))
	}
	return s
}

// starts returns the files of a kind, by what they are of a circuit: projections, the scales that are the diagonal of one, and variables.
func (r goldenRun) starts(t *testing.T, kind string) map[string][][]float64 {
	t.Helper()
	c, all := r.circuit(t), map[string][][]float64{}
	for _, p := range c.Projections {
		if p.Tied != "" || p.Wiring.Named == oneToOne {
			continue
		}
		w := r.matrix(t, p.Name+kind)
		all[p.Name] = w
		if of := c.population(p.To); p.From == p.To && of.Scale.Custom != nil {
			var diagonal []float64
			for i := range w {
				m := w[i][i]
				if r.network == "bio-pcn" {
					m = r.number("leak") + float64(r.number("c")*m)
				}
				diagonal = append(diagonal, m)
				w[i][i] = 0
			}
			all[p.To+".scale"] = [][]float64{diagonal}
		}
	}
	for _, p := range c.Populations {
		for _, v := range p.Variables {
			if v.Name == "Lambda" { // a parameter
				continue
			}
			all[p.Name+"."+v.Name] = r.matrix(t, v.Name+kind)
		}
	}
	return all
}

// scaled returns values of a circuit from those of a file, which has W without the gains in minden-prototype; back is −1 for the inverse.
func (r goldenRun) scaled(name string, values []float64, back float64) []float64 {
	if r.network != "minden-prototype" || name != "W" {
		return values
	}
	all, gains := slices.Clone(values), r.lambda()
	for i := range all {
		all[i] *= math.Pow(gains[i/(len(all)/len(gains))], back)
	}
	return all
}

// replay runs the circuit, and compares every activity and the end.
func (r goldenRun) replay(t *testing.T, executor circuit.Executor) {
	text := r.circuit(t)
	spec := r.spec(t, text)
	spec.Executor = executor
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	activities := map[string][][]float64{spec.Network.Graph.OutputName(): r.matrix(t, "Y")}
	for file, population := range map[string]string{"Z": "z", "Z1": "z1", "N": "n"} {
		if _, err := os.Stat(filepath.Join(r.folder, file+".csv")); err == nil {
			activities[population] = r.matrix(t, file)
		}
	}
	stimuli := r.stimuli(t, text)
	for step, x := range stimuli {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		for population, want := range activities {
			near(t, fmt.Sprintf("step %d: %s", step+1, population), c.Population(population).Signals(neuron.Final), want[step])
		}
	}
	for name, rows := range r.starts(t, ".T") {
		population, of, isOfNeurons := strings.Cut(name, ".")
		var got []float64
		switch {
		case !isOfNeurons:
			got = r.scaled(name, c.Projection(name).Weights(), -1)
		case of == "scale":
			got = c.Population(population).Scales()
		default:
			got = c.Population(population).Variable(of)
		}
		near(t, name, got, slices.Concat(rows...))
	}
}

// stimuli returns the stimuli, with the signals behind the inputs.
func (r goldenRun) stimuli(t *testing.T, c *Circuit) [][]float64 {
	t.Helper()
	if _, err := os.Stat(filepath.Join(r.folder, "stimulus.csv")); err != nil {
		x, y := r.matrix(t, "stimulus.x"), r.matrix(t, "stimulus.y")
		for i := range x {
			x[i] = slices.Concat(x[i], y[i])
		}
		return x
	}
	x := r.matrix(t, "stimulus")
	for _, s := range c.Signals { // from its column to the end
		for i, row := range x {
			at := s.Columns[0]
			x[i] = append(slices.Delete(slices.Clone(row), at, at+1), row[at])
		}
	}
	return x
}

// near checks that numbers agree to 1e-9.
func near(t *testing.T, name string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d numbers, want %d", name, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-9*max(1, math.Abs(want[i]))) {
			t.Fatalf("%s[%d] is %v, want %v", name, i, got[i], want[i])
		}
	}
}

// Every circuit of a golden run continues from its state to the same bits, by the other executor; a probe leaves nothing behind; and
// the step allocates nothing.
func TestLanguageCircuitsContinue(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "golden", "language", "*", "params.json"))
	if err != nil || len(paths) < 13 {
		t.Fatalf("golden runs %v, error %v", paths, err)
	}
	for _, path := range paths {
		run := goldenRun{folder: filepath.Dir(path), network: filepath.Base(filepath.Dir(path))}
		t.Run(run.network, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &run.params); err != nil {
				t.Fatal(err)
			}
			of := run.circuit(t)
			spec, stimuli := run.spec(t, of), run.stimuli(t, of)
			whole, err := circuit.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			step := func(c *circuit.Circuit, from, to int) {
				t.Helper()
				for _, x := range stimuli[from:to] {
					if err := c.Step(x); err != nil {
						t.Fatal(err)
					}
				}
			}
			step(whole, 0, 50)
			state, err := whole.State()
			if err != nil {
				t.Fatal(err)
			}
			saved, err := json.Marshal(state)
			if err != nil {
				t.Fatal(err)
			}
			var read circuit.State
			if err := json.Unmarshal(saved, &read); err != nil {
				t.Fatal(err)
			}
			spec.Executor = circuit.Literal
			resumed, err := circuit.Restore(spec, read)
			if err != nil {
				t.Fatal(err)
			}
			probe := whole.Probe()
			if err := probe.Respond(stimuli[0][:spec.Inputs], make([]float64, len(spec.Gains))); err != nil {
				t.Fatal(err)
			}
			probe.End()
			step(whole, 50, 120)
			step(resumed, 50, 120)
			a, err := whole.State()
			if err != nil {
				t.Fatal(err)
			}
			b, err := resumed.State()
			if err != nil {
				t.Fatal(err)
			}
			if a.Hash() != b.Hash() {
				t.Error("the circuit does not continue to the same bits")
			}
			next := 120
			if n := testing.AllocsPerRun(50, func() { step(whole, next, next+1); next++ }); n != 0 {
				t.Errorf("a step makes %v allocations", n)
			}
		})
	}
}
