package sweep

import (
	"bytes"
	"context"
	"reflect"
	"testing"
)

// small is a grid of 36 points.
const small = `
experiment: {steps: 60, trials: 2}
vary:
  tau: {range: {from: 0.02, to: 1, count: 3, log: true}}
  rate: [0.8, 0.1]
  network: [ifPSP, PSW]
seeds: 3
`

// FuzzPlan reads plans of any bytes: what is accepted is written as the same bytes.
func FuzzPlan(f *testing.F) {
	p, err := Parse(context.Background(), "grid.yaml", []byte(small))
	if err != nil {
		f.Fatal(err)
	}
	text, err := p.Freeze()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"hash":"","plan":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := decodePlan(text)
		if err != nil {
			return
		}
		again, err := p.Freeze()
		if err != nil || !bytes.Equal(again, text) {
			t.Fatalf("%s\nis written as\n%s, %v", text, again, err)
		}
		p.Name(p.Points - 1)
	})
}

// FuzzGrid reads grids of any text: whatever is accepted can be frozen and read back.
func FuzzGrid(f *testing.F) {
	f.Add(small)
	f.Add("experiment: {steps: 3}\nlist:\n  - {tau: 1e-1, lambda: '1:0.5'}\n  - {stimulus: {spectrum: [1, .5]}, outputs: 1}")
	f.Add("experiment: {}\nvary:\n  settle: [{method: exact}]\n  tau: {random: {from: 1, to: 2, count: 2, round: true}}\nseeds: [1, 18446744073709551615]")
	f.Fuzz(func(t *testing.T, grid string) {
		if len(grid) > 300 { // a large plan takes long, and no other path
			return
		}
		p, err := Parse(context.Background(), "grid.yaml", []byte(grid))
		if err != nil || p.Points > 1000 {
			return
		}
		text, err := p.Freeze()
		if err != nil {
			t.Fatalf("%s: %v", grid, err)
		}
		back, err := decodePlan(text)
		if err != nil {
			t.Fatalf("%s\nis frozen as\n%s: %v", grid, text, err)
		}
		if got, want := back.settings(back.Groups()-1), p.settings(p.Groups()-1); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
