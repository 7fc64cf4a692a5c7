package planning

import (
	"math"
	"os"
	"path/filepath"
	"strings"

	"twophase/internal/files/folder"
)

// checkWeights returns an error if a file of initial weights lies in the folder of a run
// and is not what the run wrote there. The path may name an array of an archive.
func checkWeights(path string) error {
	if at := strings.LastIndex(path, ".npz:"); at >= 0 {
		path = path[:at+len(".npz")]
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err != nil {
		return nil // not in the folder of a run
	}
	sums, err := folder.ReadSums(dir)
	if err != nil || !sums.Known() {
		return err
	}
	f, err := sums.Open(filepath.Base(path), math.MaxInt64)
	if err != nil {
		return err
	}
	return f.Close()
}
