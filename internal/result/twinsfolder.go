package result

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"twophase/internal/experiment"
	"twophase/internal/folder"
)

// TwinsSchema is the version of the manifest of a comparison of variants.
const TwinsSchema = 1

// ComparisonManifest names the variants. Each has a run folder of its name beside it.
type ComparisonManifest struct {
	Schema   int               `json:"schema"`
	Version  string            `json:"version"`
	ForkAt   int               `json:"fork_at"`
	Variants []ManifestVariant `json:"variants"`
}

type ManifestVariant struct {
	Name string `json:"name"`
	Run  string `json:"run"` // its run's ID

	Against int `json:"against,omitempty"` // the earlier variant that it is compared with
}

// Check returns an error if this program cannot read the manifest, or if the names of its
// variants cannot be names of folders.
func (m ComparisonManifest) Check() error {
	if m.Schema > TwinsSchema {
		return fmt.Errorf("it was written by a newer twophase: the schema of its manifest is %d, and this program reads %d", m.Schema, TwinsSchema)
	}
	seen := map[string]bool{}
	for i, v := range m.Variants {
		if err := experiment.CheckVariantName(v.Name); err != nil {
			return err
		}
		if v.Against < 0 || v.Against >= max(i, 1) {
			return fmt.Errorf("variant %s is compared with variant %d, which is not before it", v.Name, v.Against)
		}
		if seen[v.Name] {
			return fmt.Errorf("two variants are called %s", v.Name)
		}
		seen[v.Name] = true
	}
	return nil
}

// ComparisonFolder is what a comparison of variants writes.
var ComparisonFolder = folder.Kind{
	Name:  "comparison",
	Files: regexp.MustCompile(`^(manifest\.json|comparison\.(json|csv|svg|png))$`),
	Manifest: folder.JSONManifest(func(m ComparisonManifest) error {
		if m.Schema < 1 || len(m.Variants) == 0 {
			return errors.New("a schema or the variants are missing")
		}
		return nil
	}),
	Within: &RunFolder,
}

// IsComparison reports whether a folder is that of a complete comparison of variants.
func IsComparison(name string) bool {
	_, err := ComparisonFolder.Read(filepath.Clean(name))
	return err == nil
}
