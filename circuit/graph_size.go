package circuit

import (
	"fmt"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/text/expression"
)

// sizes returns the number of neurons of every population of a spec by name, with N and K.
func (g Graph) sizes(s Spec) (map[string]int, error) {
	known := map[string]int{"N": s.Inputs, "K": len(s.Gains)}
	for name, n := range s.Sizes {
		if err := g.CheckPopulation(name); err != nil {
			return nil, fmt.Errorf("sizes: %w", err)
		}
		if n < 1 {
			return nil, fmt.Errorf("sizes: population %s has %d neurons: give at least 1", name, n)
		}
	}
	shares, err := g.shares(s)
	if err != nil {
		return nil, err
	}
	together := 0
	for _, p := range g.Populations {
		n, given := s.Sizes[p.Name]
		switch {
		case p.Input:
			n, shares = shares[0], shares[1:]
		case given:
		case p.Size == "":
			n = known["K"]
		default:
			if n, err = evaluateSize(p.Size, known); err != nil {
				return nil, fmt.Errorf("population %s: size: %w", p.Name, err)
			}
		}
		if n < 1 {
			return nil, fmt.Errorf("population %s has %d neurons: it needs at least 1", p.Name, n)
		}
		if together += n; together > selection.MostNeurons {
			return nil, fmt.Errorf("population %s has %d neurons, which makes %d with those before it: a circuit has room for %d", p.Name, n, together, selection.MostNeurons)
		}
		known[p.Name] = n
	}
	if n, exists := known[g.OutputName()]; exists && n != len(s.Gains) {
		return nil, fmt.Errorf("population %s has %d neurons, and there is one gain λ for each of %d outputs: let both agree", g.OutputName(), n, len(s.Gains))
	}
	return known, nil
}

// shares returns how many of the N inputs each population of inputs has, in their order: by
// Spec.Sizes or its Size, or else an equal share of the rest, the larger shares first.
func (g Graph) shares(s Spec) ([]int, error) {
	var shares []int
	left, open := s.Inputs, 0
	for _, p := range g.Populations {
		if !p.Input {
			continue
		}
		n, given := s.Sizes[p.Name]
		if !given && p.Size != "" {
			var err error
			if n, err = evaluateSize(p.Size, map[string]int{"N": s.Inputs, "K": len(s.Gains)}); err != nil {
				return nil, fmt.Errorf("population %s: size: %w", p.Name, err)
			}
		}
		if left -= n; n == 0 {
			open++
		}
		shares = append(shares, n)
	}
	if left < open || open == 0 && left != 0 {
		return nil, fmt.Errorf("the %d inputs of the stimulus cannot be split over the populations %s", s.Inputs, strings.Join(g.inputNames(), ", "))
	}
	for i, n := range shares {
		if n == 0 {
			shares[i] = (left + open - 1) / open
			left, open = left-shares[i], open-1
		}
	}
	return shares, nil
}

// evaluateSize returns the value of an expression of known names, which must be a possible size.
func evaluateSize(text string, known map[string]int) (int, error) {
	names := sortedKeys(known)
	e, err := expression.Compile(text, names)
	if err != nil {
		return 0, err
	}
	values := make([]float64, len(names))
	for i, name := range names {
		values[i] = float64(known[name])
	}
	return e.Whole(values, 1, selection.MostNeurons)
}
