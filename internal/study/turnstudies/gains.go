package turnstudies

import (
	"context"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/experiment/stability"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/quantile"
)

// gainMaps is the error of two turns on images over gains, τ and the rate.
func gainMaps(ctx context.Context, r *Session) (*Finding, error) {
	images, err := r.imagesOf(ctx)
	if err != nil {
		return nil, err
	}
	if images == nil {
		return &Finding{Title: "Two turns, with other gains and τ", Says: r.absent + "."}, nil
	}
	type family struct {
		name string
		of   func(spectrum []float64, k int) []float64
	}
	families := []family{{fmt.Sprintf("1:%v", lastGain), func(_ []float64, k int) []float64 { return circuit.LinearGains(k, 1, lastGain) }}}
	for _, steep := range stability.SteepGains {
		families = append(families, family{steep.Name, steep.Of})
	}
	taus := []float64{0.5, 0.1, 0.03}
	rates := []float64{5, 10, 20}
	outputs := images.outputs(5, 10)
	trials, steps := r.trials(2), r.steps(min(images.rows, 10_000), 5*images.rows)
	var learners []learner
	var stable []bool // the wanted fixed point
	for _, k := range outputs {
		for _, family := range families {
			for _, tau := range taus {
				gains := family.of(images.spectrum, k)
				l, err := theory.FixedPoint{Network: circuit.IfPSP, Spectrum: images.spectrum, Gains: gains}.Linearise(tau)
				if err != nil {
					return nil, err
				}
				stable = append(stable, l.Stability() == theory.Stable)
				for _, rate := range rates {
					learners = append(learners, learner{gains, tau, 2, circuit.DecayingRate(rate, 5000)})
				}
			}
		}
	}
	found, err := images.learnTrials(ctx, r, trials, learners, steps)
	if err != nil {
		return nil, err
	}
	f := &Finding{
		Title: "Two turns, with other gains and τ",
		Says: fmt.Sprintf("%s, ifPSP with two turns: median E_Pro of %d trials after %d stimuli in random order. Rates are a/(5000+t). Dots: with these gains and this τ the wanted fixed point is itself unstable.",
			r.name(), trials, steps),
		Rows:  [][]string{{"outputs", "gains", "tau", "rate", "median", "trapped", "wanted_stable"}},
		Table: report.Grid{Caption: "The best rate for each", Header: []string{"outputs", "gains", "τ", "wanted fixed point", "a", "E_Pro", "trapped"}},
	}
	picture := report.Maps{Title: "Error with two turns, " + r.name(), Measure: "E_Pro", Log: true, Low: 1e-4, High: 1}
	columns := make([]string, len(rates))
	for i, rate := range rates {
		columns[i] = short(rate)
	}
	at := 0
	for _, k := range outputs {
		m := report.Map{Heatmap: report.Heatmap{Title: fmt.Sprintf("K = %d", k), X: report.Axis{Label: "a, of α = a/(5000+t)", Names: columns}}}
		for _, family := range families {
			for _, tau := range taus {
				m.Y.Names = append(m.Y.Names, fmt.Sprintf("%s, τ %s", family.name, short(tau)))
				best, row := math.Inf(1), []string(nil)
				holds := stable[at/len(rates)]
				word := "unstable"
				if holds {
					word = "stable"
				}
				for _, rate := range rates {
					var all []seen
					for trial := range trials {
						all = append(all, found[trial][at])
					}
					at++
					e := quantile.Of(errorsOf(all), 0.5)
					m.Median, m.Texts, m.Dots = append(m.Median, e), append(m.Texts, short(e)), append(m.Dots, false)
					if !holds {
						m.Texts[len(m.Texts)-1] += " ·"
					}
					f.Rows = append(f.Rows, []string{fmt.Sprint(k), family.name, digits(tau), digits(rate), digits(e), digits(fraction(all)), fmt.Sprint(holds)})
					if e < best || row == nil {
						best, row = e, []string{fmt.Sprint(k), family.name, short(tau), word, short(rate), short(e), short(fraction(all))}
					}
				}
				f.Table.Rows = append(f.Table.Rows, row)
			}
		}
		picture.Panels = append(picture.Panels, m)
	}
	f.Picture = picture
	return f, nil
}
