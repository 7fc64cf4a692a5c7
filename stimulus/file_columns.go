package stimulus

import "fmt"

// Columns is a view's range of columns of a file, counted from 0, both ends included.
type Columns struct {
	View     string
	From, To int
}

// pickViews returns the columns of all views. Its errors name the view that the file lacks, or
// that shares a column with another.
func pickViews(inputs int, views []Columns) (picked []int, err error) {
	owner := make([]string, inputs)
	for _, v := range views {
		switch {
		case v.From < 0 || v.From > v.To:
			return nil, fmt.Errorf("view %s has columns %d-%d: give the first and the last, counted from 0", v.View, v.From, v.To)
		case v.To >= inputs:
			return nil, fmt.Errorf("view %s is missing: it has columns %d-%d, and the file has columns 0-%d", v.View, v.From, v.To, inputs-1)
		}
		for c := v.From; c <= v.To; c++ {
			if owner[c] != "" {
				return nil, fmt.Errorf("views %s and %s both have column %d: give each column to one of them", owner[c], v.View, c)
			}
			owner[c], picked = v.View, append(picked, c)
		}
	}
	return picked, nil
}

// pickedColumns reads some columns of the stimuli of a file.
type pickedColumns struct {
	rows   rowReader
	picked []int
	whole  []float64 // a row
}

func (p *pickedColumns) shape() (rows, inputs int) {
	rows, _ = p.rows.shape()
	return rows, len(p.picked)
}

func (p *pickedColumns) next(x []float64) error {
	if err := p.rows.next(p.whole); err != nil {
		return err
	}
	for i, c := range p.picked {
		x[i] = p.whole[c]
	}
	return nil
}
