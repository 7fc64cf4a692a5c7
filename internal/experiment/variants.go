package experiment

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// NamedExperiment is a variant of an experiment.
type NamedExperiment struct {
	Name       string
	Experiment Experiment
	Against    string // the earlier variant that it is compared with; empty: the experiment itself
}

// variantName matches the names of variants, which are also names of folders.
var variantName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// CheckVariantName returns an error unless a variant may have that name.
func CheckVariantName(name string) error {
	if !variantName.MatchString(name) {
		return fmt.Errorf("a variant cannot be called %q: write letters, digits, - and _", name)
	}
	return nil
}

// variants is the value of the key compare. It is read after the experiment, of which the
// variants are variants.
type variants struct {
	node *document.Node
	keys func(e *Experiment, folder string) *document.Section // of an experiment
}

// Read implements document.Value.
func (v *variants) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.MappingNode || len(n.Entries) == 0 {
		d.Fail(name, n, "%v is not a section of at least one variant: write each on a line, as NAME: {KEY: VALUE}", n)
		return
	}
	for _, e := range n.Entries {
		if err := CheckVariantName(e.Key); err != nil {
			d.Fail(name+"."+e.Key, e.Value, "%w", err)
		}
	}
	v.node = n
}

// read returns the variants of an experiment.
func (v *variants) read(d *document.Document, of Experiment) (all []NamedExperiment) {
	if v.node == nil {
		return nil
	}
	for _, entry := range v.node.Entries {
		name := "compare." + entry.Key
		if slices.ContainsFunc(all, func(n NamedExperiment) bool { return n.Name == entry.Key }) {
			d.Fail(name, entry.Value, "%s is given twice", name)
			continue
		}
		e := of
		against := ""
		s := v.section(&e, &against, all, filepath.Dir(d.Path))
		keys := entry.Value
		if keys.Kind == document.MappingNode {
			keys = writtenOut(d, name, keys)
			for _, entry := range keys.Entries {
				e.forgetRivals(entry.Key)
			}
		}
		s.Read(d, name, keys)
		all = append(all, NamedExperiment{entry.Key, e, against})
	}
	return all
}

// section returns the keys of a variant after others.
func (v *variants) section(e *Experiment, against *string, others []NamedExperiment, folder string) *document.Section {
	s := v.keys(e, folder)
	s.Keys = append(s.Keys, document.Key{Name: "against", About: "the earlier variant that it is compared with", Default: "the experiment itself", Value: document.Text(against, func(name string) error {
		var names []string
		for _, o := range others {
			if o.Name == name {
				return nil
			}
			names = append(names, o.Name)
		}
		if names == nil {
			return fmt.Errorf("there is no variant before this one, which is compared with the experiment itself: leave out against")
		}
		return fmt.Errorf("there is no variant %s before this one%s: choose %s, or leave it out for the experiment itself", name, wording.Hint(name, names), strings.Join(names, ", "))
	})})
	return s
}

// partOfKey are the characters with which a key names a part of a section, or adds to a list.
const partOfKey = ".[+"

// writtenOut returns the keys of a variant with each dotted one, such as
// circuit.projections.M.rate, written into that section of the experiment, and each that adds to a
// list, such as interventions+, to that of the experiment.
func writtenOut(d *document.Document, name string, n *document.Node) *document.Node {
	has := func(n *document.Node, key string) int {
		return slices.IndexFunc(n.Entries, func(e document.Entry) bool { return e.Key == key })
	}
	dotted := func(e document.Entry) bool { return strings.ContainsAny(e.Key, partOfKey) }
	whole := *n
	whole.Entries = slices.DeleteFunc(slices.Clone(n.Entries), dotted)
	for i, e := range n.Entries {
		if !dotted(e) {
			continue
		}
		at := &document.Node{Place: e.Place}
		if has(n, e.Key) < i {
			d.Fail(name+"."+e.Key, at, "given twice")
			continue
		}
		section := e.Key[:strings.IndexAny(e.Key, partOfKey)]
		if of := has(d.Top(), section); of >= 0 && has(&whole, section) < 0 {
			whole.Entries = append(whole.Entries, document.Entry{Key: section, Value: d.Top().Entries[of].Value, Place: e.Place})
		}
		changed, err := whole.Change(e.Key, e.Value)
		if err != nil {
			d.Fail(name, at, "%w", err)
			continue
		}
		whole = *changed
	}
	return &whole
}

// forgetRivals clears the keys of the experiment that exclude one that is given to it.
func (e *Experiment) forgetRivals(key string) {
	switch key {
	case "network":
		e.Circuit = nil
	case "circuit":
		e.forgetNetwork()
		e.Circuit = nil
	case "initial_w":
		e.InitialWeights, e.From = "", ""
	case "initial_weights":
		e.InitialW, e.From = 0, ""
	case "initial_m", "initial":
		e.From = ""
	case "from":
		e.InitialW, e.InitialWeights, e.InitialM, e.InitialMFile, e.Initial = 0, "", 0, "", nil
	}
}

// Write implements document.Value.
func (v *variants) Write() (*document.Node, bool) { return v.node, v.node != nil }

// Schema implements document.Value.
func (v *variants) Schema() map[string]any {
	variant := v.section(new(Experiment), new(string), nil, ".").Schema()
	variant["patternProperties"] = map[string]any{`^[a-z_]+[.\[+]`: map[string]any{"description": "a key of a section, by its full name, such as circuit.projections.M.rate; or what a variant adds to a list, such as interventions+"}}
	return map[string]any{
		"type": "object", "minProperties": 1,
		"propertyNames":        map[string]any{"pattern": variantName.String()},
		"additionalProperties": variant,
	}
}
