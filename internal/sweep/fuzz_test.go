package sweep

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"
)

// FuzzJournal reads journals of any bytes: no crash, no result of a point that there
// is not, and every result that is accepted is whole.
func FuzzJournal(f *testing.F) {
	s := planned(f, tiny, filepath.Join(f.TempDir(), "plan"))
	head, err := appendLine(nil, headerStart, header{Schema, "0", s.Hash(), Measures()})
	if err != nil {
		f.Fatal(err)
	}
	full, err := appendLine(head, resultStart, Result{Point: 3, Run: "a", Trials: []Trial{{Measures: make(Vector, len(measures))}, {Trial: 1, Diverged: 4, Why: "x"}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full)
	f.Add(head)
	f.Add(append(full[:len(full)-9:len(full)-9], "\n{}\n"...))
	f.Add(append(bytes.Clone(full), full[len(head):]...))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := s.newReader(func(found found) error {
			if found.point < 0 || found.point >= s.Points {
				t.Fatalf("point %d", found.point)
			}
			line, _, _ := bytes.Cut(text[found.offset:], []byte("\n"))
			if again, sum, err := content(line, resultStart); err != nil || sum != found.sum || !bytes.Equal(again, found.result) {
				t.Fatalf("the line at %d is not the result", found.offset)
			}
			return nil
		})
		end, err := r.lines(bytes.NewReader(text), "journal", 0)
		if end < 0 || end > int64(len(text)) || end > 0 && text[end-1] != '\n' {
			t.Fatalf("whole lines end at %d of %d, %v", end, len(text), err)
		}
	})
}

// FuzzPlan reads plans of any bytes: what is accepted is written as the same bytes.
func FuzzPlan(f *testing.F) {
	p, err := Parse("grid.yaml", []byte(tiny))
	if err != nil {
		f.Fatal(err)
	}
	text, err := p.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"hash":"","plan":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := decode(text)
		if err != nil {
			return
		}
		again, err := p.encode()
		if err != nil || !bytes.Equal(again, text) {
			t.Fatalf("%s\nis written as\n%s, %v", text, again, err)
		}
		p.name(p.Points - 1)
	})
}

// FuzzGrid reads grids of any text: whatever is accepted can be frozen and read back.
func FuzzGrid(f *testing.F) {
	f.Add(tiny)
	f.Add("experiment: {steps: 3}\nlist:\n  - {tau: 1e-1, lambda: '1:0.5'}\n  - {stimulus: {spectrum: [1, .5]}, outputs: 1}")
	f.Add("experiment: {}\nvary:\n  settle: [{method: exact}]\n  tau: {random: {from: 1, to: 2, count: 2, round: true}}\nseeds: [1, 18446744073709551615]")
	f.Fuzz(func(t *testing.T, grid string) {
		if len(grid) > 300 { // a large plan takes long, and no other path
			return
		}
		p, err := Parse("grid.yaml", []byte(grid))
		if err != nil || p.Points > 1000 {
			return
		}
		text, err := p.encode()
		if err != nil {
			t.Fatalf("%s: %v", grid, err)
		}
		back, err := decode(text)
		if err != nil {
			t.Fatalf("%s\nis frozen as\n%s: %v", grid, text, err)
		}
		if got, want := back.settings(back.Groups()-1), p.settings(p.Groups()-1); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
