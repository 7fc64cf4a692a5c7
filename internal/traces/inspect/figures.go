package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/measure/report"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// Figure is a picture of a trial with its name.
type Figure struct {
	Name    string
	Picture report.Picture
}

// figures lists the pictures, in order.
var figures = []struct {
	name string
	of   func(*gallery) (report.Picture, error)
}{
	{"traces", (*gallery).traces},
	{"weights", (*gallery).weights},
	{"error", (*gallery).error},
	{"pruning", (*gallery).pruning},
	{"fields", (*gallery).fields},
}

// figureNames returns the names of the pictures.
func figureNames() (names []string) {
	for _, f := range figures {
		names = append(names, f.name)
	}
	return names
}

// CheckFigures returns an error that lists the choices if a name is not that of a picture.
func CheckFigures(names []string) error {
	for _, n := range names {
		if !slices.Contains(figureNames(), n) {
			return fmt.Errorf("there is no picture %q: choose %s", n, strings.Join(figureNames(), ", "))
		}
	}
	return nil
}

// errNothing is the error of a picture whose data were not recorded.
type errNothing struct{ error }

func nothing(format string, values ...any) error { return errNothing{fmt.Errorf(format, values...)} }

// Figures draws pictures of a trial. Without names it draws all that can be drawn, and says why
// the others cannot. It returns an error if a picture that is asked for by name cannot be drawn. The picture
// traces has the courses of some elements over one another, or of the strongest ones if there are none. The picture pruning
// has the synapses of a projection, of that of pruning.Chosen if it is "". time is that
// of report.LinearTime.
func Figures(ctx context.Context, folder string, trial int, t *trace.Trial, names []string, of []trace.Element, projection selection.Kind, c pruning.Criterion, time string) (drawn []Figure, missing []string, err error) {
	g := &gallery{ctx: ctx, folder: folder, trial: trial, trace: t, chosen: of}
	if g.summary, err = readSummary(ctx, folder, trial); err != nil {
		return nil, nil, err
	}
	if g.life, g.lifeless = pruning.Of(ctx, t, "", result.Seen(g.summary.result), c); g.lifeless != nil && !errors.As(g.lifeless, new(pruning.NotRecorded)) {
		return nil, nil, g.lifeless
	}
	g.pruned = g.life
	if projection = cmp.Or(projection, pruning.Chosen(t)); projection != t.Size().Graph.Among() {
		if g.pruned, err = pruning.Of(ctx, t, projection, result.Seen(g.summary.result), c); err != nil {
			return nil, nil, err
		}
	}
	g.linear = report.LinearTime(time, g.marks(), int(t.Last()))
	for _, f := range figures {
		if len(names) > 0 && !slices.Contains(names, f.name) {
			continue
		}
		picture, err := f.of(g)
		var none errNothing
		switch {
		case err == nil:
			drawn = append(drawn, Figure{f.name, picture})
		case errors.As(err, &none) && len(names) == 0:
			missing = append(missing, fmt.Sprintf("no picture %s: %v", f.name, err))
		default:
			return nil, nil, fmt.Errorf("draw the %s: %w", f.name, err)
		}
	}
	return drawn, missing, nil
}

// gallery has the data of the pictures.
type gallery struct {
	ctx      context.Context
	folder   string
	trial    int
	trace    *trace.Trial
	chosen   []trace.Element // of the picture traces; nil: the strongest
	linear   bool
	summary  summary
	life     *pruning.Circuit // nil if none can be followed
	lifeless error            // the reason why there is none
	pruned   *pruning.Circuit // of the picture pruning
}

// title returns the title of a picture.
func (g *gallery) title(what string) string {
	title := what + " of " + g.summary.title
	if g.trial > 0 {
		title += fmt.Sprintf(", trial %d", g.trial)
	}
	return title
}

// marks returns the steps of interventions. It leaves out those that take place so often that
// they would hide the rest.
func (g *gallery) marks() (steps []int) {
	if g.life == nil || len(g.life.Events) > 20 {
		return nil
	}
	for _, e := range g.life.Events {
		steps = append(steps, int(e.Step))
	}
	return slices.Compact(steps)
}

// curvesShown is the largest number of curves in a panel.
const curvesShown = 24

// pointsADecade is the number of points of a curve in each decade of steps.
const pointsADecade = 160

// linearPoints is the number of points of a curve on a linear axis.
const linearPoints = 600

// curve returns the course of an element, as dense as the axis of steps can show.
func (g *gallery) curve(e trace.Element, c report.Curve) (report.Curve, error) {
	c.Steps = []int{}
	first, points := int64(100), pointsADecade
	if g.linear {
		first, points = g.trace.Last(), linearPoints
	}
	for from, to := int64(1), first; from <= g.trace.Last(); from, to = to+1, to*10 {
		s, err := g.trace.Series(g.ctx, e, from, min(to, g.trace.Last()), points)
		if err != nil {
			return c, err
		}
		for i, step := range s.Steps {
			c.Steps, c.Values = append(c.Steps, int(step)), append(c.Values, s.Weight[i])
		}
	}
	return c, nil
}

// binsADecade and linearBins are the numbers of stretches of an envelope.
const binsADecade, linearBins = 16, 80

// envelope returns the largest size of a curve in each stretch of steps. The sizes themselves fall to 0 whenever a
// weight changes its sign, and would hide one another.
func (g *gallery) envelope(c report.Curve) report.Curve {
	e := c
	e.Steps, e.Values = []int{}, nil
	last := -1
	for i, step := range c.Steps {
		bin := int(math.Log10(float64(step)) * binsADecade)
		if g.linear {
			bin = step * linearBins / int(g.trace.Last()+1)
		}
		switch v := math.Abs(c.Values[i]); {
		case bin != last: // a new stretch
			e.Steps, e.Values = append(e.Steps, step), append(e.Values, v)
			last = bin
		default:
			e.Values[len(e.Values)-1] = max(e.Values[len(e.Values)-1], v)
		}
	}
	return e
}

// curves returns the courses of elements, and how many indices their colours stand for, 0 if each has a name. More
// than a few have the colours of their postsynaptic neurons i, and the title then says so.
func (g *gallery) curves(of []trace.Element) (curves []report.Curve, title string, indices int, err error) {
	for _, e := range of {
		if len(of) > report.Colours {
			indices = max(indices, g.trace.Size().Neurons(e.Kind))
		}
	}
	named := map[int]bool{}
	for i, e := range of {
		c := report.Curve{Colour: i, Name: e.String()}
		if indices > 0 {
			title = ", a colour for each i"
			c = report.Curve{Colour: e.Post, Of: indices}
			if indices <= report.Colours && !named[e.Post] {
				named[e.Post], c.Name = true, fmt.Sprintf("i = %d", e.Post)
			}
		}
		c, err := g.curve(e, c)
		if err != nil {
			return nil, "", 0, err
		}
		curves = append(curves, c)
	}
	return curves, title, indices, nil
}

// strongest returns the recorded elements of a kind with the largest size at the end, in
// the order of a record.
func (g *gallery) strongest(k selection.Kind) ([]trace.Element, error) {
	if !g.trace.HasKind(k) {
		return nil, nil
	}
	s, err := g.trace.Snapshot(g.ctx, g.trace.Last(), k)
	if err != nil {
		return nil, err
	}
	values, width := s.Of(k)
	var all []int
	for i, v := range values {
		if v-v == 0 {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		switch x, y := math.Abs(values[a]), math.Abs(values[b]); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	all = all[:min(len(all), curvesShown)]
	slices.Sort(all)
	var of []trace.Element
	for _, i := range all {
		e := trace.Element{Kind: k, Post: i / width, Pre: i % width}
		if !g.trace.Size().Synaptic(k) {
			e.Pre = -1
		}
		if g.trace.Has(e) {
			of = append(of, e)
		}
	}
	return of, nil
}

// tallest returns the synapses with the largest peaks, in the order of a record. Of two within a population with
// equal weights, i → j and j → i, it takes one.
func tallest(life *pruning.Circuit) (of []trace.Element) {
	if life == nil {
		return nil
	}
	chosen := map[[2]int]*pruning.Synapse{}
	for rank := 1; rank <= len(life.Synapses) && len(of) < curvesShown; rank++ {
		for i := range life.Synapses {
			s := &life.Synapses[i]
			if s.RankByPeak != rank {
				continue
			}
			twin := chosen[[2]int{s.Pre, s.Post}]
			if twin == nil || twin.Peak != s.Peak || twin.PeakStep != s.PeakStep || twin.Final != s.Final {
				chosen[[2]int{s.Post, s.Pre}] = s
				of = append(of, trace.Element{Kind: life.Kind(), Post: s.Post, Pre: s.Pre})
			}
			break
		}
	}
	return of
}
