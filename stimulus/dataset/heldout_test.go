package dataset

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"twophase/stimulus"
	"twophase/stimulus/fileformat"
)

// What is held out is the end of the file. No source yields it, in whatever order and epoch, and no survey has it.
func TestHoldOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	var text strings.Builder
	for i := range 11 {
		fmt.Fprintf(&text, "%d,%d\n", i, -i)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() *Joined {
		d, err := Open(context.Background(), path, t.TempDir(), fileformat.Layout{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		return Join(d)
	}
	firsts := func(s stimulus.Source) (all []int) {
		x := make([]float64, 2)
		for {
			if err := s.Next(x); err == io.EOF {
				return all
			} else if err != nil {
				t.Fatal(err)
			}
			all = append(all, int(x[0]))
		}
	}
	j := open()
	if err := j.HoldOut(0.25); err != nil { // 2.75 rows, rounded up
		t.Fatal(err)
	}
	s, err := j.Survey(context.Background(), SurveyOptions{Unpack: true})
	if err != nil || s.Rows != 8 || s.Mean[0] != 3.5 || s.Largest != 7 {
		t.Fatalf("%+v, %v", s, err)
	}
	if got := firsts(j.InOrder(2)); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("in order: %v", got)
	}
	shuffled, err := j.Shuffled(2, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := firsts(shuffled)
	for epoch := range 2 {
		if one := slices.Sorted(slices.Values(got[epoch*8 : epoch*8+8])); !slices.Equal(one, []int{0, 1, 2, 3, 4, 5, 6, 7}) {
			t.Errorf("epoch %d of %v", epoch, got)
		}
	}
	if held := firsts(j.HeldOut()); !slices.Equal(held, []int{8, 9, 10}) {
		t.Errorf("held out: %v", held)
	}
	later := j.InOrder(2)
	if err := later.Seek(13); err != nil {
		t.Fatal(err)
	}
	if rest := firsts(later); !slices.Equal(rest, []int{5, 6, 7}) {
		t.Errorf("after stimulus 13: %v", rest)
	}
	if err := open().HoldOut(0.95); err == nil || !strings.Contains(err.Error(), "none is left to learn from") {
		t.Errorf("everything held out: %v", err)
	}
}
