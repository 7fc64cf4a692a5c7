package experiment

import "fmt"

// Outline returns a line that says what a plan that was checked would run.
func (p *Plan) Outline() string {
	e := p.Experiment
	trials := ""
	if e.Trials > 1 {
		trials = fmt.Sprintf(", %d trials", e.Trials)
	}
	interventions := ""
	if n := len(e.Interventions); n > 0 {
		interventions = ", " + counted(n, "intervention")
	}
	return fmt.Sprintf("%s%v on %s: N = %d inputs, K = %d outputs, %d steps%s%s, recording about %v",
		e.Network, e.Settle, p.stimuli.title(), p.spec.Inputs, e.Outputs, e.Steps, trials, interventions, p.cost)
}
