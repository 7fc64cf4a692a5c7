package recorder

import (
	"bytes"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/testkit/long"
	"twophase/synapse"
)

// everything returns requests for all that a circuit has, at a stride.
func everything(t testing.TB, n network, stride string) []Request {
	texts := []string{"weights" + stride}
	for _, p := range n.Populations() {
		if p.Scales() != nil {
			texts = append(texts, p.Name()+stride)
		}
	}
	return requests(t, texts...)
}

// What is recorded of any network is what its handles say, and the parts of each change add
// up to it in real arithmetic, at every step. Rows of a rule of several products have one
// part more for each.
func TestRecordsOfEveryNetwork(t *testing.T) {
	steps := long.Or(10, 30)
	for _, of := range append(circuit.Networks(), hiddenResidual()) {
		for executor := range circuit.Literal + 1 {
			n, folder := newCircuitOf(t, of, 6, 3, executor), t.TempDir()
			r, err := Start(n.Circuit, everything(t, n, ""), Options{Folder: folder, Parts: selected(true)})
			check(t, err)
			products, synapses, scales, neurons := map[string]int{}, 0, 0, 0
			for _, p := range n.Projections() {
				synapses += p.Len()
				if rule, factored := p.Rule().(synapse.Factored); factored {
					for _, also := range rule.Also {
						if also.Post != nil {
							products[p.Name()]++
						}
					}
				}
			}
			for _, p := range n.Populations() {
				if p.Scales() != nil {
					neurons += p.Len()
					if selection.SizeOf(n).Graph.HasPaperNames() || !p.ScaleRule().IsFixed() {
						scales += p.Len()
					}
				}
			}
			said := follow(t, n, steps)
			check(t, r.Close())
			rows := 0
			for _, row := range read(t, folder) {
				at := placeOf(row)
				rows++
				if want, found := said[at]; !found || want != row.Weight {
					t.Fatalf("%s, %v: %+v is %v, recorded was %v", of.Name, executor, at, want, row.Weight)
				}
				if selection.SizeOf(n).Class(selection.Kind(row.Projection)) == selection.Neurons {
					if row.Hebbian != nil || row.Second != nil || row.PostActivity != nil {
						t.Fatalf("%s: an activity has parts: %+v", of.Name, row)
					}
					continue
				}
				if row.Step == 0 {
					continue
				}
				if (row.Second != nil) != (products[row.Projection] > 0) || (row.Third != nil) != (products[row.Projection] > 1) {
					t.Fatalf("%s: %+v has products %v, %v", of.Name, at, row.Second, row.Third)
				}
				before := at
				before.step--
				sum := new(big.Float).SetPrec(2300).Sub(big.NewFloat(said[before]), big.NewFloat(row.Weight))
				for _, part := range []*float64{row.Hebbian, row.Decay, row.Rounding, row.Nonlocal, row.Unlearning, row.Second, row.Third} {
					if part != nil {
						sum.Add(sum, big.NewFloat(*part))
					}
				}
				if sum.Sign() != 0 || row.Hebbian == nil || row.PostActivity == nil {
					t.Fatalf("%s, %v: %+v moved from %v to %v, which its parts miss by %v", of.Name, executor, at, said[before], row.Weight, sum)
				}
			}
			if want := (steps+1)*(synapses+scales) + steps*neurons; rows != want {
				t.Errorf("%s, %v: %d rows, want %d", of.Name, executor, rows, want)
			}
		}
	}
}

// hiddenResidual is a network of two layers, of which the first learns from what its neurons project back.
func hiddenResidual() circuit.Network {
	n := circuit.Stack
	n.Name, n.Schedule = "hidden-residual", slices.Insert(slices.Clone(n.Schedule), len(n.Schedule)-1, circuit.Phase(circuit.Residual{Through: "W1"}))
	return n
}

// sparse is a network of three populations with synapses that are drawn.
func sparse() circuit.Network {
	n := circuit.BioCCAInterneurons
	g := n.Graph
	g.Projections = slices.Clone(g.Projections)
	g.Projections[0].Probability = 0.4
	n.Graph = g
	return n
}

// Synapses that were not drawn are not recorded. The metadata say the shape of the circuit.
func TestSynapsesOfAListAreRecorded(t *testing.T) {
	n, folder := newCircuitOf(t, sparse(), 8, 3, circuit.Compiled), t.TempDir()
	p := n.Projections()[0]
	if p.Len() == 0 || p.Len() == p.Post().Len()*p.Pre().Len() {
		t.Fatalf("%d synapses were drawn", p.Len())
	}
	r, err := Start(n.Circuit, requests(t, p.Name()), Options{Folder: folder, Parts: selected(true)})
	check(t, err)
	n.run(t, 2)
	check(t, r.Close())
	rows := read(t, folder)
	if len(rows) != 3*p.Len() {
		t.Errorf("%d rows of %d synapses", len(rows), p.Len())
	}
	for _, row := range rows {
		if !p.Has(int(row.Post), int(*row.Pre)) {
			t.Errorf("a row of %+v", placeOf(row))
		}
	}
	file, err := parquet.ReadFile[Row](folder + "/" + files(t, folder)[0])
	if err != nil || len(file) != len(rows) {
		t.Error(err)
	}
}

// A circuit of two populations has the columns and the metadata of the paper's, and one of a
// graph those that it needs.
func TestColumnsAreThoseThatAreNeeded(t *testing.T) {
	for _, test := range []struct {
		of      circuit.Network
		columns int
	}{{circuit.IfPSP, 14}, {circuit.BioCCA, 14}, {circuit.BioNICADirect, 15}} {
		n, folder := newCircuitOf(t, test.of, 6, 3, circuit.Compiled), t.TempDir()
		r, err := Start(n.Circuit, requests(t, "weights"), Options{Folder: folder, Parts: selected(true)})
		check(t, err)
		check(t, r.Close())
		data, err := os.ReadFile(filepath.Join(folder, "traces-0000-00000.parquet"))
		check(t, err)
		f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
		check(t, err)
		columns := len(f.Root().Columns())
		if graph, has := f.Lookup("twophase.circuit"); columns != test.columns || !has {
			t.Errorf("%s: %d columns, circuit %q", test.of.Name, columns, graph)
		}
	}
}

// Inputs carry the stimulus, which is not recorded; what the circuit has not is refused.
func TestRequestsOfAGraphAreChecked(t *testing.T) {
	for request, want := range map[string]string{
		"x":           "x are inputs, which carry the stimulus and are not recorded: choose Wx, Wy, M",
		"inputs":      "inputs",
		"feedforward": "choose Wx, Wy, M",
		"Wz":          "choose Wx, Wy, M",
		"Wx[0,99]":    "Wx[0,99] does not exist",
	} {
		n := newCircuitOf(t, circuit.BioCCA, 6, 3, circuit.Compiled)
		q, err := ParseRequest(request)
		if err == nil {
			_, err = Start(n.Circuit, []Request{q}, Options{Folder: t.TempDir()})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", request, err, want)
		}
	}
}

// A recording of any network that is suspended and resumed ends with the bytes of one that
// was not.
func TestResumedRecordingOfAnyNetworkIsTheSame(t *testing.T) {
	long.Draws(t, 30)
	root := t.TempDir()
	networks := append(circuit.NetworksThat(func(n circuit.Network) bool { return !n.IsPair() }), sparse())
	rapid.Check(t, func(rt *rapid.T) {
		r := recording{
			of: rapid.SampledFrom(networks).Draw(rt, "network"), executor: circuit.Executor(rapid.IntRange(0, 1).Draw(rt, "executor")),
			options: Options{Parts: selected(rapid.Bool().Draw(rt, "parts")), PartRows: 200, blockRows: rapid.IntRange(1, 60).Draw(rt, "block rows"), groupRows: 70},
		}
		r.requests = everything(t, newCircuitOf(t, r.of, 4, 3, r.executor), rapid.SampledFrom([]string{"", "@3", "@log"}).Draw(rt, "stride"))
		first, second := rapid.IntRange(0, 12).Draw(rt, "first"), rapid.IntRange(0, 12).Draw(rt, "second")

		whole := tempDir(t, root)
		n, recorder := r.begin(t, whole, 0)
		n.run(t, first+second)
		check(rt, recorder.Close())

		folder := tempDir(t, root)
		n, recorder = r.begin(t, folder, 0)
		n.run(t, first)
		s, err := recorder.Suspend()
		check(rt, err)
		check(rt, recorder.Leave())
		n = r.network(t, first)
		recorder, err = Resume(n.Circuit, r.requests, r.in(folder), s)
		check(rt, err)
		n.run(t, second)
		check(rt, recorder.Close())
		sameFiles(rt, contents(t, whole), contents(t, folder))
	})
}

// The state of a recording is of its circuit.
func TestAStateOfAnotherGraphIsRefused(t *testing.T) {
	folder := t.TempDir()
	n := newCircuitOf(t, circuit.EI, 4, 3, circuit.Compiled)
	r, err := Start(n.Circuit, requests(t, "weights"), Options{Folder: folder})
	check(t, err)
	n.run(t, 3)
	s, err := r.Suspend()
	check(t, err)
	check(t, r.Leave())
	other := newCircuitOf(t, circuit.StackTwoPhase, 4, 3, circuit.Compiled)
	other.run(t, 3)
	if _, err := Resume(other.Circuit, requests(t, "weights"), Options{Folder: folder}, s); err == nil || !strings.Contains(err.Error(), "the state is of another recording: its circuit is") {
		t.Errorf("error %v", err)
	}
}

// Parts of a projection that is not there are refused.
func TestPartsOfAGraphAreChecked(t *testing.T) {
	missing, n := (*selection.Missing)(nil), newCircuitOf(t, circuit.EI, 4, 3, circuit.Compiled)
	_, err := Start(n.Circuit, requests(t, "weights"), Options{Folder: t.TempDir(), Parts: []selection.Selection{selection.Synapse("P", 99, 0)}})
	if !errors.As(err, &missing) {
		t.Errorf("error %v", err)
	}
}
