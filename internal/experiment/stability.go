package experiment

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/theory"
)

// StabilitySchema is the version of the form of Stability.
const StabilitySchema = 1

// Stability is what the linearised mean-field flow predicts of an experiment
// near its fixed point, at which output i has found component i. Rates are per
// unit of Σα_t, and times are their inverses: with a constant α, so many times
// 1/α steps. Neurons and components count from 0.
type Stability struct {
	Schema   int      `json:"schema"`
	Network  string   `json:"network"`
	Stimulus string   `json:"stimulus"`
	Inputs   int      `json:"inputs"`
	Outputs  int      `json:"outputs"`
	Tau      Number   `json:"tau"`
	Gains    []Number `json:"gains"`
	Scales   []Number `json:"scales"`     // m_i, the eigenvalues that the outputs hold, the diagonal of M
	Filter   []Number `json:"amplitudes"` // φ_i, the lengths of the rows of F

	Stability string       `json:"stability"` // of the whole: stable, marginal or unstable
	Pairs     []PairRates  `json:"pairs"`     // slowest first
	Own       Number       `json:"own_rate"`  // the slowest, of an output's own component and scale
	Outside   *OutsideRate `json:"outside"`   // the slowest, null if there is nothing outside

	LargestTau  Number   `json:"largest_stable_tau"`  // 0 if none is stable, null if all are
	LargestRate Number   `json:"largest_stable_rate"` // a constant α, 0 if none is stable
	Ordered     bool     `json:"ordering_holds"`      // (m_i − m_j)(λ_i − λ_j) > 0 in every pair, of a cascade m_i > m_j
	Misordered  [][2]int `json:"misordered"`          // the pairs in which it is not
	Warnings    []string `json:"warnings"`

	cascades bool // outputs fire one after another
}

// PairRates is what is predicted of two outputs.
type PairRates struct {
	Outputs      [2]int       `json:"outputs"`
	Eigenvalues  [3][2]Number `json:"eigenvalues"`   // [re, im], slowest first
	TimeConstant Number       `json:"time_constant"` // 1/|re| of the slowest, null if that is 0
	Stability    string       `json:"stability"`
	Period       Number       `json:"period"` // of the complex couple, 2π/|im|, null if all are real
}

// OutsideRate is how fast an output loses a component that no output holds.
type OutsideRate struct {
	Output    int    `json:"output"`
	Component int    `json:"component"`
	Rate      Number `json:"rate"`
}

// PredictStability returns the prediction for the network, Λ, τ and the problem or
// the spectrum of an experiment; the rest of it does not count. Unlike a run it
// takes gains in any order, and says what is wrong with them.
func PredictStability(e Experiment) (*Stability, error) {
	setDefault(&e.Network, circuit.IfPSP.Name)
	network, err := circuit.LookupNetwork(e.Network)
	if err != nil {
		return nil, err
	}
	if e.Stimulus.Spectrum == nil {
		setDefault(&e.Stimulus.Problem, "small")
	}
	stimuli, err := openStimuli(e.Stimulus, e.Seed)
	if err != nil {
		return nil, err
	}
	defer stimuli.close()
	population, ok := stimuli.(*gaussian)
	if !ok {
		return nil, errors.New("the theory needs a covariance that is known: give a problem or a spectrum, not a file")
	}
	if e.Outputs, err = outputs(e.Outputs, e.Lambda.Len(), 0, most(network, stimuli.outputs())); err != nil {
		return nil, err
	}
	if e.Lambda.Values == nil {
		e.Lambda = defaultLambda(network)
	}
	setDefault(&e.Tau, network.Tau)
	point := theory.FixedPoint{Network: network, Spectrum: population.problem.Spectrum}
	if point.Gains, err = e.Lambda.Gains(e.Outputs); err != nil {
		return nil, err
	}
	s := &Stability{Schema: StabilitySchema, Network: e.Network, Stimulus: stimuli.title()}
	return s, s.predict(point, e.Tau)
}

// predict fills in what the theory says of the point.
func (s *Stability) predict(p theory.FixedPoint, tau float64) error {
	l, err := p.Linearise(tau)
	if err != nil {
		return err
	}
	largest, err := p.LargestStableTau()
	if err != nil {
		return err
	}
	s.cascades = slices.Contains(p.Network.Schedule, circuit.Phase(circuit.Cascade{}))
	s.Inputs, s.Outputs, s.Tau = len(p.Spectrum), len(p.Gains), Number(tau)
	s.Gains, s.Scales, s.Filter = numbers(p.Gains), numbers(p.Scales()), numbers(p.Amplitudes())
	s.Stability = l.Stability().String()
	s.Pairs = []PairRates{}
	for _, pair := range l.Pairs {
		s.Pairs = append(s.Pairs, pairRates(pair))
	}
	slices.SortStableFunc(s.Pairs, func(a, b PairRates) int {
		return cmp.Compare(b.Eigenvalues[0][0], a.Eigenvalues[0][0])
	})
	s.Own = Number(real(l.Scales[0][0]))
	for _, x := range l.Scales {
		s.Own = max(s.Own, Number(real(x[0])))
	}
	if rate, i, k, ok := l.SlowestOutside(); ok {
		s.Outside = &OutsideRate{Output: i, Component: k, Rate: Number(rate)}
	}
	s.LargestTau, s.LargestRate = Number(largest), Number(l.LargestStableRate())
	s.Misordered = append([][2]int{}, p.Misordered()...)
	s.Ordered = len(s.Misordered) == 0
	s.Warnings = append([]string{}, s.doubts(p)...)
	return nil
}

func pairRates(p theory.Pair) PairRates {
	r := PairRates{Outputs: [2]int{p.I, p.J}, TimeConstant: timeConstant(real(p.Slowest())), Stability: p.Stability().String(), Period: nan}
	for i, x := range p.Eigenvalues {
		r.Eigenvalues[i] = [2]Number{Number(real(x)), Number(imag(x))}
		if imag(x) > 0 {
			r.Period = Number(period(imag(x)))
		}
	}
	return r
}

// doubts tells what is wrong with the fixed point, and what the paper's proofs do
// not cover.
func (s *Stability) doubts(p theory.FixedPoint) (warnings []string) {
	warn := func(format string, values ...any) { warnings = append(warnings, fmt.Sprintf(format, values...)) }
	var sameGain, sameScale, exchanged, oscillating int
	m := p.Scales()
	for _, pair := range s.Misordered {
		switch i, j := pair[0], pair[1]; {
		case m[i] == m[j]:
			sameScale++
		case p.Gains[i] == p.Gains[j]:
			sameGain++
		default:
			exchanged++
		}
	}
	for _, pair := range s.Pairs {
		if pair.Period.finite() {
			oscillating++
		}
	}
	if exchanged > 0 {
		warn("in %s the larger gain goes with the smaller eigenvalue, so that this fixed point is unstable for every τ: "+
			"the stable one has the components in the order of the gains (twophase run wants gains that decrease)", s.share(exchanged))
	}
	if sameGain > 0 {
		warn("in %s the gains are equal, so that an eigenvalue is zero: the outputs rotate freely in the plane of their components, "+
			"and only the subspace is found (twophase run wants gains that decrease)", s.share(sameGain))
	}
	if sameScale > 0 {
		warn("in %s the eigenvalues of the stimuli are equal, so that an eigenvalue of the flow is zero: their components are not defined", s.share(sameScale))
	}
	if s.Outside != nil && s.Outside.Rate == 0 {
		warn("the eigenvalue of component %d, which no output holds, equals that of output %d: the subspace is not defined", s.Outside.Component, s.Outside.Output)
	}
	if s.LargestTau > 0 && s.Tau >= s.LargestTau {
		warn("τ = %v is not below the largest stable τ, %v: the pairs that are unstable oscillate more and more; give a smaller τ", s.Tau, s.LargestTau)
	}
	switch {
	case s.cascades && oscillating > 0:
		warn("%s oscillate at τ = %v: they are stable, but swing about the fixed point on their way to it", s.share(oscillating), s.Tau)
	case oscillating > 0:
		warn("%s oscillate at τ = %v: the paper's proof of stability, for a τ that is small enough, has real eigenvalues only and does not cover this τ; what is said here rests on the eigenvalues themselves", s.share(oscillating), s.Tau)
	}
	switch {
	case s.cascades:
		warn("this is about small perturbations: that the cascade has no other stable states is not proved (see docs/cascade.md)")
	case !p.Network.Whitens && !p.Network.SolvesExactly():
		warn("the paper proves that two phases have exactly the stable fixed points of the recurrent network for PSW only: for %s other stable states, strongly lateral ones, are not excluded, and on real images they are met (see docs/real-images.md)", s.Network)
	}
	return warnings
}

// share says how many of the pairs are meant.
func (s *Stability) share(pairs int) string {
	return fmt.Sprintf("%d of %d pairs", pairs, len(s.Pairs))
}
