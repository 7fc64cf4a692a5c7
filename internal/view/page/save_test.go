package page_test

import (
	"encoding/csv"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
)

// A plot is saved as a picture that is whole by itself, and as the numbers that it draws.
func TestPlotsAreSaved(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 1280, 900)
	b.open(show(t, recorded(t, experiment.Experiment{Steps: 500, Record: []string{"lateral@10"}, Reference: true})))
	b.wait(`document.querySelector('.of-pruning .curve')`)
	// What would be saved is read instead.
	b.run(chromedp.Evaluate(`window.saved = {}; HTMLAnchorElement.prototype.click = function () { fetchText(this); };
		URL.createObjectURL = (blob) => { window.blob = blob; return 'blob:'; };
		window.fetchText = async (a) => { const name = a.download; window.saved[name] = await window.blob.text(); };
		for (const button of document.querySelectorAll('.of-pruning .save button')) button.click();`, nil))
	b.wait(`Object.keys(window.saved).length === 2`)
	rows, err := csv.NewReader(strings.NewReader(b.text(`window.saved['Pruning-of-the-lateral-synapses.csv']`))).ReadAll()
	if err != nil || len(rows) < 50 || strings.Join(rows[0], " ") != "line step value" || rows[1][0] != "‖Mₒ‖/‖M‖" {
		t.Errorf("the numbers are %.300q, %v", rows, err)
	}
	text := b.text(`window.saved['Pruning-of-the-lateral-synapses.svg']`)
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
	}
	if !strings.Contains(text, `xmlns="http://www.w3.org/2000/svg"`) || !strings.Contains(text, `stroke="rgb(`) || strings.Contains(text, "var(--") || strings.Contains(text, "class=") {
		t.Errorf("the picture is not whole by itself: %.600s", text)
	}
}
