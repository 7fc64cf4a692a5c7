package metamorphic

import (
	"context"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/run/planning"
	"twophase/synapse"
)

// drawStudy draws an experiment of at most some number of steps, and how its run comes to its
// end. Stimuli are in a folder.
func drawStudy(t *rapid.T, steps int, folder string) Study {
	e := experiment.Experiment{
		Network:   pick(t, "network", circuit.NetworksThat(circuit.Network.IsPair)...).Name,
		Steps:     part(t, "steps", 1, steps),
		Trials:    pick(t, "trials", 1, 2, 3, 9),
		Outputs:   number(t, "outputs", 1, 3),
		Seed:      rapid.Uint64Range(1, 1000).Draw(t, "seed"),
		Reference: rapid.Bool().Draw(t, "reference"),
		Rate:      pick(t, "rate", circuit.ConstantRate(2e-3), circuit.DecayingRate(1, 60), circuit.ConstantRate(0.01)),
	}
	if chance(t, "in lanes", 3) {
		e.Network = pick(t, "network in lanes", "ifPSP", "ifPSW")
	}
	n := 10
	switch number(t, "stimuli", 0, 5) {
	case 0:
		e.Stimulus.Problem = "small"
	case 1:
		e.Stimulus.Spectrum, e.Stimulus.Inputs, n = []float64{1, 0.7, 0.5, 0.1}, 6, 6
	case 2:
		e.Stimulus.File, e.Stimulus.Center, e.Stimulus.Scale, n = stimuliName, rapid.Bool().Draw(t, "center"), "eigen", 7
	case 3:
		e.Stimulus.File, e.Stimulus.Shuffle, e.Stimulus.Scale, e.Stimulus.Epochs, n = stimuliName, true, "eigen", 1+steps/400, 7
	case 4:
		e.Stimulus.Autocorrelations, e.Stimulus.Inputs, n = []float64{0.3, 0.2, -0.2, -0.3}, 5, 5 // begins anew every 128 steps
	case 5:
		e.Stimulus, n = pick(t, "population", experiment.Stimulus{Sources: 4, Inputs: 6}, experiment.Stimulus{Clusters: 4, Inputs: 6}), 6
	}
	network := (Circuits{Network: e.Network}).network()
	if network.SetsOwnRate() {
		e.Rate = circuit.ConstantRate(1) // it has no other
	}
	if network.MostOutputs > 0 {
		e.Outputs = min(e.Outputs, network.MostOutputs)
	}
	e.Lambda.Values = network.DefaultGains(e.Outputs)
	z := selection.PairSize(n, e.Outputs, network.Among().Wiring)
	if network.IsRecurrent() && rapid.Bool().Draw(t, "settles") {
		e.Settle = pick(t, "settle", &experiment.Settle{Method: "jacobi", Sweeps: 3, Warm: true}, &experiment.Settle{Method: "gauss-seidel", Sweeps: 50, Tolerance: 1e-6})
	}
	if rapid.Bool().Draw(t, "recorded") {
		var op Op
		drawRecording(t, &op, z)
		e.Record, e.Parts = op.Record, op.Parts
	}
	for range number(t, "interventions", 0, 5) {
		more := Study{Experiment: e}
		more.Experiment.Interventions = append(slices.Clone(e.Interventions), drawIntervention(t, e, z))
		if p, err := planning.Resolve(context.Background(), more.in(folder)); err == nil { // else it does not fit
			p.Close()
			e = more.Experiment
		}
	}
	return Study{Experiment: e, Runs: drawRuns(t, e)}
}

// drawIntervention draws an intervention in an experiment.
func drawIntervention(t *rapid.T, e experiment.Experiment, z selection.Size) experiment.Intervention {
	i := inExperiment(drawEdit(t, z).Edit)
	if chance(t, "of the stimuli", 4) {
		v := func(x float64) *float64 { return &x }
		i = experiment.Intervention{Stimulus: pick(t, "change", &experiment.StimulusChange{Rotate: v(30)}, &experiment.StimulusChange{Drift: v(0.5)},
			&experiment.StimulusChange{Drift: v(0)}, &experiment.StimulusChange{Correlate: v(0.9)}, &experiment.StimulusChange{Noise: v(0.1)},
			&experiment.StimulusChange{Spectrum: []float64{0.9, 0.8, 0.3}})}
	}
	switch trigger := drawTrigger(t, z); {
	case trigger == nil || trigger.At != nil:
		at := part(t, "at step", 0, e.Steps)
		i.At = &at
	case trigger.If != nil && (e.Reference || trigger.If.Quantity != intervention.Error):
		i.When, i.Check = trigger.If.String(), min(trigger.Check, e.Steps)
	default:
		i.Every, i.From = max(trigger.Every, 5), min(number(t, "from", 1, 60), e.Steps)
	}
	return i
}

// inExperiment returns an edit as experiments have it.
func inExperiment(e intervention.Edit) (i experiment.Intervention) {
	switch e := e.(type) {
	case intervention.Lesion:
		i.Lesion = e.Where.String()
	case intervention.LesionNeuron:
		i.Lesion, i.Side = e.Neuron.String(), e.Side.String()
	case intervention.Freeze:
		i.Freeze = e.Where.String()
	case intervention.Thaw:
		i.Thaw = e.Where.String()
	case intervention.Set:
		i.Set, i.To = e.Where.String(), &e.To
	case intervention.Multiply:
		i.Multiply, i.By = e.Where.String(), &e.By
	case intervention.Clamp:
		i.Clamp, i.To = e.Neuron.String(), &e.To
	case intervention.Release:
		i.Release = e.Neuron.String()
	case intervention.SetRate:
		i.Rate = &e.To
	case intervention.SetRateOf:
		i.Rate, i.Of = &e.To, e.Projection
	case intervention.MultiplyRate:
		i.RateFactor, i.Of = &e.By, e.Projection
	case intervention.SetRule:
		i.Rule, i.Of = circuitfile.Rule{Named: e.To.(synapse.Factored).Name}, e.Projection
	case intervention.SetTau:
		i.Tau = e.To
	case intervention.SetGains:
		i.Lambda = &experiment.Lambda{Values: e.To}
	case intervention.SetSchedule:
		if i.Turns = e.Turns; i.Turns > 0 {
			break
		}
		i.Settle = &experiment.Settle{Method: e.Dynamics.String()}
		if s := e.Settle; e.Dynamics == intervention.Settling {
			i.Settle = &experiment.Settle{Method: s.Method.String(), Sweeps: s.Sweeps, Tolerance: s.Tolerance, Damping: s.Damping, TimeStep: s.TimeStep, Warm: s.Warm}
		}
	case intervention.Noise:
		i.Noise, i.Size = e.Where.String(), &e.Size
	case intervention.ActivityNoise:
		i.Noise, i.Size, i.Shared = e.Population, &e.Spread, e.Shared
	case intervention.Failure:
		i.Failure, i.Probability = e.Projection, &e.Probability
	case intervention.Quantise:
		i.Quantise, i.Step = e.Where.String(), &e.Step
	case intervention.Dale:
		i.Dale, i.Sign = e.Where.String(), e.Sign.String()
	default:
		panic(fmt.Sprintf("no key for %T", e))
	}
	return i
}

// drawRuns draws processes that work on a run, the last of them to its end.
func drawRuns(t *rapid.T, e experiment.Experiment) []Run {
	runs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Run {
		r := drawRun(t)
		r.Stop, r.After = pick(t, "stop", interrupted, killed), part(t, "after", 1, e.Steps*e.Trials)
		if r.Stop == killed {
			r.Delay = pick(t, "delay", 0, 0, 100, 500, 2000, 10_000)
		}
		return r
	}), 0, 4).Draw(t, "runs")
	return append(runs, drawRun(t))
}

func drawRun(t *rapid.T) Run {
	return Run{
		Workers: number(t, "workers", 1, 4), Procs: number(t, "GOMAXPROCS", 1, 3),
		Kernel:   pick(t, "kernel", kernels...),
		Executor: pick(t, "executor", "compiled", "compiled", "literal"),
		Every:    pick(t, "checkpoint every", 0, 7, 50, 100, 300),
		Look:     pick(t, "look", 0, 0, 1, 20, 64),
	}
}
