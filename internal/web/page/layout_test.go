package page_test

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
)

// onEveryPage runs a script in every document before its own.
func (b *tab) onEveryPage(script string) {
	b.Helper()
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

// While the page is filled nothing that is seen moves: its cumulative layout shift is at most 0.02. Nothing is asked for
// twice, but for what the server is still looking for. And a plot is as wide as its panel when the window is resized,
// and on paper.
func TestLayoutStays(t *testing.T) {
	browserOnly(t)
	address := show(t, recorded(t, experiment.Experiment{Steps: 5000, Record: []string{"weights@5"}, Parts: []string{"all"}, Reference: true}))
	for _, width := range []int64{390, 1280, 1920} {
		b := newTab(t, width, 900)
		b.onEveryPage(`window.shift = 0; new PerformanceObserver((list) => { for (const e of list.getEntries()) window.shift += e.value; }).observe({type: 'layout-shift', buffered: true});`)
		b.open(address)
		b.wait(`document.querySelectorAll('.observatory tbody tr').length === 6 && document.querySelectorAll('.selected .plot:not([hidden])').length === 4 && document.querySelector('.total').textContent !== ''`)
		b.run(chromedp.Evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))`, nil))
		if shift := value[float64](b, `window.shift`); shift > 0.02 {
			t.Errorf("%d pixels: the layout shifts by %.3f", width, shift)
		}
		asked := make(map[string]bool)
		b.mu.Lock()
		for _, r := range b.requests {
			if asked[r] && !strings.Contains(r, "/api/trial?") {
				t.Errorf("%d pixels: asked twice for %s", width, r[strings.LastIndex(r, "/"):])
			}
			asked[r] = true
		}
		b.mu.Unlock()
		fills := `[...document.querySelectorAll('.frame > svg, .circuit > svg')].filter((s) => s.checkVisibility()).every((s) => Math.abs(s.getBoundingClientRect().width - s.parentNode.clientWidth) < 2)`
		b.run(emulation.SetDeviceMetricsOverride(width/2+200, 900, 1, false))
		b.wait(fills)
		b.fits()
		b.run(emulation.SetEmulatedMedia().WithMedia("print"), emulation.SetDeviceMetricsOverride(718, 1000, 1, false))
		b.wait(fills)
		b.fits()
	}
}

// axe returns axe-core, which npm fetches. Where there is no npm the test is skipped.
func axe(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("needs npm, which fetches axe-core")
	}
	folder := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join("testdata/axe", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	install := exec.Command("npm", "ci", "--no-audit", "--no-fund")
	install.Dir = folder
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(folder, "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// isAccessible checks that axe-core, a tool that looks for what keeps people from using a page, finds nothing in a state of it
// that is light; nor in its colours when it is dark, for nothing else differs.
func (b *tab) isAccessible(axe string) {
	b.Helper()
	b.run(chromedp.Evaluate(axe, nil))
	for _, c := range []struct{ theme, rules string }{{"light", ``}, {"dark", `, runOnly: ['cat.color']`}} {
		b.run(chromedp.Evaluate(`for (let i = 0; i < 3 && document.documentElement.dataset.theme !== `+quote(c.theme)+`; i++) document.querySelector('#theme').click()`, nil))
		b.wait(`document.documentElement.dataset.theme === ` + quote(c.theme))
		for _, v := range promised[[]struct {
			ID, Help string
			Nodes    []struct{ HTML string }
		}](b, `axe.run(document, {resultTypes: ['violations']`+c.rules+`}).then((r) => r.violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.map(({html}) => ({html}))})))`) {
			b.Errorf("%s: %s: %s: %.200s", c.theme, v.ID, v.Help, v.Nodes[0].HTML)
		}
	}
}

// A tool that looks for what keeps people from using a page finds nothing, in both themes.
func TestPageIsAccessible(t *testing.T) {
	browserOnly(t)
	axe := axe(t)
	small := show(t, recorded(t, experiment.Experiment{Steps: 500, Record: []string{"weights@5", "outputs@5"}, Parts: []string{"all"}, Reference: true}))
	large := show(t, recorded(t, experiment.Experiment{Steps: 50, Record: []string{"weights@5"}, Stimulus: experiment.Stimulus{Problem: "large"}}))
	runs := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if err := os.CopyFS(filepath.Join(runs, name), os.DirFS(recorded(t, experiment.Experiment{Steps: 100, Record: []string{"lateral@5"}, Reference: true, Seed: uint64(len(name))}))); err != nil {
			t.Fatal(err)
		}
	}
	graph := show(t, recorded(t, experiment.Experiment{Network: "stack-2phase", Steps: 50, Record: []string{"weights@5"}}))
	many := showRuns(t, runs) + "#over=" + url.QueryEscape(`["a","b"]`)
	for name, address := range map[string]string{
		"any circuit": graph, "runs": many, "weights": small, "a phase": small + "#phase=3", "play": small + "#tab=play", "no play": show(t, ofAFile(t)),
		"a neuron": small + "#element=outputs[1]", "talk": small + "#talk=pruning", "matrices": large,
	} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t, 1280, 900)
			b.open(address)
			if name == "play" {
				b.wait(stands)
			}
			b.wait(`(document.querySelector('.over .curve') || document.querySelector('.selected .total')?.textContent) && !document.querySelector('.stale')`)
			b.isAccessible(axe)
		})
	}
}
