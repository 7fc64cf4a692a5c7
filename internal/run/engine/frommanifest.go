package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// errChangedManifest is the error of a manifest that is not what a run of it writes.
var errChangedManifest = errors.New("its manifest.json is not what this program writes of it: it was changed, or written by another program")

// again returns the plan of a run, from its manifest, ready for its first step. It also
// returns the manifest that a run of the plan writes now, which should be the same. It
// returns an error if the experiment, a file or the program has changed since.
func again(ctx context.Context, manifest []byte, o planning.RunOptions) (_ *planning.Plan, m result.Manifest, now []byte, err error) {
	before, err := parseManifest(manifest)
	if err != nil {
		return nil, m, nil, err
	}
	if f := before.Fork; f != nil {
		return nil, m, nil, fmt.Errorf("it goes on from step %d of the run %s, and is run only beside it, by twophase compare", f.At, f.Of)
	}
	p, m, err := replanned(ctx, before, o)
	if err != nil {
		return nil, m, nil, err
	}
	noteRevision(m.Revision, o)
	if now, err = result.Indented(m); err != nil {
		p.Close()
	}
	return p, m, now, err
}

// noteRevision says that a run was recorded by another revision of the program.
func noteRevision(recorded string, o planning.RunOptions) {
	if text := result.OtherRevision(recorded, result.Revision()); text != "" {
		o.Progress.Warn("it was " + text)
	}
}

// parseManifest reads a manifest that this version has written.
func parseManifest(text []byte) (m result.Manifest, err error) {
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("the manifest: %w", err)
	}
	return m, m.Readable()
}

// replanned returns the plan of a manifest, ready for its first step, and its present
// manifest. It returns an error if the experiment, or a file that it reads, has changed.
func replanned(ctx context.Context, m result.Manifest, o planning.RunOptions) (_ *planning.Plan, now result.Manifest, err error) {
	p, err := resolveManifest(ctx, m)
	if err != nil {
		return nil, now, err
	}
	if now, err = prepareAgain(ctx, m, p, o); err != nil {
		p.Close()
		return nil, now, err
	}
	return p, now, nil
}

// resolveManifest returns the plan of a manifest's run.
func resolveManifest(ctx context.Context, m result.Manifest) (*planning.Plan, error) {
	if m.Experiment.Stimulus.FromPipe() {
		return nil, errors.New("its stimuli came from standard input, which cannot be read again: to repeat a run, write the rows into a file and give that")
	}
	p, err := planning.Resolve(ctx, m.Experiment)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w (a path that does not begin with / begins where the run was started)", err)
	}
	if err == nil {
		p.Revision = m.Revision
	}
	return p, err
}

// prepareAgain prepares the plan of a manifest for its first step, and returns its present
// manifest. It returns an error if the experiment, or a file that it reads, has changed.
func prepareAgain(ctx context.Context, m result.Manifest, p *planning.Plan, o planning.RunOptions) (now result.Manifest, err error) {
	o.Budget = 0
	if now, err = p.PrepareRun(ctx, o); err != nil {
		return now, err
	}
	if err := m.CheckInputs(now.Inputs); err != nil {
		return now, err
	}
	if now.Run != m.Run {
		return now, errChangedManifest
	}
	return now, nil
}
