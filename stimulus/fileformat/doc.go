// Package fileformat reads files of stimuli, one stimulus after another, without loading them into
// memory: text (.csv, .tsv, .txt), Parquet, NumPy arrays (.npy, .npz), MATLAB matrices (.mat) and
// IDX, the format of the MNIST family. Text, .npy and IDX may be compressed by gzip. A Layout says
// what separates the values of a text and which columns are read.
//
//  1. Open opens a file at its path. Read does so with a file that is open, as package dataset has
//     them, and ReadText with a text that is read once, such as standard input.
//  2. The name or the first bytes say which format it is, and its reader checks the header and
//     the first stimulus. So the number of inputs is not merely a claim.
//  3. Stimuli that lie the other way round are transposed: at their place in the file, or in a
//     temporary file (Spool).
//  4. The columns of the Layout are picked.
//  5. File.Next yields the stimuli. Each fault is an error that names the place.
//  6. For reading in any order, File.Array says where the numbers lie, and Unpacking writes those
//     that are packed or text to a temporary file.
//
// A page with the simulator reads no files, so its program has no readers (format_js.go).
//
// The package may import stimulus only, for what each Source checks.
package fileformat
