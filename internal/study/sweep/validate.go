package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/text/document"
)

// Limits of validation before a plan is frozen. Of a small plan every group is validated. Of
// a larger one, values along each dimension (all, or many of them) and the corners are.
const (
	validatedGroups = 10_000
	validatedValues = 2_000
	validatedBits   = 10 // dimensions whose corners are validated
)

// validate completes the plan. It returns an error if a point cannot be run, as far as that
// shows without running it, or if two points are identical.
func (g *grid) validate(ctx context.Context) error {
	p := g.plan
	var err error
	if p.Points, err = p.count(); err != nil {
		g.Fail("", g.whole(), "%w", err)
		return g.Err()
	}
	for _, d := range p.Dimensions {
		if i, j, found := d.repeated(); found {
			key := d.Keys[0].Key
			g.Fail("", g.node(key, j), "values %d and %d are the same, %s: two points would be identical", i, j, describe(d.settings(nil, j)))
		}
	}
	if err := g.Err(); err != nil {
		return err
	}
	v := &validator{ctx: ctx, grid: g, hashes: map[string]string{}, ids: map[string]int{}}
	places := make([]int, len(p.Dimensions))
	if v.group(0); g.Err() != nil {
		return g.Err()
	}
	for i, d := range p.Dimensions { // along each dimension
		for _, place := range some(d.Len()) {
			places[i] = place
			v.group(p.groupAt(places))
		}
		places[i] = 0
		if err := g.Err(); err != nil {
			return err
		}
	}
	if p.Groups() <= validatedGroups {
		for group := range p.Groups() {
			if v.group(group); g.Err() != nil {
				return g.Err()
			}
		}
	} else {
		for corner := range 1 << min(len(places), validatedBits) {
			for i := range places {
				places[i] = (p.Dimensions[i].Len() - 1) * (corner >> i & 1)
			}
			if v.group(p.groupAt(places)); g.Err() != nil {
				return g.Err()
			}
		}
	}
	v.complete()
	p.Chunk = chunkOf(v.cost, p.Points, len(p.Seeds))
	return nil
}

// complete adds to the plan what its groups have shown.
func (v *validator) complete() {
	p := v.plan
	slices.SortFunc(p.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	p.Inputs, p.Outputs = v.inputs.common, v.outputs.common
}

// some returns the places from 0 to n − 1 or, if these are too many, a part of them.
func some(n int) []int {
	count := min(n, validatedValues)
	places := make([]int, count)
	for i := range places {
		places[i] = i * n / count
	}
	places[count-1] = n - 1
	return places
}

// validator validates groups of a grid.
type validator struct {
	*grid
	ctx    context.Context   // ends long readings of files
	hashes map[string]string // of files that experiments read
	ids    map[string]int    // the groups by the IDs of their runs
	cost   float64           // the largest cost of a point

	inputs, outputs shared // N and K
}

// shared is the number that all groups have which were seen, 0 if they differ.
type shared struct {
	common int
	seen   bool
}

func (s *shared) see(n int) {
	if !s.seen {
		s.common, s.seen = n, true
	} else if n != s.common {
		s.common = 0
	}
}

// group validates one group. Groups that have been validated are skipped.
func (v *validator) group(group int) {
	settings := v.plan.settings(group)
	e, err := v.plan.base.experiment(settings, v.plan.Seeds[0])
	if err != nil {
		v.blame(group, settings, err)
		return
	}
	p, err := planning.Resolve(v.ctx, e)
	if err != nil {
		v.blame(group, settings, err)
		return
	}
	defer p.Close()
	e = p.Experiment
	v.cost = max(v.cost, costOf(p))
	if name := v.declare(p); name != "" {
		v.blame(group, settings, document.Blame(fmt.Errorf("the measure %s has the name of a key that varies: give it another", name), "measure."+name, "measure"))
		return
	}
	v.inputs.see(p.Inputs())
	v.outputs.see(e.Outputs)
	var files []experiment.InputFile
	for _, path := range e.Stimulus.Paths() {
		files = append(files, experiment.InputFile{Path: path})
	}
	files = append(files, p.InitialFiles()...)
	for i := range files {
		files[i].SHA256 = v.hashes[files[i].Path]
	}
	if slices.ContainsFunc(files, func(f experiment.InputFile) bool { return f.SHA256 == "" }) {
		m, err := engine.Prepare(v.ctx, p, 0)
		if err != nil {
			v.blame(group, settings, err)
			return
		}
		for _, f := range m.Inputs {
			if v.hashes[f.Path] == "" {
				v.hashes[f.Path] = f.SHA256
				v.plan.Files = append(v.plan.Files, File{f.Path, f.SHA256})
			}
		}
		files = m.Inputs
	}
	id, err := e.ID(files)
	if err != nil {
		v.blame(group, settings, err)
		return
	}
	if first, ok := v.ids[id]; ok && first != group {
		v.Fail("", v.whole(), "points %d and %d are identical: %s is the same experiment as %s",
			first*len(v.plan.Seeds), group*len(v.plan.Seeds), describe(settings), describe(v.plan.settings(first)))
		return
	}
	v.ids[id] = group
}

// declare adds the declared measures of a group's plan to those of the sweep, in the order of their declarations. It returns
// one that has the name of a key that varies, which is a column of the tables, too; or "".
func (v *validator) declare(p *planning.Plan) (taken string) {
	names := append(p.Declared(), v.plan.Declared...)
	v.plan.Declared = nil
	for _, d := range measure.Sorted(names) {
		v.plan.Declared = append(v.plan.Declared, d.Name)
		if slices.ContainsFunc(v.plan.VariedKeys(), func(c VariedKey) bool { return c.Key == d.Name }) {
			taken = d.Name
		}
	}
	return taken
}

// blame notes the error of a group, at the place of the value that caused it.
func (v *validator) blame(group int, settings []Setting, err error) {
	var in *document.FileError // of the experiment with its keys replaced
	if errors.As(err, &in) {
		err = in.Err
	}
	var keys []string
	var key *document.KeyError
	if errors.As(err, &key) {
		keys = key.Keys
	}
	if name, _, found := strings.Cut(err.Error(), ":"); found {
		keys = append(keys, name)
	}
	at := v.whole()
	if len(settings) == 1 {
		at = v.valueOf(group, settings[0].Key)
	}
	section := func(name string) string { return strings.SplitN(name, ".", 2)[0] }
	for _, alike := range []func(a, b string) bool{
		func(a, b string) bool { return section(a) == section(b) }, nested, // the last match counts
	} {
		for _, name := range slices.Backward(keys) { // the first key counts, so it is tried last
			for _, s := range settings {
				if alike(name, s.Key) {
					at = v.valueOf(group, s.Key)
				}
			}
		}
	}
	if at == nil {
		at = v.whole()
	}
	v.Fail("", at, "with %s: %w", describe(settings), err)
}

// valueOf returns the node of a key's value in a group.
func (v *validator) valueOf(group int, key string) *document.Node {
	for i, place := range v.plan.Places(group) {
		for _, c := range v.plan.Dimensions[i].Keys {
			if c.Key == key {
				return v.node(key, place)
			}
		}
	}
	return nil
}

// node returns the node of value i of a key.
func (g *grid) node(key string, i int) *document.Node {
	nodes := g.nodes[key]
	if len(nodes) == 1 {
		i = 0
	}
	if i < len(nodes) && nodes[i] != nil {
		return nodes[i]
	}
	return g.whole()
}

// whole returns the section of the document with the varied keys.
func (g *grid) whole() *document.Node {
	for _, n := range []*document.Node{g.vary, g.list, g.seeds} {
		if n != nil {
			return n
		}
	}
	return g.base
}
