// Package settlingbudget compares the two-phase circuit with recurrent fixed-point networks that have a
// budget of settling sweeps for each stimulus.
//
//  1. Run opens the problems: the paper's small and large one, the small one with
//     a stimulus that is correlated in time, and Fashion-MNIST.
//  2. In each trial all cases learn from the same stimuli, block by block, and start from the
//     same weights. A case is a network, a method of settling, a cold or a warm start, and a
//     number of sweeps; or two phases; or the cascade.
//  3. Then plasticity is removed from each circuit, and three things are measured: the error
//     of its filter, the error of the filter that it would have if it settled, and its
//     distance from the settled state on further stimuli.
//  4. Result is the summary over trials, as text, CSV, Markdown and a picture.
//
// Two Jacobi sweeps from rest are the two-phase circuit, to the last bit. Infinitely many are
// the exact network. In between lies a truncated network.
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
// A network that was truncated while it learnt can be read in two ways. Its own filter is what
// it computes with its number of sweeps: y = F x from a cold start, and the regression of y on x
// from a warm one, which also depends on earlier stimuli. The settled filter M⁻¹W is what the
// same weights would compute if the dynamics settled. Where learning has gone wrong, M is often
// nearly singular, and the error of the settled filter is astronomic. Row.Error is of the first
// filter, and Row.Settled of the second.
//
// # The moving stimulus
//
// The paper argues against recurrent dynamics because the stimulus may move before they have
// settled. Then sweeps and stimuli have one clock, and the number of sweeps is bounded by the
// time between two stimuli. A warm start with one sweep is the extreme case: every sweep uses
// the present stimulus, and learning continues meanwhile. Its Euler method is
// dy/ds = W x(s) − M y, sampled as often as the stimulus.
//
// On the small problem, whose stimuli are independent, this corrects each output by the output
// of another stimulus. On the correlated stimulus (ρ = 0.9: 9.5 steps of memory) the last output
// is close to the present one, so the method may work. It fails if the lateral weights are for a
// time so strong that sweeps diverge: a warm start accumulates over stimuli what a cold start
// forgets with each stimulus. The two-phase circuit neither waits nor accumulates.
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
// The same options give the same rows, tables and pictures on one machine, for any number of
// workers. Only the times on the clock, which are in separate tables, differ from run to run. A
// time is that of a whole step, with plasticity, in blocks of stimuli in which the cases take
// turns. Times compare implementations: the two-phase step is one routine of assembly, and
// settling is a loop in Go. Synaptic operations do not depend on that.
//
// The package may import circuit, stimulus, stimulus/dataset, internal/run/training, internal/measure/report,
// internal/numerics/quantile and what lies below these.
package settlingbudget
