package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"twophase/internal/folder"
)

// ErrComplete is the error of resuming a run that is complete.
var ErrComplete = folder.ErrComplete

// errChangedManifest is the error of a manifest that is not what a run of it writes.
var errChangedManifest = errors.New("its manifest.json is not what this program writes of it: it was changed, or written by another program")

// Resume goes on with a run that was interrupted or killed, in the folder that it
// has left, and ends as Run would have: with the same bytes of weights and traces. Of
// the options, Out, Force and Budget do not count.
//
// It returns an error, and leaves everything as it was, if the folder is not that of
// an unfinished run, if a process is at work on it, if a checkpoint is damaged, or if
// something that the run is made of has changed since: a file that it reads, or this
// program. The error is ErrComplete if there is nothing left to do.
func Resume(ctx context.Context, name string, o RunOptions) (_ *Summary, err error) {
	o = o.withDefaults()
	o.resumed = true
	if work := strings.TrimSuffix(filepath.Clean(name), ".partial") + ".partial"; IsComparison(work) {
		return nil, fmt.Errorf("%s is a comparison, which is not resumed: run it again, with --force if under the same name", work)
	}
	out, text, err := runFolder.Open(name)
	if errors.Is(err, ErrComplete) {
		return nil, errors.Join(err, tidy(strings.TrimSuffix(filepath.Clean(name), ".partial"))) // if it was killed while it did
	}
	if err != nil {
		return nil, err
	}
	left := false
	defer func() {
		if !left {
			out.Leave()
		}
	}()
	p, manifest, now, err := again(ctx, text, o)
	if err == nil && !bytes.Equal(now, text) {
		p.Close()
		err = errChangedManifest
	}
	if err != nil {
		return nil, fmt.Errorf("resume %s: %w", out.Work(), err)
	}
	defer p.Close()
	from := make([]*checkpointBody, p.Experiment.Trials)
	for trial := range from {
		if from[trial], err = p.readCheckpoint(out, manifest.Run, trial); err != nil {
			return nil, fmt.Errorf("resume %s: %w", out.Work(), err)
		}
	}
	for trial := range from { // now that none of them is refused
		if from[trial] != nil {
			continue
		}
		if err := p.clear(out, trial); err != nil {
			return nil, fmt.Errorf("resume %s: %w", out.Work(), err)
		}
	}
	left = true
	return p.execute(ctx, out, manifest, o, from)
}

// again returns the plan of a run, by its manifest, ready for its first step, with
// the manifest that a run of it writes now, which should be the same. It returns an
// error if something that the run is made of is another by now.
func again(ctx context.Context, manifest []byte, o RunOptions) (_ *Plan, m Manifest, now []byte, err error) {
	before, err := parseManifest(manifest)
	if err != nil {
		return nil, m, nil, err
	}
	if f := before.Fork; f != nil {
		return nil, m, nil, fmt.Errorf("it goes on from step %d of the run %s, and is run only beside it, by twophase compare", f.At, f.Of)
	}
	p, m, err := before.again(ctx, o)
	if err != nil {
		return nil, m, nil, err
	}
	if now, err = indented(m); err != nil {
		p.Close()
	}
	return p, m, now, err
}

// parseManifest reads a manifest that this version has written.
func parseManifest(text []byte) (m Manifest, err error) {
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("the manifest: %w", err)
	}
	return m, m.readable()
}

// readable returns an error if the manifest is not of this version.
func (m Manifest) readable() error {
	switch {
	case m.Schema != ManifestSchema:
		return fmt.Errorf("the schema of its manifest is %d, and this program reads %d", m.Schema, ManifestSchema)
	case m.Version != Version:
		return fmt.Errorf("it is a run of twophase %s, and this is %s: bits are promised of one version only", m.Version, Version)
	}
	return nil
}

// again returns the plan of the manifest, ready for its first step, and the manifest
// that it has now. It returns an error if the experiment, or a file that it reads, is
// another by now.
func (m Manifest) again(ctx context.Context, o RunOptions) (_ *Plan, now Manifest, err error) {
	p, err := m.resolve()
	if err != nil {
		return nil, now, err
	}
	if now, err = m.prepare(ctx, p, o); err != nil {
		p.Close()
		return nil, now, err
	}
	return p, now, nil
}

// resolve returns the plan of the manifest's run.
func (m Manifest) resolve() (*Plan, error) {
	p, err := Resolve(m.Experiment)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w (a path that does not begin with / begins where the run was started)", err)
	}
	return p, err
}

// prepare makes the plan of the manifest's run ready for its first step, and returns
// the manifest that it has now. It returns an error if the experiment, or a file that it
// reads, is another by now.
func (m Manifest) prepare(ctx context.Context, p *Plan, o RunOptions) (now Manifest, err error) {
	o.Budget = 0
	if now, err = p.prepare(ctx, o); err != nil {
		return now, err
	}
	for i, f := range now.Inputs {
		if i < len(m.Inputs) && m.Inputs[i].SHA256 != f.SHA256 {
			return now, fmt.Errorf("the file %s has changed since: its hash is %.12s…, and was %.12s…", f.Path, f.SHA256, m.Inputs[i].SHA256)
		}
	}
	if now.Run != m.Run {
		return now, errChangedManifest
	}
	return now, nil
}

// clear removes what a trial without a checkpoint has recorded.
func (p *Plan) clear(out *folder.Folder, trial int) error {
	return out.Remove(fmt.Sprintf("traces-%04d-*", trial), fmt.Sprintf("events-%04d.jsonl*", trial))
}

// start returns the step at which the trial begins.
func (t *trialRun) start() int {
	if t.from == nil {
		return 0
	}
	return t.from.Circuit.Step
}

// left returns how many of the steps of a trial are left after its checkpoint.
func (b *checkpointBody) left(steps int) int {
	switch {
	case b == nil:
		return steps
	case b.Result != nil:
		return 0
	}
	return steps - b.State.Circuit.Step
}
