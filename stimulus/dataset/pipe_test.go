package dataset

import (
	"io"
	"slices"
	"strings"
	"testing"

	"twophase/stimulus/fileformat"
)

// A row is yielded before the next one is there, and the rows end when the channel is closed.
func TestPipeAsRowsCome(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	go io.WriteString(out, "a,b,c\n1,2,3\n")
	p, err := NewPipe(in, fileformat.Layout{Columns: []string{"c", "a"}})
	if err != nil {
		t.Fatal(err)
	}
	if names := p.Names(); p.Inputs() != 2 || !slices.Equal(names, []string{"c", "a"}) {
		t.Errorf("%d inputs, %q", p.Inputs(), names)
	}
	stop := make(chan struct{})
	p.Stop(stop)
	x := make([]float64, 2)
	for _, next := range []struct {
		line string
		want []float64
	}{{"", []float64{3, 1}}, {"4,5,6\n", []float64{6, 4}}, {"7,8,9\n", []float64{9, 7}}} {
		if next.line != "" {
			go io.WriteString(out, next.line)
		}
		if err := p.Next(x); err != nil || !slices.Equal(x, next.want) {
			t.Fatalf("row %v, %v, want %v", x, err, next.want)
		}
	}
	if p.Seek(3) != nil || p.Seek(1) == nil || p.Step() != 3 {
		t.Errorf("at step %d", p.Step())
	}
	waits := make(chan error)
	go func() { waits <- p.Next(x) }()
	close(stop)
	for range 2 {
		if err := <-waits; err != io.EOF {
			t.Errorf("the rows end with %v", err)
		}
		go func() { waits <- p.Next(x) }()
	}
	<-waits
}

// All rows are yielded, more than are read ahead, and then always the same end.
func TestPipeToItsEnd(t *testing.T) {
	const rows = 3*rowsAhead + 1
	for _, c := range []struct{ end, want string }{
		{"", "EOF"},
		{"1,2", "EOF"},
		{"1,x\n1,2\n", "reading the stimuli in standard input: line 770, input 1: "},
		{"1\n", "reading the stimuli in standard input: line 770 has 1 value"},
	} {
		p, err := NewPipe(strings.NewReader(strings.Repeat("1,2\n", rows)+c.end), fileformat.Layout{})
		if err != nil {
			t.Fatal(err)
		}
		x, want := make([]float64, 2), uint64(rows)
		if c.end == "1,2" { // a last line without an end
			want++
		}
		for err = p.Next(x); err == nil; err = p.Next(x) {
		}
		if again := p.Next(x); !strings.HasPrefix(err.Error(), c.want) || again != err || p.Step() != want {
			t.Errorf("%q: %v and %v after %d rows, want %s after %d", c.end, err, again, p.Step(), c.want, want)
		}
	}
	for _, c := range []struct {
		text string
		how  fileformat.Layout
		want string
	}{
		{"", fileformat.Layout{}, "holds no stimuli"},
		{"a,b\n", fileformat.Layout{}, "holds no stimuli"},
		{"1,2\n", fileformat.Layout{Transpose: true}, "cannot be transposed"},
		{"1,2\n", fileformat.Layout{Columns: []string{"c"}}, "there is no column"},
	} {
		if _, err := NewPipe(strings.NewReader(c.text), c.how); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}
