package planning

import (
	"fmt"
	"runtime"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment/memory"
	"twophase/internal/experiment/scene"
	"twophase/internal/measure"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
	"twophase/recorder"
)

// load holds the sizes that decide how much memory a plan takes.
type load struct {
	Inputs, Outputs int
	synapses        int // lateral ones
	directions      int // of Gaussian stimuli, with eigenvalues above the smallest
	rows            int // of a file that is shuffled
	trials, AtOnce  int
	reference       bool
	moments         bool    // the covariance of a file is computed
	held            bool    // a covariance stays in memory for the measures
	solved          bool    // each trial takes the covariance of its own population
	offline         bool    // a circuit learns from the second moments
	trace           float64 // bytes of the recording of a trial
	Circuit         circuit.Footprint
}

// Memory in bytes, as measured in processes: see TestMemoryEstimate.
const (
	trialBytes   = 1.5e6 // of a running trial, beside what grows with the circuit
	neuronBytes  = 40    // of the signals of a neuron while stimuli are shown without learning
	elementBytes = 80    // of a row of neighbouring elements that is recorded, among which synapses are scattered
	savedBytes   = 16    // of a weight in a checkpoint that is being written
	resultBytes  = 65e3  // of the result of a trial, as text and as numbers
	eachBytes    = 450   // more for each lateral synapse, where they are listed
	lateralBytes = 180   // of a synapse that is followed: one among the outputs, or of pruning
)

// Load returns what the memory of a run with these options is estimated from.
func (p *Plan) Load(o RunOptions) load {
	e := &p.Experiment
	n, k := p.Spec.Inputs, len(p.Spec.Gains)
	l := load{
		Inputs: n, Outputs: k, synapses: p.Spec.Network.Among().Wiring.Len(k), trials: e.Trials,
		reference: e.Reference && !p.Unmeasured, offline: p.Spec.Network.IsOffline(),
	}
	for _, name := range e.Pruning {
		of := selection.Kind(name)
		l.synapses += p.size.Neurons(of) * p.size.Width(of)
	}
	l.Circuit, _ = p.Spec.Footprint() // the sizes were checked
	if l.AtOnce = 1; e.Trials > 1 {
		l.AtOnce = min(e.Trials, o.Workers*circuit.EnsembleSize(p.Spec))
	}
	if spectrum := p.Stimuli.Population(); spectrum != nil {
		l.directions = scene.Directions(spectrum)
		l.held = l.reference && n <= measure.CovarianceLimit
	} else if known, ok := p.Stimuli.(*scene.Structured); ok {
		l.directions = known.Columns()
		l.held, l.solved = l.reference, l.reference || n <= measure.CovarianceLimit
	} else if f, ok := p.Stimuli.(*scene.File); ok {
		l.moments = f.Like == nil && (l.reference || l.offline || f.Scale == "eigen" || f.Turning > 0)
		l.held = l.moments && l.reference
		if f.Shuffle && f.Found != nil {
			l.rows = f.Found.Rows
		}
	}
	if len(p.Records) > 0 && !o.Unrecorded { // no records: they are not chosen yet
		l.trace, _ = recorder.Memory(p.Records, p.recording(), runtime.GOMAXPROCS(0)) // the requests were checked
		l.trace += elementBytes * (l.Circuit.Neurons + l.Circuit.Scattered)
	}
	return l
}

// Bytes returns an upper estimate of the plan's peak memory.
func (l load) Bytes() float64 {
	n, k := float64(l.Inputs), float64(l.Outputs)
	w, m, g := 8*n*k, 8*k*k, 8*n*n
	directions := 16 * n * float64(l.directions)
	trial := l.Circuit.Bytes + neuronBytes*l.Circuit.Neurons + 16*l.Circuit.Weights + 5*w + 9*m + lateralBytes*float64(l.synapses) + directions + trialBytes + l.trace + 16*float64(l.rows) + 16*8*n
	if l.reference {
		trial += 8 * w
	}
	if l.solved {
		trial += 3 * g // while it is analysed
	}
	if l.held && !l.moments {
		trial += 2 * g // each trial has one
	}
	if l.offline {
		trial += 2 * w // F and F G
		if !l.moments {
			trial += g
		}
	}
	kept := 8*l.Circuit.Weights + resultBytes
	if l.synapses <= pruning.MostListed {
		kept += eachBytes * float64(l.synapses)
	}
	// The circuit that was built for its size stays until it is collected; later, what takes long begins with a checkpoint.
	survey, stays := directions, max(l.Circuit.Bytes, savedBytes*l.Circuit.Weights*float64(l.AtOnce))
	switch {
	case (l.held || l.offline) && l.moments:
		survey, stays = 5*g, stays+2*g
	case l.moments:
		survey, stays = 3*g, stays+g
	}
	return memory.ProgramBytes + max(survey, stays+float64(l.AtOnce)*trial+float64(l.trials)*kept)
}

// checkMemory returns an error if the plan is too large for the memory.
func (p *Plan) checkMemory(o RunOptions) error {
	l := p.Load(o)
	p.bytes = memory.ProgramBytes + float64(max(1, p.Beside))*(l.Bytes()-memory.ProgramBytes)
	what := fmt.Sprintf("%s, %d at a time, of %d inputs and %d outputs", wording.Count(l.trials, "trial"), l.AtOnce, l.Inputs, l.Outputs)
	if p.Beside > 1 {
		what = fmt.Sprintf("%d points at a time, each of %s", p.Beside, what)
		return document.Blame(memory.Check(p.bytes, what, func(func(float64) bool) []string { return []string{"fewer --workers"} }), "outputs", "lambda", "trials", "stimulus")
	}
	each := max(1, l.AtOnce/max(1, o.Workers))
	return document.Blame(memory.Check(p.bytes, what,
		func(fits func(float64) bool) (advice []string) {
			try := func(text string, change func(*load)) {
				less := l
				change(&less)
				if fits(less.Bytes()) {
					advice = append(advice, text)
				}
			}
			for w := min(o.Workers, (l.trials+each-1)/each) - 1; w > 0 && len(advice) == 0; w-- {
				try(fmt.Sprintf("--workers %d", w), func(l *load) { l.AtOnce = w * each })
			}
			if l.reference {
				try("--reference none", func(l *load) { l.reference, l.held = false, false })
			}
			try("fewer records", func(l *load) { l.trace = 0 })
			return append(advice, memory.MostOutputs(l.Outputs, fits, func(k int) float64 {
				less := l
				less.Outputs, less.synapses = k, p.Spec.Network.Among().Wiring.Len(k)
				fewer := p.Spec
				fewer.Gains = fewer.Gains[:k]
				less.Circuit, _ = fewer.Footprint() // of nothing if the populations cannot have their sizes
				less.directions = min(l.directions, max(k, l.directions-l.Outputs+k))
				return less.Bytes()
			})...)
		}), "outputs", "lambda", "trials", "stimulus")
}
