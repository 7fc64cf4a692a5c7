package trace

import (
	"encoding/json"
	"io"
	"io/fs"

	"twophase/circuit"
	"twophase/internal/experiment/circuitfile"
)

// findNetwork returns the network that the summary or the manifest names, the zero Network if none is known.
func (t *Trial) findNetwork() circuit.Network {
	n, err := circuit.LookupNetwork(t.networkInSummary())
	if err != nil {
		n, _ = t.networkInManifest()
	}
	return n
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

// networkInSummary returns the name of the network in the summary of the run, empty if it is missing. It stands near its
// beginning.
func (t *Trial) networkInSummary() (network string) {
	info, err := t.folder.Stat("summary.json")
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := t.folder.Open("summary.json")
	if err != nil {
		return ""
	}
	defer f.Close()
	d := json.NewDecoder(io.LimitReader(f, 1<<16))
	if _, err := d.Token(); err != nil {
		return ""
	}
	for d.More() && network == "" {
		key, err := d.Token()
		if err != nil {
			return ""
		}
		into := any(new(json.RawMessage))
		if key == "network" {
			into = &network
		}
		if d.Decode(into) != nil {
			return ""
		}
	}
	return network
}
