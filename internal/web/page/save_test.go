package page_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
)

// catchFiles keeps what the page would save in window.saved, by its name, in base64.
func (b *tab) catchFiles() {
	b.Helper()
	b.run(chromedp.Evaluate(`window.saved = {}; URL.createObjectURL = (blob) => { window.blob = blob; return 'blob:'; };
		HTMLAnchorElement.prototype.click = function () {
			const reader = new FileReader(), name = this.download;
			reader.onload = () => { window.saved[name] = reader.result.split(',')[1]; };
			reader.readAsDataURL(window.blob);
		}`, nil))
}

// saved waits for a file that the page saves.
func (b *tab) saved(name string) []byte {
	b.Helper()
	b.wait(`window.saved[` + quote(name) + `]`)
	content, err := base64.StdEncoding.DecodeString(b.text(`window.saved[` + quote(name) + `]`))
	if err != nil {
		b.Fatal(err)
	}
	return content
}

// Every panel is saved as a picture that is whole by itself, in two formats, and as the numbers that it shows;
// and says which commands make the like.
func TestPanelsAreSaved(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	folder := recorded(t, experiment.Experiment{Steps: 500, Record: []string{"weights@10"}, Reference: true})
	b.open(show(t, folder) + "#element=lateral[2,0]&phase=2")
	b.wait(`document.querySelector('.of-pruning .curve') && document.querySelector('.selected .curve') && document.querySelector('.lit') && document.querySelectorAll('.observatory tbody tr').length === 6`)
	b.catchFiles()
	b.run(chromedp.Evaluate(`for (const menu of document.querySelectorAll('.save')) {
			if (!menu.checkVisibility()) continue; // a panel that this run does not have
			for (const button of menu.querySelectorAll('button:not([aria-label^=copy])')) button.click();
			menu.open = true;
		}`, nil))
	shown := map[string]struct {
		columns, first string // of the numbers
		text           string // that the picture must show
		commands       string
	}{
		"circuit":                         {"element step value", "feedforward[0,0] 500 ", "10 inputs", "twophase plot RUN weights --trial 0; twophase export RUN weights --trial 0"},
		"Error-of-the-principal-subspace": {"line step value", "E_Pro 1 ", "E_Pro", "twophase plot RUN error --trial 0; twophase export RUN curve --trial 0"},
		"Pruning-of-the-lateral-synapses": {"line step value", "‖M_o‖/‖M‖ 0 0", "fraction pruned", "twophase plot RUN pruning --trial 0; twophase inspect RUN --json --trial 0"},
		"Health-of-the-neural-phases":     {"line step value", "settling error 1 ", "spectral radius", "twophase plot RUN error --trial 0; twophase export RUN curve --trial 0"},
		"phases":                          {"phase signal neuron value", "Stimulus x 0 ", "outputs 2", ""},
		"selected-element":                {"line step value", "weight 0 ", "pruned below", "twophase inspect RUN --synapse 'lateral[2,0]' --trial 0; twophase plot RUN traces --synapse 'lateral[2,0]' --trial 0; twophase export RUN 'lateral[2,0]' --parts --trial 0"},
		"synapses":                        {"rank synapse state birth peak peak_step final left half_life r2 noise threshold below_since below resurrections", "1 lateral", "at step", "twophase inspect RUN --all --csv --trial 0"},
	}
	b.wait(`Object.keys(window.saved).length === 21 && [...document.querySelectorAll('.save .commands')].every((list) => list.firstChild)`)
	for name, want := range shown {
		rows, err := csv.NewReader(bytes.NewReader(b.saved(name + ".csv"))).ReadAll()
		if err != nil || len(rows) < 7 || strings.Join(rows[0], " ") != want.columns || !strings.HasPrefix(strings.Join(rows[1], " "), want.first) {
			t.Errorf("%s: the numbers are %.300q, %v", name, rows, err)
		}
		text := string(b.saved(name + ".svg"))
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: the picture is no XML: %v", name, err)
			}
		}
		if !strings.Contains(text, ">"+want.text) || strings.Contains(text, "var(--") || strings.Contains(text, "class=") || !strings.Contains(text, `xmlns="http://www.w3.org/2000/svg"`) {
			t.Errorf("%s: the picture is not whole by itself: %.600s", name, text)
		}
		picture, err := png.Decode(bytes.NewReader(b.saved(name + ".png")))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		colours := make(map[any]bool)
		for x := range picture.Bounds().Dx() {
			for y := 0; y < picture.Bounds().Dy(); y += 3 {
				colours[picture.At(x, y)] = true
			}
		}
		if picture.Bounds().Dx() < 800 || len(colours) < 20 {
			t.Errorf("%s: the picture has %v and %d colours", name, picture.Bounds(), len(colours))
		}
		commands := b.text(`[...document.querySelector(` + quote(`[aria-label="save `+strings.ReplaceAll(name, "-", " ")+` as CSV"]`) + `).closest(".save").querySelectorAll("code")].map((e) => e.textContent).join("; ")`)
		if want := strings.ReplaceAll(want.commands, "RUN", folder); commands != want {
			t.Errorf("%s: the commands are %q, want %q", name, commands, want)
		}
	}
}

// A view is written as a file, and a page that opens it shows the same; what is no view is refused.
func TestViewIsKept(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	address := show(t, recorded(t, experiment.Experiment{Steps: 500, Record: []string{"weights@10"}}))
	b.open(address + "#step=200&element=lateral[2,0]&zoom=100-300&time=linear&phase=2&theme=dark")
	same := `document.querySelector('.stage:nth-child(3)').getAttribute('aria-pressed') === 'true' && document.querySelector('#step').value === '200' && document.querySelector('#element').value === 'lateral[2,0]' &&
		[...document.querySelectorAll('.of-error [role=img], .of-pruning [role=img], .selected [role=img]')].every((s) => s.getAttribute('aria-label').includes('steps 100 to 300')) && document.documentElement.dataset.theme === 'dark'`
	b.wait(same)
	b.catchFiles()
	b.press("v")
	kept := filepath.Join(t.TempDir(), "view.json")
	if err := os.WriteFile(kept, b.saved("run-view.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Navigate("about:blank"))
	b.open(address)
	if b.holds(same) {
		t.Fatal("it shows the view before it was opened")
	}
	b.openFile(kept)
	b.wait(same)
	if err := os.WriteFile(kept, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.openFile(kept)
	b.wait(`document.querySelector("#failure")?.textContent === "view.json is no view: the key v writes one"`)
	b.problems = nil // which are that it said so
}

// openFile opens a file by the key f, as a user who chooses it.
func (b *tab) openFile(name string) {
	b.Helper()
	b.run(chromedp.Evaluate(`HTMLInputElement.prototype.click = function () { window.asked = this; }`, nil))
	b.press("f")
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		found, _, err := runtime.Evaluate("window.asked").Do(ctx)
		if err != nil {
			return err
		}
		return dom.SetFileInputFiles([]string{name}).WithObjectID(found.ObjectID).Do(ctx)
	}))
}
