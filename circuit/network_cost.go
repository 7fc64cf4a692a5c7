package circuit

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"twophase/synapse"
)

// Signals counts the signals that synapses carry for one stimulus. Solve uses no signals.
// The zero Signals is not known.
type Signals struct {
	Known       bool
	Feedforward int // forward signals of each feedforward synapse
	Back        int // backward signals of each feedforward synapse, which are not local
	Lateral     int // signals of each lateral synapse
	PerSweep    int // signals of each lateral synapse in a sweep of Settle

	Through []Carried // by phases that name projections of a graph
}

// Carried counts one signal for each synapse of a projection, once or in every sweep.
type Carried struct {
	Projection string
	PerSweep   bool
}

// plus returns the signals of both, not known unless both are.
func (s Signals) plus(o Signals) Signals {
	return Signals{s.Known && o.Known, s.Feedforward + o.Feedforward, s.Back + o.Back, s.Lateral + o.Lateral, s.PerSweep + o.PerSweep,
		slices.Concat(s.Through, o.Through)}
}

// Cost is the number of signals that the synapses of a network carry for one stimulus.
type Cost struct {
	Signals
	Wiring synapse.Wiring
	graph  *Graph // nil: the two populations of the paper
}

// Cost returns the cost of one stimulus, by the signatures of the phases. Known is false if
// it is for any phase. Unlearning is assumed to settle in as many sweeps as y does.
func (n Network) Cost() Cost {
	total := Signals{Known: true}
	for _, phase := range n.Schedule {
		total = total.plus(n.signature(phase).Signals)
		if !unlearns(phase) {
			continue
		}
		for _, again := range n.Schedule { // these phases compute y' too
			if s := signatureOf(again); slices.Contains(s.Writes, Y) {
				total = total.plus(s.Signals)
			}
		}
	}
	if n.Graph != nil {
		total.Through = slices.Concat(total.ofThePaper(), total.Through)
	}
	return Cost{total, n.Wiring, n.Graph}
}

// signature returns the signature of a phase in the network.
func (n Network) signature(phase Phase) Signature {
	if n.Graph != nil {
		return signatureIn(phase, *n.Graph)
	}
	return signatureOf(phase)
}

// Operations returns the number of signals that the synapses of a circuit carry for a
// stimulus that takes the given number of sweeps. Synapses that are drawn at random count by
// their probability. It is NaN if the cost of the network is not known, or if its populations
// cannot have their sizes.
func (s Spec) Operations(sweeps float64) float64 {
	c := s.Network.Cost()
	if !c.Known {
		return math.NaN()
	}
	if c.graph != nil {
		return c.throughGraph(s, sweeps)
	}
	k := len(s.Gains)
	lateral := float64(c.Lateral) + float64(float64(c.PerSweep)*sweeps)
	return float64((c.Feedforward+c.Back)*s.Inputs*k) + float64(lateral*float64(c.Wiring.Len(k)))
}

// String returns the cost as a formula, such as NK + K(K−1)/2, or not known.
func (c Cost) String() string {
	if !c.Known {
		return NotKnown.String()
	}
	if c.graph != nil {
		return c.graphText()
	}
	lateral := map[synapse.Wiring]string{synapse.AllToAll: "K(K−1)", synapse.Ordered: "K(K−1)/2"}[c.Wiring]
	terms := []string{times(c.Feedforward) + "NK"}
	if c.Back > 0 {
		terms = append(terms, times(c.Back)+"NK back")
	}
	if c.Lateral > 0 && lateral != "" {
		terms = append(terms, times(c.Lateral)+lateral)
	}
	if c.PerSweep > 0 && lateral != "" {
		terms = append(terms, times(c.PerSweep)+lateral+" a sweep")
	}
	return strings.Join(terms, " + ")
}

// times returns a factor as a formula writes it.
func times(n int) string {
	if n == 1 {
		return ""
	}
	return strconv.Itoa(n)
}
