// Package golden compares what a test makes with a file that was looked at and kept.
//
//  1. Want returns the contents of the file.
//  2. Same fails the test unless what it has is the same.
//  3. Sections does so for each section that the file has, so that a new one can wait.
//
// With -update, as in `go test ./internal/measure/report -update`, the file is first replaced by what the
// test has. It may import no other package of twophase. Only tests import it.
package golden
