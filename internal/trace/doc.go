// Package trace reads the traces of a run folder: what package recorder wrote of
// every weight, of complete runs and of interrupted ones.
//
//  1. Open reads the footers and the page indexes of all parts of one trial's trace:
//     what was recorded, and in which page which steps are.
//  2. Series follows one element from step to step, with the extremes kept where
//     there are more records than points to show.
//  3. Snapshot puts together the whole circuit as it was at a step.
//  4. Scan hands on all rows, in order.
//  5. Events tells of the interventions that took place.
//
// Only pages that can hold what is asked for are read, several at a time, on all
// processors; memory is bounded by those that are being read. Nothing is trusted:
// any bytes give an error or numbers, not a panic, and no size is believed that the
// file cannot have. Columns are found by their names and may be missing; unknown
// ones are passed over. A trace of a newer schema is refused.
//
//	symbol in the paper    element
//	W_ij                   feedforward[i,j]
//	M_ij, i ≠ j            lateral[i,j]
//	m_ii                   scale[i]
//	y_i                    outputs[i]
package trace
