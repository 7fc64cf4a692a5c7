package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
)

// Each kind of control is reached by the tab key, in the order of the page, and does by Enter what it does by a click;
// and the tab key reaches every control that is seen.
func TestControlsByKeyboard(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.open(show(t, recorded(t, experiment.Experiment{Steps: 300, Record: []string{"weights"}, Parts: []string{"all"}, Trials: 2})) + "#element=lateral[2,0]&time=log")
	b.wait(`document.querySelectorAll('.observatory tbody tr').length === 6 && document.querySelector('.total').textContent`)
	b.catchFiles()
	b.run(chromedp.Evaluate(`window.reached = new Set(); window.nameOf = (e) => e.getAttribute('aria-label') ?? (e.labels?.[0] ?? e).textContent.trim();
		document.addEventListener('focusin', (event) => window.reached.add(event.target))`, nil))
	tabTo := func(name string) {
		t.Helper()
		for range 60 {
			b.press(tabKey)
			if b.holds(`window.nameOf(document.activeElement) === ` + quote(name)) {
				return
			}
		}
		t.Fatalf("the tab key does not reach %q", name)
	}
	for _, c := range []struct{ name, effect string }{
		{"keep this view as a file", `window.saved['run-view.json']`},
		{"keys", `document.querySelector('#help').open`},
		{"play", `document.querySelector('.play').getAttribute('aria-label') === 'pause'`},
		{"linear", `location.hash.includes('time=linear')`},
		{"save circuit", `document.querySelector('.drawing .save').open`},
		{"save circuit as CSV", `window.saved['circuit.csv']`},
		{"2 Lateral", `location.hash.includes('phase=2')`},
		{"phase →", `location.hash.includes('phase=3') && document.querySelector('[data-part=hebbian]').checkVisibility()`}, // of what is replayed
		{"Hebbian", `location.hash.includes('part=hebbian')`},
		{"zoom in (+)", `/zoom=\d+-\d+/.test(location.hash)`},
		{"whole run (0)", `!location.hash.includes('zoom=')`},
		{"next presynaptic neuron", `document.querySelector('#element').value === 'lateral[2,1]'`},
		{"pin", `document.querySelectorAll('.pins li').length === 1`},
		{"unpin lateral[2,1]", `document.querySelectorAll('.pins li').length === 0`},
		{"peak", `document.querySelector('.observatory th[aria-sort]:not([aria-sort=none])').textContent.startsWith('peak')`},
	} {
		if c.name == "2 Lateral" {
			c.name = b.text(`window.nameOf(document.querySelectorAll('.stage')[2])`)
		}
		tabTo(c.name)
		b.press(enter)
		b.wait(c.effect)
		switch c.name {
		case "keys":
			b.press(escape)
			b.wait(`!document.querySelector('#help').open`)
		case "play":
			b.press(enter)
			b.wait(`document.querySelector('.play').getAttribute('aria-label') === 'play'`)
		}
	}
	b.press(tabKey) // to the end, and from the start to where it began
	for b.holds(`document.activeElement !== document.body`) {
		b.press(tabKey)
	}
	if missed := b.text(`[...document.querySelectorAll('button, input, select, summary, a[href], [tabindex="0"]')].filter((e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0 && !window.reached.has(e)).map(window.nameOf).join('; ')`); missed != "" {
		t.Errorf("the tab key does not reach %s", missed)
	}
}
