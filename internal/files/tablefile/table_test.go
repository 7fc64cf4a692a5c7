package tablefile_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/internal/files/tablefile"
)

var fields = []tablefile.Field{{Name: "variant", Kind: tablefile.Text}, {Name: "trial", Kind: tablefile.Integer}, {Name: "a[2,0]", Kind: tablefile.Number}, {Name: "b", Kind: tablefile.Number}}

var rows = [][]any{{"x, y", 0, 0.1, math.NaN()}, {"01", int64(7), 1e300, nil}, {"", nil, 2.0, nil}}

// A table has its columns in their order, in CSV and in Parquet, and reads its own CSV again.
func TestTable(t *testing.T) {
	var columnar, csv bytes.Buffer
	w := tablefile.NewWriter(fields, &columnar, &csv)
	for _, row := range rows {
		if err := w.Add(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	want := "variant,trial,\"a[2,0]\",b\n\"x, y\",0,0.1,\n01,7,1e+300,\n\"\",,2,\n"
	if csv.String() != want {
		t.Errorf("CSV\n%s want\n%s", &csv, want)
	}
	file, err := parquet.OpenFile(bytes.NewReader(columnar.Bytes()), int64(columnar.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(file.Schema().Columns()); got != "[[variant] [trial] [a[2,0]] [b]]" {
		t.Errorf("columns of Parquet: %s", got)
	}
	read := make([]parquet.Row, len(rows))
	if n, _ := parquet.NewReader(file).ReadRows(read); n != len(rows) {
		t.Fatalf("%d rows", n)
	}
	if got, want := fmt.Sprint(read[0], read[1][0], read[2][1]), "[x, y 0 0.1 <null>] 01 <null>"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	again, cells, err := tablefile.ReadCSV(&csv)
	if err != nil || fmt.Sprint(again) != fmt.Sprint(fields) {
		t.Errorf("%v, %v", again, err)
	}
	if got, want := fmt.Sprint(cells), "[[x, y 0 0.1 <nil>] [01 7 1e+300 <nil>] [<nil> <nil> 2 <nil>]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A column is of numbers only if each cell is written as one would be.
func TestKinds(t *testing.T) {
	read, _, err := tablefile.ReadCSV(strings.NewReader("a,b,c,d\n1,0.5,1e3,1\n2,,2,x\n"))
	if got, want := fmt.Sprint(read, err), "[{a 1} {b 2} {c 0} {d 0}] <nil>"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, text := range []string{"", "a,b\n1\n"} {
		if _, _, err := tablefile.ReadCSV(strings.NewReader(text)); err == nil {
			t.Errorf("%q has no error", text)
		}
	}
}

// Any text is a table or an error, and a table that is written in both forms is read again as it was.
func FuzzReadCSV(f *testing.F) {
	for _, text := range []string{"variant,trial,a\nx,0,0.1\n01,,NaN\n", "a,a\n1,2\n", "a\n\"x\ny\"\n", "", "\n", "a,b\n1\n", "a\n-0\n1e400\n"} {
		f.Add(text)
	}
	write := func(t *testing.T, fields []tablefile.Field, rows [][]any) string {
		var columnar, csv bytes.Buffer
		w := tablefile.NewWriter(fields, &columnar, &csv)
		for _, row := range rows {
			if err := w.Add(row); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		return csv.String()
	}
	f.Fuzz(func(t *testing.T, text string) {
		fields, rows, err := tablefile.ReadCSV(strings.NewReader(text))
		if err != nil {
			return
		}
		once := write(t, fields, rows)
		fields, rows, err = tablefile.ReadCSV(strings.NewReader(once))
		if err != nil {
			t.Fatalf("%q is not read again: %v", once, err)
		}
		if again := write(t, fields, rows); again != once {
			t.Errorf("%q is written again as %q", once, again)
		}
	})
}
