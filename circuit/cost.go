package circuit

import (
	"strconv"
	"strings"

	"twophase/synapse"
)

// Cost is how many signals the synapses of a network carry for one stimulus, in parts.
// An exact solution is not something that synapses do, and costs none.
type Cost struct {
	Feedforward int // signals of each feedforward synapse, forth
	Back        int // and back, which is not local
	Lateral     int // signals of each lateral synapse
	PerSweep    int // and of each for every sweep of a settling
	Wiring      synapse.Wiring
}

// Cost returns what one stimulus costs.
func (n Network) Cost() Cost {
	c := Cost{Wiring: n.Wiring}
	for _, phase := range n.Schedule {
		switch p := phase.(type) {
		case Feedforward:
			c.Feedforward++
		case Lateral, StaleLateral, Cascade:
			c.Lateral++
		case Settle:
			c.PerSweep++
		case Unlearn: // which settles as often as y does
			c.Feedforward++
			if n.Settles() {
				c.PerSweep++
			} else {
				c.Lateral *= 2
			}
		case Residual:
			if c.Back++; p.Of == Reconstruction {
				c.Back++
			}
		}
	}
	return c
}

// Operations returns the signals of a network with n inputs and k outputs that takes so
// many sweeps.
func (c Cost) Operations(n, k int, sweeps float64) float64 {
	lateral := float64(c.Lateral) + float64(float64(c.PerSweep)*sweeps)
	return float64((c.Feedforward+c.Back)*n*k) + float64(lateral*float64(c.Wiring.Len(k)))
}

// String returns the cost as a formula, such as NK + K(K−1)/2.
func (c Cost) String() string {
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
