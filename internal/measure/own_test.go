package measure_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit/weights"
	"twophase/internal/measure"
	"twophase/neuron"
)

// TestOwnMeasures compares measures of one's own with sums in the test.
func TestOwnMeasures(t *testing.T) {
	c := rectifiedStack(t)
	stimuli := [][]float64{{1, 0, -1, 2, 0.5}, {-1, 2, 0, 1, 1}, {0.3, -0.2, 0.1, 0, -2}}
	var h []float64
	probe := c.Probe()
	for _, x := range stimuli {
		if err := probe.Respond(x, make([]float64, 2)); err != nil {
			t.Fatal(err)
		}
		h = append(h, c.Population("h").Signals(neuron.Final)...)
	}
	probe.End()
	sum, squares, largest := 0.0, 0.0, 0.0
	for _, v := range h {
		sum, squares, largest = sum+v, squares+v*v, max(largest, v)
	}
	n := float64(len(h))
	b := 0.0
	for s := range c.Projection("B").All() {
		b += s.Weight() * s.Weight()
	}
	probe = c.Probe()
	defer probe.End()
	want := map[string]float64{
		"a = mean(h)":                      sum / n,
		"b = sum(h)":                       sum / 3,
		"c = norm(h)":                      math.Sqrt(squares / 3),
		"d = mean(h^2)":                    squares / n,
		"e = max(h) - 2*h.mean_activity":   largest - 2*sum/n,
		"f = norm(B)":                      math.Sqrt(b),
		"g = std(h)^2":                     squares/n - sum*sum/n/n,
		"h2 = max(mean(h), norm(B))":       max(sum/n, math.Sqrt(b)),
		"i = min(h - 1) + silent - silent": -1,
	}
	var names []string
	for name := range want {
		names = append(names, name)
	}
	slices.Sort(names)
	found, err := measure.Take(names, measure.Subject{Outputs: 2, Circuit: c, Respond: probe.Respond, Shown: &shown{all: stimuli}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		own, definition, _ := strings.Cut(name, " = ")
		v := found.Value(own)
		if !(math.Abs(float64(v.Value)-want[name]) < 1e-12) || v.Of != definition {
			t.Errorf("%s is %v of %q, want %v", name, v.Value, v.Of, want[name])
		}
	}
}

func TestOwnMeasureHasNoValue(t *testing.T) {
	c := rectifiedStack(t)
	names := []string{"a = 1/(norm(B) - norm(B))", "b = mean(h)", "c = 2*purity"}
	found, err := measure.Take(names, measure.Subject{Outputs: 2, Circuit: c})
	if err != nil || len(found.Values) > 0 {
		t.Fatal(found, err)
	}
	for i, want := range []string{"it divides by 0", "h has no activity", "purity: the outputs to stimuli from which"} {
		if why := found.Absent[i].Why; !strings.Contains(why, want) {
			t.Errorf("%s: %s, want %s", names[i], why, want)
		}
	}
}

func TestOwnMeasureErrors(t *testing.T) {
	g := rectifiedStack(t).Spec().Network.Graph
	for name, want := range map[string]string{
		"gap = mean(h) - mean(z)": `population, projection or measure "z" does not exist`,
		"gap = mean(h) - puriti":  "did you mean purity?",
		"gap = h.norm":            "measure h.norm: projection",
		"gap = h.nrm":             `measure "nrm" does not exist (did you mean norm?)`,
		"gap = norm":              "measure norm is of a projection: write PROJECTION.norm",
		"gap = h + 1":             "h is many numbers: write mean(h), or another of mean, sum, min, max, std, norm",
		"gap = 1":                 "it reads no population, no projection and no other measure",
		"gap = mean(h":            "the expression ends too early",
		"purity = mean(h)":        "purity is a measure already: choose another name",
		"step = mean(h)":          "step is a column of the tables of runs and studies: choose another name",
		"a.b = mean(h)":           `"a.b" is not a name`,
		"gap =":                   "the expression is empty",
	} {
		d, err := measure.LookupDeclaration(name)
		if err == nil {
			err = d.CheckIn(g)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if d, err := measure.LookupDeclaration("balance = mean(h) - mean(y)"); err != nil || d.CheckIn(g) != nil || d.Name != "balance" {
		t.Error(d, err)
	}
}

func TestDistance(t *testing.T) {
	c := rectifiedStack(t)
	var saved []float64
	for _, a := range weights.FinalOf(c).Arrays() {
		if a.Name == weights.NameOf(c, c.Projection("B")) {
			saved = slices.Clone(a.Values)
		}
	}
	at := func(values []float64) float64 {
		found, err := measure.Take([]string{"distance"}, measure.Subject{Outputs: 2, Circuit: c, Data: &measure.Data{Part: "B", Values: values}})
		if err != nil {
			t.Fatal(err)
		}
		return float64(found.Value("distance").Value)
	}
	if d := at(saved); d != 0 {
		t.Errorf("the weights are %v from themselves", d)
	}
	for i := range saved {
		saved[i] += 0.5
	}
	if d := at(saved); math.Abs(d-0.5) > 1e-15 {
		t.Errorf("the weights are %v from those that are larger by 0.5", d)
	}
}
