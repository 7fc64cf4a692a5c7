package circuit

import (
	"slices"

	"twophase/internal/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// learning is how circuits that share lanes learn: Hebbian products of
// activities, and decays that no activity enters.
type learning struct {
	rate   Rate
	tau    float64
	gains  []float64 // from which the decays are
	decays kernel.Decays
}

// Sharing lanes pays where the weights of kernel.Lanes circuits stay in the
// nearest cache; larger circuits are fast alone.
const mostSharedWeights = 300

// sharesLanes reports whether circuits of a spec can share lanes, and gain by it.
func sharesLanes(s Spec) bool {
	k := len(s.Gains)
	if s.Executor != Compiled || !slices.Equal(s.Network.Schedule, twoPhase) || k*(s.Inputs+k) > mostSharedWeights {
		return false
	}
	scale := s.Network.Scale
	return hebbian(s.Network.Feedforward) && hebbian(s.Network.Lateral) &&
		isActivity(scale.Drive) && !dependsOnActivity(scale.Decay) && !dependsOnActivity(scale.Drain)
}

// hebbian reports whether a rule is a product of activities, and a decay that no
// activity enters.
func hebbian(r synapse.Rule) bool {
	f, ok := r.(synapse.Factored)
	return ok && isActivity(f.Post.Drive) && isActivity(f.Pre.Drive) &&
		!dependsOnActivity(f.Post.Decay) && !dependsOnActivity(f.Pre.Decay)
}

func isActivity(f neuron.Factor) bool { return f == neuron.Factor(neuron.Activity) }

// dependsOnActivity reports whether a factor can change from step to step.
func dependsOnActivity(f neuron.Factor) bool {
	_, constant := f.(neuron.Constant)
	return !constant && f != neuron.Factor(neuron.Gain)
}

// newLearning returns how a circuit that can share lanes learns.
func newLearning(c *Circuit) *learning {
	feedforward, lateral := c.feedforward.Rule().(synapse.Factored), c.lateral.Rule().(synapse.Factored)
	scale, k := c.outputs.ScaleRule(), c.outputs.Len()
	of := func(p *neuron.Population, n int, f neuron.Factor) []float64 {
		factors := make([]float64, n)
		for i := range factors {
			factors[i] = f.Of(p.Local(i))
		}
		return factors
	}
	return &learning{rate: c.spec.Rate, tau: c.spec.Tau, gains: slices.Clone(c.outputs.Gains()), decays: kernel.Decays{
		Post:        of(c.outputs, k, feedforward.Post.Decay),
		Pre:         of(c.inputs, 1, feedforward.Pre.Decay),
		LateralPost: of(c.outputs, k, lateral.Post.Decay),
		LateralPre:  of(c.outputs, k, lateral.Pre.Decay),
		Scale:       of(c.outputs, k, scale.Decay),
		Drain:       of(c.outputs, k, scale.Drain),
	}}
}

// equal reports whether two circuits learn in the same way.
func (l *learning) equal(o *learning) bool {
	return l.tau == o.tau && slices.Equal(l.rate.segments, o.rate.segments) && slices.Equal(l.gains, o.gains) &&
		slices.Equal(l.decays.Post, o.decays.Post) && slices.Equal(l.decays.Pre, o.decays.Pre) &&
		slices.Equal(l.decays.LateralPost, o.decays.LateralPost) && slices.Equal(l.decays.LateralPre, o.decays.LateralPre) &&
		slices.Equal(l.decays.Scale, o.decays.Scale) && slices.Equal(l.decays.Drain, o.decays.Drain)
}
