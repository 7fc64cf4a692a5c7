package page_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/web/view"
)

// played is the window of the frame in which the experiment of a run learns.
const played = `document.querySelector('iframe').contentWindow`

// stands is whether that page stands.
const stands = `document.querySelector('iframe')?.contentDocument?.documentElement?.dataset.ready === 'true'`

// The experiment of a run learns in a tab of its page: it is there when the tab is first chosen, stays while another one is
// chosen, has the theme of the inspector, and stands in its address.
func TestPlayTab(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	folder := recorded(t, experiment.Experiment{Steps: 300, Record: []string{"weights@5"}, Reference: true})
	address := show(t, folder)
	b.open(address + "#theme=light")
	if b.holds(`document.querySelector('iframe') || !document.querySelector('#panel-play').hidden`) {
		t.Error("the frame is there before it is asked for")
	}
	b.run(focusOn(`#tab-inspect`))
	b.press(right)
	b.wait(`document.activeElement.id === 'tab-play' && document.activeElement.getAttribute('aria-selected') === 'true' && !document.querySelector('.circuit').checkVisibility()`)
	b.wait(stands)
	b.wait(`location.hash.includes('tab=play')`)
	if !b.holds(`document.querySelector('iframe').clientWidth === innerWidth`) {
		t.Error("the frame does not have the width of the window")
	}
	if n := promised[int](b, played+`.twophase.run(300)`); n != 300 {
		t.Fatalf("it took %d steps", n)
	}
	if got, want := promised[string](b, played+`.twophase.hash()`), weightsHash(t, folder); got != want {
		t.Errorf("it learns to %s, and the run to %s", got, want)
	}
	b.press(" ", "l") // of the inspector, which is not seen
	b.press("d")
	b.wait(`document.documentElement.dataset.theme === 'dark' && ` + played + `.document.documentElement.dataset.theme === 'dark'`)
	b.press(left)
	b.wait(`document.querySelector('.circuit').checkVisibility() && !document.querySelector('iframe').checkVisibility() && document.activeElement.id === 'tab-inspect' && !location.hash.includes('tab=')`)
	b.wait(`document.querySelector('.circuit svg').getBoundingClientRect().width > 300 && document.querySelector('.play').getAttribute('aria-label') === 'play'`)
	if !b.holds(`location.hash.includes('time=log')`) {
		t.Error("a key changed what was not seen")
	}
	b.click(`#tab-play`)
	b.wait(`document.querySelector('iframe').checkVisibility() && ` + played + `.document.querySelector('#step').textContent === '300'`)
	b.run(chromedp.Evaluate(played+`.document.dispatchEvent(new KeyboardEvent('keydown', {key: 'd'}))`, nil))
	b.wait(`location.hash.includes('theme=auto') && ` + played + `.document.documentElement.dataset.theme === document.documentElement.dataset.theme`)

	// What is done in the frame stands in the address, and comes back with it.
	b.run(chromedp.Evaluate(played+`.document.dispatchEvent(new KeyboardEvent('keydown', {key: 'r'}))`, nil))
	b.wait(played + `.document.querySelector('#step').textContent === '0'`)
	b.run(chromedp.Evaluate(`((k) => { k.value = '4'; k.dispatchEvent(new Event('change', {bubbles: true})); })(`+played+`.document.querySelector('#k'))`, nil))
	b.wait(`/outputs.{1,12}4/.test(new URLSearchParams(location.hash.slice(1)).get('play'))`)
	link, own := b.text(`location.href`), b.text(`document.querySelector('.own').href`)
	b.staysHome(address)
	again := newTab(t, 390, 844)
	again.run(emulation.SetTouchEmulationEnabled(true))
	again.open(link)
	again.wait(stands + ` && ` + played + `.document.querySelector('.facts').innerText.includes('K 4')`)
	again.fits()
	if again.holds(played + `.document.documentElement.scrollWidth > innerWidth || document.querySelector('iframe').getBoundingClientRect().height < 600 || document.querySelector('iframe').clientWidth !== innerWidth`) {
		t.Error("the frame does not fit a telephone")
	}
	again.run(chromedp.Reload())
	again.wait(stands + ` && ` + played + `.document.querySelector('.facts').innerText.includes('K 4')`)
	alone := newTab(t, 1280, 900)
	alone.open(own)
	alone.wait(`document.querySelector('.facts').innerText.includes('K 4') && document.querySelector('#theme').checkVisibility()`)
}

// Each run of a folder and each variant of a comparison has a tab of its own experiment.
func TestPlayTabOfAVariant(t *testing.T) {
	browserOnly(t)
	folder := lesioned(t)
	b := newTab(t, 1280, 900)
	b.open(showRuns(t, filepath.Dir(folder)) + "#run=both%2Funtouched&tab=play")
	b.wait(stands + ` && ` + played + `.document.querySelectorAll('.act-list li').length === 0`)
	b.click(`#tab-inspect`)
	b.run(choose(`#show`, "twin:lesioned"))
	b.wait(`document.querySelector('.of-run')?.textContent === ' in lesioned' && !document.querySelector('iframe')`)
	b.click(`#tab-play`)
	b.wait(stands)
	promised[int](b, played+`.twophase.run(1000)`)
	if got, want := promised[string](b, played+`.twophase.hash()`), weightsHash(t, filepath.Join(folder, "lesioned")); got != want {
		t.Errorf("the variant learns to %s, and its run to %s", got, want)
	}
}

// weightsHash returns the SHA-256 of the weights of a run.
func weightsHash(t *testing.T, folder string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "weights.npz"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// playedLive is a run that goes on, whose experiment is known.
type playedLive struct{ live }

func (playedLive) Experiment() (experiment.Experiment, bool) {
	e := experiment.New()
	e.Stimulus.Problem = "small"
	return e, true
}

// A run that goes on can be played with, too.
func TestPlayTabOfALiveRun(t *testing.T) {
	browserOnly(t)
	l := playedLive{live{hostile: hostile{inputs: 10, outputs: 3}, now: new(atomic.Int64), follow: make(chan (<-chan view.Event), 1)}}
	l.now.Store(100)
	l.follow <- make(chan view.Event)
	b := newTab(t, 1280, 900)
	b.open(serve(t, l) + "#tab=play")
	b.wait(stands + ` && document.querySelector('#live').textContent === 'live'`)
}

// Where a page cannot have the experiment, the tab is there and says why.
func TestPlayTabSaysWhyNot(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 390, 844)
	b.open(show(t, ofAFile(t)) + "#tab=play")
	const why = "This run cannot be played with: a page cannot have stimuli from files."
	if !b.holds(`document.querySelector('#tab-play').getAttribute('aria-disabled') === 'true' && document.querySelector('#tab-play').title === '` + why + `' && document.querySelector('.circuit').checkVisibility()`) {
		t.Error("the tab can be chosen")
	}
	b.run(focusOn(`#tab-inspect`))
	b.press(right)
	b.wait(`document.activeElement.id === 'tab-play' && document.querySelector('.circuit').checkVisibility()`)
	b.press(enter)
	b.wait(`document.querySelector('#why-not').checkVisibility() && document.querySelector('#why-not').textContent === '` + why + `' && document.querySelector('.circuit').checkVisibility()`)
	b.fits()
}

// ofAFile is a run whose stimuli come from a file.
func ofAFile(t *testing.T) (folder string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "data.csv")
	if err := os.WriteFile(file, []byte(strings.Repeat("1,0.5,-1\n-0.5,1,0.25\n0.75,-1,1\n", 40)), 0o600); err != nil {
		t.Fatal(err)
	}
	return recorded(t, experiment.Experiment{Outputs: 2, Steps: 100, Record: []string{"weights@5"}, Stimulus: experiment.Stimulus{File: file}})
}
