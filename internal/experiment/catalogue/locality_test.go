package catalogue_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/experiment/catalogue"
	"twophase/internal/testkit/testfiles"
	"twophase/testdata/circuits"
)

// docs/evidence/locality.md is what the networks and the published circuits say of themselves.
func TestLocalityPage(t *testing.T) {
	networks := circuit.Networks()
	for _, name := range circuits.Names() {
		text, _ := circuits.Files(name)
		doc, err := experiment.Parse(name+".yaml", text)
		if err != nil {
			t.Fatal(err)
		}
		n, err := doc.Experiment.Circuit.Network()
		if err != nil {
			t.Fatal(err)
		}
		networks = append(networks, n)
	}
	var b bytes.Buffer
	b.WriteString("# What synapses and neurons must know\n\n" +
		"What each network, and each published circuit of testdata/circuits, needs to know in order to learn. A rule is\n" +
		"local if a synapse knows its two neurons alone. All of it follows from the graphs and schedules.\n\n")
	if err := catalogue.WriteLocality(&b, networks); err != nil {
		t.Fatal(err)
	}
	testfiles.Same(t, filepath.Join("..", "..", "..", "docs", "evidence", "locality.md"), b.Bytes())
}
