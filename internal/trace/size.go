package trace

import (
	"encoding/json"
	"io"
	"io/fs"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/circuitfile"
	"twophase/synapse"
)

// mostNeurons bounds how many inputs or outputs a circuit is believed to have: an experiment
// has no more.
const mostNeurons = 1_000_000

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
		p := pg.part
		last := func(column int) int {
			_, most := p.file.PageBounds(pg.number, column)
			if most == nil {
				return -1
			}
			return int(min(int32At(most), mostNeurons-1))
		}
		t.size.Outputs = max(t.size.Outputs, last(p.post)+1)
		if pg.mayKind(selection.Feedforward) {
			t.size.Inputs = max(t.size.Inputs, last(p.pre)+1)
		} else {
			t.size.Outputs = max(t.size.Outputs, last(p.pre)+1)
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
	if z.Inputs <= mostNeurons && z.Outputs <= mostNeurons && !t.lacksRowsOf(z) {
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

// Size returns the size of the circuit. N and K are those of the run's summary or, without one, the least that
// the recorded elements need.
func (t *Trial) Size() selection.Size { return t.size }

// Network returns the network that the run's manifest or summary names, without the changes of
// interventions. It reports false if none is named.
func (t *Trial) Network() (circuit.Network, bool) { return t.network, t.network.Name != "" }

// Has reports whether an element was recorded.
func (t *Trial) Has(e Element) bool {
	if !slices.Contains(t.kinds, e.Kind) || !t.Exists(e) {
		return false
	}
	place := max(e.Pre, 0)
	for _, r := range t.requests {
		if from, end := r.Selection.Row(t.size, e.Kind, e.Post); from <= place && place < end {
			return true
		}
	}
	return false
}

// HasKind reports whether any element of a kind was recorded.
func (t *Trial) HasKind(k selection.Kind) bool {
	for _, r := range t.requests {
		if t.size.Includes(r.Selection.Kind(), k) {
			return true
		}
	}
	return false
}

// Elements returns the recorded elements of some kinds, or of all without kinds, in the order of a
// record: projections, scales, activities, by post, then by pre. There may be millions; Has
// is for a single one.
func (t *Trial) Elements(of ...selection.Kind) (all []Element) {
	if len(of) == 0 {
		of = t.kinds
	}
	for _, k := range of {
		if !t.HasKind(k) {
			continue
		}
		chosen := make([]int, t.size.Width(k)+1) // change of the number of requests that include a place
		for post := range t.size.Neurons(k) {
			from, end := t.size.Width(k), 0
			for _, r := range t.requests {
				if a, b := r.Selection.Row(t.size, k, post); a < b {
					from, end = min(from, a), max(end, b)
					chosen[a]++
					chosen[b]--
				}
			}
			requests := 0
			for pre := from; pre < end; pre++ {
				requests += chosen[pre]
				chosen[pre] = 0
				e := t.element(k, post, pre)
				if requests == 0 || !t.Exists(e) {
					continue
				}
				if int64(len(all)) == t.rows {
					return all
				}
				all = append(all, e)
			}
			chosen[max(end, 0)] = 0
		}
	}
	return all
}
