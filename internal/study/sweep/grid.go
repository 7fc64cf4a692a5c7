package sweep

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
	"twophase/internal/traces/result"
)

// grid is a GRID.yaml as it is being read into a plan.
type grid struct {
	*document.Document
	plan *Plan

	base, vary, list, seeds *document.Node
	nodes                   map[string][]*document.Node // the nodes of a key's values: one for each value, or one for all
}

// Load reads a grid file into a plan, which is not frozen yet. The error joins
// everything that is wrong, each with its place.
func Load(ctx context.Context, path string) (*Plan, error) {
	doc, err := document.Open(path)
	if err != nil {
		return nil, err
	}
	return parse(ctx, doc)
}

// Parse reads the text of a grid file as Load does. Files that it names are relative
// to the folder of path.
func Parse(ctx context.Context, path string, text []byte) (*Plan, error) {
	doc, err := document.Parse(path, text)
	if err != nil {
		return nil, err
	}
	return parse(ctx, doc)
}

func newGrid(doc *document.Document) *grid {
	return &grid{
		Document: doc, nodes: map[string][]*document.Node{},
		plan: &Plan{Schema: Schema, Version: result.Version, Files: []File{}, Dimensions: []Dimension{}, Seed: defaultSeed},
	}
}

func parse(ctx context.Context, doc *document.Document) (*Plan, error) {
	g := newGrid(doc)
	if err := doc.Read(g.section()); err != nil {
		return nil, err
	}
	e := g.readExperiment()
	g.readVary()
	g.readList()
	if g.Err() == nil {
		g.readSeeds(e.Seed)
	}
	if err := g.Err(); err != nil {
		return nil, err
	}
	if err := g.validate(ctx); err != nil {
		return nil, err
	}
	return g.plan, nil
}

// section returns the keys of a grid file.
func (g *grid) section() *document.Section {
	section := map[string]any{"type": "object"}
	return &document.Section{Keys: []document.Key{
		{Name: "experiment", About: "an experiment file, or an experiment", Example: "narrow-gap.yaml", Required: true, Value: document.Raw(&g.base, map[string]any{"type": []string{"string", "object"}})},
		{Name: "vary", About: "keys of the experiment and their values; the sweep runs all combinations", Default: "none", Example: "{tau: {grid: [0.2, 0.5]}, rate: {range: {from: 1e-4, to: 1e-2, count: 5, log: true}}}", Value: document.Raw(&g.vary, section)},
		{Name: "list", About: "points with keys that change together, each a section of keys and values", Default: "none", Example: "[{tau: 0.2, rate: 1e-3}, {tau: 0.5, rate: 3e-3}]", Value: document.Raw(&g.list, map[string]any{"type": "array", "items": section})},
		{Name: "seeds", About: "number of seeds, the first one the seed of the experiment, or a list of seeds", Default: "the seed of the experiment", Example: "10", Value: document.Raw(&g.seeds, map[string]any{"type": []string{"integer", "array"}})},
		{Name: "seed", About: "seed of random values", Default: strconv.Itoa(defaultSeed), Example: "7", Value: document.Unsigned(&g.plan.Seed, defaultSeed)},
	}}
}

// defaultSeed is the seed of random values.
const defaultSeed = 1

// Keys returns the keys of a grid file, and those below a key under vary, bound to no
// grid.
func Keys() (grids, values *document.Section) {
	return (&grid{plan: &Plan{}}).section(), keySection(new(*document.Node), new(*Spread), new(*Spread))
}

// readExperiment reads the experiment whose keys are replaced.
func (g *grid) readExperiment() experiment.Experiment {
	e, folder := experiment.New(), filepath.Dir(g.Path)
	switch g.base.Kind {
	case document.MappingNode:
		experiment.Section(&e, folder).Read(g.Document, "experiment", g.base)
		g.plan.Source, g.plan.Experiment = g.Path, string(g.base.JSON())
	case document.TextNode:
		path := g.base.Text
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		doc, err := experiment.Load(path)
		if err != nil {
			g.Fail("experiment", g.base, "%w", err)
			return e
		}
		if len(doc.Variants) > 0 {
			g.Fail("experiment", g.base, "%s compares variants, and a point of a sweep is one run: vary their keys here, and leave compare out there", path)
			return e
		}
		e = doc.Experiment
		g.plan.Source, g.plan.Experiment = path, string(doc.Top().JSON())
	default:
		g.Fail("experiment", g.base, "%v is neither a file nor an experiment: write the name of an experiment file, or the keys of one", g.base)
	}
	if g.Err() == nil {
		var err error
		if g.plan.base, err = newBase(g.plan.Source, g.plan.Experiment); err != nil {
			g.Fail("experiment", g.base, "%w", err)
		}
	}
	return e
}

// readVary reads the keys that vary. Each is a dimension, but random keys are drawn together
// and share one.
func (g *grid) readVary() {
	if g.vary == nil {
		return
	}
	if g.vary.Kind != document.MappingNode || len(g.vary.Entries) == 0 {
		g.Fail("vary", g.vary, "%v is not a section of at least one key: write a key of the experiment on each line, as tau: {grid: [0.2, 0.5]}", g.vary)
		return
	}
	drawn := -1 // the dimension of the random keys
	for _, entry := range g.vary.Entries {
		name := "vary." + entry.Key
		c, random, ok := g.readKey(name, entry)
		if !ok || !g.isNew(entry.Key, entry.Value) {
			continue
		}
		switch {
		case random && drawn < 0:
			drawn = len(g.plan.Dimensions)
			fallthrough
		case !random:
			g.plan.Dimensions = append(g.plan.Dimensions, Dimension{[]VariedKey{c}})
		case c.Len() != g.plan.Dimensions[drawn].Len():
			first := g.plan.Dimensions[drawn].Keys[0]
			g.Fail(name, entry.Value, "%d random values, but %d of %s: random keys are drawn together, so give them one count", c.Len(), first.Len(), first.Key)
		default:
			d := &g.plan.Dimensions[drawn]
			d.Keys = append(d.Keys, c)
		}
	}
}

// isNew notes an error if this key, a key in it or a key around it varies already. It reports
// whether none does.
func (g *grid) isNew(key string, n *document.Node) bool {
	if key == "seed" {
		g.Fail("", n, "seeds vary by a key of their own: write seeds: 10, or seeds: [1, 2, 3]")
		return false
	}
	for _, c := range g.plan.VariedKeys() {
		if key == c.Key {
			g.Fail("", n, "%s is given twice: it may vary under vary or under list", key)
			return false
		}
		if nested(key, c.Key) {
			g.Fail("", n, "%s and %s cannot both vary, for one is in the other", key, c.Key)
			return false
		}
	}
	return true
}

// readList reads the points under list.
func (g *grid) readList() {
	if g.list == nil {
		return
	}
	items := g.Items("list", g.list)
	var d Dimension
	at := map[string]int{} // the places of keys in d.Keys
	for i, item := range items {
		if item.Kind != document.MappingNode || len(item.Entries) == 0 {
			g.Fail(fmt.Sprintf("list[%d]", i), item, "%v is not a section of at least one key: write keys and values, as {tau: 0.2, rate: 1e-3}", item)
			return
		}
		for _, entry := range item.Entries {
			c, ok := at[entry.Key]
			if !ok {
				if !g.isNew(entry.Key, entry.Value) {
					return
				}
				c = len(d.Keys)
				at[entry.Key] = c
				d.Keys = append(d.Keys, VariedKey{Key: entry.Key, Values: make([]Value, len(items))})
				g.nodes[entry.Key] = make([]*document.Node, len(items))
			}
			d.Keys[c].Values[i], g.nodes[entry.Key][i] = valueOf(entry.Value), entry.Value
		}
	}
	if len(d.Keys) > 0 {
		g.plan.Dimensions = append(g.plan.Dimensions, d)
	}
}

// maxSeeds is the largest number of seeds.
const maxSeeds = MaxValues

// readSeeds reads the seeds: a list, or their number, counted from the experiment's seed.
func (g *grid) readSeeds(first uint64) {
	if g.seeds == nil {
		g.plan.Seeds = []uint64{first}
		return
	}
	if g.seeds.Kind != document.ListNode {
		n := 0
		document.Integer(&n, 1, maxSeeds).Read(g.Document, "seeds", g.seeds)
		for i := range n {
			g.plan.Seeds = append(g.plan.Seeds, first+uint64(i))
		}
		return
	}
	seen := map[uint64]bool{}
	for i, item := range g.Items("seeds", g.seeds) {
		name := fmt.Sprintf("seeds[%d]", i)
		var seed uint64
		document.Unsigned(&seed, 1).Read(g.Document, name, item)
		if seen[seed] {
			g.Fail(name, item, "seed %d is there twice: two points would be identical", seed)
		}
		seen[seed] = true
		g.plan.Seeds = append(g.plan.Seeds, seed)
	}
}

// base is the experiment of a plan, in which keys are replaced.
type base struct {
	doc    *document.Document
	folder string // of the files that it names
}

func newBase(path, text string) (base, error) {
	doc, err := document.Parse(path, []byte(text))
	return base{doc, filepath.Dir(path)}, err
}

// experiment returns the experiment with some keys and the seed replaced.
func (b base) experiment(settings []Setting, seed uint64) (experiment.Experiment, error) {
	e, top := experiment.New(), b.doc.Top()
	for _, s := range settings {
		v, err := s.Value.node()
		if err != nil {
			return e, err
		}
		if top, err = top.Set(s.Key, v); err != nil {
			return e, err
		}
	}
	err := b.doc.With(top).Read(experiment.Section(&e, b.folder))
	e.Seed = seed
	return e, err
}
