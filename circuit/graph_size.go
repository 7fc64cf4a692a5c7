package circuit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// sizes returns the number of neurons of every population of a spec, in the order of the
// graph.
func (g Graph) sizes(s Spec) ([]int, error) {
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
	all := make([]int, len(g.Populations))
	for i, p := range g.Populations {
		n, given := s.Sizes[p.Name]
		switch {
		case p.Input:
			n, shares = shares[0], shares[1:]
		case given:
		case p.Size == "":
			n = known["K"]
		default:
			if n, err = evaluateSize(p.Size, known); err != nil {
				return nil, fmt.Errorf("population %s: size %q: %w", p.Name, p.Size, err)
			}
		}
		if n < 1 {
			return nil, fmt.Errorf("population %s has %d neurons: it needs at least 1", p.Name, n)
		}
		all[i], known[p.Name] = n, n
	}
	if i := slices.IndexFunc(g.Populations, func(p PopulationSpec) bool { return p.Name == g.output() }); i >= 0 && all[i] != len(s.Gains) {
		return nil, fmt.Errorf("population %s has %d neurons, and there is one gain λ for each of %d outputs: let both agree", g.output(), all[i], len(s.Gains))
	}
	return all, nil
}

// Cells returns how many numbers the matrices of a circuit with a graph hold: those of its
// projections, and the equations of the populations that settle together. It returns an error
// if the populations cannot have their sizes.
func (s Spec) Cells() (cells float64, err error) {
	g := s.Network.Shape()
	sizes, err := g.sizes(s)
	if err != nil {
		return 0, err
	}
	size := map[string]float64{}
	for i, p := range g.Populations {
		size[p.Name] = float64(sizes[i])
	}
	for _, p := range g.Projections {
		if p.Tied == "" {
			cells += float64(size[p.From] * size[p.To])
		}
	}
	for _, phase := range s.Network.Schedule {
		if e, ok := phase.(Equilibrate); ok {
			n := 0.0
			for _, name := range e.Populations.List() {
				n += size[name]
			}
			cells += float64(n * n)
		}
	}
	return cells, nil
}

// shares returns how many of the N inputs each population of inputs has, in their order:
// what Spec.Sizes or their Size says, and equal shares of what is left for those that do
// not say it, the larger ones first.
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
				return nil, fmt.Errorf("population %s: size %q: %w", p.Name, p.Size, err)
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

// inputNames returns the names of the populations of inputs.
func (g Graph) inputNames() (names []string) {
	for _, p := range g.Populations {
		if p.Input {
			names = append(names, p.Name)
		}
	}
	return names
}

// evaluateSize returns the value of arithmetic with whole numbers and known names.
func evaluateSize(text string, known map[string]int) (int, error) {
	tree, err := parser.ParseExpr(text)
	if err != nil {
		return 0, fmt.Errorf("it is not arithmetic: write a number, K, or 2*K")
	}
	return sizeOf(tree, known)
}

func sizeOf(tree ast.Expr, known map[string]int) (int, error) {
	switch e := tree.(type) {
	case *ast.ParenExpr:
		return sizeOf(e.X, known)
	case *ast.BasicLit:
		if n, err := strconv.Atoi(e.Value); err == nil {
			return n, nil
		}
		return 0, fmt.Errorf("%s is not a whole number", e.Value)
	case *ast.Ident:
		n, ok := known[e.Name]
		if !ok {
			var names []string
			for name := range known {
				names = append(names, name)
			}
			slices.Sort(names)
			return 0, unknown("size", e.Name, names)
		}
		return n, nil
	case *ast.BinaryExpr:
		x, err := sizeOf(e.X, known)
		if err != nil {
			return 0, err
		}
		y, err := sizeOf(e.Y, known)
		if err != nil {
			return 0, err
		}
		switch e.Op {
		case token.ADD:
			return x + y, nil
		case token.SUB:
			return x - y, nil
		case token.MUL:
			return x * y, nil
		case token.QUO:
			if y != 0 && x%y == 0 {
				return x / y, nil
			}
			return 0, fmt.Errorf("%d/%d is not a whole number", x, y)
		}
	}
	return 0, fmt.Errorf("it is not arithmetic with + − * / and brackets")
}
