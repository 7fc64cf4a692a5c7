// Package enginetest runs experiments for tests that compare with what twophase run leaves.
//
//  1. Weights is the SHA-256 of the weights after a run.
//  2. Record is the folder of a run.
//
// It may import engine and what lies below it. Only tests import it.
package enginetest
