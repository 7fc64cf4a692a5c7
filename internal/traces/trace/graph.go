package trace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"twophase/circuit/selection"
	"twophase/synapse"
)

// partNames is the form of the name of a population or a projection.
var partNames = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// parseGraph reads the graph of a circuit from a file's metadata. It returns an error unless names and sizes fit together.
func parseGraph(text string) (*selection.Graph, error) {
	if text == "" {
		return nil, errors.New("its metadata do not say which circuit was recorded, as those of an older twophase: run the experiment again")
	}
	g := new(selection.Graph)
	if err := json.Unmarshal([]byte(text), g); err != nil {
		return nil, fmt.Errorf("its metadata do not say which circuit was recorded: %w", err)
	}
	if err := checkGraph(g); err != nil {
		return nil, fmt.Errorf("the circuit in its metadata cannot be: %w", err)
	}
	return g, nil
}

func checkGraph(g *selection.Graph) error {
	if len(selection.NewSize(*g).Kinds()) > selection.MostKinds {
		return fmt.Errorf("it has %d populations and %d projections", len(g.Populations), len(g.Projections))
	}
	names := map[string]bool{}
	name := func(s string) error {
		if !partNames.MatchString(s) || names[s] {
			return fmt.Errorf("the name %.60q is none, or is given twice", s)
		}
		names[s] = true
		return nil
	}
	neurons, all := map[string]int{}, 0
	output := false
	for _, p := range g.Populations {
		if err := name(p.Name); err != nil {
			return err
		}
		if p.Neurons < 1 || p.Neurons > selection.MostNeurons-all {
			return fmt.Errorf("population %s has %d neurons", p.Name, p.Neurons)
		}
		all += p.Neurons
		neurons[p.Name] = p.Neurons
		output = output || p.Name == g.Output && !p.Input
	}
	if !output {
		return fmt.Errorf("it has no population of outputs %.60q", g.Output)
	}
	for _, p := range g.Projections {
		if err := name(p.Name); err != nil {
			return err
		}
		if neurons[p.To] == 0 || neurons[p.From] == 0 || p.Post != neurons[p.To] || p.Pre != neurons[p.From] || p.Within != (p.To == p.From) || p.Wiring < synapse.AllToAll || p.Wiring > synapse.WithSelf {
			return fmt.Errorf("projection %s is one of %d×%d, from %.60q to %.60q", p.Name, p.Post, p.Pre, p.From, p.To)
		}
	}
	return nil
}

// findListed finds the synapses of listed projections by the rows of the first step. If that
// is not step 0, not all need have one, and every place counts as a synapse.
func (t *Trial) findListed(ctx context.Context) error {
	if t.First() != 0 {
		return nil
	}
	found := map[selection.Kind][]bool{}
	var of []selection.Kind
	for _, p := range t.size.Graph.Projections {
		k := selection.Kind(p.Name)
		if p.Wiring != synapse.Listed || !t.HasKind(k) {
			continue
		}
		if err := t.fits(int64(p.Post) * int64(p.Pre)); err != nil {
			return err
		}
		found[k], of = make([]bool, p.Post*p.Pre), append(of, k)
	}
	if of == nil {
		return nil
	}
	err := t.Scan(ctx, 0, 0, of, func(r Rows) error {
		for i, k := range r.Kinds {
			post, pre, width := int(r.Posts[i]), int(r.Pres[i]), t.size.Width(k)
			if post < 0 || post >= t.size.Neurons(k) || pre < 0 || pre >= width {
				return errors.New("there is a row of a synapse that does not exist")
			}
			found[k][post*width+pre] = true
		}
		return nil
	})
	t.listed = found
	return err
}
