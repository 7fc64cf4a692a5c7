package fileformat

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
