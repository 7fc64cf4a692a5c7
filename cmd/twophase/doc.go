// Command twophase simulates neural circuits that learn principal subspaces with local synapses
// and without recurrent dynamics.
//
//	twophase run              run the paper's small problem and record every synapse
//	twophase compare          run experiments, or networks, on the same stimuli
//	twophase resume           continue a run that was interrupted or killed
//	twophase probe            show stimuli to the circuit that a run has learnt
//	twophase verify           run a complete run again and compare the bytes
//	twophase init             write an experiment file to begin with
//	twophase check            check experiment files
//	twophase describe         print the circuit and its schedule
//	twophase explore          write a page in which an experiment learns
//	twophase sweep            run an experiment at many points, here or on a cluster
//	twophase fit              find the values of keys at which a measure is best
//	twophase stability        predict how fast a network learns, and whether it is stable
//
// A command takes these steps:
//
//  1. Flags and, for most commands, an experiment file become an Experiment. Flags override the
//     file (flags.go, experimentfile.go).
//  2. Package planning checks it. Errors of flags and files are usage errors, with places.
//  3. A package below does the work, with a progress bar on stderr (progress.go).
//  4. The result goes to stdout, for people or as JSON or CSV.
//
// A file knows only files below it: errors, arguments, values of flags and help; then flags of experiments,
// progress and exit codes; then flags of runs and experiment files; then a file for each command; and on
// top the table of commands (main.go).
//
// docs/exit-codes.md lists the exit codes.
//
// A run that would take more memory than there is is refused before it begins. The limit is the
// smallest of the memory of the machine, the limits of its control groups and ulimit -v, or
// TWOPHASE_MEMORY_LIMIT, such as 8GB or none.
//
// SIGTERM and Ctrl-C end every command within five seconds. Only what is saved then may take
// longer: the checkpoint of a very large circuit, the measures of a large circuit that read
// standard input (its rows cannot be read again), or, on a busy machine, the end of a run. A second
// signal kills the process. Files that are not complete then are missing, or have a name that ends
// in .partial.
//
// The command may import every package.
package main
