package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/study/twin"
)

func describeCommand() *cli.Command {
	return &cli.Command{
		Name:  "describe",
		Usage: "print the circuit and its schedule: neurons, projections, rules, phases",
		UsageText: `twophase describe [EXPERIMENT.yaml | NETWORK] [FLAGS]

With --as-file it prints an experiment file that describes the circuit, for you to change.
Unchanged, the file gives the same results.

Example: twophase describe --network PSP --settle jacobi --sweeps 8
Example: twophase describe PSP --as-file > my-PSP.yaml`,
		Flags:        append(circuitFlags(), &cli.BoolFlag{Name: "as-file", Usage: "print an experiment file that describes the circuit", DisableDefaultText: true}),
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if c.Bool("as-file") {
				doc, e, err := requested(c)
				if err != nil {
					return err
				}
				return filePlan{doc: doc}.locate(writeAsFile(c.App.Writer, e))
			}
			plan, err := resolve(c)
			if err != nil {
				return err
			}
			defer plan.Close()
			if err := plan.Describe(c.App.Writer); err != nil || plan.doc == nil {
				return err
			}
			return describeVariants(c, plan.doc)
		},
	}
}

// describeVariants prints the variants of an experiment, and the step at which they part.
func describeVariants(c *cli.Context, doc *experiment.Document) error {
	if len(doc.Variants) == 0 {
		return nil
	}
	variants, err := twin.Resolve(c.Context, doc, 0, twin.FirstName(doc, doc.Path), func(e experiment.Experiment) (experiment.Experiment, error) { return experimentOf(c, e) })
	defer twin.Close(variants)
	if err != nil {
		return err
	}
	since := "from the start"
	if doc.ForkAt > 0 {
		since = fmt.Sprintf("after step %d, up to which it is one run with %s", doc.ForkAt, variants[0].Name)
	}
	for _, v := range variants[1:] {
		if _, err := fmt.Fprintf(c.App.Writer, "\nVariant %s, %s\n\n", v.Name, since); err != nil {
			return err
		}
		if err := v.Plan.Describe(c.App.Writer); err != nil {
			return err
		}
	}
	return nil
}

// writeAsFile writes an experiment as a file that describes its circuit, with the experiment's
// other keys as they were given and those that the network has defaults of.
func writeAsFile(w io.Writer, e experiment.Experiment) error {
	own, n, err := asCircuit(e)
	if err != nil {
		return err
	}
	head := ""
	if e.Circuit == nil {
		head = fmt.Sprintf("# %s as a circuit in a file: %s.\n# %s\n", n.Name, n.Summary, n.Reference)
	}
	_, err = fmt.Fprintf(w, "%s%s", head, experiment.Section(&own, ".").YAML())
	return err
}

// asCircuit returns an experiment with its network as a circuit in a file, and that network.
func asCircuit(e experiment.Experiment) (experiment.Experiment, circuit.Network, error) {
	experiment.SetDefault(&e.Network, experiment.DefaultNetwork)
	online := e // the file says offline beside the circuit
	online.Offline = false
	n, err := online.SettledNetwork()
	if err != nil {
		return e, n, err
	}
	name, known := n.Name, e.Circuit == nil
	if known {
		name = "my-" + name
	}
	own, err := circuitfile.Of(n, name)
	if err != nil && !known && e.Settle == nil && e.Turns == 0 && e.LateralDecay == nil {
		own, err = e.Circuit, nil // as it is
	}
	if err != nil {
		return e, n, fmt.Errorf("write %s as a file: %w", n.Name, err)
	}
	e.Circuit = own
	e.Network, e.Settle, e.Turns, e.LateralDecay = "", nil, 0, nil
	experiment.SetDefault(&e.Tau, n.Tau)
	e.StartAs(n)
	if e.Rate.String() == "" {
		e.Rate = n.Rate
	}
	if known && len(e.Stimulus.Given()) == 0 {
		e.Stimulus = experiment.DefaultStimulus(n, e.Stimulus)
	}
	return e, n, nil
}
