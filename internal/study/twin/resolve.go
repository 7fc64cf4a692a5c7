package twin

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/text/document"
)

// FirstName is the name of the variant without changes: that of the document, or after its file.
func FirstName(doc *experiment.Document, file string) string {
	if doc.Baseline != "" {
		return doc.Baseline
	}
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(name, "-"), "-_")
}

// Resolve resolves the experiment of a file, under a name, and its variants, each after change, which follow
// a number of variants of other files. The caller must close the returned variants, also after an error.
func Resolve(ctx context.Context, doc *experiment.Document, before int, name string, changed func(experiment.Experiment) (experiment.Experiment, error)) (all []engine.Variant, err error) {
	for i, v := range append([]experiment.NamedExperiment{{Name: name, Experiment: doc.Experiment}}, doc.Variants...) {
		e, err := changed(v.Experiment)
		if err != nil {
			return all, err
		}
		plan, err := planning.Resolve(ctx, e)
		if err != nil {
			return all, doc.Locate(Within(err, i, v.Name))
		}
		against := 0 // the first of another file is compared with that of the first file
		if i > 0 {
			against = before + max(0, slices.IndexFunc(doc.Variants, func(o experiment.NamedExperiment) bool { return v.Against != "" && o.Name == v.Against })+1)
		}
		all = append(all, engine.Variant{Name: v.Name, Plan: plan, Against: against})
	}
	return all, nil
}

// Within adds the place of its keys to an error about variant i of a file. The keys of the first variant
// are at the top.
func Within(err error, i int, name string) error {
	if i == 0 {
		return err
	}
	return document.Within(err, "compare."+name)
}

// Close closes the plans of variants.
func Close(variants []engine.Variant) {
	for _, v := range variants {
		v.Plan.Close()
	}
}
