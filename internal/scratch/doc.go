// Package scratch has tests write into memory. What a run writes is synced, and a disk takes its time with that; nothing of a
// test is to outlast a power cut.
//
//  1. Main runs the tests of a package, with t.TempDir in memory where the system has room there (Linux).
//
// TMPDIR chooses another place, such as a disk: `TMPDIR=/tmp go test ./...`. It may import no other package of twophase. Only
// tests import it.
package scratch
