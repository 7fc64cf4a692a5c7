package circuitfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/random"
	"twophase/internal/text/document"
	"twophase/neuron"
)

// Every registered network, written as a file and read again, gives the same bits.
func TestFileIsTheSameNetwork(t *testing.T) {
	for _, n := range circuit.Networks() {
		t.Run(n.Name, func(t *testing.T) {
			c, err := Of(n, "my-"+n.Name)
			if err != nil {
				t.Fatal(err)
			}
			text := Section(c).YAML()
			d, err := document.Parse("circuit.yaml", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			var read Circuit
			if err := d.Read(Section(&read)); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			again, err := read.Network()
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			again.Tau, again.InitialScale, again.Rate = n.Tau, n.InitialScale, n.Rate
			for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
				if want, got := hashAfter(t, n, executor), hashAfter(t, again, executor); want != got {
					t.Errorf("%v: another state after some steps:\n%s", executor, text)
				}
			}
			if twice, err := Of(again, read.Name); err != nil || !bytes.Equal(Section(twice).YAML(), text) {
				t.Errorf("written again, it is not the same (%v):\n%s", err, text)
			}
		})
	}
}

// hashAfter returns a hash of the activity, the scales and the weights of a circuit of the
// network after some steps.
func hashAfter(t *testing.T, n circuit.Network, executor circuit.Executor) string {
	t.Helper()
	const inputs, steps = 6, 60
	outputs := 3
	switch {
	case n.MostOutputs > 0:
		outputs = n.MostOutputs
	case n.Finds == circuit.WhiteOutputs:
		outputs = inputs
	}
	rate := n.Rate
	if rate.String() == "" {
		rate = circuit.DecayingRate(10, 250)
	}
	c, err := circuit.New(circuit.Spec{Network: n, Inputs: inputs, Gains: n.DefaultGains(outputs), Rate: rate, Seed: 7, Executor: executor})
	if err != nil {
		t.Fatal(err)
	}
	x, stream := make([]float64, inputs), random.New(1, 0, "stimuli")
	for step := range steps {
		stream.Normals(x, uint64(step))
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	h := sha256.New()
	write := func(values []float64) {
		for _, v := range values {
			binary.Write(h, binary.LittleEndian, v)
		}
	}
	for _, p := range c.Populations() {
		write(p.Signals(neuron.Final))
		write(p.Scales())
	}
	for _, p := range c.Projections() {
		write(p.Weights())
	}
	return hex.EncodeToString(h.Sum(nil))
}
