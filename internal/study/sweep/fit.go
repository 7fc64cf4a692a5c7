package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Fit is what a plan minimises: it is a sweep whose next point depends on the ones before. Its only dimension has all keys,
// and a place for each point that was chosen. The first leaves the experiment as it is.
type Fit struct {
	Keys        []FitKey `json:"keys"`
	Minimise    string   `json:"minimise,omitempty"` // a measure,
	Maximise    string   `json:"maximise,omitempty"` // or one that is to be large
	Evaluations int      `json:"evaluations"`        // points at most
	Tolerance   float64  `json:"tolerance"`
}

// FitKey is a key of the experiment, and the range in which its value is searched.
type FitKey struct {
	Key   string  `json:"key"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Scale string  `json:"scale,omitempty"` // linear or log; empty: linear
	Round bool    `json:"round,omitempty"` // to whole numbers
}

// Measure returns the measure of the fit.
func (f *Fit) Measure() string { return cmp.Or(f.Minimise, f.Maximise) }

func (k FitKey) spread() Spread {
	return Spread{From: k.Low, To: k.High, Count: 2, Log: k.Scale == "log"}
}

// validate returns an error unless the key has a range.
func (k FitKey) validate() error {
	switch finite := k.High-k.Low-(k.High-k.Low) == 0; {
	case !finite:
		return errors.New("low and high must be finite numbers")
	case k.Low >= k.High:
		return fmt.Errorf("low %v is not below high %v: give two numbers, the smaller one as low", k.Low, k.High)
	case k.Scale == "log" && k.Low <= 0:
		return fmt.Errorf("low %v on a logarithmic axis: give positive numbers, or write scale: linear", k.Low)
	case k.Round && (k.Low != math.Trunc(k.Low) || k.High != math.Trunc(k.High)):
		return fmt.Errorf("values from %v to %v are rounded: give whole numbers", k.Low, k.High)
	}
	return nil
}

// value returns the value at a fraction of the range.
func (k FitKey) value(u float64) float64 {
	if v := k.spread().at(u); !k.Round {
		return v
	} else {
		return math.RoundToEven(v)
	}
}

// Limits and defaults of a fit.
const (
	mostEvaluations    = 10_000
	mostFitKeys        = 10
	defaultEvaluations = 60
	defaultTolerance   = 1e-3
)

// fitSection returns the keys of a FIT.yaml.
func (g *grid) fitSection() *document.Section {
	f := g.plan.Fit
	experiment, seeds := g.section().Find("experiment"), g.section().Find("seeds")
	return &document.Section{
		Keys: []document.Key{
			*experiment,
			{Name: "vary", About: "keys of the experiment, each with the range in which its best value is searched", Example: "{tau: {low: 0.05, high: 2, scale: log}}", Required: true, Value: document.Raw(&g.vary, map[string]any{"type": "object"})},
			{Name: "minimise", About: "the measure whose median over the trials is to be small, such as e_pro, distance, or one that the experiment follows", Default: "none", Example: "distance", Value: document.Text(&f.Minimise, nil)},
			{Name: "maximise", About: "the measure that is to be large instead", Default: "none", Example: "purity", Value: document.Text(&f.Maximise, nil)},
			{Name: "evaluations", About: "number of points at most", Default: strconv.Itoa(defaultEvaluations), Example: "60", Value: document.Integer(&f.Evaluations, 4, mostEvaluations)},
			{Name: "tolerance", About: "end when the range of a single key is narrowed to this fraction; of several keys, when the measure has not improved by this fraction of itself for a while", Default: wording.Format(defaultTolerance), Example: "1e-3", Value: document.Positive(&f.Tolerance)},
			*seeds,
		},
		OneOf: []document.Group{{Keys: []string{"minimise", "maximise"}, Required: true}},
	}
}

// FitKeys returns the keys of a FIT.yaml, and those below a key under vary, bound to nothing.
func FitKeys() (fits, ranges *document.Section) {
	return (&grid{plan: &Plan{Fit: new(Fit)}}).fitSection(), rangeSection(new(FitKey))
}

func rangeSection(k *FitKey) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "low", About: "the smallest value", Example: "0.05", Required: true, Value: document.Number(&k.Low, document.Any)},
		{Name: "high", About: "the largest value", Example: "2", Required: true, Value: document.Number(&k.High, document.Any)},
		{Name: "scale", About: "search evenly on this axis", Default: "linear", Example: "log", Value: document.Choice(&k.Scale, "linear", "log")},
		{Name: "round", About: "round the values to whole numbers", Default: "false", Example: "true", Value: document.Bool(&k.Round, false)},
	}}
}

// LoadFit reads a FIT.yaml into a plan, which is not frozen yet. The error joins everything that is wrong, each with its
// place.
func LoadFit(ctx context.Context, path string) (*Plan, error) {
	doc, err := document.Open(path)
	if err != nil {
		return nil, err
	}
	g := newGrid(doc)
	f := &Fit{Evaluations: defaultEvaluations, Tolerance: defaultTolerance}
	g.plan.Fit = f
	if err := doc.Read(g.fitSection()); err != nil {
		return nil, err
	}
	e := g.readExperiment()
	g.readRanges()
	if g.Err() == nil {
		g.readSeeds(e.Seed)
	}
	if err := g.Err(); err != nil {
		return nil, err
	}
	return g.plan, g.validateFit(ctx)
}

// readRanges reads the keys that vary, and their ranges.
func (g *grid) readRanges() {
	f := g.plan.Fit
	if g.vary.Kind != document.MappingNode || len(g.vary.Entries) == 0 || len(g.vary.Entries) > mostFitKeys {
		g.Fail("vary", g.vary, "%v is not a section of 1 to %d keys: write a key of the experiment on each line, as tau: {low: 0.05, high: 2, scale: log}", g.vary, mostFitKeys)
		return
	}
	for _, entry := range g.vary.Entries {
		k := FitKey{Key: entry.Key}
		before := g.Failures()
		rangeSection(&k).Read(g.Document, "vary."+entry.Key, entry.Value)
		if g.Failures() > before || !g.isNew(entry.Key, entry.Value) {
			continue
		}
		if err := k.validate(); err != nil {
			g.Fail("vary."+entry.Key, entry.Value, "%v", err)
			continue
		}
		f.Keys = append(f.Keys, k)
		g.nodes[k.Key] = []*document.Node{entry.Value}
		g.plan.Dimensions = []Dimension{f.chosen([][]float64{nil, f.values(0), f.values(1)})}
	}
}

// values returns the values of all keys at one fraction of their ranges.
func (f *Fit) values(u float64) (values []float64) {
	for _, k := range f.Keys {
		values = append(values, k.value(u))
	}
	return values
}

// chosen returns the dimension of some points; nil leaves all keys as they are.
func (f *Fit) chosen(points [][]float64) (d Dimension) {
	for i, k := range f.Keys {
		c := VariedKey{Key: k.Key, Log: k.spread().Log}
		for _, values := range points {
			if values == nil {
				c.Values = append(c.Values, "")
			} else {
				c.Values = append(c.Values, numeric(values[i]))
			}
		}
		d.Keys = append(d.Keys, c)
	}
	return d
}

// validateFit validates the experiment as it is and at the ends of the ranges, and completes the plan.
func (g *grid) validateFit(ctx context.Context) error {
	p, f := g.plan, g.plan.Fit
	v := &validator{ctx: ctx, grid: g, hashes: map[string]string{}}
	for group := range 3 {
		v.ids = map[string]int{} // an end may be where the experiment is
		if v.group(group); g.Err() != nil {
			return g.Err()
		}
	}
	if err := p.checkMeasure(f.Measure()); err != nil {
		return g.Locate(document.Blame(err, "minimise", "maximise"))
	}
	v.complete()
	p.Dimensions, p.Chunk = []Dimension{}, 1
	var err error
	if p.Points, err = p.count(); err != nil {
		return g.Locate(document.Blame(err, "evaluations", "seeds"))
	}
	return nil
}

// OpenFit opens the folder of a fit, which it makes if it is not there.
func OpenFit(p *Plan, folder string) (*Sweep, error) {
	text, err := p.Freeze()
	if err != nil {
		return nil, err
	}
	err = freeze(filepath.Clean(folder), text)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("freeze the plan: %w", err)
	}
	there, err := os.ReadFile(filepath.Join(folder, planFile))
	if err != nil {
		return nil, fmt.Errorf("%s exists, and is not the folder of a fit: choose another one with --out", folder)
	}
	if string(there) != string(text) {
		return nil, fmt.Errorf("%s has another fit, or the file, the experiment or its data were changed since: choose another folder with --out, or remove it with its results", folder)
	}
	return &Sweep{Plan: p, Folder: filepath.Clean(folder)}, nil
}
