package inspect

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"twophase/internal/files/folder"
	"twophase/internal/traces/result"
)

// summary is the part of a run's summary for one trial.
type summary struct {
	title     string
	result    *result.Result // nil if it is not known
	isotropic bool           // the settling error is over isotropic stimuli
}

// readSummary returns the part of a run's summary for one trial. Without a readable summary, as
// after an interruption, it returns the name of the run folder and no result. A summary that was
// changed is an error.
func readSummary(ctx context.Context, dir string, trial int) (s summary, err error) {
	s.title = filepath.Base(dir)
	saved, err := result.ReadSummary(ctx, dir)
	if errors.Is(err, folder.ErrDamaged) {
		return summary{}, err
	}
	if err == nil {
		if saved.Title != "" {
			s.title = saved.Title
		}
		if saved.Outputs > 0 {
			s.title = fmt.Sprintf("%s: N = %d, K = %d, seed %d", saved.Title, saved.Inputs, saved.Outputs, saved.Seed)
		}
		s.isotropic = saved.Isotropic
		s.result, _ = saved.Result(trial)
	}
	s.title = printable(s.title)
	return s, nil
}

// imageShape returns the rows and columns of a run's stimuli if they are images in a file, which
// its manifest names. It returns 0 and 0 if they are not, or if the file is missing.
func imageShape(folder string) (rows, columns int) {
	m, err := result.ReadManifest(folder)
	if err != nil {
		return 0, 0
	}
	return m.Experiment.Stimulus.Image()
}
