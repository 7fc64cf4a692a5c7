package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/testkit/long"
)

// Pinned elements are drawn over the selected one, each with a colour and a label of its own; they are listed, stand
// in the address, in what is saved and in the commands, and are pinned and unpinned by keys and by clicks with Shift.
func TestPinnedTraces(t *testing.T) {
	long.Only(t)
	folder := recorded(t, experiment.Experiment{Steps: 300, Record: []string{"weights"}, Parts: []string{"all"}})
	b := newTab(t, 1280, 900)
	address := show(t, folder)
	b.open(address + "#element=lateral[0,1]")
	weights := `document.querySelector('.selected .plot')`
	names := func(want string) {
		t.Helper()
		b.wait(`[...` + weights + `.querySelectorAll('.entry span')].map((e) => e.textContent).join(' ') === ` + quote(want))
	}
	names("weight")
	b.press("a")
	b.run(typeInto("#element", "lateral[2,0]"))
	names("lateral[2,0] lateral[0,1]")
	b.press("a")
	b.run(typeInto("#element", "feedforward[1,4]"))
	drawn := []string{"feedforward[1,4]", "lateral[0,1]", "lateral[2,0]"}
	names(strings.Join(drawn, " "))
	want := parquetAt(t, folder, 300)
	for i, name := range drawn {
		if title := b.text(fmt.Sprintf(weights+`.querySelectorAll('.entry')[%d].title`, i)); numberIn(t, strings.TrimSuffix(title, " at step 300")) != want[name] {
			t.Errorf("%s is %s, want %v", name, title, want[name])
		}
	}
	if labels := b.text(`[...` + weights + `.querySelectorAll('.label')].map((e) => e.textContent).sort().join(' ')`); labels != "M₀₁ M₂₀ W₁₄" {
		t.Errorf("the curves have the labels %s", labels)
	}
	if !b.holds(`((all) => all.every((p, i) => i === 0 || p - all[i - 1] >= 13))([...` + weights + `.querySelectorAll('.label')].map((e) => Number(e.getAttribute('y'))).sort((p, q) => p - q))`) {
		t.Error("labels overlap")
	}
	if n := value[int](b, `new Set([...`+weights+`.querySelectorAll('.curve')].map((e) => getComputedStyle(e).stroke)).size`); n != 3 {
		t.Errorf("three curves have %d colours", n)
	}
	// All plots of the panel keep one axis of time.
	b.wait(`((ends) => ends.length === 4 && new Set(ends).size === 1)([...document.querySelectorAll('.selected .plot:not([hidden]) .frame')].map((f) => [...f.querySelectorAll('.notch')].at(-1).getAttribute('x2')))`)

	b.catchFiles()
	b.run(chromedp.Evaluate(`document.querySelector('[aria-label="save selected element as CSV"]').click(); document.querySelector('.selected .save').open = true`, nil))
	if text := string(b.saved("selected-element.csv")); !strings.Contains(text, "\nfeedforward[1,4],300,") && !strings.Contains(text, `"feedforward[1,4]",300,`) || !strings.Contains(text, "lateral[2,0]") {
		t.Errorf("the saved numbers are %.300q", text)
	}
	b.wait(`document.querySelector('.selected .save code')`)
	given := " --synapse 'feedforward[1,4]' --synapse 'lateral[0,1]' --synapse 'lateral[2,0]' --trial 0"
	if commands := b.text(`[...document.querySelectorAll('.selected .save code')].map((e) => e.textContent).join('; ')`); commands != "twophase plot "+folder+" traces"+given+"; twophase export "+folder+strings.ReplaceAll(given[:len(given)-len(" --trial 0")], " --synapse", "")+" --parts --trial 0" {
		t.Errorf("the commands are %q", commands)
	}
	b.run(chromedp.Evaluate(`document.querySelector('.selected .save').open = false`, nil))

	// The address keeps them. The list selects and unpins, by the keyboard too.
	b.wait(`['pins=lateral%5B0%2C1%5D+lateral%5B2%2C0%5D', 'element=feedforward'].every((part) => location.hash.includes(part))`) // it is written a moment later
	b.run(chromedp.Reload())
	b.wait(`document.querySelector('.selected .plot')`)
	names(strings.Join(drawn, " "))
	b.run(focusOn(".pins li:nth-child(2) button"))
	b.press(enter)
	names("lateral[2,0] lateral[0,1]")
	b.press(tabKey, enter) // unpins what it selected; the focus stays in the list
	names("lateral[2,0] lateral[0,1]")
	b.wait(`document.querySelectorAll('.pins li').length === 1 && document.activeElement.title === 'select lateral[0,1]'`)
	b.press(tabKey, enter)
	names("weight")
	b.wait(`document.querySelector('.pins').hidden && document.activeElement.id === 'pin' && !location.hash.includes('pins=')`)

	// A click with Shift pins, and selects nothing. There are as many as colours.
	b.run(chromedp.Evaluate(`(() => { for (const at of ['lateral[0,1]', 'lateral[1,0]']) document.querySelector('[data-synapse="' + at + '"]').dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true})); })()`, nil))
	names("lateral[2,0] lateral[0,1] lateral[1,0]")
	b.run(chromedp.Navigate("about:blank"))
	b.open(address + "#element=scale[2]&pins=scale[0]+scale[1]+lateral[0,1]+lateral[1,0]+feedforward[0,0]+nosuch[1]+outputs[0]")
	b.press("a")
	b.wait(`document.querySelector('.wrong').textContent === '6 are pinned: unpin one first' && document.querySelectorAll('.pins li').length === 6`)
}
