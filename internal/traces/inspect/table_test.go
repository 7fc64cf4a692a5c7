package inspect

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"twophase/circuit/weights"
)

// What is written in each format is read back with the same bits.
func TestFormatsAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rows := rapid.IntRange(1, 6).Draw(rt, "rows")
		numbers := rapid.SliceOfN(rapid.Float64().Filter(func(v float64) bool { return v-v == 0 }), rows, rows).Draw(rt, "numbers")
		table := &Table{Columns: []Column{{"lateral[2,0]", numbers}, {"scale[1]", slices.Repeat([]float64{math.NaN()}, rows)}}}
		for i := range rows {
			table.Steps = append(table.Steps, int64(10*i))
		}
		var text, archive, columns bytes.Buffer
		if err := table.WriteCSV(&text); err != nil {
			rt.Fatal(err)
		}
		if err := table.WriteNPZ(&archive); err != nil {
			rt.Fatal(err)
		}
		if err := table.WriteParquet(&columns); err != nil {
			rt.Fatal(err)
		}

		lines, err := csv.NewReader(&text).ReadAll()
		if err != nil || !slices.Equal(lines[0], []string{"step", "lateral[2,0]", "scale[1]"}) {
			rt.Fatalf("%q, %v", lines, err)
		}
		for i, line := range lines[1:] {
			if v, err := strconv.ParseFloat(line[1], 64); err != nil || v != numbers[i] || line[0] != strconv.Itoa(10*i) || line[2] != "" {
				rt.Fatalf("line %d is %q, want %v", i, line, numbers[i])
			}
		}

		arrays, err := weights.Read(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
		if err != nil || len(arrays) != 3 || arrays[0].Name != "step" || arrays[1].Name != "lateral[2,0]" {
			rt.Fatalf("%v, %v", arrays, err)
		}
		if steps := arrays[0].Values; len(steps) != rows || steps[rows-1] != float64(10*(rows-1)) || !slices.Equal(arrays[1].Values, numbers) {
			rt.Fatalf("%v; want %v", arrays, numbers)
		}

		file, err := parquet.OpenFile(bytes.NewReader(columns.Bytes()), int64(columns.Len()))
		if err != nil || file.NumRows() != int64(rows) {
			rt.Fatalf("%v rows, %v", file.NumRows(), err)
		}
		read := make([]parquet.Row, rows)
		in := parquet.NewReader(file)
		if n, _ := in.ReadRows(read); n != rows {
			rt.Fatalf("%d rows are read", n)
		}
		for i, row := range read {
			for _, v := range row {
				switch name := file.Schema().Columns()[v.Column()][0]; {
				case name == "step" && v.Int64() != int64(10*i), name == "lateral[2,0]" && v.Double() != numbers[i], name == "scale[1]" && !v.IsNull():
					rt.Fatalf("row %d: %s is %v", i, name, v)
				}
			}
		}
	})
}
