// Package testfiles has the files of tests: where they are written, those that tests compare with, and files of stimuli.
//
//  1. Main runs the tests of a package, with t.TempDir in memory where the system has room there (Linux) and starts
//     programs from there, as some tests do. A run syncs what it writes, which takes long on a disk, and files of tests
//     need not survive a power cut.
//  2. Want returns the contents of a golden file, one that was looked at and kept. Same fails the test unless what it has
//     is the same. Sections does so for each section that the file has, so that a new one can wait. With -update, as in
//     `go test ./internal/measure/report -update`, the file is first replaced by what the test has.
//  3. NPY, NPZ, IDX and Gzip return the bytes of a file of stimuli as other programs write it; Encode returns those of its
//     numbers. Write puts them into a file of the test. ReadAll returns all stimuli of a source.
//
// Tests that are killed leave their folder, /dev/shm/twophase-*, which takes memory until it is removed.
// TMPDIR chooses another place, such as a disk: `TMPDIR=/tmp go test ./...`. It may import no other package of twophase. Only
// tests import it.
package testfiles
