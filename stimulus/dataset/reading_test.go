package dataset

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/stimulus/fileformat"
)

// longText writes rows of text that take many reads.
func longText(t *testing.T) (path string, size int64) {
	t.Helper()
	var b strings.Builder
	for row := range 40_000 {
		fmt.Fprintf(&b, "%d.5,1,%d\n", row%7, row%3)
	}
	path = filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path, int64(b.Len())
}

// What is read to its end is reported as it comes, and in the end that it has been read.
func TestLongReadingsAreReported(t *testing.T) {
	path, size := longText(t)
	for _, transposed := range []bool{false, true} {
		var all []Reading
		ctx := WithReports(t.Context(), func(r Reading) { all = append(all, r) })
		d, err := Open(ctx, path, t.TempDir(), fileformat.Layout{Transpose: transposed})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if !transposed {
			if _, err := d.Survey(ctx, SurveyOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		if len(all) < 6 {
			t.Fatalf("transposed %v: reported %v", transposed, all)
		}
		for i, r := range all {
			if r.Path != path || r.Size != size || r.Done <= 0 || r.Done > size || i == len(all)-1 && r.Done != size {
				t.Errorf("transposed %v: report %d of %d is %+v", transposed, i, len(all), r)
			}
		}
		known := len(all)
		x := make([]float64, d.Inputs())
		if err := d.InOrder(1).Next(x); err != nil || len(all) > known {
			t.Errorf("transposed %v: a later reading is reported: %v, error %v", transposed, all[known:], err)
		}
	}
}

// To transpose a text is to read it to its end. That ends with the context, and a survey does, in the
// middle of a block too.
func TestLongReadingsEndWithTheirContext(t *testing.T) {
	path, size := longText(t)
	for _, transposed := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		last := int64(0)
		ctx = WithReports(ctx, func(r Reading) {
			if last = r.Done; last > size/2 {
				cancel()
			}
		})
		d, err := Open(ctx, path, t.TempDir(), fileformat.Layout{Transpose: transposed})
		if err == nil {
			defer d.Close()
			_, err = d.Survey(ctx, SurveyOptions{})
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("transposed %v: error %v", transposed, err)
		}
	}
}
