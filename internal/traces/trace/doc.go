// Package trace reads the traces of a run folder: what package recorder wrote of
// every weight, of complete runs and of interrupted ones.
//
//  1. Open reads the footers and the page indexes of all parts of one trial's trace:
//     what was recorded, and in which page which steps are.
//  2. Series returns the records of one element. It keeps the extremes where there are more
//     records than points.
//  3. Snapshot returns the whole circuit at a step.
//  4. Scan visits all rows, in order.
//  5. Events returns the interventions that took place.
//
// Only pages that may have the wanted rows are read, several at a time, on all processors, so that
// memory is bounded. The files are not trusted: any bytes give an error or numbers, never a panic,
// and every size is checked against that of the file. Columns are found by their names and may be
// missing; unknown ones are ignored. A trace of a newer schema is refused.
//
//	symbol in the paper    element
//	W_ij                   feedforward[i,j]
//	M_ij, i ≠ j            lateral[i,j]
//	m_ii                   scale[i]
//	y_i                    outputs[i]
//
// Any other circuit has its own names: NAME[i,j] of a projection, NAME.scale[i] and
// NAME[i] of a population. The graph is in the metadata of the trace.
//
// The package may import circuit, recorder, internal/files/parquetfile, internal/experiment/circuitfile,
// internal/files/folder and what lies below these.
package trace
