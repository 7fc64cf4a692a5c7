package durable

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
)

// asideName returns an unused hidden name beside path, without its ending.
func asideName(path string) string {
	parent, base := filepath.Split(filepath.Clean(path))
	return filepath.Join(parent, "."+base+"."+randomText())
}

// randomText returns random text, for a unique name.
func randomText() string {
	var b [6]byte
	rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}

// clearLeftovers removes the temporary files that killed processes have left of a file. Files that
// a process is writing are locked, and stay. Where files cannot be locked, all stay.
func clearLeftovers(path string) {
	parent, base := filepath.Split(filepath.Clean(path))
	entries, err := os.ReadDir(filepath.Clean(parent + "."))
	if err != nil {
		return // leftovers do no harm
	}
	for _, e := range entries {
		middle, begins := strings.CutPrefix(e.Name(), "."+base+".")
		middle, ends := strings.CutSuffix(middle, partial)
		if _, err := hex.DecodeString(middle); !begins || !ends || err != nil || !e.Type().IsRegular() {
			continue
		}
		name := filepath.Join(parent, e.Name())
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if Lock(f) == nil && Is(f, name) {
			os.Remove(name)
		}
		f.Close()
	}
}
