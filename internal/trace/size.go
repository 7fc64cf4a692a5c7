package trace

import (
	"encoding/json"
	"io"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// mostNeurons bounds how many inputs or outputs a circuit is believed to have.
const mostNeurons = 1 << 24

// findSize finds N and K: what the rows need at least, or more if the summary says so.
func (t *Trial) findSize() {
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
	z, network := t.sizeInSummary()
	if z.Inputs <= mostNeurons && z.Outputs <= mostNeurons {
		t.size.Inputs = max(t.size.Inputs, z.Inputs)
		t.size.Outputs = max(t.size.Outputs, z.Outputs)
	}
	if network == "" {
		network = t.networkInManifest()
	}
	if n, err := circuit.LookupNetwork(network); err == nil {
		t.network, t.size.Lateral = n, n.Wiring
	}
}

// networkInManifest returns the name of the network as the manifest of the run says it,
// which a run has before its summary; empty where it does not.
func (t *Trial) networkInManifest() string {
	info, err := t.folder.Stat("manifest.json")
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := t.folder.Open("manifest.json")
	if err != nil {
		return ""
	}
	defer f.Close()
	var m struct {
		Experiment struct {
			Network string `json:"network"`
		} `json:"experiment"`
	}
	if json.NewDecoder(io.LimitReader(f, 1<<24)).Decode(&m) != nil {
		return ""
	}
	return m.Experiment.Network
}

// sizeInSummary returns N, K and the name of the network as the summary of the run
// says them, which stand near its beginning; 0 and empty where it does not.
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

// Size returns N and K of the circuit: what the run's summary says or, of a run that
// has none, no more than the recorded elements show.
func (t *Trial) Size() selection.Size { return t.size }

// Network returns the network as it is known by name, without what the run changed of
// it; none, with false, if nothing says which it is.
func (t *Trial) Network() (circuit.Network, bool) { return t.network, t.network.Name != "" }

// Has reports whether an element was recorded.
func (t *Trial) Has(e Element) bool {
	if e.Kind == selection.Lateral && !t.size.Lateral.Joins(e.Post, e.Pre) || e.Post < 0 || e.Post >= t.size.Outputs {
		return false
	}
	place := max(e.Pre, 0)
	for _, r := range t.requests {
		if from, end := r.Selection.Row(t.size, e.Kind, e.Post); from <= place && place < end && e.Kind.Synaptic() == (e.Pre >= 0) {
			return true
		}
	}
	return false
}

// HasKind reports whether any element of a kind was recorded.
func (t *Trial) HasKind(k selection.Kind) bool {
	for _, r := range t.requests {
		if r.Selection.Kind().Includes(k) {
			return true
		}
	}
	return false
}

// Elements returns the recorded elements of some kinds, or of all if there are none
// given, in the order of a record: feedforward, lateral, scale, outputs, by post, then
// by pre. They may be millions: Has tells of one. There are never more than rows.
func (t *Trial) Elements(of ...selection.Kind) (all []Element) {
	if len(of) == 0 {
		of = kinds
	}
	for _, k := range of {
		if !t.HasKind(k) {
			continue
		}
		chosen := make([]int, t.size.Width(k)+1) // how many more requests include a place than the one before
		for post := range t.size.Outputs {
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
				if requests == 0 || k == selection.Lateral && pre == post {
					continue
				}
				e := Element{k, post, pre}
				if !k.Synaptic() {
					e.Pre = -1
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
