// Package circuit builds and runs the circuits of Minden, Pehlevan and
// Chklovskii (2018), "Biologically Plausible Online Principal Component
// Analysis Without Recurrent Neural Dynamics".
//
// A Circuit consists of neurons, synapses and a Schedule, the ordered list of phases that
// runs for every stimulus. In the circuits of the paper these are a population of N inputs
// and one of K outputs, and a feedforward and a lateral projection. All can be printed. What
// the schedule lists is what runs.
//
// One step of the two-phase circuit (ifPSP, ifPSW) with stimulus x:
//
//  1. Feedforward: the output axons carry ỹ = M_d⁻¹ W x.
//  2. Lateral: the lateral synapses carry ỹ, and every output neuron corrects
//     itself once, y = ỹ − M_d⁻¹ M_o ỹ.
//  3. Plasticity: every synapse learns from the final activity of its two endpoints,
//     W ← W + α(y xᵀ − W) and M ← M + (α/τ)(y yᵀ − Λ M Λ) or (… − Λ²).
//
// The files of the package: phase_*.go hold the phases, network_*.go the networks, step_*.go
// how a step is carried out. The package imports neuron, synapse, circuit/selection and
// internal/text/expression. It imports neither stimulus nor recorder: a stimulus is a []float64, and a recorder is an
// Observer.
//
// # Phases
//
// The recurrent networks PSP and PSW have Solve (M y = W x exactly) or Settle (sweeps, to a
// tolerance or a number) instead of Lateral. Two Jacobi sweeps of Settle are Lateral, to the
// last bit, and with more turns (Network.Turning) each LateralAgain is one sweep more. In a
// Cascade the outputs fire one after another; with Fire there are no lateral signals.
//
// Other phases change what is learnt or transmitted. Residual and Unlearn change weights, too;
// recordings keep each contribution as a separate part (neuron.Change).
// TransmissionFailure stands before the neural phases, Noise after those whose activity gets it. SynapticNoise, Quantise and
// SignConstraint stand after Plasticity, and so does Rewire, which prunes and grows synapses. In StaleLateral lateral signals arrive one
// stimulus late.
//
// A user's own Phase runs beside these. It says in its Signature whether it is linear and
// local, and what it costs. What it leaves out is not known. Without a linear map from x to
// y there is no Filter.
//
// # Graphs
//
// A circuit has any number of populations and projections: the Graph of its Network.
// Populations have an Activation and scales that divide, multiply or set rates. Projections
// have a sign, a wiring, a rule, or are the transpose of another one. Turn, Settle and
// Equilibrate are the general neural phases, and Feedforward, Lateral, Cascade, Solve and
// their like are values of them; Trace and Average prepare what rules use; Learn is
// Plasticity of some parts in a given order. A Probe shows stimuli to a circuit that does
// not learn from them.
//
// # Networks
//
// A Network is data: schedule, rules, wiring and defaults. Networks lists those with a name.
// A network that is not local has a phase that says so. The four networks of the paper are
// in network_paper.go.
//
// # Between two steps
//
// An Observer reads a circuit after every step, or after the steps that it asks for. An
// Intervener changes a circuit between two steps: it lesions, freezes or sets synapses and
// scales, clamps neurons, or calls the setters of rate, τ, Λ and schedule. Describe prints
// the present circuit. State is all that a circuit needs to continue, and Restore continues
// it to the same bits.
//
// # Executors
//
// Literal walks the synapse objects one by one. Compiled works on dense rows. It runs the
// two-phase schedule, and each layer of a graph that has two such turns, as one fused step.
// Both give the same bits. An Ensemble steps several circuits, such as the trials of a run.
// Small two-phase circuits and cascades, as many as EnsembleSize says, share the lanes of the
// processor's registers (step_lanes*.go), and also give the same bits.
//
//	symbol in the paper          name in Go
//	x_t                          the argument of Circuit.Step
//	ỹ, y                         Circuit.Outputs, slots Provisional and Final
//	W                            Circuit.Feedforward
//	M_o, M_d                     Circuit.Lateral, Output.Scale
//	ỹ(t−1)                       slot Late, if a phase reads it
//	Λ                            Spec.Gains; now: Circuit.Outputs, Gains
//	τ                            Spec.Tau; now: Circuit.Tau
//	α_t                          Spec.Rate, Rate.At; now: Circuit.Rate
//	F (the filter, y = F x)      Circuit.Filter
//	Û_K                          Circuit.Estimate
//	Algorithm 1, Algorithm 2     IfPSP, IfPSW
//
// # The order of the files
//
// A file names only what a file of its own line, or of a line above, declares; a test checks it.
// In line 2 a Phase, an Observer and an Intervener take the Circuit that holds them.
//
//	1 small types and the graph: names, gains, learningrate, graph, graph_check, graph_further,
//	  graph_pair, phase_meanfield_rules
//	2 the data of a circuit: phase, network, spec, graph_parts, circuit, visitors
//	3 what phases do with them: step_executors, further, step_divergence, graph_start, graph_size, learningrate_network,
//	  lateraldecay
//	4 phases: scalefloor, phase_*, filter_linear
//	5 schedules and their checks: schedule, spec_check, cost, footprint
//	6 a step: step_segments, step_fused, step_layers, step, step_lanes
//	7 circuits that are built, set, probed and restored: setters, graph_build, probe, filter, state
//	8 networks: network_*, networks, variants, idle
//	9 descriptions, and several circuits at once: describe, ensemble
package circuit
