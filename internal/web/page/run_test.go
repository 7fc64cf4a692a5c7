package page_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/parquet-go/parquet-go"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/web/view"
	"twophase/recorder"
)

// recorded runs an experiment on the paper's small problem, unless it names another, and returns its folder.
func recorded(t *testing.T, e experiment.Experiment) string {
	t.Helper()
	if e.Stimulus.File == "" {
		e.Stimulus.Problem = cmp.Or(e.Stimulus.Problem, "small")
	}
	plan, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	folder := filepath.Join(t.TempDir(), "run")
	if _, err := engine.Run(context.Background(), plan, planning.RunOptions{Out: folder}); err != nil {
		t.Fatal(err)
	}
	return folder
}

// show serves a run folder until the test ends, and returns the address.
func show(t *testing.T, folder string) string {
	t.Helper()
	source, err := view.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
	return serve(t, source)
}

// weights reads a trace with a reader that has nothing to do with the page's.
type weights map[string]float64

func parquetAt(t *testing.T, folder string, step int64) weights {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "traces-0000-*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces in %s: %v", folder, err)
	}
	found := make(weights)
	for _, name := range files {
		rows, err := parquet.ReadFile[recorder.Row](name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if r.Step != step {
				continue
			}
			element := r.Projection + "[" + strconv.Itoa(int(r.Post))
			if r.Pre != nil {
				element += "," + strconv.Itoa(int(*r.Pre))
			}
			found[element+"]"] = r.Weight
		}
	}
	return found
}

// selected waits until an element is shown at a step, and returns its value as it stands
// on the page, to all digits.
func selected(b *tab, element string, step int) float64 {
	b.Helper()
	b.wait(`document.querySelector('#element').value === ` + quote(element) + ` && document.querySelector('#step').value === '` + strconv.Itoa(step) + `'`)
	b.wait(`document.documentElement.dataset.shown === '` + strconv.Itoa(step) + `'`)
	shown := b.text(`document.querySelector('#value').textContent`)
	if exact := b.text(`document.querySelector('#value').value`); numberIn(b.T, shown) != numberIn(b.T, exact) {
		b.Errorf("%s is written %s, but is %s", element, shown, exact)
	}
	return numberIn(b.T, shown)
}

// A click on a synapse shows the value of the Parquet trace to the last bit, at the last
// step and, after scrubbing, at another.
func TestClickShowsTheRecordedValue(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 3000, Record: []string{"weights@3", "outputs@3"}, Parts: []string{"all"}, Seed: 7})
	b := newTab(t, 1280, 900)
	address := show(t, folder)
	b.open(address)
	check := func(step int) {
		t.Helper()
		want := parquetAt(t, folder, int64(step))
		for _, element := range []string{"lateral[2,0]", "feedforward[1,4]", "scale[2]", "outputs[0]"} {
			if _, there := want[element]; !there {
				if step != 0 || element != "outputs[0]" { // there is no output before the first stimulus
					t.Fatalf("%s was not recorded at step %d", element, step)
				}
				continue
			}
			b.clickElement(element)
			if got := selected(b, element, step); got != want[element] {
				t.Errorf("%s at step %d is %v, want %v", element, step, got, want[element])
			}
			if !b.holds(`document.getElementById('c-` + element + `').getAttribute('aria-selected') === 'true'`) {
				t.Errorf("%s is not marked", element)
			}
		}
	}
	check(3000)
	b.run(typeInto("#step", "1500"))
	check(1500)
	// The slider, from its beginning.
	b.run(typeInto("#time", "0"))
	b.wait(`document.querySelector('#step').value === '0'`)
	check(0)
	b.staysHome(address)
}

// What phases before plasticity make of a weight has its curve, and its place in the step, and so has a
// second product of drives; with it the parts add up to the change.
func TestPartsOfPhasesAreThere(t *testing.T) {
	long.Only(t)
	for network, part := range map[string]string{"sanger": "non-local", "linsker": "unlearning", "bio-sfa": "second product"} {
		folder := recorded(t, experiment.Experiment{Network: network, Steps: 300, Record: []string{"weights"}, Parts: []string{"all"}})
		b := newTab(t, 1280, 900)
		b.open(show(t, folder))
		b.run(typeInto("#element", "feedforward[1,0]"))
		b.wait(`[...document.querySelectorAll('.selected .plot:not([hidden]) .entry span')].map((e) => e.textContent).join(' ') === ` + quote("weight Hebbian decay "+part+" rounding pre post"))
		b.wait(`document.querySelector('#meaning').textContent.includes(` + quote(", "+part+" ") + `)`)
		b.run(typeInto("#step", "200"))
		b.wait(`document.querySelector('#meaning').textContent.includes('Step 200 changed it by ')`)
		now, before := parquetAt(t, folder, 200)["feedforward[1,0]"], parquetAt(t, folder, 199)["feedforward[1,0]"]
		_, said, _ := strings.Cut(b.text(`document.querySelector('#meaning').textContent`), " changed it by ")
		said, _, _ = strings.Cut(said, ":")
		if change := promised[string](b, fmt.Sprintf(`import('./number.js').then((m) => m.signed(%v))`, now-before)); said != change {
			t.Errorf("%s: the change is said to be %s, and is %s", network, said, change)
		}
		b.click(".stage:last-child")
		b.wait(`document.querySelector('.phases .meaning').textContent.includes(` + quote(", "+part+" ") + `)`)
		if !b.holds(`[...document.querySelectorAll('[data-part]:not([hidden])')].map((e) => e.textContent).join(' ') === ` + quote("total Hebbian decay "+part)) {
			t.Errorf("%s: the parts to choose from are others", network)
		}
	}
}

// Each kind of element has its plots, and the circuit its own.
func TestPlotsAreThere(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 2000, Record: []string{"weights"}, Parts: []string{"all"}, Reference: true})
	b := newTab(t, 1280, 900)
	b.open(show(t, folder))
	for element, want := range map[string]string{
		"lateral[0,1]": "weight Hebbian decay rounding pre post", "feedforward[0,0]": "weight Hebbian decay rounding pre post", "scale[1]": "scale Hebbian decay rounding post",
	} {
		b.run(typeInto("#element", element))
		b.wait(`[...document.querySelectorAll('.selected .plot:not([hidden]) .entry span')].map((e) => e.textContent).join(' ') === ` + quote(want) + ` && !document.querySelector('.selected .stale')`)
		if !b.holds(`[...document.querySelectorAll('.selected .plot:not([hidden]) .curve')].every((e) => e.getAttribute('d').length > 500)`) {
			t.Errorf("%s: a curve is nearly empty", element)
		}
	}
	for _, label := range []string{"Error of the principal subspace", "Pruning of the lateral synapses"} {
		b.wait(`document.querySelector('svg[aria-label^="` + label + `"] .curve')?.getAttribute('d').length > 100`)
	}
	b.wait(`document.querySelectorAll('.observatory tbody tr').length === 6`)
	// A sentence with the numbers that the theory's lines need.
	b.run(typeInto("#element", "scale[0]"))
	b.wait(`document.querySelector('#meaning').textContent.includes("fixed point is 1:")`)
}

// What is recorded at log-spaced steps is said of the last of them, with its parts; and of the end what
// was recorded of that.
func TestPartsOfLogSpacedSteps(t *testing.T) {
	browserOnly(t)
	folder := recorded(t, experiment.Experiment{Steps: 5000, Record: []string{"weights@log"}, Parts: []string{"all"}})
	b := newTab(t, 1280, 900)
	b.open(show(t, folder))
	b.wait(`document.querySelectorAll('.selected .plot:not([hidden]) .entry').length === 6 && !document.querySelector('.selected .stale')`)
	if empty := b.text(`[...document.querySelectorAll('.selected .plot:not([hidden]) .entry')].filter((e) => e.querySelector('b').textContent === '–').map((e) => e.textContent).join(', ')`); empty != "" {
		t.Errorf("nothing is known of %s", empty)
	}
	b.wait(`/Step .* changed it by/.test(document.querySelector('#meaning').textContent)`)
	b.wait(`[...document.querySelectorAll('.selected .plot:not([hidden]) .date')].every((e) => /^at step /.test(e.textContent))`)
	// The range of the colours is that of the whole run.
	rows, err := parquet.ReadFile[recorder.Row](filepath.Join(folder, "traces-0000-00000.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for _, r := range rows {
		if r.Projection == "lateral" {
			most = max(most, math.Abs(r.Weight))
		}
	}
	b.wait(`[...document.querySelectorAll('.scales .key')].some((e) => e.textContent === ` + quote(fmt.Sprintf("M −%.2g+%.2g", most, most)) + `)`)
}

// What an element means for its circuit depends on the network.
func TestMeaningOfRelatives(t *testing.T) {
	long.Only(t)
	b := newTab(t, 1280, 900)
	for network, want := range map[string]map[string]string{
		"sanger":              {"lateral[1,0]": "is no element: this circuit has feedforward[i,j], outputs[i]"},
		"cascadePSP":          {"lateral[1,0]": "Output 0 ", "lateral[0,1]": "a neuron hears those before it only"},
		"similarity-matching": {"scale[1]": "cumulative activity Ŷ₁ of output 1"},
		"ifPSP":               {"lateral[1,0]": ": M/m = ", "scale[1]": "is divided by m₁₁"},
	} {
		b.open(show(t, recorded(t, experiment.Experiment{Network: network, Steps: 100, Record: []string{"weights"}, Parts: []string{"all"}})))
		// It draws the synapses that there are, and asks for no others.
		b.wait(`document.querySelector('.total').textContent !== ''`)
		arcs := map[string]int{"sanger": 0, "cascadePSP": 3, "similarity-matching": 6, "ifPSP": 6}[network]
		if n := value[int](b, `document.querySelectorAll('.synapse.lateral').length`); n != arcs || len(b.refused) > 0 {
			t.Errorf("%s: %d lateral synapses are drawn, and the server refused %q", network, n, b.refused)
		}
		for element, sentence := range want {
			b.run(typeInto("#element", element))
			b.wait(`(document.querySelector('.wrong').textContent + document.querySelector('#meaning').textContent).includes(` + quote(sentence) + `)`)
		}
	}
}

// The trace of an element is asked for before the parts of its changes, and these before their rounding and the
// activity: each once, and changes of the selected element alone. What is said of how they are drawn is true of each.
func TestTraceIsDrawnBeforeItsChanges(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.open(show(t, recorded(t, experiment.Experiment{Steps: 3000, Record: []string{"weights"}, Parts: []string{"all"}})) + `#time=linear&step=2000&element=lateral[0,1]&pins=lateral[1,2]`)
	drawn := `document.querySelector('.selected .total').textContent.match(/^3\u202f001 records, drawn as (.+), its parts as (.+), that keep the extremes of each curve$/)`
	b.wait(drawn)
	b.wait(`document.querySelectorAll('.selected .plot')[3].querySelectorAll('.curve').length === 2 && !document.querySelector('.selected .stale')`)
	points := func(plot int) string {
		return fmt.Sprintf(`[...document.querySelectorAll('.selected .plot')[%d].querySelectorAll('.curve')].at(-1).getAttribute('d').split(/[ML]/).length - 1`, plot)
	}
	if !value[bool](b, fmt.Sprintf(`(() => { const n = %s.slice(1).map((text) => Number(text.replace(/\D/g, ''))); return n[0] === %s && n[1] >= %s && n[1] > n[0]; })()`, drawn, points(0), points(1))) {
		t.Errorf("%q, where %d and %d points are drawn", b.text(`document.querySelector('.selected .total').textContent`), value[int](b, points(0)), value[int](b, points(1)))
	}
	var asked []string
	b.mu.Lock()
	for _, r := range b.requests {
		at, err := url.Parse(r)
		if err == nil && strings.HasSuffix(at.Path, "/series") && at.Query().Get("from") == "0" {
			asked = append(asked, at.Query().Get("element")+" "+at.Query().Get("columns"))
		}
	}
	b.mu.Unlock()
	slices.Sort(asked[:min(2, len(asked))])
	want := []string{"lateral[0,1] weight", "lateral[1,2] weight", "lateral[0,1] hebbian,decay,nonlocal,unlearning,second,third", "lateral[0,1] rounding,pre,post"}
	if !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
}

// What is asked of the server is the range that is visible, with as many points as pixels
// can show.
func TestZoomAsksForTheVisibleRange(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 30000, Record: []string{"lateral"}})
	b := newTab(t, 1280, 900)
	b.open(show(t, folder) + "#time=linear")
	b.wait(`document.querySelector('.total').textContent.startsWith('30\u202f001 records, drawn as ')`)
	if n := value[int](b, `document.querySelector('.selected .curve').getAttribute('d').split(/[ML]/).length - 1`); n < 400 || n > 2000 {
		t.Errorf("%d points are drawn", n)
	}
	// Drag over the last tenth of the trace.
	b.run(chromedp.Evaluate(`(() => {
		const frame = document.querySelector('.selected .frame'), box = frame.getBoundingClientRect();
		const at = (share) => ({clientX: box.left + 58 + share * (box.width - 70), clientY: box.top + 40, button: 0, pointerType: 'mouse', bubbles: true});
		frame.dispatchEvent(new PointerEvent('pointerdown', at(0.9)));
		frame.dispatchEvent(new PointerEvent('pointermove', at(0.95)));
		frame.dispatchEvent(new PointerEvent('pointermove', at(1)));
		frame.dispatchEvent(new PointerEvent('pointerup', at(1)));
		frame.dispatchEvent(new PointerEvent('pointerleave', at(1)));
	})()`, nil))
	b.wait(`/^3\u202f0\d\d records/.test(document.querySelector('.total').textContent)`)
	b.press("0")
	b.wait(`document.querySelector('.total').textContent.startsWith('30\u202f001 records')`)
	b.press("l") // decade by decade, all of them again
	b.wait(`document.querySelector('[data-kind=log]').getAttribute('aria-pressed') === 'true' && document.querySelector('.total').textContent.startsWith('30\u202f001 records')`)
	b.press("l")
	b.wait(`document.querySelector('[data-kind=linear]').getAttribute('aria-pressed') === 'true'`)
	// The legend shows the record at the cursor, even if it is not one of those that are drawn.
	b.run(typeInto("#step", "12347"))
	want := parquetAt(t, folder, 12347)[b.text(`document.querySelector('#element').value`)] // the page opens on the synapse that was pruned last
	b.wait(fmt.Sprintf(`(([said, step]) => step === '12\u202f347' && Number(said.replace('−', '-').replaceAll('\u202f', '')) === %v)(document.querySelector('.selected .entry').title.split(' at step '))`, want))
}

// Everything can be reached and used without a pointer.
func TestKeyboardOnly(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 2000, Record: []string{"weights"}})
	b := newTab(t, 1280, 900)
	b.open(show(t, folder) + "#element=lateral[0,1]") // else the page offers one, and another one when it knows the lives of the synapses
	at := func() string { return b.text(`document.querySelector('#element').value`) }
	expect := func(want string) {
		t.Helper()
		b.wait(`document.querySelector('#element').value === ` + quote(want))
	}

	b.press(tabKey)
	if !b.holds(`document.activeElement.className === 'skip' && document.activeElement.getBoundingClientRect().top >= 0`) {
		t.Error("the first stop is not the link to the circuit")
	}
	b.press(enter)
	b.wait(`document.activeElement.getAttribute('role') === 'listbox'`)
	b.press(right, down) // lateral[0,1] → lateral[0,2] → lateral[1,2]
	expect("lateral[1,2]")
	b.press(down) // onto the diagonal
	expect("scale[2]")
	b.press("w", right, down)
	expect("feedforward[1,1]")
	if !b.holds(`document.activeElement.getAttribute('aria-activedescendant') === 'c-feedforward[1,1]' && getComputedStyle(document.activeElement).outlineStyle !== 'none'`) {
		t.Errorf("the circuit does not mark the focus (%s is selected)", at())
	}
	want := parquetAt(t, folder, 2000)
	if got := selected(b, "feedforward[1,1]", 2000); got != want["feedforward[1,1]"] {
		t.Errorf("feedforward[1,1] is %v, want %v", got, want["feedforward[1,1]"])
	}

	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	b.press(kbHome)
	b.wait(`document.querySelector('#step').value === '0'`)
	b.press(right)
	b.wait(`document.querySelector('#step').value === '1'`)
	b.run(input.DispatchKeyEvent(input.KeyRawDown).WithKey("g")) // a key alone, without the letter that it would type
	b.wait(`document.activeElement.id === 'element'`)
	b.press("lateral[9,1]", enter)
	b.wait(`document.querySelector('.wrong').textContent === 'there is no lateral[9,1]: lateral has 3 × 3 places, and no neuron hears itself'`)
	b.press(escape, "l")
	b.wait(`document.querySelector('[data-kind=linear]').getAttribute('aria-pressed') === 'true'`)
	b.press("?")
	b.wait(`document.querySelector('#help').open`)
	b.press(escape)
	b.wait(`!document.querySelector('#help').open && document.activeElement === document.body`)
	b.press(" ")
	b.wait(`document.querySelector('.play').getAttribute('aria-label') === 'pause' && Number(document.querySelector('#step').value) > 1`)
	b.press(" ")
	b.wait(`document.querySelector('.play').getAttribute('aria-label') === 'play'`)

	// Every stop of the tab key can be seen to have the focus, and has a name.
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	stops := make(map[string]bool)
	for range 60 {
		b.press(tabKey)
		stop := b.text(`(() => { const e = document.activeElement; if (e === document.body) return '';
			const name = e.getAttribute('aria-label') || e.textContent.trim() || e.title || e.labels?.[0]?.textContent;
			const style = getComputedStyle(e);
			return (name ? '' : 'no name: ' + e.outerHTML) + (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 ? '' : 'unseen: ' + e.outerHTML) || 'ok ' + e.tagName + name; })()`)
		if stop != "" && stop[:2] != "ok" {
			t.Error(stop)
		}
		stops[stop] = true
	}
	if len(stops) < 20 {
		t.Errorf("only %d stops: %v", len(stops), stops)
	}
}

// The phases of a step are shown one after another, with the values of the replay.
func TestPhases(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 500, Record: []string{"weights", "outputs"}, Parts: []string{"all"}})
	b := newTab(t, 1280, 900)
	b.open(show(t, folder) + "#step=200&element=lateral[1,0]")
	b.press("n")
	b.wait(`document.querySelector('.phases .hint').textContent.startsWith('Step 200: the input axons')`)
	b.press("n")
	b.wait(`document.querySelectorAll('.synapse.feedforward.lit').length === 30 && document.querySelectorAll('.synapse.lateral.lit').length === 0`)
	carry := func() string {
		return b.text(`[...document.querySelectorAll('.graph .reading')].map((r) => r.textContent.split('₀')[0].split('₁')[0].split('₂')[0]).join(' ')`)
	}
	if got := carry(); got != "ỹ ỹ ỹ" {
		t.Errorf("after the feedforward phase the axons carry %s", got)
	}
	b.press("n")
	b.wait(`document.querySelectorAll('.synapse.lateral.lit').length === 6`)
	if got := carry(); got != "y y y" {
		t.Errorf("after the lateral phase the axons carry %s", got)
	}
	want := parquetAt(t, folder, 200)
	got := b.text(`document.querySelector('.values tbody tr:nth-child(2) td:nth-child(3)').textContent`)
	if y, short := want["outputs[1]"], numberIn(t, got); short != numberIn(t, strconv.FormatFloat(y, 'g', 3, 64)) {
		t.Errorf("y₁ is shown as %s, recorded as %v", got, y)
	}
	b.press("n")
	b.wait(`document.querySelector('.phases .meaning').textContent.startsWith('M₁₀ was ')`)
	b.press(escape)
	b.wait(`document.querySelectorAll('.lit').length === 0`)
	b.click(".stage:nth-child(3)")
	b.wait(`document.querySelectorAll('.synapse.lateral.lit').length === 6`)
}

// Both themes, at both widths: nothing overflows, and text can be read.
func TestThemesAndWidths(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 1000, Record: []string{"weights"}, Parts: []string{"all"}})
	address := show(t, folder)
	for _, width := range []int64{1280, 390} {
		for _, theme := range []string{"light", "dark"} {
			t.Run(strconv.FormatInt(width, 10)+" "+theme, func(t *testing.T) {
				b := newTab(t, width, 844)
				b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
				b.open(address)
				b.wait(`document.documentElement.dataset.theme === ` + quote(theme))
				b.press("n", "n", "n", "n")
				b.wait(`document.querySelector('.phases .meaning').textContent !== ''`)
				b.fits()
				for _, pair := range []string{"--ink --panel", "--muted --panel", "--muted --paper", "--event --paper"} {
					if ratio := value[float64](b, contrast(pair)); ratio < 4.5 {
						t.Errorf("the contrast of %s is %.2f, want at least 4.5", pair, ratio)
					}
				}
				for _, pair := range []string{"--below --panel", "--above --panel", "--hebbian --panel", "--decay --panel"} {
					if ratio := value[float64](b, contrast(pair)); ratio < 2.4 {
						t.Errorf("the contrast of %s is %.2f, want at least 2.4", pair, ratio)
					}
				}
				for _, chosen := range []string{"light", "dark", theme} {
					b.press("d")
					b.wait(`document.documentElement.dataset.theme === ` + quote(chosen))
				}
			})
		}
	}
}

// contrast is an expression of the contrast of two colours, as WCAG defines it.
func contrast(pair string) string {
	return `((names) => {
		const style = getComputedStyle(document.documentElement);
		const light = (name) => {
			const hex = style.getPropertyValue(name).trim().slice(1);
			const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		};
		const [a, b] = names.split(' ').map(light);
		return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	})(` + quote(pair) + `)`
}

// to returns a number to some significant digits.
func to(digits int, v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return rounded
}

// short is a number as the page writes it: an expression.
func short(v float64) string {
	return `((v) => { const t = Number(Math.abs(v).toPrecision(3)); const [m, e] = t.toExponential().split('e');
		return (v < 0 ? '−' : '') + (t >= 1e-3 || t === 0 ? String(t) : m + '·10' + [...e].map((c) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(c)]).join('')); })(` + strconv.FormatFloat(v, 'g', -1, 64) + `)`
}

// A report opens from a disk, shows the same and sends no request.
func TestReport(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Reference: true})
	source, err := view.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	digest, err := view.TakeDigest(t.Context(), source, 0, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	address := writeReport(t, digest)
	info, err := os.Stat(address[len("file://"):])
	if err != nil || info.Size() > 2_000_000 {
		t.Errorf("the report of the default run has %d bytes, %v", info.Size(), err)
	}
	b := newTab(t, 1280, 900)
	b.open(address)
	want := parquetAt(t, folder, 100000)
	for _, element := range []string{"lateral[2,0]", "feedforward[1,4]", "scale[2]"} {
		b.run(typeInto("#element", element))
		got := selected(b, element, 100000)
		if got != to(7, want[element]) {
			t.Errorf("%s is %v, want %v to seven digits", element, got, want[element])
		}
		b.wait(`document.querySelector('.selected .curve')?.getAttribute('d').length > 2000`)
	}
	b.press("n", "n", "n")
	b.wait(`document.querySelector('.phases .hint').textContent.includes('M')`)
	b.wait(`document.querySelectorAll('.observatory tbody tr').length === 6`)
	b.staysHome(address)
	if len(b.requests) != 1 {
		t.Errorf("the report asked for %q", b.requests)
	}
}

// The key of the drawing explains the colours and rings of what was recorded, and of nothing else.
func TestKeyOfWhatIsRecorded(t *testing.T) {
	long.Only(t)
	b := newTab(t, 1280, 900)
	for record, want := range map[string]string{"weights": "W M ring: m, pale: peak of M", "lateral": "M pale: peak of M", "feedforward": "W", "scale": "ring: m"} {
		b.open(show(t, recorded(t, experiment.Experiment{Steps: 100, Record: []string{record}})))
		if key := b.text(`[...document.querySelectorAll('.scales .key b, .scales > span:not(.key):not(.reserved)')].map((e) => e.textContent).filter((t) => /[Wm]|M/.test(t)).join(' ')`); key != want {
			t.Errorf("%s: the key has %q, want %q", record, key, want)
		}
	}
}

// A circuit of one output has no lateral synapses: the table has the others.
func TestOneOutput(t *testing.T) {
	long.Only(t)
	b := newTab(t, 390, 800)
	b.open(show(t, recorded(t, experiment.Experiment{Steps: 100, Outputs: 1, Record: []string{"weights"}})))
	b.wait(`document.querySelectorAll('.observatory tbody tr').length === 10 && document.querySelector('.observatory h2').textContent.startsWith('Synapses')`)
	b.fits()
}
