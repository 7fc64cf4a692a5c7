package recorder

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
	"twophase/internal/numerics/random"
)

// network is a circuit together with its stimuli.
type network struct {
	*circuit.Circuit
	stimulus []float64
}

// newNetwork returns a two-phase circuit of n inputs and k outputs.
func newNetwork(t testing.TB, n, k int, e circuit.Executor) network {
	t.Helper()
	return newCircuitOf(t, circuit.IfPSP, n, k, e)
}

// newCircuitOf returns a circuit of a network, of k outputs or as many as it can have.
func newCircuitOf(t testing.TB, of circuit.Network, n, k int, e circuit.Executor) network {
	t.Helper()
	if of.MostOutputs > 0 {
		k = min(k, of.MostOutputs)
	}
	if slices.ContainsFunc(of.Graph.Populations, func(p circuit.PopulationSpec) bool { return p.Name == "outputs" && p.Size == "N" }) {
		k = n
	}
	spec := circuit.Spec{
		Network: of, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.5),
		Rate: circuit.DecayingRate(10, 1e4), Executor: e,
	}
	if of.SetsOwnRate() {
		spec.Rate = circuit.ConstantRate(1)
	}
	if of.Gains == circuit.NoGains {
		spec.Gains = slices.Repeat([]float64{1}, k)
	}
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	return network{c, make([]float64, n)}
}

// run presents stimuli whose j-th number has the standard deviation 1/j.
func (n network) run(t testing.TB, steps int) {
	t.Helper()
	stream := random.New(1, 0, "stimulus")
	for range steps {
		stream.Normals(n.stimulus, uint64(n.StepCount()+1))
		for j := range n.stimulus {
			n.stimulus[j] /= float64(j + 1)
		}
		if err := n.Step(n.stimulus); err != nil {
			t.Fatal(err)
		}
	}
}

// requests parses requests.
func requests(t testing.TB, texts ...string) []Request {
	t.Helper()
	var all []Request
	for _, text := range texts {
		r, err := ParseRequest(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// start starts a recorder that is closed by the test.
func start(t testing.TB, n network, o Options, texts ...string) *Recorder {
	t.Helper()
	r, err := Start(n.Circuit, requests(t, texts...), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// files returns the names of the files in a folder.
func files(t testing.TB, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// read returns the rows of all files in a folder.
func read(t testing.TB, folder string) []Row {
	t.Helper()
	var all []Row
	for _, name := range files(t, folder) {
		rows, err := parquet.ReadFile[Row](filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rows...)
	}
	return all
}

// place is what a row is about.
type place struct {
	step       int64
	projection string
	post, pre  int32 // pre is −1 where it is null
}

func placeOf(r Row) place {
	p := place{r.Step, r.Projection, r.Post, -1}
	if r.Pre != nil {
		p.pre = *r.Pre
	}
	return p
}

// valueOf reads through handles what a row of any circuit should hold, and reports whether the
// circuit has it.
func (n network) valueOf(p place) (float64, bool) {
	if of := n.Projection(p.projection); of != nil {
		if !of.Has(int(p.post), int(p.pre)) {
			return 0, false
		}
		return of.Synapse(int(p.post), int(p.pre)).Weight(), true
	}
	if of := n.Population(p.projection); of != nil {
		return of.Neuron(int(p.post)).Activity(), p.pre == -1
	}
	name, scales := strings.CutSuffix(p.projection, ".scale")
	if p.projection == "scale" {
		name, scales = "outputs", true
	}
	if of := n.Population(name); of != nil && scales {
		return of.Output(int(p.post)).Scale(), p.pre == -1
	}
	return 0, false
}

// tempDir returns a new folder in root: a property test makes one a draw.
func tempDir(t testing.TB, root string) string {
	t.Helper()
	folder, err := os.MkdirTemp(root, "")
	if err != nil {
		t.Fatal(err)
	}
	return folder
}
