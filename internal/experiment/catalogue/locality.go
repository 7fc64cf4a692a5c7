package catalogue

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/synapse"
)

// WriteLocality writes, for each network, a row that says what its synapses and its neurons must know, how it finds the activity of the
// outputs, and what it finds. All of it follows from the graph and the schedule.
func WriteLocality(w io.Writer, networks []circuit.Network) error {
	var b strings.Builder
	b.WriteString("| circuit | a synapse must know, beside its weight | a neuron must know, to learn | the outputs are found by | finds | local |\n")
	b.WriteString("| --- | --- | --- | --- | --- | --- |\n")
	for _, n := range networks {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", n.Name, synapsesKnow(n), neuronsKnow(n), foundBy(n), n.Finds, localOf(n))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// synapsesKnow says what the rule of each projection reads, but for its own weights.
func synapsesKnow(n circuit.Network) string {
	var all []string
	for _, p := range n.Graph.Projections {
		if p.Rule != nil && p.Tied == "" && p.Wiring != synapse.Unconnected {
			all = append(all, fmt.Sprintf("%s: %s", p.Name, knows(n, p.Name, n.Graph.Weights(p.Name))))
		}
	}
	return orNothing(all)
}

// neuronsKnow says what the changes of scales and variables read, but for themselves.
func neuronsKnow(n circuit.Network) string {
	var all []string
	for _, p := range n.Graph.Populations {
		if p.Scale.Learns() {
			all = append(all, fmt.Sprintf("%s.scale: %s", p.Name, knows(n, p.Name+".scale", n.Graph.LearntScales(p))))
		}
		for _, q := range p.Further {
			if q.Change != nil {
				name := p.Name + "." + q.Name
				all = append(all, fmt.Sprintf("%s: %s", name, knows(n, name, circuit.Variable(name))))
			}
		}
	}
	return orNothing(all)
}

// knows returns what a part reads when it learns, but for itself.
func knows(n circuit.Network, part string, own circuit.Variable) string {
	reads := circuit.SignatureIn(circuit.Learn{Of: circuit.NamesOf(part)}, n.Graph).Reads
	var names []string
	for _, v := range reads {
		if v != own && !slices.Contains(names, string(v)) {
			names = append(names, string(v))
		}
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

func orNothing(all []string) string {
	if all == nil {
		return "–"
	}
	return strings.Join(all, "; ")
}

// foundBy says whether the outputs are found by turns, by settling or by solving equations.
func foundBy(n circuit.Network) string {
	switch turns := countTurns(n); {
	case n.SolvesExactly():
		return "equations, solved"
	case n.Settles():
		return "settling"
	case turns == 1:
		return "one turn"
	case slices.ContainsFunc(n.Schedule, isInOrder):
		return fmt.Sprintf("%d turns, the last neuron by neuron", turns)
	default:
		return fmt.Sprintf("%d turns", turns)
	}
}

// countTurns returns how many turns the outputs take.
func countTurns(n circuit.Network) (turns int) {
	for _, p := range n.Schedule {
		if t, is := p.(circuit.Turn); is && t.Population == n.Graph.OutputName() && receives(n, t) {
			turns++
		}
	}
	return turns
}

// receives reports whether a turn receives through synapses that there are.
func receives(n circuit.Network, t circuit.Turn) bool {
	return slices.ContainsFunc(t.Receives.List(), func(r circuit.Reception) bool {
		return slices.ContainsFunc(n.Graph.Projections, func(p circuit.ProjectionSpec) bool {
			return p.Name == r.Through && p.Wiring != synapse.Unconnected
		})
	})
}

func isInOrder(p circuit.Phase) bool {
	t, is := p.(circuit.Turn)
	return is && t.InOrder
}

// localOf says whether a network is local, and which phases are not.
func localOf(n circuit.Network) string {
	var not []string
	for _, p := range n.Schedule {
		if s := circuit.SignatureIn(p, n.Graph); s.Local != circuit.Yes && !slices.Contains(not, s.Name) {
			not = append(not, s.Name)
		}
	}
	text := "yes"
	if not != nil {
		text = "no: " + strings.Join(not, ", ")
	}
	if n.HasThirdFactor() {
		text += ", with a third factor"
	}
	return text
}
