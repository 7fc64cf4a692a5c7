package result

import (
	"slices"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// Quantity is one number of a trial: a row of the table by which summaries, comparisons, sweeps, exports and pictures
// know it.
type Quantity struct {
	Name   string           // in files
	Title  string           // in texts; that of lateral_ratio depends on the circuit: see Pruning.Ratio
	Better int              // see measure.Declaration
	Bounds []wording.Number // with which people compare it

	Of    func(*Result) wording.Number
	Along func(*measure.Point) wording.Number // at a look of a run; nil: it is taken at the end only
}

// Ratio is the name of the quantity that is called after the projections of the circuits.
const Ratio = "lateral_ratio"

// Quantities returns the quantities of every trial, and then those of declared measures among some names, in the order of
// their declarations.
func Quantities(names ...string) []Quantity {
	all := []Quantity{
		{"e_pro", "error E_Pro", -1, nil,
			func(r *Result) wording.Number { return r.Measures.Error },
			func(p *measure.Point) wording.Number { return p.Error }},
		{"projector_error", "projector error", -1, nil,
			func(r *Result) wording.Number { return r.Measures.ProjectorError }, nil},
		{"largest_angle", "largest principal angle", -1, nil,
			func(r *Result) wording.Number { return r.Measures.LargestAngle() }, nil},
		{"worst_alignment", "worst alignment of a component |cos|", 1, nil,
			func(r *Result) wording.Number { _, worst := r.Measures.MeanAlignment(); return worst }, nil},
		{"output_covariance_error", "output covariance error", -1, nil,
			func(r *Result) wording.Number { return r.Measures.OutputCovariance }, nil},
		{Ratio, "", 0, nil,
			func(r *Result) wording.Number { return r.Measures.Ratio },
			func(p *measure.Point) wording.Number { return p.Ratio }},
		{"largest_lateral", "largest lateral |weight| at the end", 0, nil,
			func(r *Result) wording.Number { return onlyIf(r.Pruning.Synapses > 0, r.Pruning.LargestFinal) }, nil},
		{"pruned", "pruned", 0, nil,
			func(r *Result) wording.Number { return wording.Number(r.Pruning.Fraction()) }, nil},
		{"settling_error", "relative settling error", -1, []wording.Number{measure.UnhealthyError, 1},
			func(r *Result) wording.Number { return r.Measures.SettlingError },
			func(p *measure.Point) wording.Number { return p.SettlingError }},
		{"spectral_radius", measure.RadiusOf(""), 0, []wording.Number{measure.UnhealthyRadius},
			func(r *Result) wording.Number { return r.Measures.SpectralRadius },
			func(p *measure.Point) wording.Number { return p.SpectralRadius }},
		{"mean_sweeps", "settling sweeps per stimulus", 0, nil,
			func(r *Result) wording.Number { return onlyIf(r.MeanSweeps > 0, r.MeanSweeps) }, nil}, // 0 if the circuit does not settle
		{"unsettled", "stimuli that did not settle", 0, nil,
			func(r *Result) wording.Number { return onlyIf(r.MeanSweeps > 0, r.Unsettled) }, nil},
	}
	ofEvery := len(all)
	for _, d := range measure.Sorted(names) {
		if slices.ContainsFunc(all[:ofEvery], func(q Quantity) bool { return q.Name == d.Name }) {
			continue
		}
		all = append(all, Quantity{Name: d.Name, Title: d.Title(), Better: d.Better,
			Of: func(r *Result) wording.Number { return r.Declared.Value(d.Name).Value }})
	}
	return all
}

// onlyIf returns a number, NaN if it is of nothing.
func onlyIf(is bool, v wording.Number) wording.Number {
	if !is {
		return wording.NaN
	}
	return v
}

// QuantityOf returns the quantity of a name. One that results do not have is not a number.
func QuantityOf(name string) Quantity {
	for _, q := range Quantities(name) {
		if q.Name == name {
			return q
		}
	}
	return Quantity{Name: name, Title: name, Of: func(*Result) wording.Number { return wording.NaN }}
}

// CheckQuantity returns an error unless a name is that of a quantity of every trial, or of a declared measure. The error
// lists them.
func CheckQuantity(name string) error {
	if _, err := measure.LookupDeclaration(name); err == nil && !strings.Contains(name, "=") {
		return nil
	}
	var names []string
	for _, q := range Quantities(slices.Concat(measure.Names(false), measure.Names(true))...) {
		if q.Name == name {
			return nil
		}
		names = append(names, q.Name)
	}
	return wording.Unknown("measure", name, names)
}

// Course returns a measure over the steps at which a run took it: of every run, or one that this run follows. Nil has
// none.
func (r *Result) Course(name string) measure.Followed {
	course := measure.Followed{Name: name}
	if r == nil {
		return course
	}
	if i := slices.IndexFunc(r.Followed, func(f measure.Followed) bool { return f.Name == name }); i >= 0 {
		return r.Followed[i]
	}
	for _, q := range Quantities() {
		for i := range r.Curve {
			if q.Name == name && q.Along != nil {
				course.Add(r.Curve[i].Step, q.Along(&r.Curve[i]))
			}
		}
	}
	return course
}
