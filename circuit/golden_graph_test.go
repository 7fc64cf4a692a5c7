package circuit_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/text/strict"
	"twophase/neuron"
)

// A golden run is a run of a circuit by an independent program: a folder with params.json,
// the stimuli, what it started from (NAME.0.csv), what it ended with (NAME.T.csv) and its
// activities.

// goldenParams are the parameters of a golden run. Each network uses some of them.
type goldenParams struct {
	Network          string
	T                int
	TOfFirstStep     int `json:"t_of_first_step"`
	Eta, Eta1, Eta2  goldenRate
	Tau, Tau1, Tau2  float64
	Alpha, Beta, C   float64
	Lambda           []float64
	Lambda1, Lambda2 []float64
	DY0, DZ0, Yhat0  float64
	Window           int
	Regulariser      float64
	Target           string
}

type goldenRate struct {
	Kind     string
	Eta0, T0 float64
}

// rate returns η_t as a schedule whose t counts from 1.
func (r goldenRate) rate(first int) circuit.Rate {
	if r.Kind != "decay" {
		return circuit.ConstantRate(r.Eta0)
	}
	return circuit.DecayingRate(r.Eta0*r.T0, r.T0+float64(first)-1)
}

// TestGoldenGraph replays every golden run below testdata/golden/graph, or below the folder
// in TWOPHASE_GOLDEN, with both executors: weights, scales, means and activities agree to
// 1e-9.
func TestGoldenGraph(t *testing.T) {
	root := os.Getenv("TWOPHASE_GOLDEN")
	if root == "" {
		root = "../testdata/golden/graph"
	}
	runs := 0
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "params.json" {
			return err
		}
		runs++
		folder := filepath.Dir(path)
		name, err := filepath.Rel(root, folder)
		if err != nil {
			return err
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
				t.Run(executor.String(), func(t *testing.T) { replayGolden(t, folder, executor) })
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if runs == 0 {
		t.Fatalf("no golden run below %s", root)
	}
}

// known are the files of a golden run whose meaning the test knows beside weights, by the
// name before .0, .T or .csv: where the values are in a circuit.
type goldenPart struct {
	name string                             // in the files
	of   func(c *circuit.Circuit) []float64 // the present values
	key  string                             // of Spec.Initial; "" if they cannot be given
	slot func(c *circuit.Circuit) []float64 // of an activity, by step
}

func weightsOf(name, projection string) goldenPart {
	return goldenPart{name: name, key: projection, of: func(c *circuit.Circuit) []float64 { return c.Projection(projection).Weights() }}
}

// lateralOf is a matrix [n×n] of lateral weights with the scales on the diagonal.
func lateralOf(name, projection string) goldenPart {
	return goldenPart{name: name, key: projection, of: func(c *circuit.Circuit) []float64 {
		p := c.Projection(projection)
		w, n := p.Weights(), p.Post().Len()
		if rule := p.Post().ScaleRule(); !rule.Metaplastic {
			for i, m := range p.Post().Scales() {
				w[i*n+i] = m
			}
		}
		return w
	}}
}

func activityOf(name, population string) goldenPart {
	return goldenPart{name: name, slot: func(c *circuit.Circuit) []float64 { return c.Population(population).Signals(neuron.Final) }}
}

func scalesOf(name, population string) goldenPart {
	return goldenPart{name: name, key: population + ".scale", of: func(c *circuit.Circuit) []float64 { return c.Population(population).Scales() }}
}

func meanOf(name, population string) goldenPart {
	return goldenPart{name: name, of: func(c *circuit.Circuit) []float64 { return c.Population(population).State().Mean }}
}

// goldenNetwork returns the network of a golden run, completes a spec by its parameters, and
// names its parts.
func goldenNetwork(t *testing.T, p goldenParams, spec *circuit.Spec) (parts []goldenPart) {
	network, err := circuit.LookupNetwork(p.Network)
	if err != nil {
		t.Fatal(err)
	}
	spec.Network, spec.Tau, spec.Rate, spec.Gains = network, p.Tau, p.Eta.rate(p.TOfFirstStep), p.Lambda
	two := []goldenPart{weightsOf("W", "feedforward"), lateralOf("M", "lateral"), activityOf("Y", "outputs")}
	switch p.Network {
	case "nsm":
		spec.Rate, spec.Tau, spec.InitialScale = circuit.ConstantRate(1), 1, p.Yhat0
		return append(two, scalesOf("Yhat", "outputs"))
	case "psp-rectified", "psp-rectified-2phase":
		return two
	case "bio-cca":
		return []goldenPart{weightsOf("Wx", "Wx"), weightsOf("Wy", "Wy"), lateralOf("M", "M"), activityOf("Y", "z")}
	case "bio-cca-interneurons":
		return []goldenPart{weightsOf("Wx", "Wx"), weightsOf("Wy", "Wy"), weightsOf("P", "P"), activityOf("Y", "z"), activityOf("N", "n")}
	case "bio-sfa", "bio-sfa-trace":
		return append(two, goldenPart{name: "xprev", key: "inputs.previous"})
	case "bio-nica-direct":
		spec.Network = withWindow(network, p.Window)
		return append(two, meanOf("xbar", "inputs"), goldenPart{name: "cbar", of: func(c *circuit.Circuit) []float64 { return c.Forward().Currents().Mean }})
	case "bio-nica-indirect":
		if p.Regulariser != 0 {
			t.Fatalf("a regulariser of %v, which the network has not", p.Regulariser)
		}
		spec.Network = withWindow(network, p.Window)
		spec.Tau = 1
		return []goldenPart{
			weightsOf("W", "feedforward"), weightsOf("P", "P"), activityOf("Y", "outputs"), activityOf("N", "interneurons"),
			meanOf("xbar", "inputs"), meanOf("ybar", "outputs"), meanOf("nbar", "interneurons"),
		}
	case "adaptive-whitening":
		spec.Tau = 1
		if p.Target != "squared norm of the frame column" {
			t.Fatalf("gains with the target %q, which the network has not", p.Target)
		}
		return []goldenPart{weightsOf("W", "W"), scalesOf("g", "interneurons"), activityOf("Y", "outputs"), activityOf("Z", "interneurons")}
	case "stack", "stack-2phase":
		spec.Gains, spec.Tau = p.Lambda2, 0
		spec.Rate = circuit.ConstantRate(1) // every projection has its own
		spec.GainsOf = map[string][]float64{"layer1": p.Lambda1}
		one, two := p.Eta1.rate(p.TOfFirstStep), p.Eta2.rate(p.TOfFirstStep)
		spec.Paces = map[string]circuit.OwnPace{"W1": {Rate: one}, "M1": {Rate: one, Tau: p.Tau1}, "W2": {Rate: two}, "M2": {Rate: two, Tau: p.Tau2}}
		return []goldenPart{weightsOf("W1", "W1"), lateralOf("M1", "M1"), weightsOf("W2", "W2"), lateralOf("M2", "M2"), activityOf("Y1", "layer1"), activityOf("Y", "outputs")}
	case "ei":
		spec.Network = circuit.ExcitatoryInhibitory(p.Alpha, p.C)
		return []goldenPart{weightsOf("W", "feedforward"), weightsOf("P", "P"), activityOf("Y", "outputs"), activityOf("N", "interneurons")}
	case "ei-equalized":
		spec.Network = circuit.Equalized(p.Alpha, p.Beta, p.DY0, p.DZ0)
		spec.Rate, spec.Tau = circuit.ConstantRate(1), 1
		return []goldenPart{weightsOf("V", "V"), weightsOf("R", "R"), weightsOf("Q", "Q"), activityOf("Y", "outputs"), activityOf("Z", "interneurons")}
	}
	return goldenParts(network)
}

// goldenParts are the parts of a network whose files have the names of the circuit: the weights of every projection that has its
// own, with the scales of its neurons on the diagonal if it is within a population, and the activity Y of the outputs.
func goldenParts(n circuit.Network) (parts []goldenPart) {
	for _, p := range n.Graph.Projections {
		rule := n.Population(p.To).Scale
		switch {
		case p.Tied != "":
		case p.From == p.To && rule.Drive != nil && !rule.IsFixed():
			parts = append(parts, lateralOf(p.Name, p.Name))
		default:
			parts = append(parts, weightsOf(p.Name, p.Name))
		}
	}
	return append(parts, activityOf("Y", n.Graph.OutputName()))
}

// withWindow returns a network whose running means over some stimuli are over that many.
func withWindow(n circuit.Network, steps int) circuit.Network {
	g := n.Graph
	g.Populations = append([]circuit.PopulationSpec(nil), g.Populations...)
	g.Projections = append([]circuit.ProjectionSpec(nil), g.Projections...)
	for i, p := range g.Populations {
		if p.Mean != nil && p.Mean.Steps > 0 {
			g.Populations[i].Mean = &neuron.Window{Steps: steps, Grows: p.Mean.Grows}
		}
	}
	for i, p := range g.Projections {
		if p.MeanCurrent != nil {
			g.Projections[i].MeanCurrent = &neuron.Window{Steps: steps, Grows: p.MeanCurrent.Grows}
		}
	}
	n.Graph = g
	return n
}

func replayGolden(t *testing.T, folder string, executor circuit.Executor) {
	data, err := os.ReadFile(filepath.Join(folder, "params.json"))
	if err != nil {
		t.Fatal(err)
	}
	var of struct{ Network string }
	if err := json.Unmarshal(data, &of); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join("..", "testdata", "circuits", of.Network+".yaml")); err == nil {
		t.Skip("a circuit of a file, which package circuitfile replays")
	}
	var p goldenParams
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	if strict.Unmarshal(data, new(map[string]any)) != nil {
		t.Fatalf("%s/params.json has a key twice", folder)
	}
	spec := circuit.Spec{Executor: executor, Initial: map[string][]float64{}, Sizes: map[string]int{}}
	parts := goldenNetwork(t, p, &spec)

	stimuli := goldenStimuli(t, folder, spec.Network, spec.Sizes)
	spec.Inputs = len(stimuli[0])
	rows := func(name string) [][]float64 { return goldenTable(t, filepath.Join(folder, name)) }
	if len(spec.Gains) == 0 {
		spec.Gains = ones(len(rows("Y.csv")[0]))
	}
	used := map[string]bool{}
	for _, part := range parts {
		if part.key == "" || part.slot != nil {
			continue
		}
		start := rows(part.name + ".0.csv")
		used[part.name+".0.csv"] = true
		spec.Initial[part.key] = flat(start)
		for _, population := range spec.Network.Graph.Populations {
			for _, projection := range spec.Network.Graph.Projections {
				if projection.Name != part.key || population.Input {
					continue
				}
				switch population.Name {
				case projection.To:
					spec.Sizes[population.Name] = len(start)
				case projection.From:
					spec.Sizes[population.Name] = len(start[0])
				}
				rule := population.Scale
				if projection.To == projection.From && projection.To == population.Name && rule.Drive != nil && !rule.Metaplastic {
					scales := make([]float64, len(start))
					for i, row := range start {
						scales[i] = row[i]
					}
					spec.Initial[population.Name+".scale"] = scales
				}
			}
		}
	}
	if p.Network == "bio-cca-interneurons" && p.Alpha != 0 {
		spec.Initial["z.scale"] = times(p.Alpha, len(spec.Gains))
	}
	if p.Network == "adaptive-whitening" && p.Alpha != 0 {
		spec.Initial["outputs.scale"] = times(p.Alpha, len(spec.Gains))
	}
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	activities := map[string][][]float64{}
	for _, part := range parts {
		if part.slot != nil {
			activities[part.name] = rows(part.name + ".csv")
			used[part.name+".csv"] = true
		}
	}
	for step, x := range stimuli {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if part.slot == nil {
				continue
			}
			if worst := difference(part.slot(c), activities[part.name][step]); !(worst <= 1e-9) {
				t.Fatalf("step %d: %s differs by %.2g", step, part.name, worst)
			}
		}
	}
	for _, part := range parts {
		if part.of == nil {
			continue
		}
		used[part.name+".T.csv"] = true
		worst := difference(part.of(c), flat(rows(part.name+".T.csv")))
		t.Logf("%s differs by %.1g", part.name, worst)
		if !(worst <= 1e-9) {
			t.Errorf("%s at the end differs by %.2g, relative to its largest element", part.name, worst)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if name := filepath.Base(path); !used[name] && !strings.HasPrefix(name, "stimulus") {
			t.Errorf("%s is not compared", name)
		}
	}
}

// goldenStimuli returns the stimuli, those of several views side by side in the order of the
// populations of inputs, and notes the sizes of these.
func goldenStimuli(t *testing.T, folder string, n circuit.Network, sizes map[string]int) [][]float64 {
	if _, err := os.Stat(filepath.Join(folder, "stimulus.csv")); err == nil {
		return goldenTable(t, filepath.Join(folder, "stimulus.csv"))
	}
	var all [][]float64
	for _, p := range n.Graph.Populations {
		if !p.Input {
			continue
		}
		view := goldenTable(t, filepath.Join(folder, "stimulus."+p.Name+".csv"))
		sizes[p.Name] = len(view[0])
		if all == nil {
			all = make([][]float64, len(view))
		}
		for i, row := range view {
			all[i] = append(all[i], row...)
		}
	}
	return all
}

func goldenTable(t *testing.T, path string) (table [][]float64) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for i, record := range records {
		row := make([]float64, len(record))
		for j, text := range record {
			if row[j], err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
				t.Fatal(fmt.Errorf("%s, line %d: %w", path, i+1, err))
			}
		}
		table = append(table, row)
	}
	return table
}

func flat(table [][]float64) (all []float64) {
	for _, row := range table {
		all = append(all, row...)
	}
	return all
}

func ones(n int) []float64 { return times(1, n) }

func times(v float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = v
	}
	return all
}

// difference returns the largest difference of two vectors, relative to the largest element
// of the second one, or to 1 if that is smaller. It is NaN if they do not compare.
func difference(got, want []float64) float64 {
	if len(got) != len(want) {
		return math.NaN()
	}
	worst, size := 0.0, 1.0
	for i, v := range want {
		size = max(size, math.Abs(v))
		worst = max(worst, math.Abs(got[i]-v))
	}
	return worst / size
}
