package circuit

import (
	"errors"
	"fmt"
	"slices"

	"twophase/internal/text/wording"
)

// Turning returns a two-phase network with the given number of simultaneous turns, at least 2:
// Feedforward is the first, Lateral the second, and each LateralAgain one more. It returns an
// error if the network has no such turns.
func (n Network) Turning(turns int) (Network, error) {
	switch {
	case n.Turns() == 0:
		return Network{}, fmt.Errorf("network %s takes no simultaneous turns (its phases are %v): choose ifPSP or ifPSW, or settle by sweeps", n.Name, n.Schedule)
	case turns == 1:
		return Network{}, errors.New("with 1 turn no output receives the others, and each finds the first component: give at least 2 turns")
	case turns < 2:
		return Network{}, fmt.Errorf("%d turns: give at least 2", turns)
	}
	schedule := slices.Concat(Schedule{Feedforward, Lateral}, slices.Repeat(Schedule{LateralAgain}, turns-2), Schedule{Plasticity{}})
	for i, phase := range schedule {
		schedule[i] = n.Graph.InOwnNames(phase)
	}
	n.Schedule = schedule
	return n, nil
}

// Turns returns the number of simultaneous turns of a network whose phases, in the names of the paper, are Feedforward,
// Lateral, any number of LateralAgain, and Plasticity or MeanField; 0 of any other.
func (n Network) Turns() int {
	schedule := n.InPaperNames().Schedule
	last := len(schedule) - 1
	if last < 2 || schedule[0] != Phase(Feedforward) || schedule[1] != Phase(Lateral) || !Learns(schedule[last]) {
		return 0
	}
	if slices.ContainsFunc(schedule[2:last], func(p Phase) bool { return p != Phase(LateralAgain) }) {
		return 0
	}
	return last
}

// Settling returns the network with the phase s instead of Solve or another Settle. It
// returns an error if s is not valid or the network has no recurrent activity.
func (n Network) Settling(s Settle) (Network, error) {
	if err := s.Validate(); err != nil {
		return Network{}, err
	}
	return n.settlingBy(s)
}

// Exactly returns the network with Solve instead of Settle. It returns an error if the
// network has no recurrent activity.
func (n Network) Exactly() (Network, error) { return n.settlingBy(Solve) }

// settlingBy returns the network with another phase instead of Solve or Settle.
func (n Network) settlingBy(phase Phase) (Network, error) {
	recurrent := slices.IndexFunc(n.Schedule, func(p Phase) bool {
		_, sweeps := p.(Settle)
		return sweeps || p == n.Graph.InOwnNames(Solve)
	})
	if recurrent < 0 {
		return Network{}, fmt.Errorf("network %s does not settle (its phases are %v): choose a recurrent one, such as PSP or PSW", n.Name, n.Schedule)
	}
	n.Schedule = slices.Clone(n.Schedule)
	n.Schedule[recurrent] = n.Graph.InOwnNames(phase)
	return n, nil
}

// SolvesExactly reports whether the network solves for its outputs exactly.
func (n Network) SolvesExactly() bool { return slices.ContainsFunc(n.Schedule, solves) }

// Settles reports whether the network settles by sweeps.
func (n Network) Settles() bool { return slices.ContainsFunc(n.Schedule, settles) }

// Local returns whether every phase is local, by their signatures.
func (n Network) Local() Answer {
	local := Yes
	for _, p := range n.Schedule {
		local = local.and(SignatureIn(p, n.Graph).Local)
	}
	return local
}

// HasThirdFactor reports whether rules or variables use a signal that is broadcast.
func (n Network) HasThirdFactor() bool {
	return slices.ContainsFunc(n.Schedule, func(p Phase) bool {
		return slices.ContainsFunc(n.Graph.Signals, func(name string) bool {
			return slices.Contains(SignatureIn(p, n.Graph).Reads, Variable(name))
		})
	})
}

// IsLocal reports whether the network is known to be local.
func (n Network) IsLocal() bool { return n.Local() == Yes }

// IsRecurrent reports whether the network has Settle, Solve or Equilibrate.
func (n Network) IsRecurrent() bool { return n.Settles() || n.SolvesExactly() }

// Offline returns the network with MeanField in the place of Plasticity. The neural phases must be
// a linear map that depends on the weights alone, and the means of all rules must follow from the
// second moments of the stimuli. Otherwise the error names the networks that can learn offline.
func (n Network) Offline() (Network, error) {
	if err := n.checkOffline(); err != nil {
		var names []string
		for _, other := range Networks() {
			if other.checkOffline() == nil {
				names = append(names, other.Name)
			}
		}
		return Network{}, fmt.Errorf("network %s has no mean-field flow here: %w; choose one of %s", n.Name, err, wording.List(names, "or"))
	}
	last := len(n.Schedule) - 1
	n.Schedule = append(slices.Clone(n.Schedule[:last]), MeanField{})
	return n, nil
}

// IsOffline reports whether the network learns by MeanField, from second moments instead of
// single stimuli.
func (n Network) IsOffline() bool { return slices.Contains(n.Schedule, Phase(MeanField{})) }

func (n Network) checkOffline() error {
	if err := (MeanField{}).checkIn(n.Graph); err != nil {
		return err
	}
	last := len(n.Schedule) - 1
	if last < 0 || n.Schedule[last] != Phase(Plasticity{}) {
		return fmt.Errorf("its last phase is not Plasticity (%v)", n.Schedule)
	}
	for _, phase := range n.Schedule[:last] {
		if err := hasMeanResponse(phase, SignatureIn(phase, n.Graph)); err != nil {
			return err
		}
	}
	for _, p := range n.Graph.Projections {
		if _, err := meanOf(p.Rule); err != nil {
			return err
		}
	}
	_, err := meanOfScale(n.Population("outputs").Scale)
	return err
}

// Learns reports whether p is Plasticity or MeanField, the phases in which all rules learn.
func Learns(p Phase) bool { return p == Phase(Plasticity{}) || p == Phase(MeanField{}) }

// InPaperNames returns a network that is a pair (see Circuit.SettlesByM) under the names of the paper: inputs, outputs,
// feedforward and lateral. Theory knows these names alone. A turn that adds W x afresh is then Lateral, to which it is
// equal but for rounding. Any other network, and one with other phases than neural
// ones, Residual and Plasticity, is returned as it is.
func (n Network) InPaperNames() Network {
	of := n.Graph.paperNames()
	if of == nil {
		return n
	}
	name := func(s string) string { return of[s] } // a pair has no other parts
	g := n.Graph
	g.Populations, g.Projections, g.Output = slices.Clone(g.Populations), slices.Clone(g.Projections), ""
	for i := range g.Populations {
		g.Populations[i].Name = name(g.Populations[i].Name)
	}
	for i := range g.Projections {
		p := &g.Projections[i]
		p.Name, p.From, p.To = name(p.Name), name(p.From), name(p.To)
	}
	g = g.AsPair()
	whole := n
	n.Graph, n.Schedule = g, slices.Clone(n.Schedule)
	for i, phase := range n.Schedule {
		in, ok := renamed(phase, name)
		if !ok {
			return whole
		}
		n.Schedule[i] = in
	}
	useNamedTurns(n.Schedule)
	return n
}

// useNamedTurns puts Feedforward, Lateral and LateralAgain where a turn writes the same otherwise: it adds W x afresh, in
// place of ỹ, or the first one keeps W x as y, which the next one reads.
func useNamedTurns(schedule Schedule) {
	for i, phase := range schedule {
		switch {
		case phase == lateralAfresh:
			schedule[i] = Lateral
		case phase == lateralAgainAfresh && i > 0 && schedule[i-1] == Phase(feedforwardAsFinal):
			schedule[i-1], schedule[i] = Feedforward, Lateral
		case phase == lateralAgainAfresh && slices.Contains(schedule[:i], Phase(Feedforward)):
			schedule[i] = LateralAgain
		}
	}
}
