package main

import (
	"path/filepath"
	"regexp"
	"strings"

	"twophase/internal/document"
	"twophase/internal/experiment"
)

// firstVariant names the variant that an experiment file itself is.
func firstVariant(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9_-]+`).ReplaceAllString(name, "-"), "-_")
}

// resolveAll resolves the experiment of a file, under a name, and its variants, each as
// changed. The variants that it returns, some of them with an error too, must be closed.
func resolveAll(doc *experiment.Document, name string, changed func(experiment.Experiment) (experiment.Experiment, error)) (all []experiment.Variant, err error) {
	for i, v := range append([]experiment.NamedExperiment{{Name: name, Experiment: doc.Experiment}}, doc.Variants...) {
		e, err := changed(v.Experiment)
		if err != nil {
			return all, err
		}
		plan, err := experiment.Resolve(e)
		if err != nil {
			return all, doc.Locate(within(err, i, v.Name))
		}
		all = append(all, experiment.Variant{Name: v.Name, Plan: plan})
	}
	return all, nil
}

// within returns an error about variant i of a file with the place of its keys: those
// of the first stand at the top.
func within(err error, i int, name string) error {
	if i == 0 {
		return err
	}
	return document.Within(err, "compare."+name)
}

func closeAll(variants []experiment.Variant) {
	for _, v := range variants {
		v.Plan.Close()
	}
}
