package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"twophase/internal/files/folder"
	"twophase/internal/measure/report"
	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
)

// VerifyTwins is Verify for a comparison: it runs the variants again, side by side. The Run of
// the result is that of the first variant. Report must be the one that RunTwins was given.
func VerifyTwins(ctx context.Context, name string, o planning.RunOptions, layout report.Layout, report TwinsReport) (*Verification, error) {
	name = folder.Named(name)
	return verify(ctx, name, result.ComparisonFolder, o, func(manifest []byte, o planning.RunOptions) (v Verification, err error) {
		var m result.ComparisonManifest
		if err := errors.Join(json.Unmarshal(manifest, &m), m.Check()); err != nil {
			return v, err
		}
		variants, err := variantsAgain(ctx, name, m, o)
		defer func() {
			for _, v := range variants {
				v.Plan.Close()
			}
		}()
		if err != nil {
			return v, err
		}
		if err := RunTwins(ctx, variants, m.ForkAt, o, layout, report); err != nil {
			return v, replayFailed(err)
		}
		v = Verification{Run: m.Variants[0].Run, Revision: variants[0].Plan.Revision}
		for _, variant := range m.Variants {
			v.variants = append(v.variants, variant.Name)
		}
		return v, nil
	})
}

// variantsAgain returns the variants of a comparison with the plans of their manifests, also after an error.
func variantsAgain(ctx context.Context, name string, m result.ComparisonManifest, o planning.RunOptions) (variants []Variant, err error) {
	for _, v := range m.Variants {
		var recorded result.Manifest
		var p *planning.Plan
		text, err := result.RunFolder.Read(variantFolder(name, v.Name))
		if err == nil {
			recorded, err = parseManifest(text)
		}
		if err == nil {
			p, err = resolveManifest(ctx, recorded)
		}
		if err != nil {
			return variants, fmt.Errorf("%s: %w", v.Name, err)
		}
		variants = append(variants, Variant{Name: v.Name, Plan: p, Against: v.Against, recorded: &recorded})
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
