package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/input"
	cdp "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/testkit/browser"
	"twophase/internal/testkit/long"
	"twophase/internal/web/explore"
	"twophase/internal/web/page"
	"twophase/internal/web/simulator"
)

const beginning = `{"network": "ifPSP", "stimulus": {"spectrum": [1, 0.75, 0.5, 0.2], "inputs": 10}, "outputs": 3, "lambda": [1, 0.85, 0.7], "seed": 1}`

// explored writes the page of the simulator, and returns its address.
func explored(t *testing.T) string {
	t.Helper()
	_, address := written(t, beginning)
	return address
}

// written writes the page of an experiment, and returns the experiment as the page has it, and the address.
func written(t *testing.T, text string) (experimentOf, address string) {
	t.Helper()
	doc, err := experiment.Parse("experiment.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	page, err := explore.Page("twophase", doc.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "circuit.html")
	if err := os.WriteFile(name, page, 0o600); err != nil {
		t.Fatal(err)
	}
	return string(experiment.WriteJSON(doc.Experiment, ".")), "file://" + name
}

// explorer is the tab of the tests that want no other page of the simulator than the one at its beginning: it takes as long
// to stand as a test.
var explorer *tab

// exploring returns that tab, in the state that stands in the address after #.
func exploring(t *testing.T, fragment string) *tab {
	t.Helper()
	browserOnly(t)
	t.Cleanup(func() {
		if t.Failed() {
			explorer = nil
		}
	})
	if explorer == nil {
		b := &tab{T: t}
		b.ctx, _ = browser.LastingTab(t)
		b.size(1280, 900)
		b.open(explored(t))
		explorer = b
	}
	explorer.begin(t)
	explorer.run(chromedp.Evaluate(`document.activeElement.blur(); document.querySelector('#help').close(); scrollTo(0, 0)`, nil))
	explorer.reopen(fragment + "&test=" + t.Name())
	return explorer
}

// promised returns what a promise comes to.
func promised[T any](b *tab, expression string) (v T) {
	b.Helper()
	b.run(chromedp.Evaluate(expression, &v, func(p *cdp.EvaluateParams) *cdp.EvaluateParams { return p.WithAwaitPromise(true) }))
	return v
}

// did waits until the page has done what it was asked to: one thing after another.
func (b *tab) did() {
	b.Helper()
	promised[string](b, `twophase.hash()`)
}

// reopen goes to another state of the page that stands, by what follows # in its address: the program is there already.
func (b *tab) reopen(fragment string) {
	b.Helper()
	promised[string](b, `new Promise((done) => {
		addEventListener('hashchange', () => done(twophase.hash()), {once: true});
		location.hash = `+quote(fragment)+`;
	})`)
}

// hasten lets the clock of each page run fast: what says how far it is after a while says so soon.
func (b *tab) hasten() {
	b.Helper()
	b.onEveryPage(`{ const now = performance.now.bind(performance); performance.now = () => 20 * now(); }`)
}

// copyLink writes the state into the address, and returns that when it is written.
func (b *tab) copyLink() string {
	b.Helper()
	b.press("c")
	b.wait(`document.querySelector('[role=status].unseen').textContent.includes('link')`)
	return b.text(`location.href`)
}

// choose chooses an option as a user does.
func choose(selector, value string) chromedp.Action { return typeInto(selector, value) }

// natively returns the hash of the weights after some steps, acts and further steps, without a browser.
func natively(t *testing.T, experiment string, before int, acts []string, after int) string {
	t.Helper()
	s, err := simulator.Open([]byte(experiment))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Steps(before)
	for _, a := range acts {
		if _, err := s.Act([]byte(a), simulator.Both); err != nil {
			t.Fatal(err)
		}
	}
	s.Steps(after)
	h, err := s.Hash(0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A reader runs the circuit, destroys a synapse, turns the world, takes one of both back, and has the bits that a run has.
func TestExploreRunsAndActs(t *testing.T) {
	b := newTab(t, 1280, 900)
	b.open(explored(t))
	if n := promised[int](b, `twophase.run(200)`); n != 200 {
		t.Fatalf("it took %d steps", n)
	}
	b.wait(`document.querySelector('#step').textContent === '200'`)
	b.clickElement("lateral[1,0]")
	b.wait(`document.querySelector('.choosing .big').textContent === 'M₁₀'`)
	b.press("x")
	b.wait(`document.querySelector('.act-list')?.innerText.includes('{at: 200, lesion: "lateral[1,0]"}') && document.getElementById('c-lateral[1,0]').classList.contains('lesioned')`)
	b.run(choose(`select[aria-label="turn the world"]`, "by 45°"))
	b.wait(`document.querySelectorAll('.act-list li').length === 2`)
	if n := promised[int](b, `twophase.run(300)`); n != 300 {
		t.Fatalf("it took %d steps", n)
	}
	both := natively(t, beginning, 200, []string{`{"lesion": "lateral[1,0]"}`, `{"stimulus": {"rotate": 45}}`}, 300)
	if h := promised[string](b, `twophase.hash()`); h != both {
		t.Errorf("the weights hash to %s, natively to %s", h, both)
	}
	b.click(`.act-list li:first-child button`)
	b.wait(`document.querySelectorAll('.act-list li').length === 1 && !document.getElementById('c-lateral[1,0]').classList.contains('lesioned')`)
	turned := natively(t, beginning, 200, []string{`{"stimulus": {"rotate": 45}}`}, 300)
	if h := promised[string](b, `twophase.hash()`); h != turned || h == both {
		t.Errorf("after the undo the weights hash to %s, natively to %s", h, turned)
	}
	b.staysHome("file:///")
	b.fits()
}

// After an act no number from before it stands as if it were of now: an activity says so until the next stimulus, and the theory
// says that it knows nothing of lesions.
func TestExploreAfterALesion(t *testing.T) {
	b := exploring(t, "element=outputs[0]")
	promised[int](b, `twophase.run(50)`)
	value := `document.querySelector('.choosing .value').textContent`
	b.wait(value + ` !== '' && ` + value + ` !== '0' && !` + value + `.includes('before')`)
	b.press("x")
	b.wait(value + `.endsWith(', before the last act') && document.querySelector('.theory h2').textContent.includes('as if no synapse or neuron had been changed')`)
	promised[int](b, `twophase.run(1)`)
	b.wait(value + ` === '0'`)
	b.press("u")
	b.wait(`!` + value + `.includes('before') && ` + value + ` !== '0' && !document.querySelector('.theory h2').textContent.includes('as if')`)
	b.run(typeInto("#tau", "0.4"))
	b.wait(`document.querySelectorAll('.act-list li').length === 1 && !document.querySelector('.theory h2').textContent.includes('as if')`)
}

// A link opens in the state in which it was kept: the experiment, the acts, the twin and the step.
func TestExploreLinkCarriesTheState(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.open(explored(t))
	promised[int](b, `twophase.run(100)`)
	b.press("t")
	b.wait(`document.querySelectorAll('.drawing .circuit').length === 2 && document.querySelector('#on-twin').checked`)
	b.run(choose(`select[aria-label="lateral signals"]`, "late by one stimulus"))
	b.wait(`document.querySelector('.act-list')?.innerText.includes('twin alone')`)
	promised[int](b, `twophase.run(150)`)
	was, link := hashes(b), b.copyLink()
	if was[0] == was[1] {
		t.Error("the twin is what the circuit is, in spite of what was done to it")
	}
	other := newTab(t, 1280, 900)
	other.open(link)
	other.wait(`document.querySelector('#step').textContent === '250' && document.querySelectorAll('.act-list li').length === 1`)
	if now := hashes(other); now != was {
		t.Errorf("behind the link the weights hash to %s, before to %s", now, was)
	}
}

// hashes returns the hashes of the weights of a circuit and its twin.
func hashes(b *tab) [2]string {
	b.Helper()
	return [2]string{promised[string](b, `twophase.hash()`), promised[string](b, `twophase.hash(1)`)}
}

// The tour leads through eight stops, each of which shows what it is about beside its words, and runs to where its claim is about.
func TestExploreTour(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 800)
	b.open(explored(t))
	for i, s := range tour(t) {
		b.press(fmt.Sprint(i + 1))
		b.wait(fmt.Sprintf(`document.querySelector('.tour h2').textContent === %s && document.querySelector('.play').getAttribute('aria-label') === 'pause'`, quote(fmt.Sprintf("%d. %s", i+1, s.Title))))
		b.wait(`document.querySelectorAll('.about').length >= ` + fmt.Sprint(len(s.About)))
		first := map[string]string{"plane": ".cloud", "laterals": ".lateral-curves"}[s.About[0]]
		b.wait(inView(".tour-text") + ` && ` + inView(first))
		b.run(typeInto("#speed", "99")) // as fast as it goes
		b.wait(fmt.Sprintf(`document.querySelector('.play').getAttribute('aria-label') === 'run' && document.querySelector('#step').textContent.replace(/\D/g, '') === '%d'`, s.Until))
		last := s.Claims[len(s.Claims)-1]
		if native := s.hash(t); native != promised[string](b, `twophase.hash()`) {
			t.Errorf("stop %d ends with other bits than natively (its last claim is about step %d)", i+1, last.At)
		}
	}
}

// hash runs a stop to its end, and returns the hash of its weights.
func (s stop) hash(t *testing.T) string {
	t.Helper()
	return natively(t, string(s.Experiment), s.Until, nil, 0)
}

// The keys of the experiment can be changed by hand; what cannot be is said, and the circuit goes on.
func TestExploreHandsOn(t *testing.T) {
	b := exploring(t, "")
	b.run(typeInto("#k", "4"))
	b.wait(`document.querySelector('.facts').innerText.includes('K 4') && document.getElementById('c-outputs[3]')`)
	b.run(choose("#network", "cascadePSP"))
	b.wait(`document.querySelector('.facts').innerText.includes('cascadePSP') && !document.getElementById('c-lateral[0,1]') && document.getElementById('c-lateral[1,0]')`)
	b.did()
	b.run(typeInto("#lambda", "nonsense"))
	b.wait(`document.querySelector('#wrong-lambda').textContent.includes('not a number') && document.querySelector('#lambda').matches('[aria-invalid][aria-describedby=wrong-lambda]')`)
	b.run(typeInto("#n", "0"))
	b.wait(`document.querySelector('#wrong-n').textContent === '0 is not possible here: give a whole number from 1 to 400' && !document.querySelector('#failure')`)
	if !b.holds(`document.querySelector('.facts').innerText.includes('cascadePSP')`) {
		t.Error("the circuit is gone after a mistake")
	}
	for _, turns := range []string{"1", "4"} {
		b.run(choose("#network", "ifPSP"), typeInto("#turns", turns))
		b.did()
		b.wait(fmt.Sprintf(`document.querySelectorAll('.phase-strip .stage').length > 1 && document.querySelector('#turns').value === '%s' && document.querySelector('.facts b').textContent === '%s'`, turns, map[string]string{"1": "PSP", "4": "ifPSP"}[turns]))
	}
	b.run(choose("#network", "cascadePSP"))
	b.wait(`document.querySelector('.facts').innerText.includes('cascadePSP')`)
	b.run(focusOn(`.eigenvalue:nth-of-type(6)`))
	b.press(up)
	b.wait(`document.querySelector('#spectrum [role=status]').textContent.includes('cannot pass its left neighbour')`)
	b.run(focusOn(`.eigenvalue`))
	b.press(up)
	b.wait(`document.querySelector('#spectrum [role=status]').textContent === '' && ![...document.querySelectorAll('.hands .wrong')].some((n) => n.textContent)`)
	b.wait(`document.querySelector('.eigenvalue').getAttribute('aria-valuenow') === '1.1' && decodeURIComponent(location.hash).includes('"spectrum":[1.1,')`)
	b.wait(`document.querySelector('.theory table')?.innerText.includes('1.1')`)
	promised[int](b, `twophase.run(10)`)
	b.run(typeInto("#tau", "0.3"))
	b.wait(`document.querySelector('.act-list')?.innerText.includes('{at: 10, tau: 0.3}')`)
	b.run(focusOn(`.eigenvalue`))
	b.press(up)
	b.wait(`document.querySelector('.act-list').innerText.includes('spectrum: [1.21, ') && document.querySelectorAll('.eigenvalue').length === 10`)
	b.did()
	b.run(typeInto("#tau", "-1"))
	b.wait(`document.querySelector('#wrong-tau').textContent === '-1 is not possible here: give a number from 0.001 to 100'`)
	b.run(typeInto("#element", "lateral[7,0]"))
	b.wait(`document.querySelector('#wrong-element').textContent !== ''`)
}

// A stop of the tour begins slowly and comes to its speed by itself, unless the reader chooses another.
func TestExploreBeginsAStopSlowly(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.onEveryPage(`{ const later = setTimeout; window.moments = []; window.setTimeout = (f, after, ...args) => (after === 1500 ? moments.push(() => f(...args)) : later(f, after, ...args)); }`)
	b.open(explored(t))
	speed := `document.querySelector('output[for=speed]').textContent.replace(/\D/g, '')`
	begins := func(stop string) {
		t.Helper()
		b.press(stop)
		b.wait(`moments.length === 1 && ` + speed + ` === '30' && document.querySelector('.play').getAttribute('aria-label') === 'pause'`)
	}
	pass := func() { // a moment
		b.run(chromedp.Evaluate(`moments.shift()()`, nil))
		b.did()
	}
	begins("1")
	for _, faster := range []string{"100", "300", "1000", "3000"} {
		pass()
		if now := b.text(speed); now != faster {
			t.Errorf("it runs at %s steps/s, want %s", now, faster)
		}
	}
	if n := value[int](b, `moments.length`); n != 0 {
		t.Error("it goes on getting faster")
	}
	begins("2")
	b.run(typeInto("#speed", "5"))
	b.wait(speed + ` === '10'`)
	pass()
	if now := b.text(speed); now != "10" {
		t.Errorf("it runs at %s steps/s, and the reader chose 10", now)
	}
}

// The theory's threshold stands at the bars, and what the theory says of states that find the space is said in those words.
func TestExploreShowsTheThreshold(t *testing.T) {
	b := exploring(t, "stop=6&speed=12")
	b.wait(`document.querySelector('#spectrum').innerText.includes('threshold g*, 0.103.') && document.querySelector('.theory').innerText.includes('0.103')`)
	b.wait(`Number(document.querySelector('.threshold').getAttribute('y1')) < Number(document.querySelectorAll('.bar-rect')[2].getAttribute('y'))`)
	b.press("8")
	b.wait(`document.querySelector('.theory .answer-text').textContent.includes('the right space, and not the axes')`)
	b.run(choose("#network", "cascadePSP"))
	b.wait(`!document.querySelector('#spectrum').innerText.includes('g*') && document.querySelector('.threshold').style.display === 'none'`)
}

// The panels beside the acts describe the circuit that acts are for, and say which one that is.
func TestExploreDescribesTheTwinThatIsActedOn(t *testing.T) {
	b := exploring(t, "")
	for _, step := range []string{"0", "10"} {
		b.press("t")
		b.wait(`document.querySelector('#on-twin').checked && document.querySelector('.hands h2').textContent.includes('of the twin')`)
		b.run(typeInto("#tau", "0.3"))
		b.wait(`document.querySelector('.act-list')?.innerText.includes('{at: ` + step + `, tau: 0.3} twin alone') && document.querySelector('#tau').value === '0.3'`)
		b.run(typeInto("#lambda", "1, 0.9, 0.6"))
		b.wait(`document.querySelectorAll('.act-list li').length === 2 && document.querySelector('#lambda').value === '1, 0.9, 0.6'`)
		b.run(focusOn(`.eigenvalue`))
		b.press(up)
		b.wait(`document.querySelectorAll('.act-list li').length === 3 && document.querySelector('.eigenvalue').getAttribute('aria-valuenow') === '1.1'`)
		b.wait(`document.querySelector('.theory h2').textContent.includes('of the twin') && ['0.6', '1.1'].every((v) => document.querySelector('.theory table').innerText.includes(v))`)
		b.click(`#on-twin`)
		b.wait(`document.querySelector('#tau').value === '0.5' && document.querySelector('#lambda').value === '1, 0.85, 0.7' && document.querySelector('.eigenvalue').getAttribute('aria-valuenow') === '1'`)
		b.wait(`document.querySelector('.theory h2').textContent.includes('of the circuit') && document.querySelector('.hands h2').textContent.includes('of the circuit')`)
		b.press("t")
		b.wait(`document.querySelectorAll('.act-list li').length === 0 && document.querySelector('.hands h2').textContent === 'Hands on '`)
		promised[int](b, `twophase.run(10)`)
	}
}

// A circuit that has diverged says once what is wrong and where it can be changed, and an act on it what is left to do.
func TestExploreSaysOnceThatItDiverged(t *testing.T) {
	b := exploring(t, "experiment="+url.QueryEscape(`{"rate": "30", "seed": 2}`))
	promised[int](b, `twophase.run(5000)`)
	b.wait(`/diverged at step .* lower the rate.* from the start \(r\)/.test(document.querySelector('main > div > .wrong').textContent)`)
	b.run(choose(`select[aria-label="turn the world"]`, "by 45°"))
	b.wait(`document.querySelector('#failure')?.textContent.includes('take one back (u)')`)
	if n := value[int](b, `document.body.innerText.split('diverged at step').length - 1`); n != 1 {
		t.Errorf("it says %d times that it diverged", n)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.problems = nil // the refusal is a warning of the console, too
}

// Who destroys a synapse by Enter can restore it by Enter: the focus goes to the button that takes the place of the other.
func TestExploreKeepsTheFocusOnAnAct(t *testing.T) {
	b := exploring(t, "element=lateral[1,0]")
	b.run(focusOn(`.choosing .controls button`))
	for _, next := range []string{"restore", "lesion", "restore"} {
		b.press(enter)
		b.wait(`document.activeElement.closest('.choosing') && document.activeElement.textContent === '` + next + `'`)
	}
}

// What a field cannot have is said at the field, and the field has again what the circuit has; nothing else is changed.
func TestExploreSaysWhatAFieldCannotHave(t *testing.T) {
	b := exploring(t, "")
	for _, step := range []int{0, 10} {
		promised[int](b, fmt.Sprintf(`twophase.run(%d)`, step))
		was := b.text(`document.querySelector('#rate').value`)
		for _, c := range []struct{ field, typed, says, has string }{
			{"tau", "-1", "a number from 0.001 to 100", "0.5"}, {"tau", "", "a number from 0.001 to 100", "0.5"}, {"tau", "1000", "a number from 0.001 to 100", "0.5"},
			{"k", "0", "a whole number from 1 to 9", "3"}, {"k", "-5", "a whole number from 1 to 9", "3"}, {"k", "10", "a whole number from 1 to 9", "3"}, {"k", "11", "a whole number from 1 to 9, fewer than the inputs", "3"}, {"k", "2.5", "a whole number from 1 to 9", "3"},
			{"n", "100000", "100000 is not possible here: give a whole number from 1 to 400", "10"}, {"turns", "0", "a whole number from 1 to 20", "2"}, {"turns", "100", "a whole number from 1 to 20", "2"},
			{"lambda", " ", "a gain for each output", "1, 0.85, 0.7"}, {"lambda", "nonsense", "not a number", "1, 0.85, 0.7"}, {"rate", "", "a schedule", was}, {"rate", "-1", "a schedule", was},
		} {
			b.run(focusOn("#"+c.field), typeInto("#"+c.field, c.typed))
			b.wait(fmt.Sprintf(`document.querySelector('#wrong-%s').textContent.includes(%s) && document.querySelector('#%s').value === %s`, c.field, quote(c.says), c.field, quote(c.has)))
		}
		b.wait(fmt.Sprintf(`document.querySelector('#step').textContent === '%d'`, step))
		if !b.holds(`document.querySelector('.facts').innerText.includes('N 10') && document.querySelectorAll('.act-list li').length === 0`) {
			t.Error("what cannot be had has changed the circuit")
		}
	}
	b.run(typeInto("#k", "9"))
	b.wait(`document.querySelector('.facts').innerText.includes('K 9') && document.querySelector('.facts').innerText.includes('N 10') && document.querySelector('#wrong-k').textContent.includes('The spectrum is another now')`)
	b.reopen("experiment=" + url.QueryEscape(`{"outputs": 11, "stimulus": {"spectrum": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], "inputs": 12}}`))
	b.wait(`/^1(, 0\.\d{1,4}){10}$/.test(document.querySelector('#lambda').value)`)
	b.run(typeInto("#lambda", "1, 0.97654321, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.73, 0.7"))
	b.wait(`decodeURIComponent(location.hash).includes('"lambda":[1,0.97654321,') && document.querySelector('#lambda').value.startsWith('1, 0.9765, 0.94')`)
}

// What changes nothing is not in the list of acts.
func TestExploreLeavesOutWhatChangesNothing(t *testing.T) {
	b := exploring(t, "")
	promised[int](b, `twophase.run(10)`)
	b.run(typeInto("#turns", "1"))
	b.wait(`document.querySelectorAll('.act-list li').length === 1 && document.querySelector('#turns').value === '1'`)
	b.run(typeInto("#turns", "1"), typeInto("#tau", "0.5"), typeInto("#lambda", "1, 0.85, 0.7"), typeInto("#rate", b.text(`document.querySelector('#rate').value`)), typeInto("#tau", "0.4"))
	b.wait(`document.querySelectorAll('.act-list li').length > 1 && document.querySelector('.act-list li:last-child').innerText.includes('tau: 0.4')`)
	if n := value[int](b, `document.querySelectorAll('.act-list li').length`); n != 2 {
		t.Errorf("%d acts are in the list, and two changed something: %s", n, b.text(`document.querySelector('.act-list').innerText`))
	}
}

// A tool that looks for what keeps people from using a page finds nothing, in both themes.
func TestExploreIsAccessible(t *testing.T) {
	browserOnly(t)
	axe := axe(t)
	acted := url.QueryEscape(`[{"at": 5, "act": {"lesion": "lateral[1,0]"}}, {"at": 9, "act": {"tau": 0.3}, "twin": true}]`)
	for name, hash := range map[string]string{
		"twins and acts": "step=20&fork=7&element=lateral[2,0]&acts=" + acted, "the tour": "stop=2",
		"any circuit":        "experiment=" + url.QueryEscape(`{"network": "stack-2phase", "stimulus": {"clusters": 3, "inputs": 6}}`),
		"matrices, an input": "element=inputs[3]&experiment=" + url.QueryEscape(`{"stimulus": {"problem": "large"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			b := exploring(t, hash)
			b.wait(`document.querySelector('.theory:not(.stale) .answer-text')?.textContent`)
			b.press("p")
			b.wait(`document.querySelector('.phase-strip .now')`)
			b.isAccessible(axe)
		})
	}
}

// A bar that is dragged changes the stimuli: at once before the first step, with the theory beside it, and later as an act
// when it is let go.
func TestExploreDragsTheSpectrum(t *testing.T) {
	b := exploring(t, "")
	b.wait(`document.querySelector('.theory table')`)
	drag := func(to float64) {
		t.Helper()
		b.still("#spectrum")
		at := value[[]float64](b, `(() => {
			const bar = document.querySelectorAll('.eigenvalue')[1];
			bar.scrollIntoView({block: 'center'});
			const r = bar.querySelector('.bar-rect').getBoundingClientRect();
			return [r.left + r.width / 2, r.top + 4, r.bottom];
		})()`)
		b.run(chromedp.MouseEvent(input.MousePressed, at[0], at[1], chromedp.ButtonLeft))
		for _, share := range []float64{0.3, 0.6, 1} {
			b.run(chromedp.MouseEvent(input.MouseMoved, at[0], at[1]+share*to*(at[2]-at[1]), chromedp.ButtonLeft))
		}
		b.run(chromedp.MouseEvent(input.MouseReleased, at[0], at[1]+to*(at[2]-at[1]), chromedp.ButtonLeft))
	}
	second := `Number(document.querySelectorAll('.eigenvalue')[1].getAttribute('aria-valuenow'))`
	drag(0.03)
	b.wait(second + ` < 0.7 && ` + second + ` > 0.5`)
	b.wait(`document.querySelectorAll('.act-list li').length === 0 && document.querySelector('.theory tbody tr:nth-child(2) td').textContent === String(Number(` + second + `.toPrecision(3)))`)
	promised[int](b, `twophase.run(20)`)
	b.wait(`document.documentElement.dataset.shown === '20'`)
	was := b.text("String(" + second + ")")
	drag(0.03)
	b.wait(`document.querySelectorAll('.act-list li').length === 1 && document.querySelector('.act-list').innerText.includes('{at: 20, stimulus: {spectrum: [1, ')`)
	if now := b.text("String(" + second + ")"); now == was {
		t.Errorf("the second eigenvalue is still %s", now)
	}
}

// The theory beside the circuit is that of the way in which its outputs settle: it says whether the fixed point is stable,
// and up to which τ, or why it says nothing.
func TestExploreTheoryIsOfTheSettling(t *testing.T) {
	b := exploring(t, "")
	for _, c := range []struct{ experiment, want string }{ // each has another answer than the one before it
		{`{"network": "cascadePSP"}`, "is stable. It is stable for τ below 2.7."},
		{`{"network": "PSP", "tau": 4}`, "is unstable. It is stable for τ below 3.27."},
		{`{"network": "PSP", "settle": {"method": "gauss-seidel", "sweeps": 1}}`, "is stable. It is stable for τ below 2.7."},
		{`{"network": "PSP", "settle": {"method": "jacobi", "sweeps": 1}}`, "There is no theory here of one turn"},
		{`{"network": "PSP", "settle": {"method": "euler", "sweeps": 5}}`, "There is no theory here of the phases"},
	} {
		b.reopen("experiment=" + url.QueryEscape(c.experiment))
		b.wait(fmt.Sprintf(`document.querySelector('.theory .answer-text').textContent.includes(%q)`, c.want))
	}
}

// Who asks for less motion is not shown any before asking for it.
func TestExploreReducesMotion(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.run(reducedMotion)
	b.open(explored(t))
	b.press("4")
	b.wait(`document.querySelector('.tour h2').textContent.startsWith('4.') && document.querySelector('#step').textContent === '100' && document.querySelector('.play').getAttribute('aria-label') === 'run'`) // it does not run by itself
	b.press(" ")
	b.wait(`Number(document.querySelector('#step').textContent.replace(/\D/g, '')) > 200`)
}

// By keys alone a reader chooses a synapse, freezes it, splits the view and undoes all.
func TestExploreByKeys(t *testing.T) {
	b := exploring(t, "")
	b.press("s", "s", "p")
	b.wait(`document.querySelector('.phase-strip .now b')?.textContent === 'Feedforward' && document.querySelector('.graph').classList.contains('staged')`)
	b.run(focusOn(`.graph`))
	b.press(right)
	b.wait(`document.querySelector('#element').value === 'lateral[0,1]'`)
	b.press(down)
	b.wait(`document.querySelector('#element').value === 'scale[1]'`)
	b.press(down)
	b.wait(`document.querySelector('#element').value === 'lateral[2,1]'`)
	b.press("f")
	b.wait(`document.querySelector('.act-list')?.innerText.includes('freeze: "lateral[2,1]"') && document.getElementById('c-lateral[2,1]').classList.contains('frozen')`)
	b.press("t")
	b.wait(`document.querySelectorAll('.drawing .circuit').length === 2`)
	b.press("x")
	b.wait(`document.querySelectorAll('.act-list li').length === 2 && document.querySelectorAll('.lesioned').length === 1`)
	b.press("u", "t")
	b.wait(`document.querySelectorAll('.act-list li').length === 1 && document.querySelectorAll('.drawing .circuit').length === 1`)
	b.press("u")
	b.wait(`document.querySelectorAll('.act-list li').length === 0 && document.querySelectorAll('.frozen').length === 0`)
	b.press("?")
	b.wait(`document.querySelector('#help').open`)
}

// The page fits a telephone, and stands within a moment.
func TestExploreOnATelephone(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 390, 844)
	b.run(emulation.SetTouchEmulationEnabled(true))
	address := explored(t)
	begin := time.Now()
	b.open(address)
	t.Logf("it stands after %v", time.Since(begin))
	b.fits()
	b.press("5")
	b.wait(`document.querySelectorAll('.drawing .circuit').length === 2`)
	b.fits()
	var small []string
	b.run(chromedp.Evaluate(`[...document.querySelectorAll('.drive button, .tour button, .hands select, .hands input:not([type=range])')].filter((n) => n.checkVisibility() && n.getBoundingClientRect().height < 30).map((n) => n.outerHTML.slice(0, 80))`, &small))
	if len(small) > 0 {
		t.Errorf("too small to be touched: %v", small)
	}
}

// Without WebAssembly the page says what it lacks.
func TestExploreSaysWhatABrowserLacks(t *testing.T) {
	browserOnly(t)
	address := explored(t)
	text, err := os.ReadFile(strings.TrimPrefix(address, "file://"))
	if err != nil {
		t.Fatal(err)
	}
	without := bytes.Replace(text, []byte(`content="default-src`), []byte(`data-was="default-src`), 1)
	without = bytes.Replace(without, []byte("<style>"), []byte("<script>delete globalThis.WebAssembly;</script><style>"), 1)
	name := filepath.Join(t.TempDir(), "without.html")
	if err := os.WriteFile(name, without, 0o600); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, 800, 600)
	b.run(chromedp.Navigate("file://" + name))
	b.wait(`document.querySelector('#failure')?.textContent.includes('does not run WebAssembly')`)
	b.mu.Lock()
	b.problems = nil // it complains of that, as it should
	b.mu.Unlock()
}

// What stands in an address and is no state is said, and nothing is run of it.
func TestExploreRefusesADamagedAddress(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 800, 600)
	b.run(chromedp.Navigate(explored(t) + "#experiment=" + url.QueryEscape(`{"network": "</script><b>x"}`)))
	b.wait(`document.querySelector('#failure')?.textContent.includes('network')`)
	if b.holds(`document.querySelector('#failure b')`) {
		t.Error("a text became an element")
	}
	b.run(chromedp.Navigate("about:blank"))
	b.open(explored(t))
	for hash, want := range map[string]string{
		"acts=[null]": "act 0", `acts=[{"at":5}]`: "act 0", `acts=[{"at":5,"act":{}},{"at":4,"act":{}}]`: "act 1", `acts=[{"at":5,"act":{},"twin":true}]`: "twin",
		"acts=7": "no list", "experiment=[]": "no object", "experiment={": "not JSON", `experiment={"stimulus":{"file":"x.csv"}}`: "a page cannot have stimuli from files", "step=1e15": "whole numbers", "fork=x": "whole numbers", "step=-1": "whole numbers",
	} {
		b.reopen(hash)
		if said := b.text(`document.querySelector('#failure')?.textContent ?? ''`); !strings.Contains(said, want) {
			t.Errorf("of %s it says %q, want %q", hash, said, want)
		}
		b.run(chromedp.Evaluate(`document.querySelector('#failure')?.remove()`, nil))
	}
	b.reopen("stop=9")
	b.wait(`document.querySelector('.tour h2').textContent === 'New here?' && document.querySelector('.facts').innerText.includes('ifPSP')`)
	b.mu.Lock()
	b.problems = nil
	b.mu.Unlock()
}

// The experiment of the page is data that cannot end its script.
func TestExploreKeepsHostileTexts(t *testing.T) {
	text, err := page.Explore("</title><script>", []byte(`{"name": "</script><script>alert(1)</script>"}`), page.Simulator{Program: []byte("x"), Glue: []byte("y")})
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(bytes.ToLower(text), []byte("<script")); n != 5 {
		t.Errorf("the page has %d scripts, want its script and four blocks of data", n)
	}
	_, rest, _ := bytes.Cut(text, []byte(`id="experiment">`))
	inside, _, _ := bytes.Cut(rest, []byte("</script>"))
	var got map[string]string
	if err := json.Unmarshal(inside, &got); err != nil || got["name"] != "</script><script>alert(1)</script>" {
		t.Errorf("the experiment is %q, %v", got, err)
	}
}

// What is done to a circuit that runs takes place after the step that the list, the address and the file say.
func TestExploreActsWhileItRuns(t *testing.T) {
	long.Only(t)
	b := exploring(t, "speed=12&element=lateral[1,0]")
	b.press(" ")
	b.wait(`Number(document.querySelector('#step').textContent.replace(/\D/g, '')) > 500`)
	b.press("x", "t")
	b.wait(`document.querySelectorAll('.drawing .circuit').length === 2`)
	b.run(choose(`select[aria-label="turn the world"]`, "by 45°"))
	b.wait(`document.querySelectorAll('.act-list li').length === 2`)
	b.wait(`location.hash.includes('acts=') && document.querySelector('.play').getAttribute('aria-label') === 'pause'`)
	b.press(" ")
	b.wait(`document.querySelector('.play').getAttribute('aria-label') === 'run'`)
	was := hashes(b)
	if now := linked(t, b.copyLink()); now != was {
		t.Errorf("the weights hash to %s, and what the address says to %s", was, now)
	}
	if got := promised[string](b, `twophase.run(0.5).then(() => 'it ran', (error) => error.message)`); !strings.Contains(got, "0.5") {
		t.Errorf("half a step: %s", got)
	}
}

// An act that is taken back after many steps says so while they are taken again, and leaves no trace.
func TestExploreSaysThatItTakesAnActBack(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.hasten()
	b.open(explored(t) + "#element=lateral[1,0]")
	promised[int](b, `twophase.run(50)`)
	b.press("x")
	b.wait(`document.querySelectorAll('.act-list li').length === 1`)
	promised[int](b, `twophase.run(60000)`)
	b.run(chromedp.Evaluate(`window.texts = []; new MutationObserver(() => { texts.push(document.querySelector('#progress').textContent); }).observe(document.querySelector('#progress'), {childList: true})`, nil))
	b.click(`.act-list li:first-child button`)
	b.wait(`document.querySelectorAll('.act-list li').length === 0 && document.querySelector('#progress').textContent === ''`)
	if !b.holds(`texts.some((text) => /^Taking the act back: step [1-9].* of 60\u202f050/.test(text))`) {
		t.Errorf("it said %s", b.text(`texts.join('; ')`))
	}
	if h := promised[string](b, `twophase.hash()`); h != natively(t, beginning, 60050, nil, 0) {
		t.Error("the act left a trace")
	}
}

// What is taken back after very many steps can be stopped on the way: the circuit stays where it is, and a link leads on.
func TestExploreStopsALongUndo(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.hasten()
	b.open(explored(t) + "#element=lateral[1,0]")
	promised[int](b, `twophase.run(50)`)
	b.press("x", "t")
	b.wait(`document.querySelectorAll('.drawing .circuit').length === 2`)
	promised[int](b, `twophase.run(60000)`)
	b.run(choose(`select[aria-label="turn the world"]`, "by 45°"))
	b.wait(`document.querySelectorAll('.act-list li').length === 2`)
	b.run(chromedp.Evaluate(`new MutationObserver((_, observer) => { // at once: it may be over before a test has seen that it goes on
		const [, step] = /^Taking the act back: step (.*) of/.exec(document.querySelector('#progress').textContent) ?? [, ''];
		if (!(Number(step.replace(/\D/g, '')) > 50)) return; // there it parts into twins
		observer.disconnect();
		document.dispatchEvent(new KeyboardEvent('keydown', {key: ' '}));
	}).observe(document.querySelector('#progress'), {childList: true})`, nil))
	b.click(`.act-list li:first-child button`)
	b.wait(`document.querySelector('#progress').textContent === '' && document.querySelector('#left-out').textContent.startsWith('Left out: one act and the steps after')`)
	step := `Number(document.querySelector('#step').textContent.replace(/\D/g, ''))`
	b.wait(step + ` > 50 && ` + step + ` < 60050 && document.querySelector('#left-out').textContent.includes('the steps after ' + document.querySelector('#step').textContent + '.')`)
	if now, want := hashes(b), natively(t, beginning, value[int](b, step), nil, 0); now != [2]string{want, want} {
		t.Errorf("where it was stopped the weights hash to %s, natively to %s", now, want)
	}
	b.click(`#left-out button`)
	b.wait(`document.querySelector('#step').textContent === '60\u202f050' && document.querySelectorAll('.act-list li').length === 1`)
}

// An undo is one act for both circuits, whichever of them it was done to; who looks at the twin goes on so, and what ran runs on.
func TestExploreUndoesOfBoth(t *testing.T) {
	b := exploring(t, "element=lateral[1,0]&speed=11")
	promised[int](b, `twophase.run(50)`)
	b.press("x", "t")
	b.wait(`document.querySelectorAll('.drawing .circuit').length === 2 && document.querySelector('#on-twin').checked`)
	promised[int](b, `twophase.run(50)`)
	b.run(choose(`select[aria-label="turn the world"]`, "by 45°"))
	b.wait(`document.querySelectorAll('.act-list li').length === 2`)
	b.press(" ")
	b.wait(`document.querySelector('.play').getAttribute('aria-label') === 'pause' && Number(document.querySelector('#step').textContent.replace(/\D/g, '')) > 500`)
	b.run(chromedp.Evaluate(`document.querySelector('.act-list li:first-child button').click()`, nil)) // while it runs the page moves below a mouse
	b.wait(`document.querySelectorAll('.act-list li').length === 1 && document.querySelectorAll('.drawing .circuit').length === 2`)
	b.wait(`document.querySelector('#on-twin').checked && document.querySelector('.play').getAttribute('aria-label') === 'pause'`)
	b.press(" ")
	b.wait(`document.querySelector('.play').getAttribute('aria-label') === 'run'`)
	was := hashes(b)
	if now := linked(t, b.copyLink()); now != was || was[0] == was[1] {
		t.Errorf("the weights hash to %s, and what the address says to %s", was, now)
	}
	b.press("u", "u") // the second one has nothing to take back
	b.wait(`document.querySelectorAll('.act-list li').length === 0`)
	if was := hashes(b); was[0] != was[1] {
		t.Error("the twin is another, though nothing was done to it")
	}
}

// A synapse that lost its neuron is restored by the act that took it.
func TestExploreRestoresWhatANeuronLost(t *testing.T) {
	b := exploring(t, "element=outputs[1]")
	b.press("x")
	b.wait(`document.getElementById('c-lateral[1,0]').classList.contains('lesioned')`)
	b.run(choose(`select[aria-label="turn the world"]`, "by 45°"))
	b.wait(`document.querySelectorAll('.act-list li').length === 2`)
	b.clickElement("lateral[1,0]")
	b.wait(`document.querySelector('.choosing .big').textContent === 'M₁₀'`)
	b.press("x")
	b.wait(`document.querySelectorAll('.lesioned').length === 0 && document.querySelector('.act-list').innerText.includes('rotate')`)
}

// The number at the top is the last one of its curve, with the same digits.
func TestExploreSaysOneNumber(t *testing.T) {
	b := exploring(t, "fork=3&step=5&element=lateral[2,1]")
	for _, steps := range []int{1, 12, 1234} {
		promised[int](b, fmt.Sprintf(`twophase.run(%d)`, steps))
		b.wait(`[...document.querySelectorAll('.fact')].some((f) => f.textContent.startsWith('error')) && document.documentElement.dataset.shown === document.querySelector('#step').textContent.replace(/\D/g, '')`)
		for fact, panel := range map[string]string{"error": ".of-error", "‖M_o‖": ".of-pruning"} {
			b.wait(fmt.Sprintf(`[...document.querySelectorAll('.fact')].find((f) => f.textContent.startsWith(%s)).querySelector('b').textContent === document.querySelector(%s + ' .legend b').textContent
				&& document.querySelector(%[2]s + ' .legend .entry').title.endsWith(' at step ' + document.querySelector('#step').textContent)`, quote(fact), quote(panel)))
		}
		b.wait(`document.querySelector('.choosing .value').textContent === [...document.querySelectorAll('.lateral-curves .entry')].find((e) => e.textContent.startsWith('M₂₁')).querySelector('b').textContent`)
	}
}

// The names of outputs in the plane stand inside it and apart, on any screen, when five of them share a direction too.
func TestExploreNamesAllOutputs(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 800)
	b.run(reducedMotion) // so that it does not run by itself
	b.open(explored(t) + "#stop=5")
	now := 0
	for _, step := range []int{0, 1, 4, 12, 40, 120, 400, 1200, 4000, 12000} {
		promised[int](b, fmt.Sprintf(`twophase.run(%d)`, step-now))
		now = step
		for _, size := range [][2]int64{{1280, 800}, {390, 844}} {
			b.run(emulation.SetDeviceMetricsOverride(size[0], size[1], 1, size[0] < 600))
			b.wait(fmt.Sprintf(`innerWidth === %d && Math.abs(document.querySelector('.cloud svg').clientWidth - document.querySelector('.cloud').clientWidth) < 2 && document.documentElement.dataset.shown === '%d'`, size[0], step))
			bad := b.text(`(() => {
				const picture = document.querySelector('.cloud svg').getBoundingClientRect(), names = [...document.querySelectorAll('.cloud .symbol')].filter((n) => n.checkVisibility()), all = names.map((n) => n.getBoundingClientRect());
				const out = names.filter((n, i) => all[i].left < picture.left || all[i].right > picture.right || all[i].top < picture.top - 2 || all[i].bottom > picture.bottom + 2);
				const over = names.filter((n, i) => all.some((o, j) => j < i && Math.min(o.right, all[i].right) - Math.max(o.left, all[i].left) > 3 && Math.abs(o.top - all[i].top) < 11));
				return [names.length === 10 ? '' : names.length + ' names', ...out.map((n) => n.textContent + ' is outside'), ...over.map((n) => n.textContent + ' is covered')].filter(Boolean).join(', ');
			})()`)
			if bad != "" {
				t.Errorf("at %d pixels, at step %d: %s", size[0], step, bad)
			}
			b.fits()
		}
	}
}

// inView is that an element is in view, and nothing covers its beginning.
func inView(selector string) string {
	return fmt.Sprintf(`((r) => r.height > 0 && r.top >= 0 && r.bottom <= innerHeight && document.elementFromPoint(r.left + r.width / 2, r.top + 9)?.closest(%s))(document.querySelector(%[1]s).getBoundingClientRect())`, quote(selector))
}

// Of the stop about Λ the gains of both circuits are in view. On a telephone a button leads there.
func TestExploreLeadsToThePanelOfAStop(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 800)
	b.open(explored(t))
	b.press("5")
	b.wait(inView(".gains") + ` && document.querySelector('.gains').innerText.includes('1, 0.999, 0.998') && document.querySelector('.gains').innerText.includes('1, 0.85, 0.7')`)
	b.run(chromedp.Evaluate(`document.querySelector('.tour .controls button:nth-child(4)').click()`, nil)) // by a mouse it can miss: the circuits run, and the panel is laid out again
	b.wait(`document.querySelectorAll('.about').length === 0 && document.querySelector('.tour h2').textContent === 'New here?'`)
	small := newTab(t, 390, 844)
	small.open(explored(t) + "#stop=4")
	small.wait(inView(".tour-text"))
	small.click(".look")
	small.wait(inView(".gains"))
}

// A stop of the tour keeps what a reader had made, and a link leads back to it: experiment, acts, twin and step.
func TestExploreKeepsMyCircuit(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.open(explored(t) + "#speed=3&step=40&fork=7&acts=" + url.QueryEscape(`[{"at": 5, "act": {"lesion": "lateral[1,0]"}}, {"at": 9, "act": {"tau": 0.3}, "twin": true}]`))
	if b.holds(`document.querySelector('.mine').checkVisibility()`) {
		t.Error("there is a way back from what a reader has just opened")
	}
	promised[int](b, `twophase.run(3)`)
	was := hashes(b)
	for _, key := range []string{"4", "5", "2"} {
		b.press(key)
		b.did()
		b.wait(fmt.Sprintf(`document.querySelector('.tour h2').textContent.startsWith('%s.') && document.querySelector('.play').getAttribute('aria-label') === 'pause'`, key))
	}
	b.wait(`location.hash.includes('mine=') && location.hash.includes('stop=1')`)
	b.run(chromedp.Reload())
	b.wait(`document.documentElement?.dataset.ready === 'true' && document.querySelector('.tour h2').textContent.startsWith('2.') && document.querySelector('.mine').checkVisibility()`)
	b.press("4", "2") // and a stop that was opened anew is no work of the reader's
	b.did()
	b.wait(`document.querySelector('.tour h2').textContent.startsWith('2.') && document.querySelector('.play').getAttribute('aria-label') === 'pause'`)
	if b.holds(`document.querySelector('#left-out a')`) {
		t.Error("a stop that nothing was done to is kept as what a reader made of it")
	}
	b.run(typeInto("#k", "2")) // what is made of a stop is not in the way
	b.wait(`document.querySelector('.facts').innerText.includes('K 2')`)
	b.press("6")
	b.wait(`document.querySelector('.tour h2').textContent.startsWith('6.') && document.querySelector('#left-out a')`)
	for _, way := range []string{`document.querySelector('#left-out a')`, `document.querySelector('.mine')`} { // and they lead back though the address names them already
		b.wait(`document.querySelector('.play').getAttribute('aria-label') === 'pause' && location.hash.includes('stop=5')`)
		b.run(chromedp.Evaluate(`history.replaceState(null, '', `+way+`.hash); `+way+`.click()`, nil))
		if strings.Contains(way, "left-out") {
			b.wait(`document.querySelector('.tour h2').textContent.startsWith('2.') && document.querySelector('.facts').innerText.includes('K 2')`)
			b.press("6")
			b.wait(`document.querySelector('.tour h2').textContent.startsWith('6.') && document.querySelector('#left-out a')`)
		}
	}
	b.wait(`document.querySelector('.tour h2').textContent === 'New here?' && document.querySelector('#step').textContent === '43' && document.querySelectorAll('.act-list li').length === 2 && location.hash.includes('step=43')`)
	if now := hashes(b); now != was {
		t.Errorf("what came back hashes to %s, and was %s", now, was)
	}
	if b.holds(`document.querySelector('.mine').checkVisibility()`) {
		t.Error("the way back is still there")
	}
}

// A stop that is asked for while another one opens stands alone: nothing of the other one stays.
func TestExploreOpensTheLastOfManyStops(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.run(reducedMotion)
	b.open(explored(t))
	stops := tour(t)
	for _, keys := range [][]string{{"4", "5"}, {"5", "4"}, {"8", "4", "6", "7"}} {
		b.press(keys...)
		s := stops[keys[len(keys)-1][0]-'1']
		b.wait(fmt.Sprintf(`document.querySelector('.tour h2').textContent.endsWith(%s) && document.querySelector('#step').textContent === '%d' && document.querySelectorAll('.act-list li').length === %d`, quote(s.Title), s.Begin, len(s.Acts)))
		if n := promised[int](b, `twophase.run(20)`); n != 20 {
			t.Fatalf("it took %d steps", n)
		}
		b.wait(fmt.Sprintf(`location.hash.includes('step=%d') && location.hash.includes('fork=') === %v`, s.Begin+20, s.Fork != nil))
		b.wait(fmt.Sprintf(`document.querySelectorAll('.drawing .circuit').length === %d`, map[bool]int{false: 1, true: 2}[s.Fork != nil]))
		if b.holds(`document.querySelector('#left-out a')`) {
			t.Errorf("after the keys %s a stop that was given up is kept as what a reader made of it", keys)
		}
		if h := promised[string](b, `twophase.hash()`); h != natively(t, string(s.Experiment), s.Begin+20, nil, 0) {
			t.Errorf("after the keys %s the circuit is not that of the last stop", keys)
		}
	}
}

// An address that gives way to a stop of the tour does not keep the state of that stop out of the address.
func TestExploreAddressGivesWayToAStop(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.open(explored(t))
	b.run(chromedp.Evaluate(`addEventListener('hashchange', () => document.dispatchEvent(new KeyboardEvent('keydown', {key: '4', bubbles: true})), {once: true});
		twophase.run(60000);
		location.hash = 'step=5'`, nil))
	b.wait(`document.querySelector('.tour h2').textContent.startsWith('4.') && location.hash.includes('stop=3')`)
}

// The opening of a long run says how far it is, stops where a reader stops it, and gives way to another one.
func TestExploreStopsALongOpening(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.run(chromedp.Navigate(explored(t) + "#step=900000000"))
	b.wait(`/step [1-9].* of 900\u202f000\u202f000/.test(document.querySelector('#progress')?.textContent)`)
	b.press(" ")
	b.wait(`document.querySelector('#progress').textContent === '' && document.querySelector('#left-out').textContent.includes('the steps after') && Number(document.querySelector('#step').textContent.replace(/\D/g, '')) > 0`)
	b.click(`#left-out button`)
	b.wait(`document.querySelector('#progress').textContent !== ''`)
	b.press("1")
	b.wait(`document.querySelector('.tour h2').textContent.startsWith('1.') && document.querySelector('#progress').textContent === ''`)
}

// What a change leaves out is said, and comes back; nothing else is changed.
func TestExploreSaysWhatItLeavesOut(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.run(reducedMotion)
	b.open(explored(t) + "#step=40&fork=7&acts=" + url.QueryEscape(`[{"at": 5, "act": {"lesion": "lateral[1,0]"}}, {"at": 9, "act": {"tau": 0.3}, "twin": true}]`))
	b.wait(`document.querySelectorAll('.act-list li').length === 2`)
	was := hashes(b)
	b.press("r")
	b.wait(`document.querySelector('#left-out').textContent.startsWith('Left out: 2 acts and the twin.') && document.querySelector('#step').textContent === '0'`)
	b.click(`#left-out button`)
	b.wait(`document.querySelectorAll('.act-list li').length === 2 && document.querySelector('#step').textContent === '40' && document.querySelector('#left-out').textContent === ''`)
	if now := hashes(b); now != was {
		t.Errorf("what came back hashes to %s, and was %s", now, was)
	}
	for stop := 5; stop <= 8; stop++ {
		b.press(fmt.Sprint(stop))
		b.wait(fmt.Sprintf(`document.querySelector('.tour h2').textContent.startsWith('%d.') && document.querySelectorAll('.act-list li').length === 1 && document.querySelector('#step').textContent === '0' && !document.querySelector('.facts').innerText.includes('K 2')`, stop))
		b.run(typeInto("#k", "2"))
		b.wait(`document.querySelector('.facts').innerText.includes('K 2')`)
		if said := b.text(`document.querySelector('#left-out').textContent`); strings.HasPrefix(said, "Left out: one act.") != (stop == 5) {
			t.Errorf("with two outputs stop %d says %q: only three gains cannot be had", stop, said)
		}
		b.run(choose("#network", "nsm"))
		b.wait(`document.querySelector('.facts').innerText.includes('nsm') && document.querySelector('.hands .wrong').textContent === ''`)
	}
}

// Sizes shrink and grow with what the stimuli are; a value that was not touched stays as it is.
func TestExploreChangesWhatWasTouched(t *testing.T) {
	b := exploring(t, "experiment="+url.QueryEscape(`{"network": "ifPSP", "stimulus": {"spectrum": [4, 3, 2, 1.2345678, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1], "inputs": 20}, "outputs": 3, "lambda": [0.0005, 0.0004, 0.0003]}`))
	address := `decodeURIComponent(location.hash)`
	b.run(focusOn(`.eigenvalue`))
	b.press(up)
	b.wait(address + `.includes('"spectrum":[4.4,3,2,1.2345678,1,0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1]')`)
	b.wait(`document.querySelector('#lambda').value === '0.0005, 0.0004, 0.0003'`)
	b.run(typeInto("#n", "6"))
	b.wait(address + `.includes('"stimulus":{"spectrum":[4.4,3,2,1.2345678,1,0.9],"inputs":6}') && document.querySelector('.facts').innerText.includes('N 6')`)
	b.run(typeInto("#lambda", "0.0005, 0.0004, 0.0002"))
	b.wait(address + `.includes('"lambda":[0.0005,0.0004,0.0002]')`)
	b.reopen("experiment=" + url.QueryEscape(`{"network": "nsm", "stimulus": {"clusters": 3, "inputs": 6}, "outputs": 3}`))
	b.run(typeInto("#k", "2"))
	b.wait(`document.querySelector('.facts').innerText.includes('K 2')`)
	b.run(typeInto("#n", "8"))
	b.wait(address + `.includes('"stimulus":{"clusters":3,"inputs":8}') && document.querySelector('.facts').innerText.includes('N 8')`)
}

// A panel that has left the page is forgotten.
func TestExploreForgetsOldPanels(t *testing.T) {
	b := exploring(t, "")
	b.wait(`window.old = new WeakRef(document.querySelector('.drawing .circuit'))`)
	for _, circuits := range []int{2, 1} {
		b.press("t")
		b.wait(fmt.Sprintf(`document.querySelectorAll('.drawing .circuit').length === %d`, circuits))
	}
	for deadline := time.Now().Add(time.Minute); !b.holds(`window.old.deref() === undefined`); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the drawing of the circuit is still kept")
		}
		b.run(heapprofiler.CollectGarbage())
	}
}

// However often a reader pauses and goes on, one loop runs the circuit, and after a pause none.
func TestExploreRunsOneLoop(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 800, 600)
	b.open(explored(t))
	waiting := promised[[]int](b, `new Promise((done) => {
		const stub = 'let waiting = 0; Object.defineProperty(self, "scheduler", {value: {postTask(f) { waiting++; setTimeout(() => { waiting--; f(); }, 5); }}});'
			+ 'self.simulator = {steps: (n) => n}; addEventListener("message", ({data}) => { if (data.count) setTimeout(() => postMessage({waiting}), 60); });';
		const worker = new Worker(URL.createObjectURL(new Blob([stub, document.getElementById('worker').textContent])));
		const ask = (name, argument) => worker.postMessage({id: 0, name, argument}), found = [];
		const many = () => { for (let i = 0; i < 10; i++) { ask('pause'); ask('go', {speed: Infinity, most: null}); } };
		worker.onmessage = ({data: {waiting}}) => {
			if (waiting === undefined) return;
			found.push(waiting);
			if (found.length === 2) return done(found);
			ask('pause');
			worker.postMessage({id: 0, name: 'pause', count: true});
		};
		many();
		worker.postMessage({id: 0, name: 'go', argument: {speed: Infinity, most: null}, count: true});
	})`)
	if fmt.Sprint(waiting) != "[1 0]" {
		t.Errorf("loops while it runs and after a pause: %v, want one and none", waiting)
	}
}

// reducedMotion says that the reader wants little motion.
var reducedMotion = emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}})

// linked returns the hashes of the weights that an address describes, without a browser.
func linked(t *testing.T, address string) (hashes [2]string) {
	t.Helper()
	_, fragment, _ := strings.Cut(address, "#")
	said, err := url.ParseQuery(fragment)
	if err != nil {
		t.Fatal(err)
	}
	var acts []struct {
		At   int
		Act  json.RawMessage
		Twin bool
	}
	number := func(key string) (n int) {
		if err := json.Unmarshal([]byte(said.Get(key)), &n); err != nil {
			t.Fatalf("%s in %s: %v", key, address, err)
		}
		return n
	}
	if err := json.Unmarshal([]byte(said.Get("acts")), &acts); err != nil {
		t.Fatal(err)
	}
	s, err := simulator.Open([]byte(said.Get("experiment")))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now, fork := 0, number("fork")
	to := func(step int) { now += s.Steps(step - now) }
	for _, a := range acts {
		which := simulator.Both
		if a.Twin {
			if to(fork); fork >= 0 {
				err, fork = s.Twin(), -1
			}
			which = 1
		}
		if to(a.At); err == nil {
			_, err = s.Act(a.Act, which)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	to(number("step"))
	for which := range hashes {
		if hashes[which], err = s.Hash(which); err != nil {
			t.Fatal(err)
		}
	}
	return hashes
}
