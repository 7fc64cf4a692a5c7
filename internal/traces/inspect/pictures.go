package inspect

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/measure/report"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// traces draws the courses of the strongest weights of each kind, or those of chosen elements in one panel.
func (g *gallery) traces() (report.Picture, error) {
	p := g.panels("Traces")
	z := g.trace.Size()
	if g.chosen != nil {
		panel, err := g.overlaid()
		p.Panels = []report.Panel{panel}
		return p, err
	}
	for _, k := range z.Kinds() {
		of, err := g.strongest(k)
		if err != nil {
			return nil, err
		}
		if g.life != nil && k == g.life.Kind() || k == z.Graph.Among() {
			of = tallest(g.life)
		}
		if len(of) == 0 {
			continue
		}
		curves, by, indices, err := g.curves(of)
		if err != nil {
			return nil, err
		}
		p.Panels = append(p.Panels, report.Panel{Title: titleOf(z, k) + by, Curves: curves, Index: indices})
	}
	return p, nil
}

// panels returns a picture without panels.
func (g *gallery) panels(what string) report.Panels {
	return report.Panels{Title: g.title(what), Marks: g.marks(), Linear: g.linear}
}

// overlaid returns the courses of the chosen elements over one another, each in a colour of its own.
func (g *gallery) overlaid() (report.Panel, error) {
	z := g.trace.Size()
	panel := report.Panel{Title: titleOf(z, g.chosen[0].Kind)}
	for i, e := range g.chosen {
		if err := g.trace.Recorded(e); err != nil {
			return panel, err
		}
		if e.Kind != g.chosen[0].Kind {
			panel.Title = "Chosen elements"
		}
		c, err := g.curve(e, report.Curve{Colour: i, Name: e.String()})
		if err != nil {
			return panel, err
		}
		panel.Curves = append(panel.Curves, c)
	}
	return panel, nil
}

// titleOf returns the title of the panel of a kind.
func titleOf(z selection.Size, k selection.Kind) string {
	for _, p := range z.Parts() {
		switch {
		case p.Kind != k:
		case p.Class == "synapses":
			return "Weights of " + k.String()
		case p.Class == "scales":
			return "Scales of " + p.To
		case p.Class == "variables":
			return "Variable " + k.String()
		}
	}
	return "Activities of " + k.String()
}

// momentsShown is the number of moments at which weights are drawn.
const momentsShown = 5

// mostCells is the largest number of weights of a matrix that is drawn.
const mostCells = 1 << 20

// moments returns the steps at which weights are drawn: the first, and then steps evenly spaced
// in the logarithm, from the next record on.
func (g *gallery) moments(kinds []selection.Kind) []int64 {
	first, last := g.trace.First(), g.trace.Last()
	next := last
	for _, r := range g.trace.Requests() {
		if slices.ContainsFunc(kinds, func(k selection.Kind) bool { return g.trace.Size().Includes(r.Selection.Kind(), k) }) {
			next = min(next, int64(r.After(0)))
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

// weights draws the weights of each projection at some steps.
func (g *gallery) weights() (report.Picture, error) {
	z := g.trace.Size()
	m := report.Matrices{Title: g.title("Weights")}
	var kinds []selection.Kind
	for _, k := range z.Kinds() {
		if z.Synaptic(k) && g.trace.HasKind(k) && z.Neurons(k)*z.Width(k) <= mostCells {
			kinds = append(kinds, k)
			m.Matrices = append(m.Matrices, report.Matrix{Name: k.String(), Rows: z.Neurons(k), Columns: z.Width(k)})
		}
	}
	if kinds == nil {
		return nil, nothing("no weights were recorded that fit a picture")
	}
	for _, step := range g.moments(kinds) {
		s, err := g.trace.Snapshot(g.ctx, step, kinds...)
		if err != nil {
			return nil, err
		}
		if n := len(m.Moments); n > 0 && m.Moments[n-1].Step >= s.Step {
			continue
		}
		q := report.MatrixMoment{Step: s.Step}
		for _, k := range kinds {
			values, _ := s.Of(k)
			q.Values = append(q.Values, values)
		}
		m.Moments = append(m.Moments, q)
	}
	return m, nil
}

// error draws the error and the health of the neural phases.
func (g *gallery) error() (report.Picture, error) {
	p := g.panels("Error and health")
	r := g.summary.result
	ratio := courseOf(r.Course(result.Ratio), measure.RatioOf(string(g.trace.Size().Graph.Among())), 1)
	if !ratio.HasPositive() {
		recorded, _ := g.life.Courses()
		ratio = courseOf(recorded, ratio.Name, ratio.Colour)
	}
	p.Add(report.ErrorPanel(courseOf(r.Course("e_pro"), "E_Pro", 0), ratio))
	p.Add(report.LogPanel("Health of the neural phases", courseOf(r.Course("spectral_radius"), "spectral radius", 2), courseOf(r.Course("settling_error"), "settling error", 3)))
	if r != nil {
		for i, f := range r.Followed {
			p.Panels = append(p.Panels, report.Panel{Title: strings.ReplaceAll(f.Name, "_", " "), Curves: []report.Curve{courseOf(f, f.Name, i)}})
		}
	}
	if len(p.Panels) == 0 {
		return nil, nothing("%s", g.unmeasured())
	}
	return p, nil
}

// unmeasured says why there is neither an error nor anything of the health of the neural phases.
func (g *gallery) unmeasured() string {
	why := "there is no summary"
	if g.summary.result != nil {
		why = "no error, lateral ratio, spectral radius or settling error was measured"
	}
	z := g.trace.Size()
	if among := z.Graph.Among(); among != "" && z.Neurons(among) > 1 {
		if recorded, _ := g.life.Courses(); recorded.Finite().Steps != nil {
			why += fmt.Sprintf(", and %v is 0 in each of its records", among)
		} else {
			why += fmt.Sprintf(", and %v was not recorded as a whole (--record weights@log)", among)
		}
	}
	return why
}

// courseOf returns a measure as a curve: not all are taken at every look.
func courseOf(f measure.Followed, name string, colour int) report.Curve {
	f = f.Finite()
	return report.Curve{Name: name, Colour: colour, Steps: append([]int{}, f.Steps...), Values: wording.Floats(f.Values)}
}

// pruning draws the sizes of the tallest lateral synapses and the fraction pruned.
func (g *gallery) pruning() (report.Picture, error) {
	if g.pruned == nil {
		return nil, errNothing{g.lifeless}
	}
	p := g.panels("Pruning")
	curves, by, indices, err := g.curves(tallest(g.pruned))
	if err != nil {
		return nil, err
	}
	for i := range curves {
		curves[i] = g.envelope(curves[i])
	}
	if floor := float64(g.pruned.Noise); floor > 0 {
		curves = append(curves, report.Curve{Name: "noise floor", Colour: 6, Steps: []int{1, int(max(g.trace.Last(), 2))}, Values: []float64{floor, floor}})
	}
	_, fraction := g.pruned.Courses()
	p.Panels = []report.Panel{
		{Title: g.laterals() + by, Log: true, Lowest: float64(g.pruned.Noise) / 10, Curves: curves, Index: indices},
		{Title: fmt.Sprintf("Fraction of the %ss that is pruned", g.pruned.What()), Curves: []report.Curve{stairs(courseOf(fraction, "", 0))}},
	}
	return p, nil
}

// laterals names the weights whose lives are drawn.
func (g *gallery) laterals() string {
	if g.pruned.Projection == "" {
		return "Envelopes of the lateral weights |M_ij|"
	}
	return "Envelopes of the weights of " + g.pruned.Projection
}

// stairs returns a curve that is constant between its points.
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

// fieldsShown is the largest number of receptive fields that are drawn.
const fieldsShown = 60

// fields draws the weights from the inputs onto each neuron as an image, of the first projection from all inputs.
func (g *gallery) fields() (report.Picture, error) {
	rows, columns := imageShape(g.folder)
	z := g.trace.Size()
	if rows == 0 || rows*columns != z.Inputs {
		return nil, nothing("the stimuli are not images, or their file was moved")
	}
	parts := z.Parts()
	at := slices.IndexFunc(parts, func(p selection.Part) bool {
		return p.Class == "synapses" && z.IsInput(selection.Kind(p.From)) && p.Columns == z.Inputs
	})
	if at < 0 {
		return nil, nothing("no projection has synapses from all %d inputs", z.Inputs)
	}
	k := parts[at].Kind
	if !g.trace.HasKind(k) {
		return nil, nothing("%v was not recorded (--record %[1]v@log)", k)
	}
	s, err := g.trace.Snapshot(g.ctx, g.trace.Last(), k)
	if err != nil {
		return nil, err
	}
	f := report.Fields{Title: g.title("Receptive fields"), Rows: rows, Columns: columns}
	w, inputs := s.Of(k)
	if inputs != z.Inputs {
		return nil, nothing("%v has %d of the %d inputs", k, inputs, z.Inputs)
	}
	for i := range min(len(w)/inputs, fieldsShown) {
		f.Fields = append(f.Fields, w[i*inputs:(i+1)*inputs])
	}
	return f, nil
}
