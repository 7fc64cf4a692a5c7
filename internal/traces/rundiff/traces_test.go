package rundiff

import (
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/recorder"
)

// A trace that is longer than its replay by many rows costs no more than to read it:
// behind the end of the shorter one nothing is read again.
func TestEndOfTraceIsFinal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "traces-0000-00000.parquet")
	if err := parquet.WriteFile(path, make([]recorder.Row, 3)); err != nil {
		t.Fatal(err)
	}
	rows, err := openTrace(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for n := range 4 {
		if row, err := rows.Next(); err != nil || (row == nil) != (n == 3) {
			t.Fatalf("row %d is %v, %v", n, row, err)
		}
	}
	if n := testing.AllocsPerRun(10, func() { rows.Next() }); n > 0 {
		t.Errorf("asked again at the end, it allocates %v times", n)
	}
}
