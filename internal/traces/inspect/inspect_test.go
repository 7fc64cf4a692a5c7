package inspect

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"twophase/internal/text/wording"
	"twophase/internal/traces/trace"
)

func TestSparkline(t *testing.T) {
	s := newSparkline(8, linear(0, 80))
	for step, v := range map[int64]float64{0: 0, 10: 1, 11: 0.5, 30: -1, 79: 3} {
		s.add(step, v)
	}
	if got, want := s.from(0), "▃▅▅▁▁▁▁█"; got != want {
		t.Errorf("the line is %s, want %s", got, want)
	}
	if got, want := newSparkline(3, linear(0, 10)).from(0), "   "; got != want {
		t.Errorf("of nothing it is %q", got)
	}
}

// Whatever comes, a line has its width.
func TestSparklineHasItsWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.Int64Range(0, 1e12).Draw(t, "last")
		at := rapid.SampledFrom([]scale{linear(0, last), logarithmic(last), scaleFor(0, last), linear(last, last)}).Draw(t, "scale")
		s := newSparkline(20, at)
		for range rapid.IntRange(0, 50).Draw(t, "records") {
			s.add(rapid.Int64Range(0, last).Draw(t, "step"), rapid.Float64().Draw(t, "value"))
		}
		if n := utf8.RuneCountInString(s.from(0)); n != 20 {
			t.Errorf("it has %d characters", n)
		}
	})
}

// The parts of all changes add up to the way from the start to the end.
func TestPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Story{Lowest: Moment{-1, 0}, Highest: Moment{-1, 0}, lines: [2]*sparkline{newSparkline(3, linear(0, 9)), newSparkline(3, linear(0, 9))}}
		series := trace.Series{Steps: []int64{0}, Weight: []float64{0.5}, Hebbian: []float64{math.NaN()}, Decay: []float64{math.NaN()}}
		w, up, down := 0.5, 0.0, 0.0
		phases := rapid.Bool().Draw(t, "phases")
		n := rapid.IntRange(1, 30).Draw(t, "steps")
		for step := range n {
			h, d := rapid.Float64Range(-1, 1).Draw(t, "hebbian"), rapid.Float64Range(-1, 1).Draw(t, "decay")
			w, up, down = w+h+d, up+math.Abs(h), down+math.Abs(d)
			series.Steps, series.Weight = append(series.Steps, int64(step+1)), append(series.Weight, w)
			series.Hebbian, series.Decay = append(series.Hebbian, h), append(series.Decay, d)
			if phases {
				nonlocal, unlearning := rapid.Float64Range(-1, 1).Draw(t, "nonlocal"), rapid.Float64Range(-1, 1).Draw(t, "unlearning")
				w, down = w+nonlocal+unlearning, down+math.Abs(nonlocal)+math.Abs(unlearning)
				series.Weight[step+1] = w
				series.Nonlocal, series.Unlearning = append(series.Nonlocal, nonlocal), append(series.Unlearning, unlearning)
			}
		}
		if phases { // of the first record there are none
			series.Nonlocal, series.Unlearning = append([]float64{math.NaN()}, series.Nonlocal...), append([]float64{math.NaN()}, series.Unlearning...)
		}
		for i := range series.Steps {
			s.add(&series, i)
		}
		s.Parts.end(s)
		p := s.Parts
		if p.Nonlocal.Finite() != phases || p.Unlearning.Finite() != phases {
			t.Errorf("phases %v: %+v", phases, p)
		}
		sum := p.Hebbian + p.Decay
		if phases {
			sum += p.Nonlocal + p.Unlearning
		}
		if !p.All || p.Records != n || math.Abs(float64(s.End.Weight-s.Start.Weight-sum)) > 1e-12 {
			t.Errorf("from %v to %v by %+v", s.Start, s.End, p)
		}
		if up+down > 0 && math.Abs(float64(p.Moved)-up/(up+down)) > 1e-12 {
			t.Errorf("the share is %v", p.Moved)
		}
	})
}

// Text from a file cannot do more than print.
func TestTextIsPrintable(t *testing.T) {
	if got := printable("lesion\x1b[2J\n\u202eouputs"); strings.ContainsAny(got, "\x1b\n\u202e") {
		t.Errorf("%q", got)
	}
	if got := utf8.RuneCountInString(printable(strings.Repeat("é", 1000))); got != 201 {
		t.Errorf("it has %d characters", got)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[wording.Number]string{0: "0", 0.0155: "0.0155", 4.6e-3: "4.60e-03", 1234.6: "1235", 5e7: "5.00e+07", wording.Number(math.Inf(1)): "–"} {
		if got := rounded(n); got != want {
			t.Errorf("%v is written %s, want %s", float64(n), got, want)
		}
	}
}
