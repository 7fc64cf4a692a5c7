package neuron

import (
	"fmt"

	"twophase/internal/numerics/kernel"
)

// Window is the memory of a running mean μ ← μ + (s − μ)/n, which starts at 0. n is the
// number of stimuli so far if Steps is 0, the smaller of that number and Steps if Grows is
// set, and Steps otherwise.
type Window struct {
	Steps int  // 0: the mean of all stimuli so far
	Grows bool // the window grows from 1 stimulus to Steps
}

// Validate returns an error if the window has no meaning.
func (w Window) Validate() error {
	if w.Steps < 0 {
		return fmt.Errorf("a running mean over %d stimuli: give 0 for all, or a positive number", w.Steps)
	}
	return nil
}

// String returns the window in words.
func (w Window) String() string {
	switch {
	case w.Steps == 0:
		return "all stimuli so far"
	case w.Grows:
		return fmt.Sprintf("all stimuli so far, then the last %d or so", w.Steps)
	}
	return fmt.Sprintf("the last %d stimuli or so", w.Steps)
}

// Update changes running means [n] by the present values [n] of step t, from 1.
func (w Window) Update(mean, values []float64, t int) {
	n := t
	if w.Steps > 0 && (!w.Grows || t > w.Steps) {
		n = w.Steps
	}
	for i, v := range values {
		mean[i] += (v - mean[i]) / float64(n)
	}
}

// KeepMean makes the population keep a running mean of its final activity, which starts at 0.
func (p *Population) KeepMean(w Window) {
	if p.memory.Mean == nil {
		p.memory.Mean = kernel.Vector(p.Len())
	}
	p.window = w
}

// Average updates the running mean by the final activity of step t, from 1. It does nothing
// if the population keeps no mean.
func (p *Population) Average(t int) {
	if p.memory.Mean != nil {
		p.window.Update(p.memory.Mean, p.memory.Signals[Final], t)
	}
}

// Average updates the running mean of this neuron alone. Population.Average does the same to
// all neurons.
func (n Neuron) Average(t int) {
	if p, i := n.population, n.index; p.memory.Mean != nil {
		p.window.Update(p.memory.Mean[i:i+1], p.memory.Signals[Final][i:i+1], t)
	}
}

// MostDelay is the largest delay that a population can keep.
const MostDelay = 1000

// KeepDelayed makes the population keep its final activities for the last d ≤ MostDelay stimuli,
// 0 at first.
func (p *Population) KeepDelayed(d int) {
	if d > 0 && p.memory.Previous == nil {
		p.memory.Previous = kernel.Vector(p.Len())
	}
	for len(p.earlier) < d-1 {
		p.earlier = append(p.earlier, kernel.Vector(p.Len()))
	}
}

// delayed returns the final activities d ≥ 1 stimuli ago.
func (p *Population) delayed(d int) []float64 {
	if d == 1 {
		return p.memory.Previous
	}
	return p.earlier[d-2]
}

// forget clears what the neurons have received.
func (p *Population) forget() {
	for k, q := range p.quantities {
		if q.From == CurrentThrough {
			clear(p.further[k])
		}
	}
}

// shift stores the final activities as those of the stimulus before, and so on.
func (p *Population) shift() {
	for d := len(p.earlier) + 1; d > 1; d-- {
		copy(p.delayed(d), p.delayed(d-1))
	}
	copy(p.memory.Previous, p.memory.Signals[Final])
}

// Previous returns the final activities for the previous stimulus [n], or nil if they are
// not kept. It is the population's own memory.
func (p *Population) Previous() []float64 { return p.memory.Previous }

// KeepTrace makes the slot Trace visible to rules, as Local.Trace. It is for circuits with a
// phase that writes the slot.
func (p *Population) KeepTrace() { p.traced = true }

// BeginStep stores the final activities as the previous ones, if the population keeps
// these, and forgets the currents that neurons received. It is for package circuit, which calls it before each stimulus.
func (p *Population) BeginStep() {
	if p.traced { // a phase writes it anew
		clear(p.memory.Signals[Trace])
	}
	if p.further != nil {
		p.forget()
	}
	if p.memory.Previous != nil {
		p.shift()
	}
}
