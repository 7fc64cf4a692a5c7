package main

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"

	"twophase/internal/document"
	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/planning"
)

// firstVariant is the name of the variant without changes: that of the document, or after its file.
func firstVariant(doc *experiment.Document, file string) string {
	if doc.Baseline != "" {
		return doc.Baseline
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(name, "-"), "-_")
}

// resolveAll resolves the experiment of a file, under a name, and its variants, each after change. The
// caller must close the returned variants, also after an error.
func resolveAll(ctx context.Context, doc *experiment.Document, name string, changed func(experiment.Experiment) (experiment.Experiment, error)) (all []engine.Variant, err error) {
	for i, v := range append([]experiment.NamedExperiment{{Name: name, Experiment: doc.Experiment}}, doc.Variants...) {
		e, err := changed(v.Experiment)
		if err != nil {
			return all, err
		}
		plan, err := planning.Resolve(ctx, e)
		if err != nil {
			return all, doc.Locate(within(err, i, v.Name))
		}
		all = append(all, engine.Variant{Name: v.Name, Plan: plan})
	}
	return all, nil
}

// within adds the place of its keys to an error about variant i of a file. The keys of the first variant
// are at the top.
func within(err error, i int, name string) error {
	if i == 0 {
		return err
	}
	return document.Within(err, "compare."+name)
}

func closeAll(variants []engine.Variant) {
	for _, v := range variants {
		v.Plan.Close()
	}
}
