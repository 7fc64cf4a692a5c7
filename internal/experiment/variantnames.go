package experiment

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// VariantNames returns the names of the variants of a comparison, each that of a run
// folder within its own; nil if the folder is not that of a comparison.
func VariantNames(folder string) ([]string, error) {
	f, err := os.Open(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = 1 << 26 // bytes
	var m twinsManifest
	if err := json.NewDecoder(io.LimitReader(f, most)).Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	var names []string
	for _, v := range m.Variants {
		if err := CheckVariantName(v.Name); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		names = append(names, v.Name)
	}
	return names, nil
}
