package testfiles

import (
	"fmt"
	"os"
)

// needed is the room in memory, in bytes, without which tests write to the disk. Those of cmd/twophase
// take the most, 130 MB.
const needed = 1 << 30

// Main runs the tests of a package in memory, and returns their exit code: TestMain calls os.Exit(testfiles.Main(m)).
func Main(m interface{ Run() int }) int {
	if os.Getenv("TMPDIR") != "" || room(memory) < needed {
		return m.Run()
	}
	folder, err := os.MkdirTemp(memory, "twophase-")
	if err != nil {
		return m.Run()
	}
	defer os.RemoveAll(folder)
	err = os.Chmod(folder, 0o755) // as /tmp: the daemons of a test demand that others can go through
	if err == nil {
		err = os.Setenv("TMPDIR", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
