package dataset

import (
	"errors"
	"fmt"
	"io"

	"twophase/stimulus"
	"twophase/stimulus/fileformat"
)

// Pipe is a source of rows of text that are read once, as they come, from standard input. It has
// no survey. Its end is the end of the text, or the closing of Stop.
type Pipe struct {
	rows  *fileformat.File
	stop  <-chan struct{}
	step  uint64
	free  chan []float64
	full  chan []float64
	err   error // why the rows ended, once full is closed
	begun bool
}

// rowsAhead is the largest number of rows of a pipe that wait for the circuit.
const rowsAhead = 256

// NewPipe reads the beginning of a text: its header, if it has one, and two rows. It waits for
// them. The format is that of a .csv file.
func NewPipe(in io.Reader, how fileformat.Layout) (*Pipe, error) {
	if how.Transpose {
		return nil, errors.New("a pipe cannot be transposed, for its rows have no end: write them into a file first")
	}
	rows, err := fileformat.ReadText("standard input", in, how)
	if err != nil {
		return nil, err
	}
	return &Pipe{rows: rows, free: make(chan []float64, rowsAhead), full: make(chan []float64, rowsAhead)}, nil
}

// Stop ends the stimuli when the channel is closed, even while Next waits for a row. Call it
// before the first Next.
func (p *Pipe) Stop(stop <-chan struct{}) { p.stop = stop }

// Names returns the names of the inputs, nil if the text has no header.
func (p *Pipe) Names() []string { return p.rows.Names() }

// Inputs returns N.
func (p *Pipe) Inputs() int { return p.rows.Inputs() }

// Next waits for the next row and fills x [N] with it. It returns io.EOF after the last one, and
// once Stop was closed. Another error names the line. Next allocates only the first time.
func (p *Pipe) Next(x []float64) error {
	stimulus.CheckLength(x, p.Inputs())
	if !p.begun {
		p.begun = true
		for range rowsAhead {
			p.free <- make([]float64, p.Inputs())
		}
		go p.read()
	}
	select {
	case <-p.stop:
		return io.EOF
	default:
	}
	select {
	case row, more := <-p.full:
		if !more {
			return p.err
		}
		copy(x, row)
		p.free <- row
		p.step++
		return nil
	case <-p.stop:
		return io.EOF
	}
}

// read reads rows until they end. It waits for a reader that does not return as long as the
// process lives.
func (p *Pipe) read() {
	defer close(p.full)
	for row := range p.free {
		if p.err = p.rows.Next(row); p.err != nil {
			return
		}
		p.full <- row
	}
}

// Step returns the number of the last row that was yielded.
func (p *Pipe) Step() uint64 { return p.step }

// Seek accepts only the present step, because rows cannot be read again.
func (p *Pipe) Seek(step uint64) error {
	if step != p.step {
		return fmt.Errorf("stimulus %d cannot be sought: the rows of a pipe are read once, and %d were", step, p.step)
	}
	return nil
}
