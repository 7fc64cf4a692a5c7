// Package budget compares the two-phase circuit with recurrent fixed-point
// networks that are given a budget of settling sweeps for each stimulus.
//
//  1. Run opens the problems: the paper's small and large one, the small one with
//     a stimulus that is correlated in time, and Fashion-MNIST.
//  2. In each trial all cases (a network, a method of settling, a cold or a warm
//     start, a number of sweeps; two phases, and the cascade) learn from the same stimuli, block by block,
//     and start from the same weights.
//  3. Then plasticity is taken out of each circuit, and it is measured: the error
//     of what it computes, of what it would compute if it settled, and how far it
//     is from having settled on further stimuli.
//  4. Result is the summary over trials, as text, CSV, Markdown and a picture.
//
// Two Jacobi sweeps from rest are the two-phase circuit, to the last bit, and
// infinitely many are the exact network. In between lies a network cut short.
//
//	symbol                       name in Go
//	sweeps per stimulus          Case.Sweeps, Row.SweepsUsed
//	E_Pro of what it computes    Row.Error
//	E_Pro of M⁻¹W                Row.Settled
//	‖y − M⁻¹Wx‖/‖M⁻¹Wx‖          Row.Residual
//	signals carried by synapses  Row.Operations
//
// # Which filter
//
// A network that was cut short while it learnt can be read in two ways. Its own
// filter is what it computes with as many sweeps as it had: y = F x from a cold
// start, and the regression of y on x from a warm one, which also answers to the
// stimuli of before. The settled filter M⁻¹W is what the same weights would
// compute if the dynamics were left to settle; where learning has gone wrong M
// is often nearly singular, and that error is astronomic. Error is of the
// first, and Settled of the second.
//
// # The stimulus that moves
//
// The paper argues against recurrent dynamics because the stimulus may move
// before they have settled. Sweeps and stimuli are then on one clock, and the
// network cannot ask for more sweeps than fit between two stimuli. A warm start
// with one sweep is that case in its purest form: every sweep sees the stimulus
// of its own moment, and learning goes on meanwhile. Its Euler method is dy/ds =
// W x(s) − M y sampled as often as the stimulus. On stimuli that are
// independent, the small problem, it corrects each output by that of another
// stimulus. On the correlated one (ρ = 0.9: 9.5 steps of memory), the last output
// is nearly the present one, and so it may work, unless the lateral weights are
// for a time so strong that sweeps diverge: what a cold start forgets with each
// stimulus then accumulates over stimuli. The two-phase circuit has nothing to
// wait for and nothing to accumulate.
//
// # What it shows
//
// docs/reproduction.md has the numbers. Two phases lose no trial, on the paper's
// problems and on the correlated stimulus, and are as good as the exact network or
// within a small factor. One Jacobi sweep from rest learns nothing, and three lose
// most trials of the large problem. One sweep of Gauss–Seidel, in which a neuron
// sees those before it, is about as good as two phases. Euler settling takes many
// sweeps to get there. On the correlated stimulus Jacobi loses trials from a warm
// start whatever its budget, and even from a cold one that may settle to the
// tolerance. On Fashion-MNIST two phases are not enough for PSP, and a few sweeps
// more are; for PSW Jacobi fails from a warm start.
//
// # What is promised
//
// The same options give the same rows, tables and pictures on one machine, for
// any number of workers; the times on the clock, which are in tables of their
// own, excepted. They time whole steps, plasticity included, of blocks of
// stimuli in which the cases take turns. They compare implementations: the
// two-phase step is one routine of assembly, and settling a loop in Go. Synaptic
// operations do not depend on that.
package budget
