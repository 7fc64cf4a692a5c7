package synapse

import "twophase/internal/numerics/kernel"

// Input returns Σ_j w_ij·s_j: what neuron post receives while the presynaptic axons carry
// signals s [pre].
func (p *Projection) Input(post int, signals []float64) float64 {
	return kernel.Dot(p.memory.Transmitting(post), signals)
}

// Transmit sets dst [post] to what every postsynaptic neuron receives while the presynaptic axons
// carry signals [pre]. dst must not be those signals.
func (p *Projection) Transmit(dst, signals []float64) {
	if p.memory.Failing() {
		for i := range dst {
			dst[i] = p.Input(i, signals)
		}
		return
	}
	p.memory.Send(signals)
	p.memory.Received(dst)
}

// Fails reports whether the synapse fails to transmit for now.
func (s Synapse) Fails() bool { return s.projection.memory.Fails(s.post, s.pre) }
