package page_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/internal/experiment"
	"twophase/internal/testkit/long"
	"twophase/recorder"
)

// statements are what the page says of a run, each with an expression that reads it off the page, and what the run
// folder says, read by nothing that the page is made from.
type statements struct {
	*tab
	t       *testing.T
	kind    string
	checked map[string]int // by what was compared
}

// count counts a statement.
func (s *statements) count(what string) { s.checked[what]++ }

// says compares a text on the page.
func (s *statements) says(what, expression, want string) {
	s.t.Helper()
	s.count(what)
	if got := s.text(expression); got != want {
		s.t.Errorf("%s: %s is %q on the page, and %q in its folder", s.kind, what, got, want)
	}
}

// number compares a number that the page writes with three digits: 0.0128, −1.43·10⁻⁵.
func (s *statements) number(what, expression string, want float64) {
	s.t.Helper()
	s.count(what)
	text := s.text(expression)
	mantissa, power, _ := strings.Cut(text, "10")
	if !strings.ContainsAny(power, "⁰¹²³⁴⁵⁶⁷⁸⁹") {
		mantissa, power = text, ""
	}
	digits := strings.NewReplacer("⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9").Replace(power)
	number := strings.TrimSuffix(strings.NewReplacer("−", "-", "\u202f", "").Replace(mantissa), "·")
	if number == "" {
		number = "1"
	}
	if digits != "" {
		number += "e" + digits
	}
	got, err := strconv.ParseFloat(number, 64)
	if rounded, _ := strconv.ParseFloat(strconv.FormatFloat(want, 'g', 3, 64), 64); err != nil || math.Abs(got-rounded) > 1e-12*math.Abs(rounded) {
		s.t.Errorf("%s: %s is %q on the page, and %v in its folder", s.kind, what, text, want)
	}
}

// What the page says of eight kinds of runs is what their folders hold: numbers, and the sentences made of them.
func TestStatementsAreTrue(t *testing.T) {
	long.Only(t)
	checked := map[string]int{}
	b := newTab(t, 1280, 900)
	for kind, e := range map[string]experiment.Experiment{
		"two phases":        {},
		"recurrent":         {Network: "PSP"},
		"ordered":           {Network: "cascadePSP"},
		"white":             {Network: "ifPSW"},
		"nothing lateral":   {Network: "sanger"},
		"its own rates":     {Network: "similarity-matching"},
		"interneurons":      {Network: "ei"},
		"many, as matrices": {Stimulus: experiment.Stimulus{Problem: "large"}, Outputs: 10},
	} {
		e.Steps, e.Record, e.Seed, e.Reference = 1000, []string{"weights@5"}, 3, true
		folder := recorded(t, e)
		s := &statements{tab: b, t: t, kind: kind, checked: checked}
		r := &savedRun{folder: folder}
		r.readJSON(s)
		var err error
		if r.rows, err = parquet.ReadFile[recorder.Row](filepath.Join(folder, "traces-0000-00000.parquet")); err != nil {
			t.Fatal(err)
		}
		rows, summary, element := r.rows, r.summary, elementOf
		var last recorder.Row
		for _, r := range rows { // the strongest weight at the end
			if only := map[string]string{"ordered": "lateral", "white": "lateral"}[kind]; only != "" && r.Projection != only {
				continue
			}
			if r.Step == 1000 && r.Pre != nil && (last.Pre == nil || math.Abs(r.Weight) > math.Abs(last.Weight)) {
				last = r
			}
		}
		chosen, records, peak, peakStep, middle := element(last), 0, 0.0, 0, 0.0
		least, most := math.Inf(1), math.Inf(-1)
		for _, r := range rows {
			if element(r) != chosen {
				continue
			}
			records++
			least, most = min(least, r.Weight), max(most, r.Weight)
			if math.Abs(r.Weight) > peak {
				peak, peakStep = math.Abs(r.Weight), int(r.Step)
			}
			if r.Step == 500 {
				middle = r.Weight
			}
		}

		b.open(show(t, folder) + "#element=" + chosen)
		b.wait(`document.querySelector('.total').textContent && !document.querySelector('.observatory .empty').textContent.includes('being followed')`)
		s.says("the title", `document.querySelector('h1').textContent`, summary.Title)
		for name, want := range map[string]int{"N": summary.Inputs, "K": summary.Outputs} {
			s.says(name, `[...document.querySelectorAll('.fact')].find((f) => f.firstChild.textContent === `+quote(name)+`).querySelector('b').textContent`, strconv.Itoa(want))
		}
		if got := selected(b, chosen, 1000); got != last.Weight {
			t.Errorf("%s: %s is %v on the page, and %v in its folder", kind, chosen, got, last.Weight)
		}
		s.count("the value to all digits")
		s.whole(r)
		legend := func(panel, name string) string {
			return `[...document.querySelectorAll('` + panel + ` .entry')].find((e) => e.textContent.startsWith(` + quote(name) + `))?.querySelector('b').textContent ?? ''`
		}
		s.number("the weight in the legend", legend(".selected", "weight"), last.Weight)
		if shown := b.text(`document.querySelector('.total').textContent`); !strings.HasPrefix(shown, fmt.Sprintf("%d records", records)) {
			t.Errorf("%s: there are %q, and %d in its folder", kind, shown, records)
		}
		s.count("the number of records")
		s.says("the range of the trace", `document.querySelector('.selected svg[role=img]').getAttribute('aria-label').split('; ')[0]`, "weight, steps 0 to 1000")
		label := `document.querySelector('.selected .plot svg[role=img]').getAttribute('aria-label').match(/weight from (\S+) to (\S+)/)`
		s.number("the least weight", label+`[1]`, least)
		s.number("the largest weight", label+`[2]`, most)
		curve := summary.Results[0].Curve
		for _, m := range []struct {
			panel, name string
			value       func(i int) *float64
		}{
			{".of-error", "E_Pro", func(i int) *float64 { return curve[i].Error }},
			{".of-health", "settling error", func(i int) *float64 { return curve[i].Settling }},
			{".of-health", "spectral radius", func(i int) *float64 { return curve[i].Radius }},
		} {
			i := len(curve) - 1
			for i >= 0 && m.value(i) == nil {
				i--
			}
			if i < 0 {
				s.says(m.name, legend(m.panel, m.name), "")
				continue
			}
			s.number(m.name, legend(m.panel, m.name), *m.value(i))
		}
		if row := b.holds(`document.querySelector('[data-synapse="` + chosen + `"]')`); row {
			cell := func(n int) string {
				return fmt.Sprintf(`document.querySelector('[data-synapse="%s"]').children[%d].textContent`, chosen, n)
			}
			s.number("the peak", cell(4), peak)
			s.says("the step of the peak", cell(5)+`.replaceAll('\u202f', '')`, strconv.Itoa(peakStep))
			s.number("the end", cell(6), math.Abs(last.Weight))
			s.says("the sentence of the peak", `document.querySelector('#meaning').textContent.match(/ in step [\d\u202f]+/)?.[0].replaceAll('\u202f', '')`, fmt.Sprintf(" in step %d", peakStep))
		}
		beside := chosen
		for _, r := range rows {
			if r.Pre != nil && element(r) != chosen {
				beside = element(r)
			}
		}
		if atEnd, _ := r.at(beside, 1000); beside != chosen { // pinned, its trace stands in the same plot
			b.run(typeInto("#element", beside))
			b.press("a")
			b.run(typeInto("#element", chosen))
			b.wait(`document.querySelectorAll('.selected .label').length === 2`)
			s.number("the pinned one in the legend", legend(".selected", beside), atEnd)
			s.number("the selected one beside it", legend(".selected", chosen), last.Weight)
			b.press("a", "a") // the selected one, and not any more
			b.click(`.unpin`)
			b.wait(`document.querySelectorAll('.selected .label').length === 0`)
		}
		b.run(typeInto("#step", "500"))
		if got := selected(b, chosen, 500); got != middle {
			t.Errorf("%s: %s at step 500 is %v on the page, and %v in its folder", kind, chosen, got, middle)
		}
		s.count("the value at an earlier step, to all digits")
		s.halfway(r, 500, legend)
		if len(b.refused) > 0 {
			t.Errorf("%s: the server refused %q", kind, b.refused)
		}
	}
	total := 0
	for what, n := range checked {
		total += n
		t.Logf("%d × %s", n, what)
	}
	if len(checked) < 50 || total < 300 {
		t.Errorf("only %d statements were compared, %d times in all", len(checked), total)
	}
}
