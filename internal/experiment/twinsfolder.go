package experiment

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"regexp"

	"twophase/internal/folder"
)

// TwinsSchema is the version of the form of the manifest of twins.
const TwinsSchema = 1

// twinsManifest names the variants. Each has a run folder of that name beside it.
type twinsManifest struct {
	Schema   int           `json:"schema"`
	Version  string        `json:"version"`
	ForkAt   int           `json:"fork_at"`
	Variants []twinVariant `json:"variants"`
}

type twinVariant struct {
	Name string `json:"name"`
	Run  string `json:"run"` // its run's ID
}

// twinsFolder is what a comparison of variants writes.
var twinsFolder = folder.Kind{
	Name:  "comparison",
	Files: regexp.MustCompile(`^(manifest\.json|comparison\.(json|csv|svg|png))$`),
	Manifest: func(manifest io.Reader) error {
		var m twinsManifest
		if err := json.NewDecoder(manifest).Decode(&m); err != nil {
			return err
		}
		if m.Schema == 0 || len(m.Variants) == 0 {
			return errors.New("a schema or the variants are missing")
		}
		return nil
	},
	Within: &runFolder,
}

// createTwins makes the folder of the comparison.
func createTwins(variants []Variant, manifests []Manifest, fork int, o RunOptions) (*folder.Folder, error) {
	m := twinsManifest{Schema: TwinsSchema, Version: Version, ForkAt: fork}
	for i, v := range variants {
		m.Variants = append(m.Variants, twinVariant{v.Name, manifests[i].Run})
	}
	text, err := indented(m)
	if err != nil {
		return nil, err
	}
	if o.Out == "" {
		return twinsFolder.CreateFree(filepath.Join("runs", "compare-"+variants[0].Name), text)
	}
	return twinsFolder.Create(o.Out, o.Force, text)
}
