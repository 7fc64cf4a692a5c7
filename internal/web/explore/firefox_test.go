package explore

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/firefox"
	"twophase/internal/testkit/long"
)

// In Firefox the page opens from the disk, has the bits of a run, leads through its tour and fits a telephone.
func TestPageInFirefox(t *testing.T) {
	long.Only(t)
	b := firefox.Open(t, 390, 844)
	file := filepath.Join(t.TempDir(), "page.html")
	for _, text := range explored[:2] {
		doc, err := experiment.Parse("experiment.yaml", []byte(text))
		check(t, err)
		page, err := Page("test", doc.Experiment)
		check(t, err)
		check(t, os.WriteFile(file, page, 0o666))
		b.Go("file://" + file)
		b.Wait(`document.documentElement.dataset.ready === 'true' || document.querySelector('#failure')`)
		if failure := firefox.Value[string](b, `document.querySelector('#failure')?.textContent ?? ''`); failure != "" {
			t.Fatalf("the page does not stand: %s", failure)
		}
		got := firefox.Value[string](b, fmt.Sprintf(`window.twophase.run(%d).then(() => window.twophase.hash())`, doc.Experiment.Steps))
		if want := enginetest.Weights(t, doc.Experiment); got != want {
			t.Errorf("the page ends with weights %s, and twophase run with %s:\n%s", got, want, text)
		}
	}
	fits := func(when string) {
		t.Helper()
		if width := firefox.Value[int](b, `document.documentElement.scrollWidth`); width > 390 {
			t.Errorf("%s the page is %d pixels wide, and the window 390", when, width)
		}
	}
	fits("at first")
	for stop := 1; stop <= 8; stop++ {
		b.Wait(`(document.querySelector('.tour .controls button:nth-child(2)').click(), true)`)
		b.Wait(fmt.Sprintf(`document.querySelector('.tour h2').textContent.startsWith('%d. ') && document.querySelector('.play').getAttribute('aria-label') === 'pause'`, stop))
		firefox.Value[int](b, `window.twophase.run(1)`)
		fits(fmt.Sprintf("at stop %d", stop))
	}
	if !firefox.Value[bool](b, `document.querySelector('.tour .controls button:nth-child(2)').hidden`) {
		t.Error("the tour goes on after stop 8")
	}
}
