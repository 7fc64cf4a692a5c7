package page_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/web/page"
	"twophase/internal/web/view"
)

// showRuns serves the runs below a folder until the test ends, and returns the address.
func showRuns(t *testing.T, folder string) string {
	t.Helper()
	collection, err := view.OpenCollection(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	return serveOptions(t, view.Options{Runs: collection, Assets: page.Files})
}

// Runs are listed, sorted and filtered; some of them are drawn over one another, with an element of each; a cell of
// the heatmap and a name open a run, which leads back.
func TestRunsAreListed(t *testing.T) {
	browserOnly(t)
	folder := t.TempDir()
	for name, e := range map[string]experiment.Experiment{"a2": {Tau: 0.2, Outputs: 2}, "a3": {Tau: 0.2, Outputs: 3}, "b2": {Tau: 1, Outputs: 2}, "b3": {Tau: 1, Outputs: 3}} {
		e.Steps, e.Record, e.Reference = 300, []string{"lateral@3"}, true
		if err := os.CopyFS(filepath.Join(folder, name), os.DirFS(recorded(t, e))); err != nil {
			t.Fatal(err)
		}
	}
	b := newTab(t, 1280, 900)
	address := showRuns(t, folder)
	b.open(address)
	listed := func(want string) {
		t.Helper()
		b.wait(`[...document.querySelectorAll('.runs tbody a')].map((a) => a.textContent).join(' ') === ` + quote(want))
	}
	listed("a2 a3 b2 b3")
	b.click(`[data-key="key outputs"] button`)
	listed("a2 b2 a3 b3")
	b.run(typeInto("#filter", "tau=1 outputs=3"))
	listed("b3")
	b.run(typeInto("#filter", ""))
	b.run(chromedp.Evaluate(`for (const name of ['a2', 'b3']) document.querySelector('[data-run=' + name + ']').click()`, nil))
	b.wait(`document.querySelectorAll('.over .plot:not([hidden])').length === 3 && document.querySelectorAll('.over .plot:first-of-type .curve').length === 2`)
	b.run(typeInto("#elements", "lateral[1,0]"))
	b.wait(`[...document.querySelectorAll('.over .plot:last-of-type .entry span')].map((e) => e.textContent).join() === 'lateral[1,0] in a2,lateral[1,0] in b3'`)
	if last, shown := parquetAt(t, filepath.Join(folder, "b3"), 300)["lateral[1,0]"], b.text(`[...document.querySelectorAll('.over .plot:last-of-type .entry')].at(-1).title`); numberIn(t, shown[:len(shown)-len(" at step 300")]) != last {
		t.Errorf("lateral[1,0] in b3 is %s, want %v", shown, last)
	}
	b.wait(`location.hash.includes('elements=')`)
	b.run(chromedp.Reload())
	b.wait(`[...document.querySelectorAll('.over .plot')].filter((p) => p.checkVisibility() && p.querySelector('.curve')).length === 4`)
	b.click(`.heat button[aria-label^="outputs 3, tau 0.2:"]`)
	b.wait(`document.querySelector('.facts')?.textContent.includes('K 3') && document.querySelector('#value')?.value`)
	if !b.holds(`location.hash.includes('run=a3')`) {
		t.Errorf("the cell leads to %s", b.text(`location.hash`))
	}
	b.click(".back")
	listed("a2 a3 b2 b3")
	b.staysHome(address)
}

// A link to a run that is gone, or was never there, leads to the list, and says so; the list works.
func TestUnknownRunLeadsToTheList(t *testing.T) {
	browserOnly(t)
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "here"), os.DirFS(recorded(t, experiment.Experiment{Steps: 50, Record: []string{"lateral@10"}}))); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, 1280, 900)
	address := showRuns(t, folder)
	b.run(chromedp.Navigate(address + "#run=gone&step=10"))
	gone := `document.querySelector('.runs tbody a')?.textContent === 'here' && document.querySelector('#failure')?.textContent.includes('there is no run "gone"')`
	b.wait(gone + ` && !location.hash.includes('gone')`)
	b.click(".runs tbody a")
	b.wait(`document.querySelector('.facts')?.textContent.includes('K 3') && !document.querySelector('#failure')`)
	b.run(chromedp.Evaluate(`location.hash = 'run=gone'`, nil))
	b.wait(gone)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.problems = nil // the console says so, too
}
