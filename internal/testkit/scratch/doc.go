// Package scratch has tests write into memory. A run syncs what it writes, which takes long on a disk, and files of tests
// need not survive a power cut.
//
//  1. Main runs the tests of a package, with t.TempDir in memory where the system has room there (Linux) and starts
//     programs from there, as some tests do.
//
// Tests that are killed leave their folder, /dev/shm/twophase-*, which takes memory until it is removed.
// TMPDIR chooses another place, such as a disk: `TMPDIR=/tmp go test ./...`. It may import no other package of twophase. Only
// tests import it.
package scratch
