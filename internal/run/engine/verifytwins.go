package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// VerifyTwins is Verify for a comparison: it runs the variants again, side by side. The Run of
// the result is that of the first variant. Report must be the one that RunTwins was given.
func VerifyTwins(ctx context.Context, name string, o planning.RunOptions, layout report.Layout, report TwinsReport) (_ *Verification, err error) {
	name = folder.Named(name)
	defer func() {
		if err != nil {
			err = fmt.Errorf("verify %s: %w", name, err)
		}
	}()
	text, err := result.ComparisonFolder.Read(name)
	if err != nil {
		return nil, err
	}
	var m result.ComparisonManifest
	if err := errors.Join(json.Unmarshal(text, &m), m.Check()); err != nil {
		return nil, err
	}
	o = planning.RunOptions{Workers: o.Workers, Progress: o.Progress}.WithDefaults()
	variants, err := variantsAgain(ctx, name, m, o)
	defer func() {
		for _, v := range variants {
			v.Plan.Close()
		}
	}()
	if err != nil {
		return nil, err
	}
	parent, err := folder.NewScratch(name)
	if err != nil {
		return nil, err
	}
	defer parent.Remove()
	replay := filepath.Join(parent.Path, "replay")
	o.Out = replay
	if err := RunTwins(ctx, variants, m.ForkAt, o, layout, report); ctx.Err() != nil {
		return nil, fmt.Errorf("%w before there was something to compare", interrupt.ErrInterrupted)
	} else if err != nil {
		return nil, replayFailed(err)
	}
	found := &Verification{Run: m.Variants[0].Run, Folder: name, Revision: variants[0].Plan.Revision, Present: result.Revision()}
	if found.Files, err = result.Compare(ctx, result.ComparisonFolder, name, replay); err != nil {
		return nil, err
	}
	for _, v := range m.Variants {
		files, err := result.Compare(ctx, result.RunFolder, variantFolder(name, v.Name), variantFolder(replay, v.Name))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			f.Name = v.Name + "/" + f.Name
			found.Files = append(found.Files, f)
		}
	}
	return found, nil
}

// variantsAgain returns the variants of a comparison with the plans of their manifests, also after an error.
func variantsAgain(ctx context.Context, name string, m result.ComparisonManifest, o planning.RunOptions) (variants []Variant, err error) {
	for _, v := range m.Variants {
		p, err := twinAgain(ctx, variantFolder(name, v.Name), o)
		if err != nil {
			return variants, fmt.Errorf("%s: %w", v.Name, err)
		}
		variants = append(variants, Variant{Name: v.Name, Plan: p, Against: v.Against})
		if len(variants) == 1 { // one build recorded all
			noteRevision(p.Revision, o)
		}
	}
	return variants, nil
}

// variantFolder returns the run folder of a variant. It is unfinished if a trial of the variant
// diverged.
func variantFolder(comparison, variant string) string {
	name := filepath.Join(comparison, variant)
	if _, err := os.Lstat(name); err != nil {
		return name + ".partial"
	}
	return name
}

// twinAgain returns the plan of a variant from its manifest. It returns an error if a file that
// the variant reads has changed.
func twinAgain(ctx context.Context, name string, o planning.RunOptions) (*planning.Plan, error) {
	text, err := result.RunFolder.Read(name)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(text)
	if err != nil {
		return nil, err
	}
	looked, _, err := replanned(ctx, m, o)
	if err != nil {
		return nil, err
	}
	if err := looked.Close(); err != nil {
		return nil, err
	}
	return resolveManifest(ctx, m) // RunTwins prepares it
}
