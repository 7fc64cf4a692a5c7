package measure_test

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/numerics/random"
	"twophase/neuron"
	"twophase/stimulus"
)

// shown is stimuli from which nothing learns.
type shown struct {
	all  [][]float64
	next int
}

func (s *shown) Inputs() int { return len(s.all[0]) }
func (s *shown) Next(x []float64) error {
	if s.next == len(s.all) {
		return io.EOF
	}
	copy(x, s.all[s.next])
	s.next++
	return nil
}

var _ stimulus.Source = &shown{}

// rectifiedStack has inputs, a rectified population h, and outputs, of which one synapse is lesioned.
func rectifiedStack(t *testing.T) *circuit.Circuit {
	t.Helper()
	n := circuit.Network{
		Name: "rectified-stack", Finds: circuit.Nothing,
		Graph: circuit.Graph{
			Populations: []circuit.PopulationSpec{{Name: "x", Input: true}, {Name: "h", Size: "4", Activation: neuron.Rectified}, {Name: "y"}},
			Projections: []circuit.ProjectionSpec{
				{Name: "A", From: "x", To: "h", Rule: circuit.IfPSP.Projection("feedforward").Rule},
				{Name: "B", From: "h", To: "y", Rule: circuit.IfPSP.Projection("feedforward").Rule},
				{Name: "C", From: "x", To: "y", Sign: circuit.Subtracts, Rule: circuit.IfPSP.Projection("feedforward").Rule},
				{Name: "idle", From: "x", To: "y", Start: circuit.StartAt(1)}, // no phase delivers signals through it
			},
			Output: "y",
		},
		Schedule: circuit.Schedule{
			circuit.Turn{Population: "h", Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: "A", Slot: neuron.Final})},
			circuit.Turn{Population: "y", Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: "B", Slot: neuron.Final}, circuit.Reception{Through: "C", Slot: neuron.Final})},
			circuit.Plasticity{},
		},
	}
	c, err := circuit.New(circuit.Spec{Network: n, Inputs: 5, Gains: []float64{1, 0.5}, Rate: circuit.ConstantRate(0.01), Tau: 1, InitialScale: 1, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	c.Projections()[1].Synapse(1, 2).Lesion()
	return c
}

// The measures of every population and projection are what plain loops find from the weights and the stimuli.
func TestMeasuresOfParts(t *testing.T) {
	c := rectifiedStack(t)
	stimuli := &shown{}
	for i := range 50 {
		x := make([]float64, 5)
		random.New(8, 0, "shown").Normals(x, uint64(i))
		stimuli.all = append(stimuli.all, x)
	}
	probe := c.Probe()
	defer probe.End()
	d, err := measure.Take(measure.OfParts(c.Spec().Network.Graph), measure.Subject{Outputs: 2, Circuit: c, Respond: probe.Respond, Shown: stimuli})
	if err != nil {
		t.Fatal(err)
	}
	a, b, w := c.Projections()[0].Weights(), c.Projections()[1].Weights(), c.Projections()[2].Weights()
	var h, y [][]float64
	inhibiting, exciting := [2]float64{}, [2]float64{}
	for _, x := range stimuli.all {
		hidden, out := make([]float64, 4), make([]float64, 2)
		for i := range hidden {
			for j, v := range x {
				hidden[i] += a[i*5+j] * v
			}
			hidden[i] = max(0, hidden[i])
		}
		for i := range out {
			for j, v := range hidden {
				out[i] += b[i*4+j] * v
				exciting[i] += max(0, b[i*4+j]*v)
				inhibiting[i] += max(0, -b[i*4+j]*v)
			}
			for j, v := range x {
				out[i] -= w[i*5+j] * v
				exciting[i] += max(0, -w[i*5+j]*v)
				inhibiting[i] += max(0, w[i*5+j]*v)
			}
		}
		h, y = append(h, hidden), append(y, out)
	}
	want := map[string]float64{"y.balance": (inhibiting[0]/exciting[0] + inhibiting[1]/exciting[1]) / 2}
	for name, rows := range map[string][][]float64{"h": h, "y": y} {
		k := len(rows[0])
		means, cov := make([]float64, k), make([][]float64, k)
		for i := range k {
			for _, row := range rows {
				means[i] += row[i] / 50
			}
		}
		trace, square, mean := 0.0, 0.0, 0.0
		for i := range k {
			mean += means[i] / float64(k)
			cov[i] = make([]float64, k)
			for j := range k {
				for _, row := range rows {
					cov[i][j] += (row[i] - means[i]) * (row[j] - means[j]) / 50
				}
				square += cov[i][j] * cov[i][j]
			}
			trace += cov[i][i]
		}
		var r []float64
		for i := range k {
			for j := range i {
				r = append(r, cov[i][j]/math.Sqrt(cov[i][i]*cov[j][j]))
			}
		}
		sum, largest := 0.0, 0.0
		for _, v := range r {
			sum, largest = sum+v, max(largest, math.Abs(v))
		}
		want[name+".mean_activity"], want[name+".spread"], want[name+".dimension"] = mean, math.Sqrt(trace/float64(k)), trace*trace/square
		want[name+".mean_correlation"], want[name+".largest_correlation"] = sum/float64(len(r)), largest
	}
	for name, of := range map[string]struct {
		w         []float64
		post, pre float64
	}{"A": {a, 4, 5}, "B": {slices.Delete(slices.Clone(b), 6, 7), 2, 4}, "C": {w, 2, 5}} {
		n, sum, squares, above := float64(len(of.w)), 0.0, 0.0, 0.0
		for _, v := range of.w {
			sum, squares = sum+v, squares+v*v
			if v > 0 {
				above++
			}
		}
		want[name+".synapses"], want[name+".mean_weight"], want[name+".positive"] = n, sum/n, above/n
		want[name+".weight_spread"] = math.Sqrt(squares/n - sum*sum/n/n)
		want[name+".in_degree"], want[name+".out_degree"] = n/of.post, n/of.pre
	}
	for i := range 2 { // of B, whose lesioned weight is 0
		squares := 0.0
		for _, v := range b[i*4 : i*4+4] {
			squares += v * v
		}
		want["B.norm"] += math.Sqrt(squares) / 2
	}
	for name, v := range want {
		if got := float64(d.Value(name).Value); !(math.Abs(got-v) <= 1e-12*max(1, math.Abs(v))) {
			t.Errorf("%s is %v, plain loops find %v", name, got, v)
		}
	}
	if low, median, high := d.Value("C.low_weight").Value, d.Value("C.median_weight").Value, d.Value("C.high_weight").Value; !(low < median && median < high) {
		t.Errorf("quantiles %v, %v, %v", low, median, high)
	}
	for _, a := range d.Absent {
		if a.Name != "h.balance" {
			t.Errorf("%s is absent: %s", a.Name, a.Why)
		}
	}
}

// A name says of which part a measure is, and an error what to write.
func TestNamesOfParts(t *testing.T) {
	g := circuit.BioCCAInterneurons.Graph
	for name, want := range map[string]string{
		"mean_activity":     "",
		"z.mean_activity":   "",
		"P.norm":            "",
		"norm":              "measure norm is of a projection: write PROJECTION.norm",
		"balance":           "measure balance is of a population: write POPULATION.balance",
		"z.purity":          "measure purity is not of a single population or projection: write purity",
		"z.mean_activty":    `measure "mean_activty" does not exist (did you mean mean_activity?)`,
		"nobody.silent":     `measure nobody.silent: population "nobody" does not exist`,
		"z.norm":            `measure z.norm: projection "z" does not exist`,
		"P.silent":          `measure P.silent: population "P" does not exist`,
		".mean_activity":    `measure ".mean_activity" does not exist`,
		"P.norm.of":         `measure "norm.of" does not exist`,
		"outputs.dimension": `population "outputs" does not exist`,
	} {
		d, err := measure.LookupDeclaration(name)
		if err == nil {
			err = d.CheckIn(g)
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
