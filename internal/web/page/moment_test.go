package page_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/enginetest"
)

// Each number says of which step it is: that of its own trace, where it was recorded more often than the rest; and after a
// lesion the weight is 0, recorded or not.
func TestNumbersSayTheirStep(t *testing.T) {
	doc, err := experiment.Parse("run.yaml", []byte(`
steps: 1000
record: [weights@100, "lateral[1,0]@7", scale@50]
interventions:
  - {at: 520, lesion: "lateral[2,0]"}
  - {at: 640, set: "feedforward[0,0]", to: 0.5}
`))
	if err != nil {
		t.Fatal(err)
	}
	folder := recorded(t, doc.Experiment)
	b := newTab(t, 1280, 900)
	b.open(show(t, folder))
	for _, c := range []struct {
		element string
		step    int
		of      int64 // the step of the record; 0: it is lesioned
		dated   string
	}{
		{"lateral[1,0]", 777, 777, "of step 777"},
		{"lateral[1,0]", 779, 777, "of step 777, the newest record"},
		{"feedforward[1,3]", 779, 700, "of step 700, the newest record"},
		{"scale[1]", 779, 750, "of step 750, the newest record"},
		{"lateral[2,0]", 520, 500, "of step 500, the newest record"},
		{"lateral[2,0]", 530, 0, "since its lesion after step 520"},
		{"lateral[0,2]", 530, 500, "of step 500, before what was done after step 520"},
		{"feedforward[0,0]", 660, 600, "of step 600, before what was done after step 640"},
		{"feedforward[0,0]", 700, 700, "of step 700"},
	} {
		b.run(typeInto("#step", fmt.Sprint(c.step)), typeInto("#element", c.element))
		b.wait(fmt.Sprintf(`document.querySelector('#value-date').textContent === %s`, quote(c.dated)))
		want := 0.0
		if c.of > 0 {
			want = parquetAt(t, folder, c.of)[c.element]
		}
		if got := value[float64](b, `Number(document.querySelector('#value').value)`); got != want {
			t.Errorf("%s at step %d: %v, recorded is %v", c.element, c.step, got, want)
		}
	}
	b.wait(`document.querySelector('#dates').textContent === 'Newest records: of step 700.'`)
	b.run(typeInto("#step", "530"))
	b.wait(`document.querySelector('#dates').textContent === 'Newest records: W, m of step 500; M of step 525; some are from before what was done after step 520.'`)
	b.wait(`document.getElementById('c-lateral[2,0]').classList.contains('lesioned')`)
	b.run(typeInto("#step", "777"))
	b.wait(`/^at step \d+$/.test(document.querySelector('.curve-panel .date')?.textContent)`)
}

// A synapse of a projection that is too large to be sent whole has the number of its own trace.
func TestLargePartHasNumbers(t *testing.T) {
	browserOnly(t)
	folder := enginetest.Record(t, `
circuit:
  name: wide
  populations: {s: {input: true}, cells: {}}
  projections: {up: {from: s, to: cells, rule: Hebbian}}
  schedule: [{turn: cells, receives: [up]}, plasticity]
stimulus: {clusters: 3, inputs: 500}
outputs: 401
rate: 0.001
steps: 20
reference: false
record: ["up@10"]
`)
	b := newTab(t, 1280, 900)
	b.open(show(t, folder) + "#element=up[400,3]")
	b.wait(`document.querySelector('#value-date').textContent === 'of step 20'`)
	if got, want := value[float64](b, `Number(document.querySelector('#value').value)`), parquetAt(t, folder, 20)["up[400,3]"]; got != want {
		t.Errorf("up[400,3] is %v, recorded is %v", got, want)
	}
}

// A run that diverged is drawn at the step in which it did, and its phases show what happened in it.
func TestDivergedStepIsDrawn(t *testing.T) {
	browserOnly(t)
	doc, err := experiment.Parse("run.yaml", []byte("steps: 300\nrecord: [weights@10]\ninterventions: [{at: 105, rate: 2}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := planning.Resolve(t.Context(), doc.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	folder := filepath.Join(t.TempDir(), "run")
	if _, err := engine.Run(t.Context(), plan, planning.RunOptions{Out: folder}); err == nil {
		t.Fatal("it did not diverge")
	}
	b := newTab(t, 1280, 900)
	b.open(show(t, folder+".partial") + "#phase=3")
	step := b.text(`document.querySelector('#step').value`)
	if headline := b.text(`document.querySelector('#headline').textContent`); headline != "Diverged at step "+step+"." {
		t.Errorf("at step %s it says %q", step, headline)
	}
	b.wait(`document.querySelector('.phases .hint').textContent.startsWith('Step ` + step + `: ') && /^In this step the run diverged: the scale of .* lower the rate/.test(document.querySelector('.phases .note-text').textContent)`)
	b.wait(`[...document.querySelectorAll('.phases .values td.number')].some((td) => td.textContent.startsWith('−'))`)
	if date := b.text(`document.querySelector('#value-date').textContent`); !strings.Contains(date, "of step 1") {
		t.Errorf("the number is %q", date)
	}
}

// What was replayed of another trial is not shown as that of this one.
func TestReplayIsOfTheTrial(t *testing.T) {
	browserOnly(t)
	doc, err := experiment.Parse("run.yaml", []byte("steps: 50\ntrials: 2\nrecord: [weights@10, outputs@10]\n"))
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t, 1280, 900)
	b.open(show(t, recorded(t, doc.Experiment)) + "#element=outputs[0]&phase=1&step=20")
	b.wait(`document.querySelector('.phases .values td')`)
	b.run(chromedp.Evaluate(`document.querySelector('.neuron-view .controls button').click()`, nil))
	b.wait(`document.querySelector('.answer').textContent.startsWith('Step 20')`)
	values := `[...document.querySelectorAll('.phases .values td')].map((td) => td.textContent).join()`
	first := b.text(values)
	b.press(escape)
	b.run(typeInto("#trial", "1"))
	b.wait(`document.querySelector('.answer').textContent === ''`)
	b.press("n", "n")
	b.wait(values + ` !== '' && ` + values + ` !== ` + quote(first))
	if !strings.Contains(b.text(`document.querySelector('.phases .hint').textContent`), "Step 20") {
		t.Error("the phases are of another step")
	}
}
