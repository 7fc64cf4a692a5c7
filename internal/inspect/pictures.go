package inspect

import (
	"math"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/pruning"
	"twophase/internal/report"
)

// traces draws the courses of the strongest weights of each kind.
func (g *gallery) traces() (report.Picture, error) {
	p := report.Panels{Title: g.title("Traces"), Marks: g.marks()}
	for _, k := range []struct {
		kind  selection.Kind
		title string
	}{
		{selection.Feedforward, "Feedforward weights W_ij"},
		{selection.Lateral, "Lateral weights M_ij, i ≠ j"},
		{selection.Scale, "Scales m_ii"},
		{selection.Outputs, "Activities y_i"},
	} {
		of, err := g.strongest(k.kind)
		if err != nil {
			return nil, err
		}
		if k.kind == selection.Lateral {
			of = g.tallest()
		}
		if len(of) == 0 {
			continue
		}
		curves, by, err := g.curves(of, false)
		if err != nil {
			return nil, err
		}
		p.Panels = append(p.Panels, report.Panel{Title: k.title + by, Curves: curves})
	}
	return p, nil
}

// momentsShown is how many moments of the weights are drawn.
const momentsShown = 5

// mostCells is how many weights a matrix that is drawn has at most.
const mostCells = 1 << 20

// moments returns the steps at which weights are drawn: the first, and then evenly in the
// logarithm from where some of the kinds were recorded next.
func (g *gallery) moments(kinds []selection.Kind) []int64 {
	first, last := g.trace.First(), g.trace.Last()
	next := last
	for _, r := range g.trace.Requests() {
		if slices.ContainsFunc(kinds, r.Selection.Kind().Includes) {
			next = min(next, max(1, int64(r.Stride))) // LogSpaced is below 1
		}
	}
	steps := []int64{first}
	for i := 1; i < momentsShown; i++ {
		share := float64(i) / (momentsShown - 1)
		step := math.Round(math.Pow(float64(next), 1-share) * math.Pow(float64(last), share))
		steps = append(steps, min(max(int64(step), first), last))
	}
	return steps
}

// weights draws W and M at some steps.
func (g *gallery) weights() (report.Picture, error) {
	t, z := g.trace, g.trace.Size()
	var kinds []selection.Kind
	if t.HasKind(selection.Feedforward) && z.Inputs*z.Outputs <= mostCells {
		kinds = append(kinds, selection.Feedforward)
	}
	if z.Outputs*z.Outputs <= mostCells {
		kinds = append(kinds, selection.Lateral, selection.Scale)
	}
	if !slices.ContainsFunc(kinds, t.HasKind) {
		return nil, nothing("no weights were recorded that fit a picture")
	}
	m := report.Matrices{Title: g.title("Weights"), Inputs: z.Inputs, Outputs: z.Outputs}
	for _, step := range g.moments(kinds) {
		s, err := t.Snapshot(g.ctx, step, kinds...)
		if err != nil {
			return nil, err
		}
		if n := len(m.Moments); n == 0 || m.Moments[n-1].Step < s.Step {
			m.Moments = append(m.Moments, report.MatrixMoment{Step: s.Step, W: s.W, M: s.M})
		}
	}
	return m, nil
}

// error draws the error and the health of the neural phases.
func (g *gallery) error() (report.Picture, error) {
	p := report.Panels{Title: g.title("Error and health"), Marks: g.marks()}
	e := report.Curve{Name: "E_Pro", Steps: []int{}}
	ratio := report.Curve{Name: "‖M_o‖/‖M‖", Colour: 1, Steps: []int{}}
	for _, q := range g.points {
		e.Steps, e.Values = append(e.Steps, q.Step), append(e.Values, float64(q.Error))
		ratio.Steps, ratio.Values = append(ratio.Steps, q.Step), append(ratio.Values, float64(q.LateralRatio))
	}
	radius := g.course("spectral radius", 2, func(q *pruning.Point) pruning.Number { return q.SpectralRadius })
	settling := g.course("settling error", 3, func(q *pruning.Point) pruning.Number { return q.SettlingError })
	if !defined(ratio) {
		ratio = g.course(ratio.Name, ratio.Colour, func(q *pruning.Point) pruning.Number { return q.LateralRatio })
	}
	for _, panel := range []report.Panel{
		{Title: "Error and lateral ratio", Log: true, Curves: []report.Curve{e, ratio}},
		{Title: "Health of the two-phase approximation", Log: true, Curves: []report.Curve{radius, settling}},
	} {
		if panel.Curves = slices.DeleteFunc(panel.Curves, func(c report.Curve) bool { return !defined(c) }); len(panel.Curves) > 0 {
			p.Panels = append(p.Panels, panel)
		}
	}
	if len(p.Panels) == 0 {
		return nil, nothing("there is no summary, and M was not recorded as a whole (--record weights@log)")
	}
	return p, nil
}

// course returns a measure of the circuit over the steps.
func (g *gallery) course(name string, colour int, of func(*pruning.Point) pruning.Number) report.Curve {
	c := report.Curve{Name: name, Colour: colour, Steps: []int{}}
	if g.life == nil {
		return c
	}
	for i := range g.life.Curve {
		q := &g.life.Curve[i]
		c.Steps, c.Values = append(c.Steps, int(q.Step)), append(c.Values, float64(of(q)))
	}
	return c
}

// defined reports whether a curve has a value that is positive.
func defined(c report.Curve) bool {
	return slices.ContainsFunc(c.Values, func(v float64) bool { return v > 0 && v-v == 0 })
}

// pruning draws the sizes of the tallest lateral synapses and the fraction pruned.
func (g *gallery) pruning() (report.Picture, error) {
	if g.life == nil {
		return nil, errNothing{g.lifeless}
	}
	p := report.Panels{Title: g.title("Pruning"), Marks: g.marks()}
	curves, by, err := g.curves(g.tallest(), true)
	if err != nil {
		return nil, err
	}
	if floor := float64(g.life.Noise); floor > 0 {
		curves = append(curves, report.Curve{Name: "noise floor", Colour: 6, Steps: []int{1, int(max(g.trace.Last(), 2))}, Values: []float64{floor, floor}})
	}
	fraction := g.course("", 0, func(q *pruning.Point) pruning.Number { return q.Pruned })
	p.Panels = []report.Panel{
		{Title: "Lateral weights |M_ij|" + by, Log: true, Lowest: float64(g.life.Noise) / 10, Curves: curves},
		{Title: "Fraction of the lateral synapses that is pruned", Curves: []report.Curve{stairs(fraction)}},
	}
	return p, nil
}

// stairs returns a curve that stays where it is until the next step.
func stairs(c report.Curve) report.Curve {
	s := report.Curve{Name: c.Name, Colour: c.Colour, Steps: []int{}}
	for i, v := range c.Values {
		if i > 0 {
			s.Steps, s.Values = append(s.Steps, c.Steps[i]), append(s.Values, c.Values[i-1])
		}
		s.Steps, s.Values = append(s.Steps, c.Steps[i]), append(s.Values, v)
	}
	return s
}

// fieldsShown is how many receptive fields are drawn.
const fieldsShown = 60

// fields draws the rows of W as images.
func (g *gallery) fields() (report.Picture, error) {
	rows, columns := imageShape(g.folder)
	z := g.trace.Size()
	if rows == 0 || rows*columns != z.Inputs {
		return nil, nothing("the stimuli are no images, or their file is not where it was")
	}
	if !g.trace.HasKind(selection.Feedforward) {
		return nil, nothing("W was not recorded (--record feedforward@log)")
	}
	s, err := g.trace.Snapshot(g.ctx, g.trace.Last(), selection.Feedforward)
	if err != nil {
		return nil, err
	}
	f := report.Fields{Title: g.title("Receptive fields"), Rows: rows, Columns: columns}
	for i := range min(z.Outputs, fieldsShown) {
		f.Fields = append(f.Fields, s.W[i*z.Inputs:(i+1)*z.Inputs])
	}
	return f, nil
}
