// Package fileformattest makes files of stimuli for tests, byte by byte as other programs write
// them. Only tests import it.
//
//  1. NPY, NPZ, IDX and Gzip return the bytes of a file; Encode returns those of its numbers.
//  2. Write puts them into a file of the test.
//  3. ReadAll returns all stimuli of a source.
//
// The package imports nothing of this module.
package fileformattest
