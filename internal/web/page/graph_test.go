package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
)

// A circuit of any populations is drawn by its own description: its layers from left to right, its projections with
// keys, and what is not in the drawing as figures; and its elements are selected by keys.
func TestAnyCircuit(t *testing.T) {
	long.Only(t)
	b := newTab(t, 1280, 900)
	for network, want := range map[string]struct{ titles, parts, keys, first, next, key, says string }{
		"stack-2phase":       {"10 inputs,3 layer1,3 outputs", "", "W1 M1 W2 M2", "W2[1,2]", "W2[1,0]", "ring: layer1.scale, m, pale: peak of M1, M2 ▸ excites ⊣ inhibits", ""},
		"ei":                 {"10 inputs,3 outputs,3 interneurons", "", "W P", "P[1,2]", "P[1,0]", " ▸ excites ⊣ inhibits both ends: one synapse, both ways", ""},
		"adaptive-whitening": {"10 inputs,10 outputs,55 interneurons", "direct W interneurons.scale", "direct W", "W[3,54]", "W[3,0]", "▸ adds ⊣ subtracts dashed: the transpose of another", "W interneurons ⊣ outputs, 10 × 55, subtracts, back as WT, adds"},
	} {
		folder := recorded(t, experiment.Experiment{Network: network, Steps: 200, Record: []string{"weights@20"}})
		b.open(show(t, folder) + "#element=" + want.first)
		texts := func(selector string) string {
			return b.text(`[...document.querySelectorAll(` + quote(selector) + `)].map((e) => e.textContent).join(' ')`)
		}
		if titles := b.text(`[...document.querySelectorAll('.circuit .heading')].map((e) => [Number(e.getAttribute('x')), e.textContent]).sort((p, q) => p[0] - q[0]).map((p) => p[1]).join()`); titles != want.titles {
			t.Errorf("%s: from left to right there are %s", network, titles)
		}
		if parts := texts(".part figcaption > b"); parts != want.parts {
			t.Errorf("%s: it has the parts %s", network, parts)
		}
		if keys := texts(".scales .key b"); keys != want.keys {
			t.Errorf("%s: it has the keys %s", network, keys)
		}
		// The ends of projections differ by how their signals count, and a key says how; those that are tied are marked.
		if key := texts(".scales > span:not(.key, .reserved)"); key != want.key {
			t.Errorf("%s: the key of the drawing is %q", network, key)
		}
		if says := texts(".part figcaption"); !strings.Contains(says, want.says) {
			t.Errorf("%s: the parts are %q", network, says)
		}
		if recorded := parquetAt(t, folder, 200); selected(b, want.first, 200) != recorded[want.first] {
			t.Errorf("%s: %s is %s, want %v", network, want.first, b.text(`document.querySelector('#value').value`), recorded[want.first])
		} else {
			b.run(focusOn(".any-circuit [tabindex]"))
			b.press(right)
			if got := selected(b, want.next, 200); got != recorded[want.next] {
				t.Errorf("%s: %s is %v, want %v", network, want.next, got, recorded[want.next])
			}
		}
		// Its phases are those of describe, its neurons have names, and the synapses of each projection have lives.
		if equations := texts(".stage .equation"); strings.Contains(equations, "±") || strings.Contains(equations, "Mo") || !strings.Contains(equations, strings.Split(want.first, "[")[0]) {
			t.Errorf("%s: its phases are %q", network, equations)
		}
		if labels := texts(".graph .neuron .symbol"); network != "adaptive-whitening" && !strings.HasPrefix(labels, "x₀ x₁ x₂") {
			t.Errorf("%s: its neurons are called %q", network, labels)
		}
		if tables := texts(".measures tr"); !strings.Contains(tables, "mean activity") || network == "ei" && !regexp.MustCompile(`outputs ?interneurons.*synapses ?30 ?9`).MatchString(tables) {
			t.Errorf("%s: it has the measures %q", network, tables)
		}
		of, _, _ := strings.Cut(want.first, "[")
		b.wait(`[...document.querySelectorAll('.observatory option')].some((o) => o.textContent === ` + quote(of) + `)`)
		b.run(chromedp.Evaluate(`{ const all = document.querySelector('.observatory select'); all.value = [...all.options].find((o) => o.textContent === `+quote(of)+`).value; all.dispatchEvent(new Event('change')); }`, nil))
		b.wait(`document.querySelector('.observatory tbody tr')?.dataset.synapse.startsWith(` + quote(of+"[") + `)`)
		if notes := texts(".observatory .hint"); !strings.HasPrefix(notes, "The peak is the largest size that was recorded, every 20 steps.") {
			t.Errorf("%s: the table says %q", network, notes)
		}
		b.wait(`document.querySelector('.selected .curve')?.getAttribute('d').length > 50`)
		for name, signs := range signs[network] {
			want := ""
			for _, sign := range signs {
				want += map[bool]string{true: "arrow ", false: "bar "}[sign*parquetAt(t, folder, 200)[name] > 0]
			}
			if got := b.text(`[...document.getElementById(` + quote("c-"+name) + `).querySelectorAll('.tip')].filter((e) => getComputedStyle(e).display !== 'none').map((e) => (e.matches('.bar') ? 'bar ' : 'arrow ')).join('')`); got != want {
				t.Errorf("%s: %s ends in %q, want %q", network, name, got, want)
			}
		}
	}
}

// signs are how the signals of synapses count, at their postsynaptic end and, of tied ones, at the other one.
var signs = map[string]map[string][]float64{
	"stack-2phase": {"W1[0,0]": {1}, "M1[0,1]": {-1}, "M2[2,0]": {-1}},
	"ei":           {"feedforward[1,2]": {1}, "P[1,1]": {-1, 1}},
}

// Of a random wiring the synapses that a trial has are drawn, and no others.
func TestWiringIsDrawn(t *testing.T) {
	browserOnly(t)
	folder := enginetest.Record(t, `
circuit:
  name: half
  populations: {s: {input: true}, cells: {}}
  projections: {up: {from: s, to: cells, rule: Hebbian, wiring: {random: 0.5}}}
  schedule: [{turn: cells, receives: [up]}, plasticity]
stimulus: {clusters: 3, inputs: 6}
outputs: 4
rate: 0.001
steps: 100
reference: false
trials: 2
record: ["up@10"]
`)
	b := newTab(t, 1280, 900)
	for trial := range 2 {
		b.open(show(t, folder) + fmt.Sprintf("#trial=%d", trial))
		b.wait(`document.querySelectorAll('.observatory tbody tr').length > 0`)
		has := b.text(`[...document.querySelectorAll('.observatory tbody tr')].map((row) => row.dataset.synapse).sort().join(' ')`)
		b.wait(`[...document.querySelectorAll('.circuit .synapse')].filter((s) => s.style.display !== 'none').map((s) => s.id.slice(2)).sort().join(' ') === ` + quote(has))
		if n := len(strings.Fields(has)); n == 0 || n == 24 {
			t.Errorf("trial %d has %d of 24 synapses", trial, n)
		}
		none := b.text(`[...document.querySelectorAll('.circuit .synapse')].find((s) => s.style.display === 'none').id.slice(2)`)
		b.run(typeInto("#element", none))
		b.wait(`document.querySelector('#meaning').textContent === 'The wiring of this trial has no such synapse.'`)
	}
}

// The page of a circuit of one's own says what is true of it: what a synapse does at its ends, what is fixed, what is learnt from
// beside the two ends of a synapse; and its neurons have a panel, as the outputs of the paper's circuit.
func TestOwnCircuitInWords(t *testing.T) {
	browserOnly(t)
	stimuli := filepath.Join(t.TempDir(), "stimuli.csv")
	if err := os.WriteFile(stimuli, []byte(strings.Repeat("1,0.5,0.25,1\n0.5,1,0.75,-1\n", 50)), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := enginetest.Record(t, `
circuit:
  name: own
  signals: {reward: {columns: [3]}}
  populations:
    x: {input: true}
    y: {activation: rectified, initial_scale: 2, variables: {theta: {start: 0.5, change: "0.1*(activity - theta)"}}}
    n: {size: 2}
  projections:
    W: {from: x, to: y, rule: "reward*post*pre - 0.1*w", start: positive}
    L: {from: y, to: y, sign: subtracts, start: 0.5}
    P: {from: n, to: y, sign: inhibitory, wiring: {pairs: [[0, 0], [1, 1]]}, start: 0.25}
    PT: {from: y, to: n, sign: excitatory, tied: P}
  schedule:
    - {turn: y, receives: [W, {through: L, delay: 1}, {through: P, delay: 1}]}
    - {turn: n, receives: [PT]}
    - plasticity
stimulus: {file: `+stimuli+`}
outputs: 2
rate: 0.01
reference: false
record: [weights@10, y.theta@10, y@10]
parts: [W]
`)
	b := newTab(t, 1280, 900)
	b.open(show(t, folder) + "#element=W[0,1]")
	for element, says := range map[string]string{
		"W[0,1]": "Input 1 inhibits output 0: W = ", "L[1,0]": "Output 0 inhibits output 1: L = 50 % of each of its signals is taken away, before the division by y.scale.",
		"P[1,1]": "Neuron 1 of n inhibits output 1: P = 25 % of each of its signals is taken away, before the division by y.scale. The other way, as PT[1,1], output 1 excites neuron 1 of n.",
		"P[0,1]": "The wiring of this trial has no such synapse.", "y.theta[1]": "The variable theta of output 1.", "y[0]": "The activity y₀ of output 0 after the last phase is ",
	} {
		b.run(typeInto("#element", element))
		b.wait(`document.querySelector('#meaning').textContent.startsWith(` + quote(says) + `)`)
	}
	b.run(typeInto("#element", "L[1,0]"))
	b.wait(`document.querySelector('.selected').textContent.includes('No phase of the schedule changes it.')`)
	b.run(typeInto("#element", "y[1]"))
	b.wait(`[...document.querySelectorAll('.heard h3')].map((e) => e.textContent).join() === 'hears x,hears y,hears n,reaches y,reaches n' && document.querySelectorAll('.bars rect').length === 3`)
	if n := value[int](b, `document.querySelectorAll('.heard button[title^="P["]').length`); n != 2 {
		t.Errorf("the neuron has %d synapses of P in its lists, want the one that there is, twice", n)
	}
	b.press("n", "n", "n", "n")
	b.wait(`document.querySelector('.phases .hint').textContent.endsWith('every plastic synapse learns from its two ends, and from the third factor reward.')`)
	if keys := b.text(`[...document.querySelectorAll('.scales .key b')].map((e) => e.textContent).join()`); keys != "ΔW" {
		t.Errorf("what is learnt has the keys %s", keys)
	}
	b.fits()
}
