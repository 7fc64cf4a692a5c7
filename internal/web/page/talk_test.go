package page_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/testkit/long"
	"twophase/internal/web/view"
)

// The first screen holds the circuit, the error and the pruning, and opens where the story is seen:
// on the synapse of the headline, in an outline, and with all synapses as wide as they once were.
func TestFirstScreen(t *testing.T) {
	address := show(t, recorded(t, experiment.Experiment{Steps: 20000, Record: []string{"lateral@10", "weights@log"}, Reference: true}))
	sizes := [][2]int64{{1280, 900}, {1920, 1080}}
	if os.Getenv("TWOPHASE_BROWSER") == "" {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		b := newTab(t, size[0], size[1])
		b.open(address)
		b.wait(`document.querySelectorAll('.observatory tbody tr').length === 6`)
		b.wait(`document.querySelector('#element').value === document.querySelector('#headline button').title`)
		for _, panel := range []string{".drawing", ".of-error", ".of-pruning"} {
			if !b.holds(`((r) => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector('` + panel + `').getBoundingClientRect())`) {
				t.Errorf("%v: %s is not on the first screen", size, panel)
			}
		}
		if n := value[int](b, `[...document.querySelectorAll('.ghost')].filter((g) => {
			const wire = parseFloat(g.parentNode.querySelector('.wire').style.strokeWidth);
			return getComputedStyle(g).display !== 'none' && parseFloat(g.style.strokeWidth) > wire;
		}).length`); n != 6 {
			t.Errorf("%d synapses are drawn as they were at their peak", n)
		}
		// The outline is a rim around the wire, which keeps its own width and colour.
		if !b.holds(`((s) => {
			const of = (name) => s.querySelector('.' + name), w = (name) => parseFloat(getComputedStyle(of(name)).strokeWidth);
			return w('halo') > w('casing') && w('casing') > w('wire') && w('halo') - w('wire') < 7 && getComputedStyle(of('casing')).stroke !== getComputedStyle(of('halo')).stroke;
		})(document.querySelector('.synapse[aria-selected="true"]'))`) {
			t.Errorf("%v: the selected synapse has no outline", size)
		}
	}
}

// Talk mode shows the circuit and one plot alone; keys change the plot and leave it; a report may
// open in it.
func TestTalk(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 1000, Record: []string{"lateral@10"}, Reference: true})
	source, err := view.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	digest, err := view.TakeDigest(t.Context(), source, 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	digest.Talk = true
	b := newTab(t, 1920, 1080)
	seen := func(want string) {
		t.Helper()
		b.wait(`[...document.querySelectorAll('.panel')].filter((p) => p.checkVisibility()).map((p) => p.className.replace(/panel|curve-| /g, '')).join(' ') === ` + quote(want))
	}
	b.open(show(t, folder))
	b.press("t")
	seen("drawing of-pruning")
	if chrome := b.text(`[...document.querySelectorAll('button, select')].filter((e) => e.checkVisibility() && !e.closest('#headline')).map((e) => e.textContent).join()`); chrome != "" {
		t.Errorf("there are still %s", chrome)
	}
	b.wait(`document.documentElement.scrollHeight <= innerHeight && document.querySelector('.graph').getBoundingClientRect().height > 700`)
	b.press("o")
	seen("drawing of-error")
	b.wait(`location.hash.includes('talk=error')`)
	b.press("o")
	seen("drawing of-health")
	b.wait(`document.querySelector('.of-health .curve').getBoundingClientRect().left > innerWidth / 2`)
	b.press(escape)
	b.wait(`document.querySelector('.observatory').checkVisibility() && document.querySelector('.phases').nextElementSibling.matches('.of-health')`)

	b.open(writeReport(t, digest))
	seen("drawing of-pruning")
	b.press("t")
	b.wait(`document.querySelector('.observatory').checkVisibility()`)
}

// Playing spends its time where the run moves.
func TestPace(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 800, 600)
	b.open(show(t, recorded(t, experiment.Experiment{Steps: 100})))
	b.run(chromedp.Evaluate(`import('./pace.js').then(({pace}) => {
		const still = pace([{position: 0.2, e_pro: 1}, {position: 0.8, e_pro: 1}]);
		const moves = pace([{position: 0, e_pro: 1}, {position: 0.4, e_pro: 1, pruned: 0}, {position: 0.5, e_pro: 0.01, pruned: 1}, {position: 1, e_pro: 0.01}]);
		window.paced = [still.positionOf(0.25), moves.timeOf(0.5) - moves.timeOf(0.4), moves.positionOf(moves.timeOf(0.45)), moves.timeOf(0), moves.timeOf(1), moves.positionOf(1)].map((v) => Math.round(100 * v) / 100).join(' ');
	})`, nil))
	b.wait(`window.paced`)
	if got := b.text(`window.paced`); got != "0.25 0.64 0.45 0 1 1" {
		t.Errorf("the pace is %s", got)
	}
}
