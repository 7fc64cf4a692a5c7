// Package metamorphic tests that how something is executed does not change a bit of what
// comes out. It has only tests.
//
//  1. A list says what happens. A list of circuits: steps, edits at once or by a
//     trigger, observers, recordings, odd stimuli, forks, checkpoints, kills. A list of
//     a study: an experiment, and how its run is interrupted, killed and resumed, or
//     where it is forked.
//
//  2. An execution says how: which executor, alone or in the lanes of an ensemble, how
//     many steps at a time, assembly or reference kernel, GOMAXPROCS, workers. An
//     uninterrupted execution passes over checkpoints and kills, and makes a fork by
//     taking all steps of the original again. An interrupted one saves all circuits
//     as text, and after a kill goes on from the last checkpoint.
//
//  3. What can be seen of each operation is noted: activities, states, changes, events,
//     errors, hashes of files. The histories of two executions must be equal line by
//     line; the first line that is not says at which operation they part.
//
//  4. rapid draws lists and executions and, when histories differ, shrinks them. What
//     is left is printed as text, an operation a line, beside rapid's seed.
//     TWOPHASE_METAMORPHIC=FILE takes such a text from a file and runs it again:
//
//     TWOPHASE_METAMORPHIC=list.txt go test ./internal/testkit/metamorphic -run TestList
//
// Which kernel a process uses is decided when it starts. So an execution with the other
// one, and one that is to be killed, is done by a process of its own, this test's
// binary, that takes requests as JSON.
//
// Its tests may import every package. No package may import it.
package metamorphic
