package trace

import (
	"encoding/json"
	"io"
	"io/fs"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment/circuitfile"
	"twophase/synapse"
)

// findSize finds the size of the circuit. Without a graph in the metadata it is one of the paper, and N and K are what
// the rows need at least, or more if the summary says so and the rows do not speak against it.
func (t *Trial) findSize(graph *selection.Graph) {
	if graph != nil {
		t.size = selection.NewSize(*graph)
		t.findNetwork()
		return
	}
	inputs, outputs := 0, 0
	for _, pg := range t.pages {
		post, pre := pg.greatest()
		outputs = max(outputs, min(post+1, selection.MostNeurons))
		if pg.mayKind(selection.Feedforward) {
			inputs = max(inputs, min(pre+1, selection.MostNeurons))
		} else {
			outputs = max(outputs, min(pre+1, selection.MostNeurons))
		}
	}
	n, k := t.findNetwork()
	lateral := t.network.Projection(selection.Lateral.String()).Wiring
	t.size = selection.PairSize(inputs, outputs, lateral)
	z := selection.PairSize(max(inputs, n), max(outputs, k), lateral)
	if z.Inputs <= selection.MostNeurons && z.Outputs <= selection.MostNeurons && !t.lacksRowsOf(z) {
		t.size = z
	}
}

// findNetwork finds the network that the summary or the manifest names, and returns N and K as
// the summary has them.
func (t *Trial) findNetwork() (inputs, outputs int) {
	inputs, outputs, network := t.sizeInSummary()
	n, err := circuit.LookupNetwork(network)
	if err != nil {
		n, err = t.networkInManifest()
	}
	if err == nil {
		t.network = n
	}
	return inputs, outputs
}

// lacksRowsOf reports whether a circuit of that size has elements that were to be recorded, and of
// which there is no row.
func (t *Trial) lacksRowsOf(z selection.Size) bool {
	for _, r := range t.requests {
		for _, k := range recordable {
			if wiring, within := z.Within(k); within && wiring == synapse.Unconnected {
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
func (t *Trial) sizeInSummary() (inputs, outputs int, network string) {
	info, err := t.folder.Stat("summary.json")
	if err != nil || !info.Mode().IsRegular() {
		return inputs, outputs, network
	}
	f, err := t.folder.Open("summary.json")
	if err != nil {
		return inputs, outputs, network
	}
	defer f.Close()
	d := json.NewDecoder(io.LimitReader(f, 1<<16))
	if _, err := d.Token(); err != nil {
		return inputs, outputs, network
	}
	for d.More() && (inputs == 0 || outputs == 0) {
		key, err := d.Token()
		if err != nil {
			return inputs, outputs, network
		}
		into := any(new(json.RawMessage))
		switch key {
		case "network":
			into = &network
		case "inputs":
			into = &inputs
		case "outputs":
			into = &outputs
		}
		if d.Decode(into) != nil {
			return inputs, outputs, network
		}
	}
	return inputs, outputs, network
}
