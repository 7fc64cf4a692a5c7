package folder

import "path/filepath"

// Named returns the clean path of a folder, ending in the folder's name. For "." and "..", which
// do not have that name, it returns the absolute path.
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
