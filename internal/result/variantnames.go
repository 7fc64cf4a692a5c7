package result

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"twophase/internal/folder"
)

// VariantNames returns the names of the variants of a comparison, which are names of run
// folders in its folder. It returns nil if the folder is not that of a comparison.
func VariantNames(dir string) ([]string, error) {
	sums, err := folder.ReadSums(dir)
	if err != nil {
		return nil, err
	}
	const manifest = "manifest.json"
	text, err := sums.Read(manifest, manifestLimit)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, manifest)
	var m ComparisonManifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	sums.NoteUnchecked()
	if len(m.Variants) == 0 {
		return nil, nil
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var names []string
	for _, v := range m.Variants {
		names = append(names, v.Name)
	}
	return names, nil
}
