package inspect

import (
	"context"
	"path/filepath"

	"twophase/internal/experiment"
)

// readSummary returns what the summary of a run says of a trial, and the title of the run:
// the name of its folder and no points if there is no summary, as of a run that was
// interrupted, or none that can be read.
func readSummary(ctx context.Context, folder string, trial int) (title string, curve []experiment.Point) {
	title = filepath.Base(folder)
	saved, err := experiment.ReadSummary(ctx, folder)
	if err == nil {
		if saved.Title != "" {
			title = saved.Title
		}
		if result, err := saved.Result(trial); err == nil {
			curve = result.Curve
		}
	}
	return printable(title), curve
}

// imageShape returns the rows and columns of the images that a run has seen, as its
// manifest names the file; 0 if it has not, or if the file is gone.
func imageShape(folder string) (rows, columns int) {
	m, err := experiment.ReadManifest(folder)
	if err != nil {
		return 0, 0
	}
	return m.Experiment.Stimulus.Image()
}
