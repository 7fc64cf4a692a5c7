package page_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"twophase/recorder"
)

// schedules are the phases of the kinds of runs, as the paper and the relatives' sources have them.
var schedules = map[string]string{
	"two phases": "Feedforward, Lateral, Plasticity", "recurrent": "Feedforward, Solve, Plasticity", "ordered": "Feedforward, Cascade, Plasticity",
	"white": "Feedforward, Lateral, Plasticity", "many, as matrices": "Feedforward, Lateral, Plasticity",
}

// savedRun is what the tests read of a run folder, with a reader of their own.
type savedRun struct {
	folder   string
	manifest struct {
		Run        string
		Experiment struct {
			Network string
			Steps   int
			Seed    int
			Record  []string
		}
	}
	summary struct {
		Title   string
		Inputs  int
		Outputs int
		Results []struct {
			Measures struct{ Alignment []float64 }
			Curve    []moment
		}
	}
	rows []recorder.Row
}

type moment struct {
	Step     int
	Error    *float64 `json:"e_pro"`
	Ratio    *float64 `json:"lateral_ratio"`
	Settling *float64 `json:"settling_error"`
	Radius   *float64 `json:"spectral_radius"`
}

// readJSON reads the manifest and the summary of the folder.
func (r *savedRun) readJSON(s *statements) {
	for name, into := range map[string]any{"manifest.json": &r.manifest, "summary.json": &r.summary} {
		text, err := os.ReadFile(filepath.Join(r.folder, name))
		if err == nil {
			err = json.Unmarshal(text, into)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// elementOf returns the name of what a row is of.
func elementOf(r recorder.Row) string {
	if r.Pre == nil {
		return fmt.Sprintf("%s[%d]", r.Projection, r.Post)
	}
	return fmt.Sprintf("%s[%d,%d]", r.Projection, r.Post, *r.Pre)
}

// at returns the newest value of an element at a step, and whether there is one.
func (r *savedRun) at(element string, step int) (value float64, found bool) {
	for _, row := range r.rows {
		if elementOf(row) == element && int(row.Step) <= step {
			value, found = row.Weight, true
		}
	}
	return value, found
}

// newest returns the newest number of the curve at a step, and whether there is one.
func (r *savedRun) newest(step int, of func(moment) *float64) (value float64, found bool) {
	for _, m := range r.summary.Results[0].Curve {
		if v := of(m); v != nil && m.Step <= step {
			value, found = *v, true
		}
	}
	return value, found
}

// whole compares what the page says of the run as a whole.
func (s *statements) whole(r *savedRun) {
	s.t.Helper()
	fact := func(name string) string {
		return `[...document.querySelectorAll('.fact')].find((f) => f.firstChild.textContent === ` + quote(name) + `).querySelector('b').textContent.replaceAll('\u202f', '')`
	}
	s.says("the title of the tab", `document.title`, r.summary.Title+" – twophase")
	s.says("the network", fact("network"), r.manifest.Experiment.Network)
	s.says("the steps", fact("steps"), strconv.Itoa(r.manifest.Experiment.Steps))
	s.says("the seed", fact("seed"), strconv.Itoa(r.manifest.Experiment.Seed))
	s.says("the run", fact("run"), r.manifest.Run)
	s.says("what was recorded", `document.querySelector('footer').textContent.split('recorded: ')[1]`, strings.Join(r.manifest.Experiment.Record, ", "))
	s.says("the folder", `document.querySelector('footer').textContent.split(' · ')[1]`, filepath.Base(r.folder))
	s.says("the last step", `document.querySelector('.step .of').textContent.replaceAll('\u202f', '')`, "of "+strconv.Itoa(r.manifest.Experiment.Steps))
	if phases := schedules[s.kind]; phases != "" {
		s.says("the phases", `[...document.querySelectorAll('.stage b')].slice(1).map((b) => b.textContent).join(', ')`, phases)
	}
	s.components(r)
	s.drawing(r)
	s.curves(r)
	s.table(r)
}

// components compares the sentence of the headline on what was found.
func (s *statements) components(r *savedRun) {
	cosines := r.summary.Results[0].Measures.Alignment
	if len(cosines) == 0 || !s.holds(`/component/.test(document.querySelector('#headline').textContent)`) {
		return
	}
	found, least, worst := 0, 1.0, 1.0
	for _, c := range cosines {
		if worst = min(worst, c); c >= 0.95 {
			found++
			least = min(least, c)
		}
	}
	down := func(v float64) string { return fmt.Sprintf("%.3f", math.Floor(1000*v)/1000) }
	sentence := `document.querySelector('#headline').textContent`
	switch k := len(cosines); found {
	case k:
		s.says("how many components were found", sentence+`.split(' (')[0]`, fmt.Sprintf("%d components found", k))
		s.says("how well they were found", sentence+`.match(/least \|cos\| ([\d.]+)\)/)[1]`, down(least))
	case 0:
		s.says("that no component was found", sentence+`.split(' found:')[0]`, fmt.Sprintf("None of the %d components", k))
	default:
		s.says("how many of the components were found", sentence+`.split(' (')[0]`, fmt.Sprintf("%d of %d components found", found, k))
		s.says("how well these were found", sentence+`.match(/least \|cos\| ([\d.]+)\)/)[1]`, down(least))
		s.says("the worst component", sentence+`.match(/the worst of all has ([\d.]+)\./)[1]`, down(worst))
	}
}

// drawing compares what is written in the drawing of a small circuit of the paper's shape.
func (s *statements) drawing(r *savedRun) {
	synapses, lateral, w, m := 0, 0, 0.0, 0.0
	for _, row := range r.rows {
		if row.Step == 0 && row.Pre != nil {
			synapses++
		}
		switch row.Projection {
		case "feedforward":
			w = max(w, math.Abs(row.Weight))
		case "lateral":
			m = max(m, math.Abs(row.Weight))
			if row.Step == 0 {
				lateral++
			}
		}
	}
	if s.kind == "interneurons" {
		return // a graph is drawn in another way
	}
	key := func(name string) string {
		return `[...document.querySelectorAll('.scales .key')].find((k) => k.firstChild.textContent === ` + quote(name) + `).lastChild.textContent.slice(1)`
	}
	limit := func(v float64) string { return strconv.FormatFloat(v, 'g', 2, 64) }
	s.wait(`document.querySelector('.scales .key')`)
	s.says("the range of the colours of W", key("W"), limit(w))
	if lateral > 0 {
		s.says("the range of the colours of M", key("M"), limit(m))
	}
	if !s.holds(`document.querySelector('svg.graph')`) {
		return
	}
	s.says("the size of the drawn circuit", `document.querySelector('svg.graph').getAttribute('aria-label').split(';')[0]`, fmt.Sprintf("circuit of %d inputs and %d outputs", r.summary.Inputs, r.summary.Outputs))
	s.says("the number of drawn synapses", `String(document.querySelectorAll('svg.graph .synapse').length)`, strconv.Itoa(synapses))
	if scale, found := r.at("scale[0]", 1000); found && s.holds(`document.querySelector('svg.graph .scale')`) {
		s.number("the scale beside an output", `document.querySelector('svg.graph .reading').textContent.replace('m ', '')`, scale)
	}
	for _, row := range r.rows {
		if int(row.Step) == 1000 && row.Projection == "feedforward" && row.Post == 1 && *row.Pre == 2 {
			s.number("what a synapse is called for those who do not see it", `document.querySelector('svg.graph [aria-label*="feedforward[1,2]:"]').getAttribute('aria-label').split(': ')[1]`, row.Weight)
		}
	}
}

// curves compares the curves of the run: their ends, and the extremes that are said of them.
func (s *statements) curves(r *savedRun) {
	for _, c := range []struct {
		panel, name string
		of          func(moment) *float64
	}{
		{".of-error", "E_Pro", func(m moment) *float64 { return m.Error }},
		{".of-pruning", "‖M_o‖/‖M‖", func(m moment) *float64 { return m.Ratio }},
		{".of-health", "spectral radius", func(m moment) *float64 { return m.Radius }},
	} {
		least, most, any := math.Inf(1), math.Inf(-1), false
		for _, m := range r.summary.Results[0].Curve {
			if v := c.of(m); v != nil {
				least, most, any = min(least, *v), max(most, *v), true
			}
		}
		label := `document.querySelector('` + c.panel + ` svg[role=img]')?.getAttribute('aria-label').split('; ').find((t) => t.startsWith(` + quote(c.name+" from") + `))`
		if !any || !s.holds(label) || c.panel == ".of-pruning" { // its curve has moments of the trace, too
			continue
		}
		s.number("the least "+c.name, label+`.match(/from (\S+) to/)[1]`, least)
		s.number("the largest "+c.name, label+`.match(/ to (\S+)$/)[1]`, most)
	}
	if v, found := r.newest(1000, func(m moment) *float64 { return m.Ratio }); found && s.holds(`document.querySelector('.of-pruning .entry')`) && s.holds(`document.querySelector('.of-pruning .entry').textContent.startsWith('‖')`) {
		s.number("the lateral ratio", `document.querySelector('.of-pruning .entry b').textContent`, v)
	}
}

// table compares the list of the lateral synapses.
func (s *statements) table(r *savedRun) {
	lateral, strongest, size, peak := 0, "", 0.0, 0.0
	for _, row := range r.rows {
		if row.Projection == "lateral" && row.Step == 1000 {
			lateral++
			if v := math.Abs(row.Weight); v > size {
				strongest, size = elementOf(row), v
			}
		}
	}
	if lateral == 0 {
		return
	}
	for _, row := range r.rows {
		if elementOf(row) == strongest {
			peak = max(peak, math.Abs(row.Weight))
		}
	}
	const first = `document.querySelector('.observatory tbody tr')`
	s.says("how many lateral synapses there are", `(() => { const more = document.querySelector('.observatory .more'); return String(document.querySelectorAll('.observatory tbody tr').length + (more && !more.hidden ? parseInt(more.textContent.replaceAll('\u202f', '')) : 0)); })()`, strconv.Itoa(lateral))
	s.number("the strongest lateral synapse in the end", first+`.children[6].textContent`, size)
	s.number("its peak", first+`.children[4].textContent`, peak)
	left := 100 * size / peak
	text := strconv.FormatFloat(left, 'g', 2, 64)
	if left >= 10 {
		text = strconv.FormatFloat(math.Round(left), 'f', 0, 64)
	}
	s.says("what is left of it", first+`.children[7].textContent`, text+" %")
	s.says("the rank of it", first+`.children[0].textContent`, "1")
}

// halfway compares what the page says at an earlier step.
func (s *statements) halfway(r *savedRun, step int, legend func(panel, name string) string) {
	s.says("the step to which the weight belongs", `document.querySelector('.selected .date').textContent`, fmt.Sprintf("at step %d", step))
	if v, found := r.newest(step, func(m moment) *float64 { return m.Error }); found {
		s.number("E_Pro at an earlier step", legend(".of-error", "E_Pro"), v)
	}
	if v, found := r.newest(step, func(m moment) *float64 { return m.Radius }); found {
		s.number("the spectral radius at an earlier step", legend(".of-health", "spectral radius"), v)
	}
	if scale, found := r.at("scale[0]", step); found && s.holds(`document.querySelector('svg.graph .scale')`) {
		s.number("the scale at an earlier step", `document.querySelector('svg.graph .reading').textContent.replace('m ', '')`, scale)
	}
}
