package page_test

import (
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/testkit/browser"
	"twophase/internal/testkit/long"
)

// In Firefox the inspector opens a run and draws it, and its experiment learns in a tab.
func TestInspectorInFirefox(t *testing.T) {
	long.Only(t)
	b := browser.OpenFirefox(t, 390, 844)
	b.Go(show(t, recorded(t, experiment.Experiment{Steps: 500, Record: []string{"weights@5"}, Reference: true})))
	b.Wait(`document.documentElement.dataset.ready === 'true' || document.querySelector('#failure')`)
	b.Wait(`document.querySelectorAll('.observatory tbody tr').length === 6 && document.querySelector('.selected .total').textContent`)
	if n := browser.Value[int](b, `document.querySelectorAll('.circuit .synapse').length`); n != 36 {
		t.Errorf("it draws %d synapses, want 30 feedforward and 6 lateral ones", n)
	}
	if width := browser.Value[int](b, `document.documentElement.scrollWidth`); width > 390 {
		t.Errorf("the page is %d pixels wide, and the window 390", width)
	}
	browser.Value[bool](b, `(document.querySelector('#tab-play').click(), true)`)
	b.Wait(stands)
	if n := browser.Value[int](b, played+`.twophase.run(20)`); n != 20 {
		t.Errorf("it took %d steps", n)
	}
}
