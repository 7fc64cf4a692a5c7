package stability

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment"
	"twophase/internal/experiment/memory"
	"twophase/internal/experiment/scene"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Schema is the version of the JSON form of a Prediction.
const Schema = 1

// Prediction is what the linearised mean-field flow predicts of an experiment near its
// fixed point, at which output i has found component i; where outputs turn freely, the rates are the same in any
// other basis. Rates are per unit of Σα_t, and times are their inverses: with a constant α, multiples of 1/α steps.
// Neurons and components count from 0.
type Prediction struct {
	Schema   int              `json:"schema"`
	Network  string           `json:"network"`
	Stimulus string           `json:"stimulus"`
	Inputs   int              `json:"inputs"`
	Outputs  int              `json:"outputs"`
	Tau      wording.Number   `json:"tau"`
	Decay    *wording.Number  `json:"lateral_decay,omitempty"` // ε, if it is not 1 as in the paper
	Gains    []wording.Number `json:"gains"`
	Scales   []wording.Number `json:"scales"`     // m_i, the eigenvalues of the components that the outputs found; the diagonal of M
	Filter   []wording.Number `json:"amplitudes"` // φ_i, the lengths of the rows of F

	Stability string         `json:"stability"` // of the whole: stable, marginal or unstable
	Pairs     []PairRates    `json:"pairs"`     // slowest first
	Own       wording.Number `json:"own_rate"`  // the slowest rate of an output's component and scale
	Outside   *OutsideRate   `json:"outside"`   // the slowest outside the subspace; null if all directions are inside

	LargestTau  wording.Number `json:"largest_stable_tau"`  // 0 if none is stable, null if all are
	LargestRate wording.Number `json:"largest_stable_rate"` // for a constant α; 0 if none is stable
	BoundedTau  wording.Number `json:"largest_bounded_tau"` // below which nothing grows; above largest_stable_tau if outputs turn freely
	BoundedRate wording.Number `json:"largest_bounded_rate"`
	Ordered     bool           `json:"ordering_holds"` // (m_i − m_j)(λ_i − λ_j) > 0 in every pair; for a cascade, m_i > m_j
	Misordered  [][2]int       `json:"misordered"`     // the pairs in which it does not hold
	Warnings    []string       `json:"warnings"`

	*Turns          // of settling cut short, nil if it is not asked for
	Notes  []string `json:"notes,omitempty"` // about the spectrum

	cascades bool // outputs fire one after another
	searches bool // lateral states are searched
	free     bool // the network has no gains, and its outputs turn freely
}

// PairRates is the prediction for two outputs.
type PairRates struct {
	Outputs      [2]int               `json:"outputs"`
	Eigenvalues  [3][2]wording.Number `json:"eigenvalues"`   // [re, im], slowest first
	TimeConstant wording.Number       `json:"time_constant"` // 1/|re| of the slowest, null if that is 0
	Stability    string               `json:"stability"`
	Period       wording.Number       `json:"period"` // of the complex couple, 2π/|im|, null if all are real
}

// OutsideRate is the rate at which an output loses a component that no output has found.
type OutsideRate struct {
	Output    int            `json:"output"`
	Component int            `json:"component"`
	Rate      wording.Number `json:"rate"`
}

// Predict returns the prediction for the network, Λ, τ, turns or settling and the stimuli of
// an experiment, and ignores the rest. Unlike a run it takes gains in any order, and warns
// of a wrong one. The eigenvalues of a file are those of all its stimuli.
func Predict(ctx context.Context, e experiment.Experiment) (*Prediction, error) {
	if e.Circuit == nil {
		experiment.SetDefault(&e.Network, circuit.IfPSP.Name)
	}
	e.Offline = false // the theory is that of the covariance
	turning := e
	turning.Turns = 0
	network, err := turning.SettledNetwork()
	if err == nil {
		network, err = theory.InPaperNames(network)
	}
	if err == nil {
		network, err = e.Turned(network)
	}
	if err == nil {
		err = theory.CheckNetwork(network)
	}
	if err != nil {
		return nil, err
	}
	if len(e.Rates)+len(e.Taus) > 0 {
		return nil, document.Blame(errors.New("the theory has one α and one τ for the whole circuit: leave rates and taus out"), "rates", "taus")
	}
	if len(e.Stimulus.Given()) == 0 {
		e.Stimulus.Problem = "small"
	}
	stimuli, err := scene.Open(ctx, e.Stimulus, e.Seed)
	if err != nil {
		return nil, err
	}
	defer stimuli.Close()
	suggested := experiment.SuggestedOutputs(network, e.Stimulus, stimuli.Outputs(), stimuli.Inputs())
	if e.Outputs, err = experiment.ChooseOutputs(e.Outputs, e.Lambda.Len(), 0, suggested); err != nil {
		return nil, err
	}
	if err := memory.CheckPairs(stimuli.Inputs(), e.Outputs); err != nil {
		return nil, err
	}
	point := theory.FixedPoint{Network: network}
	auto := e.Lambda.Auto
	if e.Lambda.Values == nil {
		e.Lambda = experiment.DefaultLambda(network)
	}
	if point.Gains, err = e.Lambda.Gains(e.Outputs); err != nil {
		return nil, err
	}
	s := &Prediction{Schema: Schema, Network: e.NetworkName(), Stimulus: stimuli.Title(), searches: e.Turns > 0}
	if len(e.Interventions) > 0 {
		s.Notes = append(s.Notes, "the circuit is that before its interventions")
	}
	spectrum, notes, err := Spectrum(ctx, stimuli)
	if err != nil {
		return nil, err
	}
	point.Spectrum, s.Notes = spectrum, append(s.Notes, notes...)
	if n := directions(point.Spectrum); n < e.Outputs && e.Outputs <= len(point.Spectrum) && e.Stimulus.FromFiles() {
		return nil, document.Blame(fmt.Errorf("the stimuli (%s) vary in %s only, and %s cannot each find one: no fixed point and no number of turns can be predicted; ask for at most --outputs %d",
			stimuli.Title(), wording.Count(n, "direction"), wording.Count(e.Outputs, "output"), n), "outputs")
	}
	if auto || e.AutoTau {
		if e.Rate.String() == "" {
			if e.Rate, err = circuit.ParseRate(stimuli.Rate(network)); err != nil {
				return nil, err
			}
		}
		chosen, err := Choose(point, Wish{Gains: auto, Tau: e.Tau, Rate: e.Rate.At(1)})
		if err != nil {
			return nil, err
		}
		point.Gains, e.Tau = chosen.Gains, chosen.Tau
		s.Notes = append(s.Notes, "chosen by the theory: "+chosen.Why)
	}
	experiment.SetDefault(&e.Tau, network.Tau)
	if err := s.predict(point, e.Tau); err != nil {
		return nil, err
	}
	if e.Turns > 0 {
		s.Turns, err = NewTurns(point, e.Tau, e.Turns)
	}
	return s, err
}

// Spectrum returns the eigenvalues of the covariance of stimuli, and notes about them. It
// reads stimuli from a file to their end.
func Spectrum(ctx context.Context, stimuli scene.Stimuli) (spectrum []float64, notes []string, err error) {
	if known := stimuli.Population(); known != nil {
		return known, nil, nil
	}
	file, ok := stimuli.(*scene.File)
	if !ok {
		return nil, nil, errors.New("the theory needs a covariance: give a problem, a spectrum or a file")
	}
	if spectrum, err = file.Spectrum(ctx); err != nil {
		return nil, nil, err
	}
	for i := 1; i < len(spectrum); i++ { // what differs by rounding is equal
		if spectrum[i-1]-spectrum[i] <= 1e-10*spectrum[i-1] {
			spectrum[i] = spectrum[i-1]
		}
	}
	n, rows := file.Inputs(), file.Found.Rows
	notes = append(notes, fmt.Sprintf("the eigenvalues are those of %s in %s: those of what they are samples of are known to about %.2g %% (the standard error of a Gaussian's)",
		wording.Count(rows, "stimulus"), file.Title(), 100*math.Sqrt(2/float64(rows))))
	if rows <= n {
		notes = append(notes, fmt.Sprintf("%s for %s: the file is too short for its covariance, whose eigenvalues beyond the first %d are 0, and the first are too large",
			wording.Count(rows, "stimulus"), wording.Count(n, "input"), directions(spectrum)))
	}
	return spectrum, notes, nil
}

// directions returns the number of directions in which stimuli vary.
func directions(spectrum []float64) int {
	n := 0
	for n < len(spectrum) && spectrum[n] > 0 {
		n++
	}
	return n
}

// predict fills in the theory of the fixed point.
func (s *Prediction) predict(p theory.FixedPoint, tau float64) error {
	l, err := p.Linearise(tau)
	if err != nil {
		return err
	}
	largest, err := p.LargestStableTau()
	if err != nil {
		return err
	}
	bounded, err := p.LargestBoundedTau()
	if err != nil {
		return err
	}
	s.cascades = slices.Contains(p.Network.Schedule, circuit.Phase(circuit.Cascade))
	epsilon, projects := p.Network.LateralDecay()
	if projects && epsilon != 1 {
		s.Decay = new(wording.Number(epsilon))
		if epsilon < 1 && !s.cascades {
			s.Notes = append(s.Notes, "with a lateral decay of its own the network may find the components in another order, too")
		}
	}
	if projects && epsilon == 0 {
		s.Notes = append(s.Notes, "without lateral decay M can grow without bound from some starts (see docs/turns.md): a small one, such as 0.1, prevented that wherever it was tried")
	}
	s.free = p.Network.Gains == circuit.NoGains && s.Decay == nil
	s.Inputs, s.Outputs, s.Tau = len(p.Spectrum), len(p.Gains), wording.Number(tau)
	s.Gains, s.Scales, s.Filter = wording.Numbers(p.Gains), wording.Numbers(p.Scales()), wording.Numbers(p.Amplitudes())
	s.Stability = l.Stability().String()
	s.Pairs = []PairRates{}
	for _, pair := range l.Pairs {
		s.Pairs = append(s.Pairs, pairRates(pair))
	}
	slices.SortStableFunc(s.Pairs, func(a, b PairRates) int {
		return cmp.Compare(b.Eigenvalues[0][0], a.Eigenvalues[0][0])
	})
	s.Own = wording.Number(real(l.Scales[0][0]))
	for _, x := range l.Scales {
		s.Own = max(s.Own, wording.Number(real(x[0])))
	}
	if rate, i, k, ok := l.SlowestOutside(); ok {
		s.Outside = &OutsideRate{Output: i, Component: k, Rate: wording.Number(rate)}
	}
	s.LargestTau, s.LargestRate = wording.Number(largest), wording.Number(l.LargestStableRate())
	s.BoundedTau, s.BoundedRate = wording.Number(bounded), wording.Number(l.LargestBoundedRate())
	s.Misordered = append([][2]int{}, p.Misordered()...)
	s.Ordered = len(s.Misordered) == 0
	s.Warnings = append([]string{}, s.doubts(p)...)
	return nil
}

func pairRates(p theory.Pair) PairRates {
	r := PairRates{Outputs: [2]int{p.I, p.J}, TimeConstant: timeConstant(real(p.Slowest())), Stability: p.Stability().String(), Period: wording.NaN}
	for i, x := range p.Eigenvalues {
		r.Eigenvalues[i] = [2]wording.Number{wording.Number(real(x)), wording.Number(imag(x))}
		if imag(x) > 0 {
			r.Period = wording.Number(period(imag(x)))
		}
	}
	return r
}

// doubts adds warnings: what is wrong with the fixed point, and what the paper's proofs do
// not cover.
func (s *Prediction) doubts(p theory.FixedPoint) (warnings []string) {
	warn := func(format string, values ...any) { warnings = append(warnings, fmt.Sprintf(format, values...)) }
	var sameGain, sameScale, exchanged, oscillating, swinging, growing int
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
		if pair.Period.Finite() {
			oscillating++
			if pair.Stability == theory.Stable.String() {
				swinging++
			}
		}
		if pair.Stability == theory.Unstable.String() {
			growing++
		}
	}
	if exchanged > 0 {
		warn("in %s the larger gain goes with the smaller eigenvalue, so that this fixed point is unstable for every τ: "+
			"the stable one has the components in the order of the gains (twophase run wants gains that decrease)", s.share(exchanged))
	}
	switch {
	case sameGain > 0 && s.free:
		warn("in %s an eigenvalue is zero, as the network has no gains: its outputs rotate freely within the subspace, so that it finds only the subspace, and M_ij does not vanish", s.share(sameGain))
	case sameGain > 0:
		warn("in %s the gains are equal, so that an eigenvalue is zero: the outputs rotate freely in the plane of their components, "+
			"and only the subspace is found (twophase run wants gains that decrease)", s.share(sameGain))
	}
	if sameScale > 0 {
		warn("in %s the eigenvalues of the stimuli are equal, so that an eigenvalue of the flow is zero: any basis of what they span is as good, and the outputs turn freely within it", s.share(sameScale))
	}
	if s.Outside != nil && s.Outside.Rate == 0 {
		warn("component %d is outside the subspace, and an eigenvalue inside is equal to its eigenvalue: any direction of what these components span is as good, and the subspace turns freely within it", s.Outside.Component)
	}
	if s.BoundedTau > 0 && s.Tau >= s.BoundedTau {
		bound, effect := "the largest stable τ", "perturbations of "+s.share(growing)+" grow"
		if s.LargestTau == 0 {
			bound = "the largest τ without growth"
		}
		if growing == 0 {
			effect = "perturbations do not die out"
		}
		warn("τ = %v is not below %s, %v: %s; give a smaller τ", s.Tau.Beside(s.BoundedTau), bound, limit(s.BoundedTau, s.Tau, ""), effect)
	}
	switch {
	case s.cascades && swinging == 1:
		warn("%s at τ = %v: it is stable, but approaches the fixed point in damped oscillations", s.oscillate(swinging), s.Tau.Beside(s.BoundedTau))
	case s.cascades && swinging > 1:
		warn("%s at τ = %v: they are stable, but approach the fixed point in damped oscillations", s.oscillate(swinging), s.Tau.Beside(s.BoundedTau))
	case !s.cascades && oscillating > 0:
		warn("%s at τ = %v: the paper's proof of stability, for a τ that is small enough, assumes real eigenvalues and does not cover this τ; the results here follow from the eigenvalues themselves", s.oscillate(oscillating), s.Tau.Beside(s.BoundedTau))
	}
	switch {
	case s.Outputs == 1: // no lateral synapse, so nothing is approximated
	case s.cascades && !p.Network.Whitens && !Falls(p.Gains):
		warn("the gains increase somewhere, so that a later neuron can repeat the component of an earlier one, in a stable state with lateral synapses (see docs/cascade.md): give gains that do not increase")
	case s.cascades:
		warn("no other fixed point is linearly stable; that the flow reaches this one from every start is not proved (see docs/cascade.md)")
	case !s.searches && !p.Network.Whitens && !p.Network.IsRecurrent():
		warn("the paper proves only for PSW that two phases have the same stable fixed points as the recurrent network: %s may have other stable states, with strong lateral weights; --turns 2 searches for them (see docs/turns.md)", s.Network)
	}
	return warnings
}

// share says which share of the pairs a list is.
func (s *Prediction) share(pairs int) string {
	if len(s.Pairs) == 1 {
		return "the only pair"
	}
	return fmt.Sprintf("%d of %d pairs", pairs, len(s.Pairs))
}

// oscillate says how many pairs oscillate.
func (s *Prediction) oscillate(pairs int) string {
	if pairs == 1 {
		return s.share(pairs) + " oscillates"
	}
	return s.share(pairs) + " oscillate"
}
