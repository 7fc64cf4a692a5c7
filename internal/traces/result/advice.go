package result

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/experiment/stability"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// Setting is what the advice of a warning depends on. What is advised differs from it.
type Setting struct {
	Network    circuit.Network
	Own        bool // the circuit is one's own: advice names keys of its file, and no other network
	Intervened bool // there were interventions, and no theory holds
	Rate       circuit.Rate
	Tau        float64
	Turns      int // as they were set; 0 if they were not
	Steps      int
	Epochs     int // of a file that is read so often; else 0
}

// escape says what helps a circuit out of a trap.
func (s Setting) escape(l *measure.LateralState) string {
	if s.Intervened {
		return ""
	}
	problem, ways := l.Problem(s.Network), []string{}
	if way := s.slowDecay(problem); way != "" {
		ways = append(ways, way)
	}
	if way := s.cascade(problem); way != "" {
		ways = append(ways, way)
	}
	if way := s.moreTurns(problem); way != "" {
		ways = append(ways, way)
	}
	if len(ways) == 0 {
		ways = append(ways, s.exact())
	}
	text := helps(ways...)
	if s.Own || s.Network.Settles() {
		return text
	}
	return text + fmt.Sprintf("; twophase stability with the same stimuli and --turns %d says what else does", l.Turns)
}

// remedy says what is the matter with a circuit that is far from its settled outputs and in no
// trap, and what helps. The state is nil where none is known.
func (s Setting) remedy(l *measure.LateralState) string {
	switch {
	case s.Intervened:
		return ""
	case s.cascades():
		return ". In a cascade that has learnt the lateral synapses vanish, so learning is not over, or τ is too large" + helps("more steps ("+s.Set("steps", "")+")", "a smaller τ ("+s.Set("tau", fmt.Sprint(s.Tau/2))+")")
	case l == nil && s.equilibrates() != nil:
		return helps("more sweeps", "a smaller tolerance", "the method exact") + ", " + s.within(s.equilibrates())
	case l == nil && s.Network.Settles():
		return helps("more sweeps ("+s.Set("sweeps", "")+")", "the exact solution ("+s.Set("settle", "exact")+")")
	case l == nil:
		return ". The circuit may be in a strongly lateral state that the exact network does not have" + helps(s.exact())
	}
	problem := l.Problem(s.Network)
	if l.Turns%2 == 1 {
		return odd(s.Network) + helps("an even number of turns ("+s.join(s.withTurns(problem, l.Turns-1))+")", s.cascade(problem))
	}
	share, err := problem.TauShare()
	if err != nil {
		share = 0
	}
	large, smaller := s.Astray(problem)
	if share >= 1 && large != "" {
		return ". " + large + helps(smaller, s.cascade(problem))
	}
	if s.Network.Whitens && l.Turns >= theory.FewTurns && l.Radius > measure.MostRadius { // also at small rates
		return fmt.Sprintf(". With %s the noise of learning can be amplified until a circuit that whitens is lost", wording.Count(l.Turns, "turn")) +
			helps("two turns ("+s.join(s.withTurns(problem, 2))+")", s.cascade(problem))
	}
	largest, first := problem.TransientRate(), s.Rate.At(1)
	if first > largest && !s.Network.IsOffline() {
		return fmt.Sprintf(". The learning rate begins at α = %.2g, and circuits of %s can be lost in the transient where it begins above %.2g",
			first, wording.Count(l.Turns, "turn"), largest) + helps("a smaller rate ("+s.join(s.slowly(problem))+")", s.cascade(problem))
	}
	if held := s.held(l); held != "" {
		const slower = 4 // circuits that were tried came back where the rate began at a quarter and fell
		rate := s.slower(stability.Falling(first / slower))
		return held + helps("a smaller rate that falls ("+s.join(rate)+")", s.cascade(problem, rate...))
	}
	why := ". They are not at rest in a lateral state, so learning is not over"
	if s.Network.Whitens {
		why = ". A network that whitens has no lateral state to be held in, so learning is not over, and small components are slow"
	}
	if large != "" {
		large = ". " + large
	}
	return why + large + helps("more steps ("+s.Set("steps", "")+")", smaller, s.cascade(problem))
}

// Astray says what may be wrong with a circuit that does not find the components of a problem though its outputs are
// settled, and what helps, with other settings that this needs: a τ that is too large, or gains that increase in a
// cascade. Both are "" where nothing is, or where no τ helps.
func (s Setting) Astray(problem theory.Turns) (effect, helping string) {
	if s.cascades() && !s.Network.Whitens && !stability.Falls(problem.Point.Gains) {
		falling := slices.Clone(problem.Point.Gains)
		slices.Sort(falling)
		slices.Reverse(falling)
		return "The gains increase somewhere, so that a later output can repeat the component of an earlier one",
			"gains that do not increase (" + s.Set("lambda", experiment.Lambda{Values: falling}.String()) + ")"
	}
	share, err := problem.TauShare()
	switch {
	case err != nil, math.IsInf(share, 1):
		return "", ""
	case share >= 1:
		effect = fmt.Sprintf("With τ = %v the wanted fixed point is unstable", s.Tau)
	case share > theory.SafeTauShare && !s.cascades():
		effect = fmt.Sprintf("The circuit may go on oscillating: with τ = %v that is possible, although the wanted fixed point is stable", s.Tau)
	default:
		return "", ""
	}
	problem.Tau = s.safeTau(share)
	way := append([]string{s.Set("tau", wording.Format(problem.Tau))}, s.slowly(problem)...)
	return effect, "τ of at most a third of the largest stable one (" + s.join(way) + ")"
}

// cascades reports whether the outputs fire one after another.
func (s Setting) cascades() bool {
	return slices.Contains(s.Network.InPaperNames().Schedule, circuit.Phase(circuit.Cascade))
}

// safeTau returns a τ of at most a third of the largest with which nothing grows, to three digits. That of the circuit is
// some part of the largest.
func (s Setting) safeTau(share float64) float64 {
	return stability.Below(s.Tau/share*theory.SafeTauShare, 3)
}

// held says how the steps of learning hold a circuit at no fixed point, or "" if they need not.
func (s Setting) held(l *measure.LateralState) string {
	first := s.Rate.At(1)
	epsilon, _ := s.Network.LateralDecay() // that of a fixed point is at most 1/ε
	switch {
	case s.Network.IsOffline():
		return ""
	case float64(l.Radius)*min(1, epsilon) > measure.MostRadius:
		return ". No fixed point has so large a radius: the steps of learning hold the circuit there"
	case s.Rate.At(s.Steps) == first && first*float64(s.Steps) > measure.Forgotten:
		return fmt.Sprintf(". Learning is not over, or the noise of a rate that stays at α = %.2g holds the circuit there", first)
	}
	return ""
}

// equilibrates returns the phase in which a circuit settles that no flag reaches, nil if there is none: an Equilibrate has
// its method and its budget in the file of the circuit.
func (s Setting) equilibrates() *circuit.Equilibrate {
	for _, p := range s.Network.Schedule {
		if e, is := p.(circuit.Equilibrate); is && e.Method != circuit.Exact {
			return &e
		}
	}
	return nil
}

// within names the phase that is to be changed.
func (s Setting) within(e *circuit.Equilibrate) string {
	text := fmt.Sprintf("in the phase equilibrate of %v in the file of the circuit", e.Populations)
	if !s.Own {
		text += " (twophase describe " + s.Network.Name + " --as-file writes it)"
	}
	return text
}

// settle says what helps a circuit that uses up its sweeps.
func (s Setting) settle() string {
	if e := s.equilibrates(); e != nil {
		ways := []string{"more sweeps", "a larger tolerance"}
		if e.Method == circuit.AtOnce {
			ways = append(ways, "more damping")
		}
		return helps(ways...) + ", " + s.within(e)
	}
	return helps("more sweeps ("+s.Set("sweeps", "")+")", "damping ("+s.Set("damping", "")+")", "a larger tolerance ("+s.Set("tolerance", "")+")")
}

// odd says where an odd number of turns may lead.
func odd(n circuit.Network) string {
	if n.Whitens {
		return ". With an odd number of turns the lateral synapses of a network that whitens can grow without bound"
	}
	return ". With an odd number of turns every output may come to carry the first component"
}

// helps lists what helps, without empty texts.
func helps(ways ...string) string {
	var there []string
	for _, way := range ways {
		if way != "" {
			there = append(there, way)
		}
	}
	return ". What helps: " + strings.Join(there, ", or ")
}

// cascade returns the advice to let the outputs fire one after another, or "" if that is not
// known to be stable. The rate is the one that a cascade needs, if no other is given.
func (s Setting) cascade(t theory.Turns, rate ...string) string {
	cascade, ok, err := stability.Cascade(t)
	if err != nil || !ok {
		return ""
	}
	way := []string{s.Set("network", cascade.Point.Network.Name)}
	if s.Own {
		way[0] = "schedule: [feedforward, cascade, plasticity] and wiring: ordered of " + s.Network.Among().Name + " in the file of the circuit"
	}
	if cascade.Tau != t.Tau {
		way = append(way, s.Set("tau", fmt.Sprint(cascade.Tau)))
	}
	if len(rate) == 0 {
		rate = s.slowly(cascade)
	}
	way = append(way, rate...)
	switch {
	case s.equilibrates() != nil: // its file has another schedule
	case s.Network.Settles():
		way = append(way, "without "+s.Set("settle", ""))
	case s.Turns > 0:
		way = append(way, "without "+s.Set("turns", ""))
	}
	return "a cascade (" + s.join(way) + ")"
}

// slowDecay returns the advice of a slower lateral decay, or "" if it is not found to help. With many outputs it does
// not search.
func (s Setting) slowDecay(t theory.Turns) string {
	if len(t.Point.Gains) > stability.MostSearched {
		return ""
	}
	ok, starts, err := stability.LikelySlow(t)
	if err != nil || !ok {
		return ""
	}
	return fmt.Sprintf("a slower lateral decay (%s: none of %d starts of the mean-field flow failed)", s.Set("lateral_decay", fmt.Sprint(stability.SlowDecay)), starts)
}

// moreTurns returns the advice of another number of turns that is enough, with the rate that it
// needs, or "" if none is found. With many outputs it does not search.
func (s Setting) moreTurns(t theory.Turns) string {
	if len(t.Point.Gains) > stability.MostSearched {
		return ""
	}
	enough, starts, err := stability.LikelyTurns(t)
	if err != nil || enough == 0 || enough == t.Count {
		return ""
	}
	return fmt.Sprintf("%d turns (%s: none of %d starts of the mean-field flow failed)", enough, s.join(s.withTurns(t, enough)), starts)
}

// withTurns returns the setting of a number of turns, with the rate that they need.
func (s Setting) withTurns(t theory.Turns, n int) []string {
	t.Count = n
	return append([]string{s.turns(n)}, s.slowly(t)...)
}

// slowly returns the rate that some turns need and the number of steps, if they need any.
func (s Setting) slowly(t theory.Turns) []string {
	slowly := stability.Slowly
	if s.Network.IsOffline() {
		slowly = stability.SlowlyOffline
	}
	rate, steps, needed := slowly(t, s.Rate.At(1))
	if !needed {
		return nil
	}
	return s.slower(rate, steps)
}

// slower returns the setting of a rate, and of the steps that it takes, if they are more.
func (s Setting) slower(rate circuit.Rate, steps int) []string {
	way := []string{s.Set("rate", rate.String())}
	if steps > s.Steps {
		way = append(way, s.longer(steps))
	}
	return way
}

// longer returns the setting of a longer run.
func (s Setting) longer(steps int) string {
	if s.Epochs > 0 {
		return s.Set("epochs", fmt.Sprint(int(math.Ceil(float64(steps)*float64(s.Epochs)/float64(s.Steps)))))
	}
	return s.Set("steps", fmt.Sprint(steps))
}

// turns returns the setting of a number of turns.
func (s Setting) turns(n int) string {
	if e := s.equilibrates(); e != nil {
		return fmt.Sprintf("sweeps: %d %s", n, s.within(e))
	}
	if s.Network.Settles() {
		return s.Set("sweeps", fmt.Sprint(n))
	}
	return s.Set("turns", fmt.Sprint(n))
}

// exact returns the advice to solve for the settled outputs.
func (s Setting) exact() string {
	switch e := s.equilibrates(); {
	case e != nil:
		return "the exact solution (method: exact " + s.within(e) + ")"
	case s.Network.Settles():
		return "the exact solution (" + s.Set("settle", "exact") + ")"
	case s.Network.Name == circuit.IfPSP.Name:
		return "the exact network (--network PSP)"
	case s.Network.Name == circuit.IfPSW.Name:
		return "the exact network (--network PSW)"
	}
	return "a smaller learning rate (" + s.Set("rate", "") + ")"
}

// Set returns a setting as a flag or, of a circuit of one's own, as a key of its file. The value may be "".
func (s Setting) Set(key, value string) string {
	flag := "--" + strings.ReplaceAll(key, "_", "-")
	switch {
	case value == "" && s.Own:
		return key
	case value == "":
		return flag
	case s.Own:
		return key + ": " + value
	}
	return flag + " " + wording.ShellWord(value)
}

// join joins settings.
func (s Setting) join(way []string) string {
	if s.Own {
		return strings.Join(way, ", ")
	}
	return strings.Join(way, " ")
}
