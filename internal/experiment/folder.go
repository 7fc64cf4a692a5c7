package experiment

import (
	"encoding/json"
	"errors"
	"io"
	"regexp"

	"twophase/internal/folder"
)

// runFolder is what a run writes.
var runFolder = folder.Kind{
	Name:  "run",
	Files: regexp.MustCompile(`^((manifest|summary|timing)\.json|traces\.svg|weights(-\d{4})?\.npz|traces-\d{4}-\d{5}\.parquet|events-\d{4}\.jsonl|checkpoint-\d{4}\.bin)(\.partial)?$`),
	Manifest: func(manifest io.Reader) error {
		var m Manifest
		if err := json.NewDecoder(manifest).Decode(&m); err != nil {
			return err
		}
		if m.Schema == 0 || m.Run == "" {
			return errors.New("a schema or a run is missing")
		}
		return nil
	},
}

// onTheWay is the files that a complete run has no more: what is left of an
// interruption.
var onTheWay = regexp.MustCompile(`^(checkpoint-\d{4}\.bin|weights-\d{4}\.npz|.*\.partial)$`)
