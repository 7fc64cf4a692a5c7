//go:build !linux

package testfiles

// memory is nowhere: other systems have no file system in memory at a place of its own.
const memory = ""

// room returns that there is none.
func room(string) uint64 { return 0 }
