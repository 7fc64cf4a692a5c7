package probe

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"

	"twophase/internal/experiment/scene"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/stimulus"
	"twophase/stimulus/dataset"
	"twophase/stimulus/fileformat"
)

// Stimuli that are no file.
const (
	OfRun = "run"
	Grid  = "grid"
)

// Range is the values of an input of a grid: From, From + By, and so on up to To.
type Range struct{ From, To, By float64 }

// shown is the stimuli that are shown.
type shown struct {
	stimulus.Source
	rows  int                    // how many there are at most
	on    func(shown int) string // which the first of them are, in words
	close func() error
}

// all returns how stimuli are called of which all are named.
func (s shown) all(words string) func(shown int) string {
	all := wording.Count(s.rows, "stimulus") + " " + words
	return func(shown int) string {
		if shown < s.rows {
			return fmt.Sprintf("the first %d of %s", shown, all)
		}
		return all
	}
}

// stimuli finds the stimuli for a circuit that a run has learnt.
func (r *Request) stimuli(ctx context.Context, p *planning.Plan, m result.Manifest) (s shown, err error) {
	switch {
	case r.Stimuli == Grid:
		s, err = r.grid(p.Stimuli.Inputs())
	case r.Stimuli == OfRun:
		s, err = r.ofRun(ctx, p, m)
	default:
		s, err = r.file(ctx, p, m)
	}
	if r.Count > 0 && (r.Count < s.rows || r.Stimuli == OfRun) {
		s.rows = r.Count
	}
	return s, err
}

// grid returns the points of a grid over one or two inputs, the first of which changes slowest.
func (r *Request) grid(inputs int) (s shown, err error) {
	over := r.Inputs
	if over == nil && inputs <= 2 {
		over = []int{0, 1}[:inputs]
	}
	switch points := math.Floor((r.Range.To-r.Range.From)/r.Range.By+1e-9) + 1; {
	case over == nil:
		return s, fmt.Errorf("a grid has one or two inputs, and the circuit has %d: choose them, as by --inputs 0,1; the others are 0", inputs)
	case slices.Max(over) >= inputs || len(over) == 2 && over[0] == over[1]:
		return s, fmt.Errorf("inputs %v: give one or two, from 0 to %d", over, inputs-1)
	case !(points >= 1 && math.Pow(points, float64(len(over))) <= mostPoints):
		return s, fmt.Errorf("range %v:%v:%v: give FROM:TO:BY, with TO at or above FROM, BY above 0, and at most %d points of the grid", r.Range.From, r.Range.To, r.Range.By, mostPoints)
	default:
		g := &grid{over: over, Range: r.Range, inputs: inputs, side: int(points)}
		s.Source, s.rows = g, int(math.Pow(points, float64(len(over))))
		s.on = s.all(fmt.Sprintf("on a grid of inputs %s from %v to %v by %v", wording.List(g.names(), "and"), r.Range.From, r.Range.To, r.Range.By))
		return s, nil
	}
}

// mostPoints bounds a grid.
const mostPoints = 1_000_000

// grid is a source of the points of a grid. Inputs that are not over it are 0.
type grid struct {
	Range
	over         []int
	inputs, side int
	next         int
}

func (g *grid) Inputs() int { return g.inputs }

func (g *grid) names() (names []string) {
	for _, i := range g.over {
		names = append(names, strconv.Itoa(i))
	}
	return names
}

func (g *grid) Next(x []float64) error {
	clear(x)
	at := g.next
	for i := len(g.over) - 1; i >= 0; i-- {
		x[g.over[i]] = g.From + float64(float64(at%g.side)*g.By)
		at /= g.side
	}
	g.next++
	return nil
}

// ofRun returns the stimuli on which the run measures activity.
func (r *Request) ofRun(ctx context.Context, p *planning.Plan, m result.Manifest) (s shown, err error) {
	if m.Experiment.Stimulus.FromPipe() {
		return s, errors.New("the stimuli of the run came from standard input, which cannot be read again: give a file")
	}
	if err := survey(ctx, p, m); err != nil {
		return s, err
	}
	trial, err := p.Stimuli.Trial(uint64(r.Trial))
	if err != nil {
		return s, err
	}
	source, on := trial.Shown()
	s = shown{Source: source, rows: measure.HeldOut, close: func() error { trial.Close(); return nil }}
	s.on = func(shown int) string { return wording.Count(shown, "held-out stimulus") + " of the run" }
	if on != nil {
		s.on = func(shown int) string { return on(shown, p.Experiment.Steps) }
	}
	return s, nil
}

// survey prepares the stimuli of the run, which must be what they were.
func survey(ctx context.Context, p *planning.Plan, m result.Manifest) error {
	if _, err := p.Stimuli.Survey(ctx, p.Experiment.Outputs, 1, false); err != nil {
		return err
	}
	return m.CheckInputs(p.Stimuli.Files())
}

// file returns the rows of a file, transformed as the run transforms those of its own unless they are raw.
func (r *Request) file(ctx context.Context, p *planning.Plan, m result.Manifest) (s shown, err error) {
	own, err := p.Experiment.WithSignals()
	if err != nil {
		return s, err
	}
	data, err := r.open(ctx, p.Stimuli.Inputs(), own.Layout())
	if err != nil {
		return s, err
	}
	s = shown{Source: data.InOrder(1), close: data.Close}
	if s.rows, err = data.Rows(); err != nil {
		return s, errors.Join(err, data.Close())
	}
	words := "of " + r.Stimuli
	switch scaled := own.Scale == "eigen" || own.Scale == "trace"; {
	case !own.Center && !scaled:
	case r.Raw:
		words += ", as they are (raw)"
	default:
		words += fmt.Sprintf(", as the run transforms its own (center: %v, scale: %s)", own.Center, own.Scale)
		if err := survey(ctx, p, m); err != nil {
			return s, errors.Join(err, data.Close())
		}
		s.Source = p.Stimuli.(*scene.File).Transformed(s.Source)
	}
	s.on = s.all(words)
	return s, nil
}

// open opens the file for a circuit of n inputs: they are its columns without the labels or, if that is too many, those
// that the run reads of its own file.
func (r *Request) open(ctx context.Context, n int, own fileformat.Layout) (*dataset.Dataset, error) {
	columns := 0
	for _, how := range []fileformat.Layout{{}, own} {
		how.Skip = slices.Concat(how.Skip, r.labelColumns())
		data, err := dataset.Open(ctx, r.Stimuli, os.TempDir(), how)
		switch {
		case err == nil && data.Inputs() == n:
			return data, nil
		case err == nil:
			columns = max(columns, data.Inputs())
			data.Close()
		case columns == 0 && errors.Is(err, fileformat.ErrColumns):
			return nil, fmt.Errorf("the labels %s are no file: %w", r.Labels, err)
		case columns == 0:
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s has %s, and the circuit has %s", r.Stimuli, wording.Count(columns, "column"), wording.Count(n, "input"))
}
