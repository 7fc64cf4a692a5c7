package trace

import (
	"encoding/json"
	"io"
	"io/fs"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/circuitfile"
	"twophase/synapse"
)

// findSize finds the graph of the circuit or, without one, N and K: what the rows need at least, or more if the summary says so and the
// rows do not speak against it.
func (t *Trial) findSize(graph *selection.Graph) {
	if graph != nil {
		t.size = selection.Size{Graph: graph}
		for _, p := range graph.Populations {
			if p.Input {
				t.size.Inputs += p.Neurons
			}
			if p.Name == graph.Output {
				t.size.Outputs = p.Neurons
			}
		}
		t.findNetwork()
		return
	}
	for _, pg := range t.pages {
		post, pre := pg.Greatest()
		t.size.Outputs = max(t.size.Outputs, min(post+1, selection.MostNeurons))
		if pg.MayKind(selection.Feedforward) {
			t.size.Inputs = max(t.size.Inputs, min(pre+1, selection.MostNeurons))
		} else {
			t.size.Outputs = max(t.size.Outputs, min(pre+1, selection.MostNeurons))
		}
	}
	z := t.findNetwork()
	if n, known := t.Network(); known {
		for _, p := range n.Shape().Projections {
			if p.Name == selection.Lateral.String() {
				t.size.Lateral = p.Wiring
			}
		}
	}
	z = selection.Size{Inputs: max(t.size.Inputs, z.Inputs), Outputs: max(t.size.Outputs, z.Outputs), Lateral: t.size.Lateral}
	if z.Inputs <= selection.MostNeurons && z.Outputs <= selection.MostNeurons && !t.lacksRowsOf(z) {
		t.size = z
	}
}

// findNetwork finds the network that the summary or the manifest names, and returns N and K as
// the summary has them.
func (t *Trial) findNetwork() selection.Size {
	z, network := t.sizeInSummary()
	n, err := circuit.LookupNetwork(network)
	if err != nil {
		n, err = t.networkInManifest()
	}
	if err == nil {
		t.network = n
	}
	return z
}

// lacksRowsOf reports whether a circuit of that size has elements that were to be recorded, and of
// which there is no row.
func (t *Trial) lacksRowsOf(z selection.Size) bool {
	for _, r := range t.requests {
		for _, k := range recordable {
			if k == selection.Lateral && z.Lateral == synapse.Unconnected {
				continue
			}
			if from, end := r.Selection.Row(z, k, z.Outputs-1); z.Outputs > t.size.Outputs && from < end {
				return true
			}
			if _, end := r.Selection.Row(z, k, 0); k == selection.Feedforward && end > max(t.size.Inputs, 0) {
				return true
			}
		}
	}
	return false
}

// networkInManifest returns the network that the manifest of the run names or describes. A run
// has it before its summary.
func (t *Trial) networkInManifest() (n circuit.Network, err error) {
	info, err := t.folder.Stat("manifest.json")
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return n, err
	}
	f, err := t.folder.Open("manifest.json")
	if err != nil {
		return n, err
	}
	defer f.Close()
	var m struct {
		Experiment struct {
			Network string               `json:"network"`
			Circuit *circuitfile.Circuit `json:"circuit"`
		} `json:"experiment"`
	}
	if err := json.NewDecoder(io.LimitReader(f, 1<<24)).Decode(&m); err != nil {
		return n, err
	}
	if m.Experiment.Circuit != nil {
		return m.Experiment.Circuit.Network()
	}
	return circuit.LookupNetwork(m.Experiment.Network)
}

// sizeInSummary returns N, K and the name of the network in the summary of the run, 0 and empty
// where they are missing. They stand near its beginning.
func (t *Trial) sizeInSummary() (z selection.Size, network string) {
	info, err := t.folder.Stat("summary.json")
	if err != nil || !info.Mode().IsRegular() {
		return z, network
	}
	f, err := t.folder.Open("summary.json")
	if err != nil {
		return z, network
	}
	defer f.Close()
	d := json.NewDecoder(io.LimitReader(f, 1<<16))
	if _, err := d.Token(); err != nil {
		return z, network
	}
	for d.More() && (z.Inputs == 0 || z.Outputs == 0) {
		key, err := d.Token()
		if err != nil {
			return z, network
		}
		into := any(new(json.RawMessage))
		switch key {
		case "network":
			into = &network
		case "inputs":
			into = &z.Inputs
		case "outputs":
			into = &z.Outputs
		}
		if d.Decode(into) != nil {
			return z, network
		}
	}
	return z, network
}
