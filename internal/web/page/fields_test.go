package page_test

import (
	"context"
	"testing"

	"twophase/circuit/selection"
	"twophase/internal/testkit/long"
	"twophase/internal/web/view"
)

// fields is a Source of a circuit that sees images of 20×30 pixels. It begins with large
// weights and ends with small ones.
type fields struct{ hostile }

func (f fields) Run(ctx context.Context) (*view.Run, error) {
	run, err := f.hostile.Run(ctx)
	run.Title, run.Trials, run.Twins, run.Image = "images", 1, nil, &view.Image{Rows: 20, Columns: 30}
	return run, err
}

func (f fields) Snapshot(_ context.Context, _ int, step int64) (*view.Snapshot, error) {
	w := make(view.Vector, f.inputs*f.outputs)
	for i := range w {
		w[i] = 8
		if step > 0 {
			w[i] = []float64{0.5, 0.25}[i/f.inputs] * []float64{1, -1}[i%2]
		}
	}
	return &view.Snapshot{Step: step, Parts: []view.SnapshotPart{{Kind: selection.Feedforward, Step: step, Columns: f.inputs, Values: w}}}, nil
}

// A receptive field has the colours of the range that it has at the step: what it has become
// is seen however large it was.
func TestReceptiveFields(t *testing.T) {
	long.Only(t)
	b := newTab(t, 1280, 900)
	b.open(serve(t, fields{hostile: hostile{inputs: 600, outputs: 2}}) + "#step=100")
	b.wait(`document.querySelectorAll('.field canvas').length === 2`)
	b.wait(`[...document.querySelectorAll('.field small')].map((e) => e.textContent).join('') === ' ±0.5 ±0.25'`)
	// The first two pixels are as far from the colour of 0 as they can be.
	b.wait(`[...document.querySelectorAll('.field canvas')].every((c) => {
		const style = getComputedStyle(document.documentElement);
		const pixel = (x) => {
			const copy = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
			copy.drawImage(c, x, 0, 1, 1, 0, 0, 1, 1);
			return [...copy.getImageData(0, 0, 1, 1).data.slice(0, 3)];
		};
		const colour = (name) => [1, 3, 5].map((i) => parseInt(style.getPropertyValue(name).trim().slice(i, i + 2), 16));
		return String(pixel(0)) === String(colour('--above')) && String(pixel(1)) === String(colour('--below'));
	})`)
	b.run(typeInto("#step", "0"))
	b.wait(`[...document.querySelectorAll('.field small')].map((e) => e.textContent).join('') === ' ±8 ±8'`)
}
