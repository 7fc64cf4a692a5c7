package folder

import "path/filepath"

// Named returns the clean path of a folder, with the name that the folder has in the folder above
// it: of "." and "..", which say where it is and not what it is called, the absolute path.
func Named(path string) string {
	path = filepath.Clean(path)
	switch filepath.Base(path) {
	case ".", "..":
		if absolute, err := filepath.Abs(path); err == nil {
			return absolute
		}
	}
	return path
}
