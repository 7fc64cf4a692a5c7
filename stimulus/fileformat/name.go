package fileformat

import (
	"path/filepath"
	"slices"
	"strings"
)

// SplitName splits "data.npz:train" into the path of the file and the name of the array in it.
func SplitName(path string) (name, member string) {
	for _, kind := range []string{".npz", ".mat"} {
		if i := strings.LastIndex(path, kind+":"); i >= 0 {
			return path[:i+len(kind)], path[i+len(kind)+1:]
		}
	}
	return path, ""
}

// IsDataName reports whether a file's extension is one of stimuli. It is false for .txt, which may
// hold anything.
func IsDataName(name string) bool {
	return slices.Contains([]string{".csv", ".tsv", ".npy", ".npz", ".mat", ".parquet"}, extension(name))
}

func isArchive(name string) bool { return extension(name) == ".npz" }

// extension returns the extension before an optional .gz.
func extension(name string) string {
	return filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz"))
}
