package planning

import (
	"fmt"

	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

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
