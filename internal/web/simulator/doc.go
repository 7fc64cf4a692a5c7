// Package simulator is an experiment that learns while someone watches and acts on it. It is what the page of
// twophase explore runs, as WebAssembly, and it runs an experiment as twophase run does: package planning
// resolves it, a training.Trial takes its steps. So both end with the same bits.
//
//  1. Open reads an experiment file, in JSON, and begins its first trial.
//  2. Steps and Phase let the circuit learn; Frame, Curve, Stimuli and Describe say how it is.
//  3. Act makes an intervention in the words of experiment files at the present step: a plan with
//     one more intervention takes up the state of the trial. Rewind goes back to the state before
//     an act. To take back that act only, make the later ones again.
//  4. Twin begins a second circuit in the state of the first. Both draw the same stimuli.
//  5. Experiment writes the file that twophase run repeats, and Hash the SHA-256 of its weights.npz.
//  6. Theory returns the experiment that describes the circuit as it is now; Predict returns
//     what twophase stability says of it.
//  7. NewGraph and PhasesOf describe circuits to pages: populations, projections, phases. The inspector has them too.
//
// # In a page
//
// The program in the folder program, for GOOS=js, puts an object simulator into the global scope. wasm_exec.js of the
// Go release and glue.js must stand before it. Its functions are synchronous, and throw an Error with a sentence. Which
// is 0, the circuit, or 1, its twin; it is 0 where it is left out.
//
//	open(experiment)      begins; returns Description, as JSON
//	describe(which)       Description as it is now, as JSON
//	steps(n)              takes n whole steps of all circuits; returns how many were taken
//	phase()               takes one phase; returns its name
//	frame(which)          Frame: {step, phase, done, ended, x, F, error, ratio, alignment, pruned,
//	                      signals: [{variable, population, values}], parts: [{kind, columns, values}]}.
//	                      Numbers are Float64Arrays, which the next frame uses again, or null
//	stimuli(n, which)     the next n stimuli along the components of Description.basis
//	curve(which)          {steps, error, ratio, lateral: [{name, values}]}
//	act(text, which)      an intervention as JSON without its time; of both circuits if which is left out; returns its step
//	possible(acts, which) of a list of acts as JSON, whether the circuit would take each, as JSON
//	rewind(number)        goes back to before an act, which is counted from 0; returns the number of circuits
//	twin(), untwin()
//	experiment(which)     the experiment file, YAML
//	hash(which)           SHA-256 of weights.npz, in hexadecimal digits
//	theory(which, keys)   the experiment, as JSON, of which the theory is asked: the circuit as it is now, with other keys, as
//	                      JSON, if they are given. It throws an error that says why there is no theory
//	predict(experiment)   what the theory says, as twophase stability --json; the page asks a worker of its own, as it may
//	                      take seconds
//
// Some keys are refused, because a page cannot have what they need: files of stimuli, and weights from files or of
// other runs. Check refuses an experiment that has any of it.
//
// The package may import training, planning, stability and what lies below them.
package simulator
