// Package recorder records the weight trajectory of every synapse of a running
// circuit.
//
//  1. A selection (package circuit/selection) names what to record, as in
//     lateral[2,*] or scale. It needs no circuit until recording starts.
//  2. A Request adds when: lateral@100, feedforward@log, lateral around 20000, scale while error > 0.1.
//  3. An Estimate gives the cost of the requests before the run, and a Budget refuses those
//     that cost too much.
//  4. A Recorder observes the circuit. At every step that is due it copies the
//     requested weights, each of them once, to a block of rows (package series). For the weights
//     that Options.Parts selects it also copies the parts of their changes.
//  5. Goroutines write the blocks to a series of Parquet files (package series).
//  6. Suspend returns the state of the recording between two steps. Resume continues from
//     it, also in another process, to the same bytes.
//  7. An EventLog writes the events of a trial beside the traces.
//
// It records the state before the first stimulus (step 0, without activities), the steps that are
// due and at which the request's condition holds, and the last step. A trace is tidy, one row for
// one value, ordered by step, then by projection, then by post and pre:
//
//	column         type               meaning
//	run            string             name of the run
//	trial          int32              number of the trial
//	step           int64              stimuli seen so far
//	projection     string             feedforward, lateral, scale or outputs; see below
//	post           int32              postsynaptic neuron, or the neuron itself
//	pre            int32, nullable    presynaptic neuron; null for scales and activities
//	weight         double             W_ij, M_ij, m_ii, or the activity y_i
//	hebbian        double, nullable   Hebbian part of the step's change
//	decay          double, nullable   decay part of the step's change
//	rounding       double, nullable   rounding part of the step's change
//	nonlocal       double, nullable   part that a phase made that is not local
//	unlearning     double, nullable   part that an unlearning phase made
//	pre_activity   double, nullable   x_j or y_j, as the rule saw it; null for scale
//	post_activity  double, nullable   y_i, as the rule saw it
//	second         double, nullable   part by the second product of drives of the rule
//	third          double, nullable   part by the third product
//
// In a circuit of other names than the paper's, projection is the name
// of a projection, NAME.scale for the scales of a population (scale for those of outputs), or the
// name of a population for its activities. Synapses that a wiring leaves out have no rows.
//
// The columns from hebbian to post_activity exist if the parts of any changes are asked for
// (Options.Parts). second and third exist if the rule of such a projection has these products.
// They are null for weights without parts, and where there is no change: at step 0, at a last
// step that was not due, and for outputs. If only learning changed a weight in step t,
//
//	weight(t) = weight(t−1) + nonlocal(t) + unlearning(t) + decay(t) + hebbian(t) + second(t) + third(t) + rounding(t)
//
// in real arithmetic, where parts that are null count as 0. nonlocal and unlearning are not
// null only for feedforward synapses of a circuit whose schedule has such a phase before
// plasticity. Circuit.Residual makes nonlocal: what is learnt from outputs that are projected
// back through the weights. Circuit.Unlearn makes unlearning: what the second phase of
// Linsker's network unlearns of noise, locally. neuron.Change describes the parts, and
// kernel.Parts says when the sum is exact (always, if the rate is such that no weight grows by
// itself). The parts of a frozen or lesioned synapse are 0. A phase after plasticity, or an
// intervention, that rewrites weights is not learning, and has no part.
//
// The files are named traces-TRIAL-PART.parquet, with numbers of four and five digits. Their
// metadata have twophase.schema = 2, the requests (twophase.requests), the selections with
// parts (twophase.parts) and the graph of the circuit (twophase.circuit, a selection.Graph as JSON).
// They have no time of day: the same run writes the same bytes.
//
// A State is the result of Suspend: the encoded pages of the unfinished row group, the numbers
// of the unfinished page, and the size and the CRC-32C of the unfinished file. It takes up to
// 2 MB or, with the parts of changes, 6 MB. Everything else has reached the disk. A State
// names its recording and ends with a SHA-256 of itself. Resume refuses one that is damaged or
// of another recording. It cuts the unfinished file at the suspension, and removes later
// parts. Suspending takes 2 ms and a sync.
//
// Events are JSON lines in events-TRIAL.jsonl. Each is an object with the run, the trial and
// the fields of the event. They are suspended and resumed like traces.
//
// The package may import circuit, circuit/intervention for conditions, and what lies below,
// recorder/internal/series, internal/files/durable, internal/text/wording and internal/files/wire.
//
// A value costs 6 to 7 bytes and, in the goroutines that write, some 13 ns on one
// core of a Zen 4, with the system's calls. The circuit's own goroutine copies a value in less
// than a nanosecond. With the parts of its change a value costs 23 to 29 bytes, four times the
// writers' time, and 15 ns of the circuit's. Blocks are bounded by 8 MiB; when all of them wait
// to be written, the circuit waits, too.
//
//	symbol in the paper    what to record
//	W                      feedforward
//	M_o                    lateral
//	m_ii (M_d)             scale
//	y                      outputs
//	a circuit's own        the names of its projections, NAME.scale, the names of its populations
package recorder
