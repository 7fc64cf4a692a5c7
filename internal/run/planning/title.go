package planning

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/experiment/scene"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

// TogetherTrials returns the number of trials that run fastest in lockstep: see
// circuit.EnsembleSize.
func (p *Plan) TogetherTrials() int { return circuit.EnsembleSize(p.Spec) }

// Endless reports whether the run lasts as long as its stimuli, whose number is not known.
func (p *Plan) Endless() bool { return p.Experiment.Stimulus.FromPipe() && p.Experiment.Steps == 0 }

// Steps returns the largest number of steps of each trial.
func (p *Plan) Steps() int {
	if p.Endless() {
		return experiment.MaxSteps
	}
	return p.Experiment.Steps
}

// Inputs returns the number N of inputs.
func (p *Plan) Inputs() int { return p.Spec.Inputs }

// Size returns the size of the circuit, with its graph if it has other populations than the paper's.
func (p *Plan) Size() selection.Size { return p.size }

// Network returns the plan's network.
func (p *Plan) Network() circuit.Network { return p.Spec.Network }

// StimuliTitle says what the stimuli are.
func (p *Plan) StimuliTitle() string {
	if s := p.Experiment.Stimulus.Spectrum; s != nil {
		return fmt.Sprintf("%s, eigenvalues %s", p.Stimuli.Title(), experiment.SpectrumText(s))
	}
	return p.Stimuli.Title()
}

// Title names the circuit and its stimuli, and says if the circuit is not local, or learns by a third factor.
func (p *Plan) Title() string {
	e, mark := p.Experiment, ""
	switch p.Spec.Network.Local() {
	case circuit.No:
		mark = " (not local)"
	case circuit.NotKnown:
		mark = " (not known to be local)"
	}
	if p.Spec.Network.HasThirdFactor() {
		mark += " (three-factor)"
	}
	return fmt.Sprintf("%s%v%s on %s", e.NetworkName(), e.Manner(), mark, p.Stimuli.Title())
}

// Requests returns what is recorded. If that depends on the number of steps, it is known
// once a run of the plan starts.
func (p *Plan) Requests() []recorder.Request { return slices.Clone(p.Records) }

// Declared returns the names of the declared measures that a run of the plan takes: those that
// matter for its network, or all that need not be asked for if more is known of the stimuli than
// their spectrum; purity, if there are labels; those of each population and projection, if the network does not look for
// principal components; and those that it follows.
func (p *Plan) Declared() []string {
	if p.Unmeasured {
		return nil
	}
	names := measure.DeclaredFor(p.Spec.Network)
	if p.Spec.Network.Finds == circuit.Nothing {
		names = nil // OfParts has them of every population
	}
	if _, structured := p.Stimuli.(*scene.Structured); structured && names == nil {
		names = measure.Names(false)
	}
	wanted := p.Experiment.Followed()
	if s := p.Experiment.Stimulus; s.Labels+s.LabelColumn != "" {
		wanted = append([]string{"purity"}, wanted...)
	}
	if !p.Spec.Network.FindsPrincipal() {
		wanted = slices.Concat(measure.OfParts(p.Spec.Network.Graph), wanted)
	}
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Anchored reports whether a measure or a condition needs the filter at the reference step of
// drift.
func (p *Plan) Anchored() bool {
	asks := func(i intervention.Intervention) bool {
		when, ok := i.When.(intervention.When)
		return ok && when.Condition.Quantity == intervention.Drift
	}
	records := func(r recorder.Request) bool { return r.While.Quantity == intervention.Drift }
	return measure.Read(p.Experiment.Followed(), "drift") || slices.ContainsFunc(p.Interventions, asks) || slices.ContainsFunc(p.Records, records)
}

// Outline returns a line that says what a checked plan would run.
func (p *Plan) Outline() string {
	e := p.Experiment
	trials := ""
	if e.Trials > 1 {
		trials = fmt.Sprintf(", %s", wording.Count(e.Trials, "trial"))
	}
	interventions := ""
	if n := len(e.Interventions); n > 0 {
		interventions = ", " + result.Counted(n, "intervention")
	}
	steps := wording.Count(e.Steps, "step")
	if p.Endless() {
		steps = "a step for each row"
	}
	chosen := ""
	if p.Chosen != "" {
		chosen = "; chosen by the theory: " + p.Chosen
	}
	return fmt.Sprintf("%s%v on %s: N = %s, K = %s, %s%s%s, recording about %v, in about %v of memory%s",
		e.NetworkName(), e.Manner(), p.Stimuli.Title(), wording.Count(p.Spec.Inputs, "input"), wording.Count(e.Outputs, "output"), steps, trials, interventions, p.cost, recorder.Budget(p.bytes), chosen)
}
