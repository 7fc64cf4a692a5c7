package page_test

import (
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/long"
)

// A circuit of any populations is drawn by its own description: its layers from left to right, its projections with
// keys, what was not recorded labelled; and its elements are selected by a click and by keys.
func TestAnyCircuit(t *testing.T) {
	long.Only(t)
	b := newTab(t, 1280, 900)
	for network, want := range map[string]struct{ titles, parts, missing, first, next string }{
		"stack-2phase":       {"10 inputs,3 layer1,3 outputs", "W1 M1 W2 M2 layer1.scale scale layer1 outputs", "layer1 outputs", "W2[1,2]", "W2[1,0]"},
		"ei":                 {"10 inputs,3 outputs,3 interneurons", "feedforward P outputs interneurons", "outputs interneurons", "P[1,2]", "P[1,0]"},
		"adaptive-whitening": {"10 inputs,10 outputs,55 interneurons", "direct W interneurons.scale outputs interneurons", "outputs interneurons", "W[3,54]", "W[3,0]"},
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
		if missing := texts(".part:has(.no-run) figcaption > b"); missing != want.missing {
			t.Errorf("%s: not recorded are %s", network, missing)
		}
		if recorded := parquetAt(t, folder, 200); selected(b, want.first, 200) != recorded[want.first] {
			t.Errorf("%s: %s is %s, want %v", network, want.first, b.text(`document.querySelector('#value').value`), recorded[want.first])
		} else {
			b.run(focusOn(".graph"))
			b.press(right)
			if got := selected(b, want.next, 200); got != recorded[want.next] {
				t.Errorf("%s: %s is %v, want %v", network, want.next, got, recorded[want.next])
			}
		}
		b.wait(`document.querySelector('.selected .curve')?.getAttribute('d').length > 50`)
	}
}
