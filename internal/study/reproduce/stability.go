package reproduce

import (
	"fmt"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/study"
)

// stability returns the section of the rates near the fixed points.
func stability(_ repetitions, o Options) (study.Section, error) {
	known, err := discriminants(o.Seed)
	if err != nil {
		return study.Section{}, fmt.Errorf("the discriminants of pairs: %w", err)
	}
	s := study.Section{
		Name:  "stability",
		Title: "Fixed points and stability",
		Intro: "Eigenvalues of the linearised mean-field flow at its fixed point, per unit of Σα_t, at the paper's τ; outputs " +
			"count from 0. An independent program gives those beside them: from the numerical Jacobian of the whole flow and the " +
			"matrices of the paper's appendix. A two-phase network has the rates of its recurrent counterpart. The cascades are this " +
			"project's own (docs/cascade.md); for them the independent program gives the slowest rates to four decimals.",
		Notes: []string{
			"Complex eigenvalues at the paper's own τ are stable, but the paper's proof has real eigenvalues, for a τ that is small enough.",
			known,
		},
	}
	data := study.Table{Header: []string{"network", "N", "K", "tau", "quantity", "re", "im", "reference_re", "reference_im", "verdict"}}
	for _, p := range problems() {
		for _, twins := range [][]circuit.Network{{circuit.IfPSP, circuit.PSP}, {circuit.IfPSW, circuit.PSW}, {circuit.CascadePSP}, {circuit.CascadePSW}} {
			var quantities []quantity
			for _, network := range twins {
				var err error
				if quantities, err = quantitiesOf(p, network); err != nil {
					return s, fmt.Errorf("%s on the %s problem: %w", network.Name, p.Name, err)
				}
				for _, q := range quantities {
					data.Add(append([]string{
						network.Name, strconv.Itoa(p.Inputs), strconv.Itoa(p.Outputs), strconv.FormatFloat(network.Tau, 'g', -1, 64), q.name,
					}, q.csv()...)...)
				}
			}
			g := study.Table{
				Caption: fmt.Sprintf("%s, N = %d, K = %d, τ = %v", namesOf(twins), p.Inputs, p.Outputs, twins[0].Tau),
				Header:  []string{"quantity", "here", "reference", "verdict"},
			}
			for _, q := range quantities {
				if imag(q.here) >= 0 {
					g.Add(q.row()...)
				}
			}
			s.Tables = append(s.Tables, g)
		}
	}
	s.Files = []study.File{{Name: "stability.csv", Content: data.CSV()}}
	return s, nil
}

// namesOf returns the names of networks in a sentence.
func namesOf(networks []circuit.Network) string {
	var list []string
	for _, n := range networks {
		list = append(list, n.Name)
	}
	return strings.Join(list, " and ")
}
