// Package recorder logs the weight trajectory of every synapse of a running
// circuit.
//
//  1. A selection (package circuit/selection) names what to look at, as in
//     lateral[2,*] or scale. It needs no circuit until recording starts.
//  2. A Request adds how often: lateral@100, feedforward@log.
//  3. An Estimate tells, before the run, what the requests will cost, and a
//     Budget refuses what is too much.
//  4. A Recorder watches the circuit. At every step that is due it copies the
//     requested weights, each of them once, to a block of the trace, and of those that
//     Options.Parts selects why they moved.
//  5. A goroutine turns blocks into pages of a series of Parquet files, each
//     complete: a part is written beside its place and renamed when it is whole.
//  6. Suspend says between two steps where the recording is, and Resume goes on from
//     there, in another process if need be, to the same bytes.
//  7. An EventLog keeps what happened to a trial beside what was recorded.
//  8. WriteWeights keeps the final weights for NumPy.
//
// Recorded are the state before the first stimulus (step 0; activities have
// none), the steps that are due, and the last step. A trace is tidy, one row
// for one value, ordered by step, then by projection, then by post and pre:
//
//	column         type               meaning
//	run            string             name of the run
//	trial          int32              number of the trial
//	step           int64              stimuli seen so far
//	projection     string             feedforward, lateral, scale or outputs
//	post           int32              postsynaptic neuron, or the neuron itself
//	pre            int32, nullable    presynaptic neuron; null for scale and outputs
//	weight         double             W_ij, M_ij, m_ii, or the activity y_i
//	hebbian        double, nullable   Hebbian part of the step's change
//	decay          double, nullable   decay part of the step's change
//	rounding       double, nullable   what rounding has added to it
//	nonlocal       double, nullable   part that a phase made that is not local
//	unlearning     double, nullable   part that an unlearning phase made
//	pre_activity   double, nullable   x_j or y_j, as the rule saw it; null for scale
//	post_activity  double, nullable   y_i, as the rule saw it
//
// The last seven columns are there if the parts of any changes are asked for
// (Options.Parts). They are null where they are not, and where no change was seen: at
// step 0, at a last step that was not due, and for outputs. If nothing but learning
// touched a weight in step t,
//
//	weight(t) = weight(t−1) + nonlocal(t) + unlearning(t) + decay(t) + hebbian(t) + rounding(t)
//
// in real arithmetic, where nonlocal and unlearning count as 0 if they are null. They are
// null but for feedforward synapses of a circuit whose schedule has such a phase, before
// plasticity: circuit.Residual makes nonlocal, what is learnt from outputs that are
// projected back through the weights; circuit.Unlearn makes unlearning, what the second
// phase of Linsker's network unlearns of noise, locally. neuron.Change says what the parts are, kernel.Parts when the sum
// is exact (always, if the rate is such that no weight grows by itself). Of a synapse
// that is frozen or lesioned the parts are 0. A phase after plasticity or an
// intervention that rewrites weights is not learning, and has no part in them.
//
// The files are named traces-TRIAL-PART.parquet, numbers of four and five
// digits. Their metadata says twophase.schema = 2, which requests they answer, and
// of what they have parts (twophase.requests, twophase.parts). They hold no time of
// day: the same run writes the same bytes.
//
// Schema 1 had no more than hebbian and decay of all rows, with a sum that agreed with
// the change to the last few digits. Row reads both.
//
// A State is what Suspend returns: the encoded pages of the row group that is not
// written yet, the numbers of the page that is not full yet, and the size and the
// CRC-32C of the unfinished file, up to 2 MB or, with the parts of changes, 6 MB. All
// else has reached the disk. A State names its recording and ends with a SHA-256 of
// itself; Resume refuses what is foreign or damaged, cuts the unfinished file where it
// was, and removes the parts that came later. To suspend takes 2 ms and a sync.
//
// Events are JSON lines in events-TRIAL.jsonl, each an object with the run, the trial
// and the fields of the event. They are suspended and resumed like traces.
//
// A value costs 6 to 7 bytes and, in the goroutine that writes, some 11 ns on one
// core of a Zen 4 and as much again in the system's call: 40 million values a
// second. The circuit's own goroutine copies a value in less than a nanosecond. With
// the parts of its change a value costs 23 to 29 bytes, four times the writer's time,
// and 15 ns of the circuit's. Blocks are bounded by 8 MiB; when all of them wait to be
// written, the circuit waits, too.
//
//	symbol in the paper    what to record
//	W                      feedforward
//	M_o                    lateral
//	m_ii (M_d)             scale
//	y                      outputs
package recorder
