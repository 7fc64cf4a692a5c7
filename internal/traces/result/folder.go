package result

import (
	"errors"
	"regexp"

	"twophase/internal/files/folder"
)

// RunFolder is what a run writes.
var RunFolder = folder.Kind{
	Name:     "run",
	Files:    regexp.MustCompile(`^((manifest|summary|timing|diverged|failed)\.json|traces\.svg|weights(-\d{4})?\.npz|traces-\d{4}-\d{5}\.parquet|events-\d{4}\.jsonl|checkpoint-\d{4}\.bin|findings\.bin)(\.partial)?$`),
	OnTheWay: OnTheWay,
	Resumed:  true,
	Manifest: folder.JSONManifest(func(m Manifest) error {
		if m.Schema < 1 || m.Run == "" {
			return errors.New("a schema or a run is missing")
		}
		return nil
	}),
}

// OnTheWay lists the files of an unfinished run that a complete run does not have.
var OnTheWay = regexp.MustCompile(`^((diverged|failed)\.json|checkpoint-\d{4}\.bin|findings\.bin|weights-\d{4}\.npz|.*\.partial)$`)
