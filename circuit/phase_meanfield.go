package circuit

import (
	"errors"
	"fmt"
	"slices"

	"twophase/internal/kernel"
	"twophase/internal/phrase"
	"twophase/synapse"
)

// MeanField is the phase of a circuit that learns offline, in the place of Plasticity: every
// synapse and every scale changes by its own rule, averaged over all stimuli. The phases
// before it still compute the response to each stimulus, but the circuit does not learn from
// that.
//
// With the second moments G = ⟨x xᵀ⟩ (Circuit.SetMoments) and y = F x, the mean of a product of
// two factors is known if both together have the activity to the power 0 or 2:
//
//	⟨y_i x_j⟩ = (F G)_ij,   ⟨y_i y_j⟩ = (F G Fᵀ)_ij,   ⟨x_j²⟩ = G_jj
//
// It uses all weights at once, so it is not local. It costs O(K N²) and K responses of the neural
// phases. Both executors share its arithmetic.
type MeanField struct{}

// Signature implements Phase.
func (MeanField) Signature() Signature {
	return Signature{
		Name:     "MeanField",
		Equation: "W, M_o, M_d learn by their rules, averaged over ⟨x xᵀ⟩",
		Reads:    []Variable{W, Mo, Md},
		Writes:   []Variable{W, Mo, Md},
		Linear:   Yes,
		Local:    No,
		Signals:  Signals{Known: true},
	}
}

func (MeanField) checkIn(g Graph) error {
	if g.isLinearPair() {
		return nil
	}
	return errors.New("MeanField is for circuits of inputs, linear outputs and the projections feedforward and lateral, each of all synapses")
}

func (m MeanField) signatureIn(Graph) Signature { return m.Signature() }

// Offline returns the network with MeanField in the place of Plasticity. The neural phases must be
// a linear map that depends on the weights alone, and the means of all rules must follow from the
// second moments of the stimuli. Otherwise the error names the networks that can learn offline.
func (n Network) Offline() (Network, error) {
	if err := n.checkOffline(); err != nil {
		var names []string
		for _, other := range TwoPopulationNetworks() {
			if other.checkOffline() == nil {
				names = append(names, other.Name)
			}
		}
		return Network{}, fmt.Errorf("network %s has no mean-field flow here: %w; choose one of %s", n.Name, err, phrase.List(names, "or"))
	}
	last := len(n.Schedule) - 1
	n.Schedule = append(slices.Clone(n.Schedule[:last]), MeanField{})
	return n, nil
}

// Learns reports whether p is Plasticity or MeanField, the phases in which all rules learn.
func Learns(p Phase) bool { return p == Phase(Plasticity{}) || p == Phase(MeanField{}) }

// IsOffline reports whether the network learns by MeanField, from second moments instead of
// single stimuli.
func (n Network) IsOffline() bool { return slices.Contains(n.Schedule, Phase(MeanField{})) }

func (n Network) checkOffline() error {
	if n.Graph != nil {
		return errors.New("it has a graph of its own")
	}
	last := len(n.Schedule) - 1
	if last < 0 || n.Schedule[last] != Phase(Plasticity{}) {
		return fmt.Errorf("its last phase is not Plasticity (%v)", n.Schedule)
	}
	for _, phase := range n.Schedule[:last] {
		if err := hasMeanResponse(phase); err != nil {
			return err
		}
	}
	for _, r := range []synapse.Rule{n.Feedforward, n.lateral()} {
		if _, err := meanOf(r); err != nil {
			return err
		}
	}
	_, err := meanOfScale(n.Scale)
	return err
}

// hasMeanResponse returns an error unless a neural phase is linear and the same for all stimuli.
func hasMeanResponse(phase Phase) error {
	s := signatureOf(phase)
	for _, v := range []Variable{PreviousY, Late} {
		if slices.Contains(s.Reads, v) {
			return fmt.Errorf("phase %s uses the stimulus before, so that the order of the stimuli counts", s.Name)
		}
	}
	switch phase.(type) {
	case TransmissionFailure:
		return errors.New("signals that are lost at random have no place in the mean of the rules over the stimuli")
	case Residual, Unlearn:
		return fmt.Errorf("phase %s learns too, from single stimuli", s.Name)
	}
	if s.Linear != Yes || len(s.Writes) != 1 || s.Writes[0] != Provisional && s.Writes[0] != Y {
		return fmt.Errorf("phase %s is not one that finds ỹ or y as a linear map", s.Name)
	}
	return nil
}

// SetMoments sets the second moments G = ⟨x xᵀ⟩ [N×N], row-major and symmetric, from which the
// phase MeanField learns. They are not copied and must not be changed. It returns an error if they
// do not fit the circuit or are not finite, or if the circuit cannot have the phase.
func (c *Circuit) SetMoments(g []float64) error {
	if err := (MeanField{}).checkIn(c.spec.Network.Shape()); err != nil {
		return err
	}
	if n := c.inputs.Len(); len(g) != n*n {
		return fmt.Errorf("second moments of %d numbers for %d inputs: give %d×%d", len(g), n, n, n)
	}
	if !kernel.Finite(g) {
		return errors.New("the second moments of the stimuli are not finite")
	}
	mean, err := newMeanField(c, g)
	if err == nil {
		c.mean = mean
	}
	return err
}

// Run implements Phase. It returns an error if the circuit has no second moments, if a neuron is
// clamped, or if y is not known to be a linear map of x.
func (MeanField) Run(c *Circuit) error {
	switch {
	case c.mean == nil:
		return errors.New("the circuit has no second moments to learn from: see SetMoments, or --offline of twophase run")
	case c.inputs.HasClamps() || c.outputs.HasClamps():
		return errors.New("a clamped neuron has no place in the mean of the rules over the stimuli")
	}
	return c.mean.learn(c)
}
