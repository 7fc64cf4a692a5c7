// Command twophase simulates neural circuits that learn principal subspaces
// with local synapses and without recurrent dynamics.
//
//	twophase run              the paper's small problem, every synapse recorded
//	twophase compare          experiments, or networks, side by side on the same stimuli
//	twophase resume           goes on with a run that was interrupted or killed
//	twophase verify           whether a run, repeated, gives the same bytes
//	twophase init             an experiment file to begin with
//	twophase check            whether experiment files are valid
//	twophase describe         the circuit and its schedule
//	twophase sweep            an experiment at many points, here or on a cluster
//	twophase stability        how fast and how surely it learns, predicted
//
// Results go to stdout, messages and progress to stderr. The exit code is 0, 1
// if a run failed, or 2 if the command line or an experiment file is wrong.
package main
