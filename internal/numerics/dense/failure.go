package dense

import (
	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
)

// failures are the synapses of a projection that do not transmit for now.
type failures struct {
	on  bool
	at  []bool    // [post×pre]; nil until there are some
	row []float64 // [pre]: the weights of a row, 0 where a synapse fails
}

// Fail makes each synapse fail to transmit with a probability in [0, 1], until Recover.
// Synapse [i, j] draws number i·pre+j of a step of the stream. The synapses go on learning.
func (p *Projection) Fail(s random.Stream, probability float64, step uint64) {
	f := &p.failures
	if f.at == nil {
		f.at, f.row = make([]bool, p.post*p.pre), kernel.Vector(p.pre)
	}
	f.on = true
	s.Chances(f.at, probability, step)
}

// Recover ends the failures.
func (p *Projection) Recover() { p.failures.on = false }

// Failing reports whether synapses may fail to transmit, until Recover.
func (p *Projection) Failing() bool { return p.failures.on }

// Fails reports whether a synapse fails to transmit for now.
func (p *Projection) Fails(post, pre int) bool {
	return p.failures.on && p.failures.at[post*p.pre+pre]
}

// Transmitting returns the weights by which neuron post receives now [pre], 0 where
// a synapse fails. It is for reading only, until the next call.
func (p *Projection) Transmitting(post int) []float64 {
	row := p.Row(post)
	if !p.failures.on {
		return row
	}
	n := len(row)
	for j, fails := range p.failures.at[post*n : (post+1)*n] {
		p.failures.row[j] = row[j]
		if fails {
			p.failures.row[j] = 0
		}
	}
	return p.failures.row
}
