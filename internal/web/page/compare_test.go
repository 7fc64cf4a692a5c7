package page_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/measure/report"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study/twin"
	"twophase/internal/testkit/long"
	"twophase/internal/web/view"
)

// lesioned is an experiment that destroys one of the two synapses of a pair, so that M is
// not symmetric any more, beside the same without.
func lesioned(t *testing.T) (folder string) {
	t.Helper()
	at := 300
	untouched := experiment.Experiment{Steps: 1000, Record: []string{"weights@5"}}
	untouched.Stimulus.Problem = "small"
	lesion := untouched
	lesion.Interventions = []experiment.Intervention{{At: &at, Lesion: "lateral[2,0]"}}
	var variants []engine.Variant
	for _, v := range []struct {
		name string
		experiment.Experiment
	}{{"lesioned", lesion}, {"untouched", untouched}} {
		plan, err := planning.Resolve(context.Background(), v.Experiment)
		if err != nil {
			t.Fatal(err)
		}
		defer plan.Close()
		variants = append(variants, engine.Variant{Name: v.name, Plan: plan})
	}
	folder = filepath.Join(t.TempDir(), "both")
	if _, err := twin.Run(context.Background(), variants, 0, planning.RunOptions{Out: folder}, report.Layout{}); err != nil {
		t.Fatal(err)
	}
	return folder
}

// A comparison shows its events, the twin's trace, the twin's circuit, and how they differ;
// so does its report.
func TestComparison(t *testing.T) {
	long.Only(t)
	folder := lesioned(t)
	own, other := parquetAt(t, filepath.Join(folder, "lesioned"), 500), parquetAt(t, filepath.Join(folder, "untouched"), 500)
	if own["lateral[2,0]"] != 0 || own["lateral[0,2]"] == 0 || other["lateral[2,0]"] == 0 {
		t.Fatalf("the lesion did not take place: %v, %v", own, other)
	}
	source, err := view.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	digest, err := view.TakeDigest(t.Context(), source, 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, address := range map[string]string{"served": show(t, folder), "report": writeReport(t, digest)} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t, 1280, 900)
			b.open(address + "#step=500&element=lateral[2,0]")
			digits, own, other := 17, own, other
			if name == "report" {
				digits = 7
				b.run(typeInto("#step", "1000")) // of which it surely holds the weights
				own, other = parquetAt(t, filepath.Join(folder, "lesioned"), 1000), parquetAt(t, filepath.Join(folder, "untouched"), 1000)
			}
			step := value[int](b, `Number(document.querySelector('#step').value)`)
			if got := selected(b, "lateral[2,0]", step); got != 0 {
				t.Errorf("the lesioned synapse is %v", got)
			}
			b.run(typeInto("#element", "lateral[0,2]"))
			if got := selected(b, "lateral[0,2]", step); got != to(digits, own["lateral[0,2]"]) {
				t.Errorf("lateral[0,2] is %v, want %v", got, own["lateral[0,2]"])
			}
			b.wait(`[...document.querySelectorAll('.selected .plot:not([hidden]) .entry span')].map((e) => e.textContent).join(' ').startsWith('weight in lesioned in untouched')`)
			// What is lesioned looks so, also when the drawing has another width.
			lesions := `[...document.querySelectorAll('.lesioned')].map((e) => e.id).join() === 'c-lateral[2,0]'`
			b.wait(lesions)
			b.run(emulation.SetDeviceMetricsOverride(1100, 900, 1, false))
			b.wait(`document.querySelector('.graph').getBoundingClientRect().width < 520 && ` + lesions)
			b.wait(`document.querySelector('.scrubber .mark')?.title === 'step 300: lesion lateral[2,0]' && document.querySelector('.selected .event title').textContent === 'step 300: lesion lateral[2,0]'`)
			if got := b.text(`document.querySelector('.interventions').textContent`); got != "at 300: lesion lateral[2,0]" {
				t.Errorf("the interventions are %q", got)
			}
			scale := func(show string) string {
				b.run(chromedp.Evaluate(`document.querySelector('#show').value = `+quote(show)+`; document.querySelector('#show').dispatchEvent(new Event('change'))`, nil))
				b.wait(`location.hash.includes(` + quote("show="+map[string]string{"run": "run", "twin:untouched": "twin%3Auntouched", "minus:untouched": "minus%3Auntouched"}[show]) + `)`)
				return `document.querySelectorAll('.graph .reading')[1].textContent`
			}
			want := to(digits, own["scale[1]"])
			b.wait(scale("run") + ` === 'm ' + ` + short(want))
			b.wait(everywhere("lesioned"))
			twin := to(digits, other["scale[1]"])
			b.wait(scale("twin:untouched") + ` === 'm ' + ` + short(twin))
			// All of the page is the other run's now, and says so; this one stands beside it.
			b.wait(everywhere("untouched"))
			if got := selected(b, "lateral[0,2]", step); got != to(digits, other["lateral[0,2]"]) {
				t.Errorf("lateral[0,2] of the other run is %v, want %v", got, other["lateral[0,2]"])
			}
			b.wait(`[...document.querySelectorAll('.selected .plot:not([hidden]) .entry span')].map((e) => e.textContent).join(' ').startsWith('weight in untouched in lesioned')`)
			b.wait(`!document.querySelector('.interventions') && document.querySelector('.scrubber .mark')?.title === 'step 300: lesioned: lesion lateral[2,0]'`)
			b.wait(`[...document.querySelectorAll('.observatory tbody tr')].every((row) => row.children[2].textContent !== 'lesioned')`)
			if name == "served" {
				b.press("n")
				b.wait(`document.querySelector('.phases .hint').textContent.startsWith('Step ')`)
				b.press(escape)
			}
			b.wait(scale("minus:untouched") + ` === 'Δm ' + ` + short(want-twin))
			b.wait(`document.querySelector('#circuit').textContent === 'Circuit lesioned − untouched' && document.querySelector('#selected').textContent === 'Selected in lesioned'`)
		})
	}
}

// everywhere is that each panel says of which run it is.
func everywhere(run string) string {
	return `['#circuit', '#selected', '#phases', '.curve-panel h2', '.observatory h2'].every((at) => document.querySelector(at).querySelector('.of-run')?.textContent === ` + quote(" in "+run) + `)`
}
