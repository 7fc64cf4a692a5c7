package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// batch is the floor that batch PCA of as many samples gives.
const batch = "batch"

// claim is a published claim, and the experiment that tests it.
type claim struct {
	*document.Document
	text, source string
	base         string // an experiment file that the experiment changes; empty: none
	experiment   *document.Node
	conditions   []condition // none: the experiment as it is
	expect       []expectation
}

// condition is keys of the experiment that change together.
type condition struct {
	when string // in words
	keys *document.Node
}

// expectation is what the claim says of a measure of a variant, or of its ratio to that of another variant.
type expectation struct {
	measure  string
	of, over string
	at       int      // the step; 0: the last
	reaches  *float64 // not the measure counts, but the first step at which it is as good as this
	below    *float64
	above    *float64
	floorOf  string // a variant, or batch
}

// load reads the file of a claim.
func load(path string) (*claim, error) {
	d, err := document.Open(path)
	if err != nil {
		return nil, err
	}
	return read(d)
}

func read(d *document.Document) (*claim, error) {
	c := &claim{Document: d}
	if err := d.Read(c.keys()); err != nil {
		return nil, err
	}
	for i, x := range c.expect {
		if x.reaches != nil && result.QuantityOf(x.measure).Better == 0 {
			return nil, c.blame(i, "reaches", fmt.Errorf("%s is neither better when it is small nor when it is large: leave out reaches", x.measure))
		}
		if x.floorOf == batch && (x.measure != "e_pro" || x.at > 0 || x.reaches != nil) {
			return nil, c.blame(i, "floor", errors.New("batch PCA is the floor of e_pro at the end only: name a variant"))
		}
	}
	return c, nil
}

func (c *claim) keys() *document.Section {
	section := map[string]any{"type": "object"}
	return &document.Section{Keys: []document.Key{
		{Name: "claim", About: "what is claimed", Required: true, Value: document.Text(&c.text, nil)},
		{Name: "source", About: "where", Required: true, Value: document.Text(&c.source, nil)},
		{Name: "base", About: "an experiment file, whose keys the experiment replaces", Value: document.File(&c.base, filepath.Dir(c.Path))},
		{Name: "experiment", About: "an experiment with variants (compare)", Required: true, Value: document.Raw(&c.experiment, section)},
		{Name: "conditions", About: "conditions under which the claim is tested", Value: document.ListOf(&c.conditions, func(o *condition) document.Value {
			return &document.Section{Keys: []document.Key{
				{Name: "when", About: "the condition in words", Required: true, Value: document.Text(&o.when, fits)},
				{Name: "keys", About: "keys of the experiment", Required: true, Value: document.Raw(&o.keys, section)},
			}}
		})},
		{Name: "expect", About: "what the claim says", Required: true, Value: document.ListOf(&c.expect, (*expectation).keys)},
	}}
}

func (x *expectation) keys() document.Value {
	number := func(to **float64) document.Value {
		return document.Given(to, func(v *float64) document.Value { return document.Number(v, document.Any) })
	}
	return &document.Section{
		Keys: []document.Key{
			{Name: "measure", About: "a measure", Required: true, Value: document.Text(&x.measure, result.CheckQuantity)},
			{Name: "of", About: "the variant", Required: true, Value: document.Text(&x.of, nil)},
			{Name: "over", About: "the variant by whose measure it is divided, trial by trial", Value: document.Text(&x.over, nil)},
			{Name: "at", About: "the step", Default: "the last", Value: document.Integer(&x.at, 1, experiment.MaxSteps)},
			{Name: "reaches", About: "the first step at which the measure is as good as this counts", Value: number(&x.reaches)},
			{Name: "below", About: "the median is below this", Value: number(&x.below)},
			{Name: "above", About: "the median is above this", Value: number(&x.above)},
			{Name: "floor", About: "a variant that shows what chance gives, or what cannot be improved on, or batch", Required: true, Value: document.Text(&x.floorOf, nil)},
		},
		OneOf: []document.Group{{Keys: []string{"below", "above"}, Required: true}, {Keys: []string{"at", "reaches"}}},
	}
}

// longest is the number of characters that have room beside a row of a picture.
const longest = 38

func fits(when string) error {
	if n := utf8.RuneCountInString(when); n > longest {
		return fmt.Errorf("it has %d characters: write %d at most, which fit into a picture", n, longest)
	}
	return nil
}

// blame gives an error the place of a key of expectation i.
func (c *claim) blame(i int, key string, err error) error {
	place := fmt.Sprintf("expect[%d]", i)
	return c.Locate(document.Blame(err, place+"."+key, place))
}

// name is that of the file.
func (c *claim) name() string {
	return strings.TrimSuffix(filepath.Base(c.Path), filepath.Ext(c.Path))
}

// under returns the experiment of condition i, or without any.
func (c *claim) under(i int) (*experiment.Document, error) {
	node, changes := c.experiment, []document.Entry{}
	if c.base != "" {
		base, err := document.Open(c.base)
		if err != nil {
			return nil, err
		}
		node, changes = base.Top(), c.experiment.Entries
	}
	if len(c.conditions) > 0 {
		changes = slices.Concat(changes, c.conditions[i].keys.Entries)
	}
	for _, e := range changes {
		var err error
		if node, err = node.Set(e.Key, e.Value); err != nil {
			return nil, c.Locate(document.Blame(err, "conditions", "experiment"))
		}
	}
	doc, err := experiment.Read(c.With(node))
	if err != nil {
		return nil, err
	}
	names := []string{doc.Baseline}
	for _, v := range doc.Variants {
		names = append(names, v.Name)
	}
	if len(names) < 2 || doc.Baseline == "" {
		return nil, c.Locate(document.Blame(errors.New("it needs variants (compare), and a name among them (baseline)"), "experiment"))
	}
	for i, x := range c.expect {
		for _, named := range [][2]string{{"of", x.of}, {"over", cmp.Or(x.over, x.of)}, {"floor", x.floorOf}} {
			if named[1] != batch && !slices.Contains(names, named[1]) {
				return nil, c.blame(i, named[0], wording.Unknown("variant", named[1], names))
			}
		}
	}
	return doc, nil
}
