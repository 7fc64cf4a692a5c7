package main

import (
	"fmt"
	"io"

	"twophase/internal/circuitfile"
	"twophase/internal/experiment"
)

// writeAsFile writes an experiment as a file that describes its circuit, with the experiment's
// other keys as they were given and those that the network has defaults of.
func writeAsFile(w io.Writer, e experiment.Experiment) error {
	experiment.SetDefault(&e.Network, experiment.DefaultNetwork)
	online := e // the file says offline beside the circuit
	online.Offline = false
	n, err := online.SettledNetwork()
	if err != nil {
		return err
	}
	name, known := n.Name, e.Circuit == nil
	if known {
		name = "my-" + name
	}
	own, err := circuitfile.Of(n, name)
	if err != nil {
		return fmt.Errorf("write %s as a file: %w", n.Name, err)
	}
	e.Circuit = own
	e.Network, e.Settle, e.Turns = "", nil, 0
	experiment.SetDefault(&e.Tau, n.Tau)
	if e.From == "" && e.InitialMFile == "" {
		experiment.SetDefault(&e.InitialM, n.InitialScale)
	}
	if e.Rate.String() == "" {
		e.Rate = n.Rate
	}
	if known && len(e.Stimulus.Given()) == 0 {
		e.Stimulus = experiment.DefaultStimulus(n, e.Stimulus)
	}
	head := ""
	if known {
		head = fmt.Sprintf("# %s as a circuit in a file: %s.\n# %s\n", n.Name, n.Summary, n.Reference)
	}
	_, err = fmt.Fprintf(w, "%s%s", head, experiment.Section(&e, ".").YAML())
	return err
}
