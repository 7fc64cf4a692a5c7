package measure_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/experiment/scene"
	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/stimulus"
)

// asFloat has numbers compared as the float64 that they are.
var asFloat = cmp.Transformer("float", func(n wording.Number) float64 { return float64(n) })

// With M = cI and W = cF for F = ΛU_Kᵀ, or F = ΛD^(−1/2)U_Kᵀ of a whitening
// network, with D the top K eigenvalues, the circuit stands where the paper's
// networks converge to: y = F x, and no measure finds an error.
func TestNoErrorAtTheFixedPoint(t *testing.T) {
	gains := []float64{1, 0.85, 0.7}
	population, err := stimulus.NewGaussian([]float64{1, 0.75, 0.5, 0.2, 0.2, 0.1}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ofPopulation, err := measure.PopulationReference(population, len(gains))
	if err != nil {
		t.Fatal(err)
	}
	ofBatch, err := measure.BatchReference(population.Covariance(), len(gains))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*measure.Reference{ofPopulation, ofBatch} {
		for _, network := range []circuit.Network{circuit.IfPSP, circuit.PSP, circuit.IfPSW, circuit.PSW} {
			const c = 3
			n, _ := r.Basis.Dims()
			w := make([]float64, len(gains)*n)
			for i, gain := range gains {
				size := c * gain
				if network.Whitens {
					size /= math.Sqrt([]float64{1, 0.75, 0.5}[i])
				}
				for j := range n {
					w[i*n+j] = size * r.Basis.At(j, i)
				}
			}
			at, err := circuit.New(circuit.Spec{
				Network: network, Inputs: n, Gains: gains, Rate: circuit.ConstantRate(1e-3),
				InitialScale: c, Initial: map[string][]float64{"feedforward": w},
			})
			if err != nil {
				t.Fatal(err)
			}
			m, err := r.Measure(at)
			if err != nil {
				t.Fatal(err)
			}
			want := measure.Measures{Alignment: []wording.Number{1, 1, 1}, Angles: []wording.Number{0, 0, 0}}
			if diff := cmp.Diff(want, m, asFloat, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("%s against %s:\n%s", network.Name, r.Kind, diff)
			}
			point, _, err := r.Glance(at, &measure.Look{})
			if err != nil || math.Abs(float64(point.Error)) > 1e-12 || point.Ratio != 0 {
				t.Errorf("%s against %s: a glance sees %+v, %v", network.Name, r.Kind, point, err)
			}
		}
	}
}

// titled is stimuli that have nothing but a title.
type titled struct{ scene.Stimuli }

func (titled) Title() string { return "stimuli" }

// squash is a user's phase of which nothing is known but what it reads and writes.
type squash struct{}

func (squash) Signature() circuit.Signature {
	return circuit.Signature{Name: "Squash", Reads: []circuit.Variable{circuit.Y}, Writes: []circuit.Variable{circuit.Y}}
}

func (squash) Run(c *circuit.Circuit) error {
	y := c.Outputs().Signals(neuron.Final)
	for i := range y {
		y[i] /= 1 + math.Abs(y[i])
	}
	return nil
}

// Of a circuit that is not known to be linear, no measure of the filter is a number: null
// in JSON, and an error for a condition on the error. What needs no filter is measured.
func TestMeasuresOfNonlinearCircuitsAreNotKnown(t *testing.T) {
	network := circuit.IfPSP
	network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Lateral, squash{}, circuit.Plasticity{}}
	c, err := circuit.New(circuit.Spec{Network: network, Inputs: 4, Gains: []float64{1, 0.8}, Rate: circuit.ConstantRate(0.1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][]float64{{1, 0.5, 0, 0}, {-1, 0.5, 0.2, 0}} {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	r := &measure.Reference{
		Basis: mat.NewDense(4, 2, []float64{1, 0, 0, 1, 0, 0, 0, 0}), Eigenvalues: []float64{1, 0.5},
		Covariance: mat.NewDiagDense(4, []float64{1, 0.5, 0.1, 0.1}),
	}
	m, err := r.Measure(c)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if !(m.Ratio > 0) || !m.Healthy(network) {
		t.Errorf("‖M_o‖/‖M‖ = %v, healthy %v", m.Ratio, m.Healthy(network))
	}
	if len(m.NotKnown) != 1 || !strings.HasPrefix(m.NotKnown[0], "the circuit is not known to be linear") {
		t.Errorf("why so: %q", m.NotKnown)
	}
	m.Ratio, m.NotKnown = wording.NaN, nil
	want := `{"e_pro":null,"projector_error":null,"alignment":[null,null],"principal_angles":[null,null],` +
		`"output_covariance_error":null,"settling_error":null,"spectral_radius":null,"lateral_ratio":null}`
	if rest, _ := json.Marshal(m); string(rest) != want {
		t.Errorf("%s", text)
	}
	point, alignment, err := r.Glance(c, &measure.Look{})
	if !errors.Is(err, circuit.ErrNotLinear) || point.Error.Finite() || len(alignment) != 2 || alignment[1] == alignment[1] {
		t.Errorf("a glance: %+v, %v, error %v", point, alignment, err)
	}
	monitor := monitor.NewMonitor(c, func() (*measure.Reference, error) { return r, nil })
	if err := monitor.Look(c); err != nil || len(monitor.Curve) != 1 || monitor.Curve[0].Error.Finite() {
		t.Errorf("the monitor saw %+v, error %v", monitor.Curve, err)
	}
	p := planning.Plan{Experiment: experiment.Experiment{Network: "mine"}, Spec: c.Spec(), Stimuli: titled{}}
	if title := p.Title(); title != "mine (not known to be local) on stimuli" {
		t.Errorf("title %q", title)
	}
}

// TestGlancesLeaveNoGarbage counts what a look of a recorded run allocates. The race detector empties the pools of memory
// that looks use.
func TestGlancesLeaveNoGarbage(t *testing.T) {
	long.SkipShort(t)
	for _, p := range stimulus.Problems() {
		r, c := learnt(t, p, 100)
		look := &measure.Look{Health: true}
		allocated := testing.AllocsPerRun(200, func() {
			if point, _, err := r.Glance(c, look); err != nil || !point.SettlingError.Finite() {
				t.Fatalf("%+v, %v", point, err)
			}
		})
		if allocated > 0 {
			t.Errorf("a look at the %s problem allocates %v times", p.Name, allocated)
		}
	}
}

// A circuit without lateral synapses has no M_o: no lateral ratio, which would be 0 as if all were
// pruned, and no series of it that the neural phases cut short.
func TestNoLateralSynapsesNoRatio(t *testing.T) {
	for name, has := range map[string]bool{"ifPSP": true, "oja": false, "sanger": false} {
		network, err := circuit.LookupNetwork(name)
		if err != nil {
			t.Fatal(err)
		}
		outputs := []float64{1, 0.8, 0.6}
		if name == "oja" {
			outputs = outputs[:1]
		} else if name == "sanger" {
			outputs = []float64{1, 1, 1}
		}
		c, err := circuit.New(circuit.Spec{Network: network, Inputs: 4, Gains: outputs, Rate: circuit.ConstantRate(0.01), Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var none *measure.Reference
		m, err := none.Measure(c)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := none.Glance(c, &measure.Look{Health: true})
		if err != nil {
			t.Fatal(err)
		}
		for what, v := range map[string]wording.Number{"ratio": m.Ratio, "radius": m.SpectralRadius, "ratio at a glance": p.Ratio, "radius at a glance": p.SpectralRadius} {
			if v.Finite() != has {
				t.Errorf("%s: the %s is %v", name, what, v)
			}
		}
		if len(m.NotKnown) > 0 {
			t.Errorf("%s: not known: %v", name, m.NotKnown)
		}
	}
}
