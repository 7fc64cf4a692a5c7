package turnstudies

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/sbinet/npyio"
	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// world is how many turns real stimuli need: by the theory from their spectrum, and by circuits
// that learn from them.
func world(ctx context.Context, r *Session) (*Finding, error) {
	f := &Finding{
		Title: "Real stimuli: turns with which no start fails",
		Rows:  [][]string{{"stimuli", "inputs", "rows", "outputs", "first", "last", "exponent", "predicted_enough", "turns", "median", "trapped", "trials"}},
		Table: report.Grid{Caption: "Turns with which no start fails, and circuits", Header: []string{"stimuli", "N", "outputs K", "g_K/g_1", "falls as k^−β, β", "turns predicted", "E_Pro (trapped) with 2", "with 4", "with those predicted"}},
	}
	panel := report.CurvePanel{X: "component k", Y: "eigenvalue g_k/g_1", LogX: true, LogY: true}
	trials, most := r.trials(2), 40_000
	for _, source := range []struct {
		name string
		open func(context.Context, int) (d *data, absent string, err error)
	}{
		{r.name(), func(ctx context.Context, _ int) (*data, string, error) {
			d, err := r.imagesOf(ctx)
			return d, r.absent, err
		}},
		{"patches of photographs", r.openPhotographs},
		{"spectrograms of speech", r.openSpeech},
	} {
		d, absent, err := source.open(ctx, most)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source.name, err)
		}
		if d == nil {
			f.Notes = append(f.Notes, absent+".")
			continue
		}
		if d != r.images {
			defer d.file.Close()
		}
		outputs := d.outputs(choose(r.Options, []int{3, 5}, []int{3, 5, 10})...)
		needed := make([]int, len(outputs))
		err = r.each(ctx, len(outputs), func(ctx context.Context, i int) (err error) {
			needed[i], err = r.enough(ctx, d.spectrum, outputs[i])
			return err
		})
		if err != nil {
			return nil, err
		}
		steps := r.steps(10_000, 150_000)
		var learners []learner
		tried := make([][]int, len(outputs))
		for i, k := range outputs {
			tried[i] = []int{2, 4}
			if needed[i] > 4 {
				tried[i] = append(tried[i], needed[i])
			}
			learners = append(learners, papers(k, circuit.DecayingRate(10, 5000), tried[i]...)...)
		}
		found, err := d.learnTrials(ctx, r, trials, learners, steps)
		if err != nil {
			return nil, err
		}
		at := 0
		for i, k := range outputs {
			beta := math.Log(d.spectrum[0]/d.spectrum[k-1]) / math.Log(float64(k))
			row := []string{source.name, fmt.Sprint(d.file.Inputs()), fmt.Sprint(k), short(d.spectrum[k-1]), short(beta), turnsText(needed[i])}
			last := "–"
			for _, turns := range tried[i] {
				var all []seen
				for trial := range trials {
					all = append(all, found[trial][at])
				}
				at++
				e := quantile.Of(errorsOf(all), 0.5)
				f.Rows = append(f.Rows, []string{
					source.name, fmt.Sprint(d.file.Inputs()), fmt.Sprint(d.rows), fmt.Sprint(k), digits(d.spectrum[0]), digits(d.spectrum[k-1]), digits(beta),
					turnsText(needed[i]), fmt.Sprint(turns), digits(e), digits(fraction(all)), fmt.Sprint(trials),
				})
				cell := fmt.Sprintf("%s (%s)", short(e), short(fraction(all)))
				if turns <= 4 {
					row = append(row, cell)
				}
				if turns == needed[i] {
					last = cell
				}
			}
			f.Table.Rows = append(f.Table.Rows, append(row, last))
		}
		g := report.Graph{Name: source.name}
		for k := range min(50, len(d.spectrum)) {
			g.X, g.Y = append(g.X, float64(k+1)), append(g.Y, d.spectrum[k]/d.spectrum[0])
		}
		panel.Curves = append(panel.Curves, g)
		f.Says = fmt.Sprintf("Stimuli without their mean, in random order, ifPSP with Λ from 1 to %v and τ = %v, %d stimuli, %d trials: medians of E_Pro, and the fraction of trials that are trapped. Turns predicted: the smallest even number with which %s.", lastGain, tau, steps, trials, r.enoughMeans(1))
	}
	f.Notes = append(f.Notes, "For a file of your own, twophase stability --stimulus FILE --center --scale eigen --outputs K --turns 2 predicts how often starts fail and how many turns are enough, and twophase reproduce turns --stimulus FILE uses the file instead of the images.")
	if f.Says == "" {
		f.Says = "No real stimuli are installed."
	} else {
		f.Picture = report.Curves{Title: "Spectra of real stimuli", Panels: []report.CurvePanel{panel}}
	}
	return f, nil
}

// openPhotographs opens patches of the photographs that are installed.
func (r *Session) openPhotographs(ctx context.Context, most int) (*data, string, error) {
	if r.Quick {
		return nil, "Photographs are left out of a quick run", nil
	}
	paths, err := findPhotographs()
	if err != nil {
		return nil, "", err
	}
	if len(paths) == 0 {
		return nil, fmt.Sprintf("Photographs are left out: there is no %s; install the Debian package mate-backgrounds", photographs), nil
	}
	rows, err := patches(paths, most, r.Seed)
	if err != nil {
		return nil, "", err
	}
	d, err := r.openRows(ctx, rows)
	return d, "", err
}

// openSpeech opens frames of speech, if it can be synthesised.
func (r *Session) openSpeech(ctx context.Context, most int) (*data, string, error) {
	if r.Quick {
		return nil, "Speech is left out of a quick run", nil
	}
	if _, err := exec.LookPath(synthesiser); err != nil {
		return nil, fmt.Sprintf("Speech is left out: there is no program %s; install the Debian package %[1]s", synthesiser), nil
	}
	rows, err := spectrograms(ctx, most)
	if err != nil {
		return nil, "", err
	}
	d, err := r.openRows(ctx, rows)
	return d, "", err
}

// openRows opens stimuli [T×N] that are in no file yet.
func (r *Session) openRows(ctx context.Context, rows *mat.Dense) (*data, error) {
	folder, err := os.MkdirTemp("", "twophase-stimuli-")
	if err != nil {
		return nil, err
	}
	r.folders = append(r.folders, folder)
	path := filepath.Join(folder, "stimuli.npy")
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(npyio.Write(file, rows), file.Close()); err != nil {
		return nil, err
	}
	return r.open(ctx, path, mostOutputs)
}
