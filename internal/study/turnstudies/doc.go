// Package turnstudies holds the experiments of the question how many simultaneous turns a circuit
// needs: each sets what the theory of turns (circuit/theory) predicts beside circuits that
// learn from samples.
//
//  1. A Session runs experiments by their names: phase.go, fullrank.go, published.go, images.go,
//     gains.go, powers.go, world.go.
//  2. An experiment lets circuits learn (learn.go) from Gaussian stimuli, or from a file (data.go):
//     Fashion-MNIST, or the file of Options. Photographs (photographs.go) and speech (speech.go)
//     are cut into stimuli and written to a file first.
//  3. Its Finding has a sentence, the rows of its CSV, which are what the picture draws, a table
//     and the picture. What is not installed is left out, and a note says so.
//
// A circuit is trapped if the spectral radius of M_d⁻¹M_o is at least 0.5 when it has learnt, or
// if it diverged. At the wanted fixed point the radius is 0.
//
// The same options and files give the same findings with any number of workers.
//
// The package may import internal/experiment/scene, training, report, circuit/theory and what lies below
// these.
package turnstudies
