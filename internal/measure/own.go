package measure

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"twophase/circuit"
	"twophase/internal/text/expression"
	"twophase/internal/text/wording"
)

// A measure of one's own is an expression of other measures and of reductions of parts, such as mean(E) - mean(I). Its
// declaration is in its name: NAME = EXPRESSION.

// ownName is what the name of such a measure looks like.
var ownName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// reductions are the functions over all numbers of a part: of weights, or of the activity of neurons for all stimuli that
// are shown. stimuli is the number of these, 1 of weights.
var reductions = []struct {
	name string
	of   func(v []float64, stimuli float64) float64
}{
	{"mean", func(v []float64, _ float64) float64 { return stat.Mean(v, nil) }},
	{"sum", func(v []float64, stimuli float64) float64 { return floats.Sum(v) / stimuli }},
	{"min", func(v []float64, _ float64) float64 { return floats.Min(v) }},
	{"max", func(v []float64, _ float64) float64 { return floats.Max(v) }},
	{"std", func(v []float64, _ float64) float64 { return stat.PopStdDev(v, nil) }},
	{"norm", func(v []float64, stimuli float64) float64 { return floats.Norm(v, 2) / math.Sqrt(stimuli) }},
}

func reductionNames() (names []string) {
	for _, r := range reductions {
		names = append(names, r.name)
	}
	return names
}

// columns are those of tables in which measures stand, too.
var columns = []string{"step", "trial", "trials", "variant", "network", "point", "group", "seed", "run", "diverged", "diverged_at"}

// Define returns the name of a measure of one's own that holds its declaration.
func Define(name, definition string) string { return name + " = " + definition }

// isOwn reports whether a measure is one's own.
func (d Declaration) isOwn() bool { return slices.Contains(d.Needs, NeedRead) }

// lookupOwn returns the measure of a declaration. Which parts a circuit has, CheckIn says.
func lookupOwn(name, definition string) (Declaration, error) {
	d := Declaration{Name: strings.TrimSpace(name), Sentence: strings.TrimSpace(definition), Needs: []Need{NeedRead}, Asked: true}
	if !ownName.MatchString(d.Name) {
		return d, fmt.Errorf("%q is not a name: write letters a to z or A to Z, digits, - and _, first a letter or _", d.Name)
	}
	if _, err := LookupDeclaration(d.Name); err == nil {
		return d, fmt.Errorf("%s is a measure already: choose another name", d.Name)
	}
	if slices.Contains(columns, d.Name) {
		return d, fmt.Errorf("%s is a column of the tables of runs and studies: choose another name", d.Name)
	}
	names, err := expression.Names(d.Sentence)
	if err != nil {
		return d, err
	}
	of, err := compile(d.Sentence, names, names)
	d.take = of.take
	return d, err
}

// ownExpression is the expression of a measure of one's own.
type ownExpression struct {
	expression.Expression
	measures   []Declaration // that it reads, by the names; those that it does not read are empty
	reductions []expression.Reduction
}

// compile compiles an expression of some measures and parts.
func compile(text string, measures, parts []string) (own ownExpression, err error) {
	if own.Expression, own.reductions, err = expression.CompileReducing(text, measures, reductionNames(), parts); err != nil {
		return own, err
	}
	if _, fixed := own.Constant(); fixed {
		return own, errors.New("it reads no population, no projection and no other measure: write an expression such as mean(E) - mean(I), or norm(W)")
	}
	own.measures = make([]Declaration, len(measures))
	for i, name := range measures {
		if own.Uses(i) {
			own.measures[i], _ = LookupDeclaration(name) // CheckIn says what is wrong
		}
	}
	return own, nil
}

// take returns the value of the expression.
func (own ownExpression) take(e *examined) (value, best float64, err error) {
	var values []float64
	for _, d := range own.measures {
		v, why := 0.0, ""
		if d.Name != "" {
			v, _, why = e.value(d)
		}
		if why != "" {
			return 0, 0, fmt.Errorf("%s: %s", d.Name, why)
		}
		values = append(values, v)
	}
	for _, r := range own.reductions {
		v, err := e.reduce(r)
		if err != nil {
			return 0, 0, err
		}
		values = append(values, v)
	}
	if value = own.Eval(values); math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, 0, fmt.Errorf("%s is not a finite number here: it divides by 0, or takes the root of a negative number", own)
	}
	return value, math.NaN(), nil
}

// withRead returns some measures, and what those of one's own among them read: other measures, and the activity of parts.
func withRead(all []Declaration) []Declaration {
	read := slices.Clone(all)
	for _, d := range all {
		if !d.isOwn() {
			continue
		}
		names, _ := expression.Names(d.Sentence) // which was compiled
		own, _ := compile(d.Sentence, names, names)
		for _, other := range own.measures {
			if other.Name != "" {
				read = append(read, other)
			}
		}
		for _, r := range own.reductions {
			read = append(read, Declaration{Part: r.Part, Needs: []Need{NeedActivity}})
		}
	}
	return read
}

// Read reports whether measures of some names are, or read, one of another name or of its beginning.
func Read(names []string, start string) bool {
	return slices.ContainsFunc(withRead(Sorted(names)), func(d Declaration) bool { return strings.HasPrefix(d.Name, start) })
}

// reduce returns the value of a reduction.
func (e *examined) reduce(r expression.Reduction) (float64, error) {
	numbers, stimuli := e.within(Declaration{Part: r.Part}).weights(), 1
	if shown := e.activity[r.Part]; shown != nil {
		stimuli, _ = shown.Dims()
		numbers = shown.RawMatrix().Data
	}
	if len(numbers) == 0 {
		return 0, fmt.Errorf("%s has no activity for the stimuli, or no synapse", r.Part)
	}
	values := make([]float64, len(numbers))
	r.Of.EvalAll(values, [][]float64{numbers})
	i := slices.Index(reductionNames(), r.Function)
	return reductions[i].of(values, float64(stimuli)), nil
}

// checkOwnIn returns an error unless a graph has all that a measure of one's own reads.
func (d Declaration) checkOwnIn(g circuit.Graph) error {
	parts, measures := partsOf(g), []string{}
	names, err := expression.Names(d.Sentence)
	if err != nil {
		return err
	}
	for _, name := range names {
		if slices.Contains(parts, name) {
			continue
		}
		other, err := LookupDeclaration(name)
		if err != nil && !strings.Contains(name, ".") && !other.needsPart() {
			err = wording.Unknown("population, projection or measure", name, append(slices.Clone(parts), Names(false)...))
		}
		if err == nil {
			err = other.CheckIn(g)
		}
		if err != nil {
			return err
		}
		measures = append(measures, name)
	}
	_, err = compile(d.Sentence, measures, parts)
	var wrong *expression.Error
	if errors.As(err, &wrong) && slices.Contains(parts, wrong.Unknown) {
		wrong.Message = fmt.Sprintf("%[1]s is many numbers: write mean(%[1]s), or another of %[2]s", wrong.Unknown, strings.Join(reductionNames(), ", "))
	}
	return err
}

// partsOf returns the names of the populations of a graph, and of the projections that have weights of their own.
func partsOf(g circuit.Graph) (names []string) {
	for _, p := range g.Populations {
		names = append(names, p.Name)
	}
	for _, p := range g.Projections {
		if p.Tied == "" {
			names = append(names, p.Name)
		}
	}
	return names
}
