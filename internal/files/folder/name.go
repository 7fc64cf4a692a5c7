package folder

import (
	"os"
	"path/filepath"
	"regexp"
)

// Named returns the clean path of a folder, ending in the folder's name. For "." and "..", which
// do not have that name, it returns the absolute path without links.
func Named(path string) string {
	path = filepath.Clean(path)
	switch filepath.Base(path) {
	case ".", "..":
		absolute, err := filepath.Abs(path)
		if err != nil {
			return path
		}
		if real, err := filepath.EvalSymlinks(absolute); err == nil {
			return real
		}
		return absolute
	}
	return path
}

// manifestName is the file that identifies a folder.
const manifestName = "manifest.json"

// The words in hidden names, .NAME.WORD-*, say what a folder is for.
const (
	newFolder      = "new"      // to be the work folder
	replacedFolder = "replaced" // to be removed when the new one is in its place
	removedFolder  = "removed"  // being removed
	scratchFolder  = "scratch"  // see Scratch
)

var leftover = regexp.MustCompile(`^\.(.+)\.(new|replaced|removed|scratch)-[0-9a-f]+$`)

// isLeftover reports whether a folder has a hidden name of this package.
func isLeftover(name string) bool { return leftover.MatchString(name) }

// exists reports whether anything has a name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
