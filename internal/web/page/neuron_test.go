package page_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/testkit/long"
)

// What is under the pointer is named with its value and its effect; an output that is clicked shows its
// tuning, its inputs and outputs by strength, and what it answers to the stimulus of the step.
func TestNeurons(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 400, Record: []string{"weights", "outputs"}})
	b := newTab(t, 1280, 900)
	b.open(show(t, folder))
	b.wait(`document.querySelectorAll('.observatory tbody tr').length === 6 && document.querySelector('.total').textContent`) // and nothing moves any more
	all := parquetAt(t, folder, 400)
	over := func(expression, want string) {
		t.Helper()
		b.still(".circuit")
		at := value[[]float64](b, `((p) => [p.x, p.y])(`+expression+`)`)
		b.run(chromedp.MouseEvent(input.MouseMoved, at[0], at[1]))
		b.wait(`!document.querySelector('.hover').hidden && document.querySelector('.hover').textContent === ` + want)
	}
	middle := func(selector string) string {
		return `((s) => s.getPointAtLength(s.getTotalLength() * 0.4).matrixTransform(s.getScreenCTM()))(document.querySelector('` + selector + ` .hit'))`
	}
	effect := func(v float64) string {
		if v < 0 {
			return "inhibits"
		}
		return "excites"
	}
	w, m := all["feedforward[1,4]"], all["lateral[2,0]"]
	for selector, want := range map[string]string{
		`[id="c-feedforward[1,4]"]`: `'W₁₄ ' + ` + short(w) + ` + ': input 4 ` + effect(w) + ` output 1'`,
		`[id="c-lateral[2,0]"]`:     `'M₂₀ ' + ` + short(m) + ` + ': output 0 ` + effect(-m) + ` output 2'`,
	} {
		over(middle(selector), want)
		// The shape of its end says the same.
		shape := map[string]string{"excites": "M2 0", "inhibits": "M0 -5"}[map[bool]string{true: effect(w), false: effect(-m)}[selector[7] == 'f']]
		if !b.holds(`[...document.querySelectorAll('` + selector + ` .tip')].filter((e) => e.style.display !== 'none').every((e) => e.getAttribute('d').startsWith(` + quote(shape) + `))`) {
			t.Errorf("%s does not end as what it does", selector)
		}
	}
	over(`((r) => ({x: r.x + r.width / 2, y: r.y + r.height / 2}))(document.querySelectorAll('.neuron .soma')[3].getBoundingClientRect())`, `'x₃: input 3'`)
	b.clickElement("outputs[1]")
	b.wait(`!document.querySelector('.neuron-view').hidden && document.querySelectorAll('.bars rect').length === 10`)
	var sizes []float64
	for j := range 10 {
		sizes = append(sizes, math.Abs(all[fmt.Sprintf("feedforward[1,%d]", j)]))
	}
	strongest := slices.Index(sizes, slices.Max(sizes))
	b.wait(`document.querySelector('.heard li button').title === ` + quote(fmt.Sprintf("feedforward[1,%d]", strongest)))
	b.wait(`[...document.querySelectorAll('.heard h3')].map((e) => e.textContent).join() === 'hears inputs,hears outputs,reaches outputs'`)
	b.click(".neuron-view .controls button")
	b.wait(`document.querySelector('.answer').textContent.endsWith('y₁ ' + ` + short(all["outputs[1]"]) + `)`)
	b.wait(`!document.querySelector('.selected .stale')`) // then the lists stay as they are
	b.click(".heard li button")
	b.wait(`document.querySelector('#element').value === ` + quote(fmt.Sprintf("feedforward[1,%d]", strongest)) + ` && document.querySelector('.neuron-view').hidden`)
}

// What is lesioned, frozen or clamped looks so from its step on.
func TestHeldPartsLookSo(t *testing.T) {
	browserOnly(t)
	at, half := func(step int) *int { return &step }, 0.5
	b := newTab(t, 1280, 900)
	b.open(show(t, recorded(t, experiment.Experiment{Steps: 400, Record: []string{"weights"}, Interventions: []experiment.Intervention{
		{At: at(100), Lesion: "lateral[2,0]"}, {At: at(200), Freeze: "feedforward[1,*]"}, {At: at(300), Clamp: "outputs[1]", To: &half},
	}})))
	held := func(step string, want string) {
		t.Helper()
		b.run(typeInto("#step", step))
		b.wait(`[...document.querySelectorAll('.graph .lesioned, .graph .frozen, .graph .clamped')].map((e) => e.id.slice(2) + ' ' + e.dataset.held).sort().join(', ') === ` + quote(want))
	}
	var frozen string
	for j := range 10 {
		frozen += fmt.Sprintf("feedforward[1,%d] frozen, ", j)
	}
	held("100", "")
	held("101", "lateral[2,0] lesioned")
	held("201", frozen+"lateral[2,0] lesioned")
	held("400", frozen+"lateral[2,0] lesioned, outputs[1] clamped")
}
