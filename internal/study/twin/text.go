package twin

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// WriteText writes the comparison for people to read.
func (c *Comparison) WriteText(w io.Writer) error {
	var b strings.Builder
	trials := wording.Count(c.Trials, "trial")
	fmt.Fprintf(&b, "%s on the same stimuli: %s, %s, seed %d", wording.Count(len(c.Variants), "variant"), wording.Count(c.Steps, "step"), trials, c.Seed)
	if c.ForkAt > 0 {
		fmt.Fprintf(&b, ", one run up to step %d", c.ForkAt)
	}
	b.WriteString("\n\n")
	var variants wording.Table
	for _, v := range c.Variants {
		variants.Add(v.Name, v.Title+v.fate(c.Trials))
	}
	b.WriteString(variants.Text())
	c.writeInterventions(&b)
	var pairs wording.Table
	for _, p := range c.Pairs {
		pairs.Add(p.Variant+" against "+p.Against, p.differ())
	}
	fmt.Fprintf(&b, "\n%s", pairs.Text())

	fmt.Fprintf(&b, "\nAt the last step%s\n", ifMany(c.Trials, ": medians"))
	for _, p := range c.Pairs {
		c.writePair(&b, p)
	}
	c.writeTrajectories(&b)
	for _, v := range c.Variants {
		for _, warning := range v.Warnings {
			fmt.Fprintf(&b, "WARNING: %s: %s.\n\n", v.Name, warning)
		}
	}
	fmt.Fprintf(&b, "results in %s\n", c.Folder)
	_, err := io.WriteString(w, b.String())
	return err
}

// fate describes interventions and divergence of a variant.
func (v Variant) fate(trials int) string {
	var parts []string
	switch {
	case v.Events == 1:
		parts = append(parts, "1 intervention")
	case v.Events > 1:
		parts = append(parts, wording.Count(v.Events, "intervention")+ifMany(trials, " in all trials"))
	}
	if n := len(v.Diverged); n > 0 {
		parts = append(parts, fmt.Sprintf("diverged%s, first at step %d", ifMany(trials, fmt.Sprintf(" in %d of %d trials", n, trials)),
			slices.MinFunc(v.Diverged, func(a, b Divergence) int { return a.Step - b.Step }).Step))
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, "; ")
}

func ifMany(trials int, text string) string {
	if trials > 1 {
		return text
	}
	return ""
}

// writePair writes a variant beside the first one.
func (c *Comparison) writePair(b *strings.Builder, p Pair) {
	head, notes, many := "difference", "", p.Trials > 1
	if many {
		head += fmt.Sprintf(" [%.0f %%]", 100*quantile.Coverage(p.Trials))
	}
	if many && p.Trials < quantile.FewestForInterval {
		notes = fmt.Sprintf("  %d trials are too few for a %.0f %% interval: in brackets is the range, which holds the median with a probability of %.0f %%\n",
			p.Trials, 100*quantile.Confidence, 100*quantile.Coverage(p.Trials))
	}
	table := wording.Table{Header: []string{"", p.Against, p.Variant, head, "factor"}}
	if many {
		table.Header = append(table.Header, "more/less")
	}
	first, other, same := c.variant(p.Against), c.variant(p.Variant), 0
	for i, d := range p.Differences {
		if c.isOfPart(i) && !unknown(d.Median) && d.Larger+d.Smaller == 0 {
			same++
			continue
		}
		x, y := first.Medians[i].Value, other.Medians[i].Value
		if unknown(x) && unknown(y) || x == 0 && y == 0 {
			continue
		}
		bounds := c.measures[i].Bounds
		row := []string{c.measures[i].Title, x.Beside(bounds...), y.Beside(bounds...), d.Median.String() + d.interval(p.Trials), d.Factor.String()}
		if many {
			row = append(row, fmt.Sprintf("%d/%d", d.Larger, d.Smaller))
		}
		table.Add(row...)
	}
	if same > 0 {
		notes += fmt.Sprintf("  not shown: %s of populations and projections, the same in all trials\n", wording.Count(same, "measure"))
	}
	fmt.Fprintf(b, "%s%s\n", table.Text(), notes)
}

// writeInterventions writes which variant has which intervention, and what one lacks of the variant that it is compared with.
func (c *Comparison) writeInterventions(b *strings.Builder) {
	var texts []string
	table := wording.Table{Header: []string{"intervention"}}
	for _, v := range c.Variants {
		table.Header = append(table.Header, v.Name)
		for _, text := range v.Interventions {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	for _, text := range texts {
		row := []string{text}
		for _, v := range c.Variants {
			row = append(row, map[bool]string{true: "yes", false: "–"}[slices.Contains(v.Interventions, text)])
		}
		table.Add(row...)
	}
	if texts != nil {
		fmt.Fprintf(b, "\n%s", table.Text())
	}
	for _, p := range c.Pairs {
		if lacks := result.Lacks(p.Variant, p.Against, p.Without); lacks != "" {
			fmt.Fprintf(b, "  NOTE: %s.\n", lacks)
		}
	}
}

// isOfPart reports whether a measure is of a population or a projection: there may be many of these.
func (c *Comparison) isOfPart(i int) bool {
	d, err := measure.LookupDeclaration(c.measures[i].Name)
	return err == nil && d.Part != ""
}

// interval writes the interval of the median difference of so many trials, or nothing where it is of fewer.
func (d Difference) interval(trials int) string {
	if float64(d.Covers) != quantile.Coverage(trials) {
		return ""
	}
	return fmt.Sprintf(" [%v %v]", d.Low, d.High)
}

func unknown(n wording.Number) bool { return n != n }

// variant returns the variant with a name.
func (c *Comparison) variant(name string) Variant {
	i := slices.IndexFunc(c.Variants, func(v Variant) bool { return v.Name == name })
	return c.Variants[i]
}

// differ says at which step the two circuits of a pair first differ.
func (p Pair) differ() string {
	var steps []int
	for _, step := range p.Differ {
		if step > 0 {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		return "they are the same to the last bit, at every step"
	}
	first, last := slices.Min(steps), slices.Max(steps)
	text := fmt.Sprintf("the same to the last bit until they first differ at step %d", first)
	if first != last {
		text += fmt.Sprintf(" to %d, by trial", last)
	}
	if same := len(p.Differ) - len(steps); same > 0 {
		text += fmt.Sprintf("; in %s never", wording.Count(same, "trial"))
	}
	return text
}

// writeTrajectories writes what courses returns at some steps, side by side.
func (c *Comparison) writeTrajectories(b *strings.Builder) {
	rows := c.trajectories()
	if len(rows) == 0 {
		return
	}
	for q, quantity := range c.Courses {
		if !applies(rows, q) {
			fmt.Fprintf(b, "No %s during the run: it is not defined for these circuits on these stimuli.\n\n", quantity.Title)
			continue
		}
		table := wording.Table{Caption: quantity.Title + " during the run" + ifMany(c.Trials, ": medians"), Header: []string{"step"}}
		for _, v := range c.Variants {
			table.Header = append(table.Header, v.Name)
		}
		for _, row := range thinned(rows, c.happened()) {
			line := []string{strconv.Itoa(row.step)}
			for v := range c.Variants {
				line = append(line, wording.Number(row.of[v][q].Median).String())
			}
			table.Add(line...)
		}
		fmt.Fprintln(b, table.Text())
	}
}

// mostOrigins is the number of interventions around which rows are shown.
const mostOrigins = 3

// happened returns the steps of the first interventions of any variant.
func (c *Comparison) happened() (steps []int) {
	for _, v := range c.twins.Variants {
		for _, r := range v.Results {
			if r == nil {
				continue
			}
			for _, e := range r.Events {
				steps = append(steps, e.Step)
			}
		}
	}
	slices.Sort(steps)
	steps = slices.Compact(steps)
	return steps[:min(len(steps), mostOrigins)]
}

// thinned returns some of the rows: the last one, and those that are evenly spaced on a
// logarithmic scale of the time since the start. Where the circuit was measured at the step of an
// intervention, and right after it, the scale is that of the time since then.
func thinned(rows []moment, interventions []int) (some []moment) {
	origin, next := 0, 10.0
	for i, row := range rows {
		if slices.Contains(interventions, row.step) && i+1 < len(rows) && rows[i+1].step == row.step+1 {
			origin, next = row.step, 0
		}
		since := float64(row.step - origin)
		if since >= next || i == len(rows)-1 {
			some = append(some, row)
			next = max(next, 1)
			for next <= since {
				next *= ratio
			}
		}
	}
	return some
}

// ratio is 10^(1/3), for about three moments in each decade of steps.
const ratio = 2.154434690031884
