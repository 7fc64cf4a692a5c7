package circuit

import (
	"sync"

	"twophase/internal/numerics/dense"
)

const (
	MostThreads    = 1024    // the largest number of threads that Share takes
	SharedSynapses = 1 << 17 // the least number of synapses of a projection whose passes they share: with fewer they take longer
)

// Share lets threads, this one among them, share each pass over the weights of large
// projections, from SharedSynapses on, until release is called. The bits do not depend on
// their number. Waiting threads spin for a while. So sharing pays only if steps follow one
// another at once and each thread has a processor. Share does nothing for the literal
// executor, or if no projection is large.
func (c *Circuit) Share(threads int) (release func()) {
	threads = min(threads, MostThreads)
	if threads < 2 || c.spec.Executor != Compiled {
		return func() {}
	}
	var team *dense.Team
	for _, l := range c.links {
		if !l.back && l.pre.Len()*l.to.Len() >= SharedSynapses {
			if team == nil {
				team = dense.NewTeam(threads)
			}
			l.memory.Share(team)
		}
	}
	if team == nil {
		return func() {}
	}
	return sync.OnceFunc(func() {
		for _, l := range c.links {
			l.memory.Share(nil)
		}
		team.End()
	})
}
