package sweep

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
)

// TestTables reads both tables back, Parquet and CSV, and derives groups from
// trials.
func TestTables(t *testing.T) {
	long.SkipShort(t)
	s := planned(t, tiny, filepath.Join(t.TempDir(), "plan"))
	if _, _, err := s.Run(t.Context(), RunOptions{}); err != nil {
		t.Fatal(err)
	}
	files := collected(t, s, CollectOptions{})
	table := map[string][][]string{}
	for _, name := range []string{trialsTable, groupsTable} {
		rows, err := csv.NewReader(bytes.NewReader(files[name+".csv"])).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		table[name] = rows
		f, err := parquet.OpenFile(bytes.NewReader(files[name+".parquet"]), int64(len(files[name+".parquet"])))
		if err != nil {
			t.Fatal(err)
		}
		for i, field := range f.Schema().Fields() {
			if field.Name() != rows[0][i] {
				t.Errorf("%s: column %d is %s in Parquet, %s in CSV", name, i, field.Name(), rows[0][i])
			}
		}
		if int(f.NumRows()) != len(rows)-1 {
			t.Fatalf("%s: %d rows, %d in CSV", name, f.NumRows(), len(rows)-1)
		}
		reader := f.RowGroups()[0].Rows()
		for _, want := range rows[1:] {
			row := make([]parquet.Row, 1)
			if n, _ := reader.ReadRows(row); n != 1 {
				t.Fatal("a row is missing")
			}
			for _, v := range row[0] {
				text := ""
				switch {
				case v.IsNull():
				case v.Kind() == parquet.Double:
					text = strconv.FormatFloat(v.Double(), 'g', -1, 64)
				default:
					text = v.String()
				}
				if text != want[v.Column()] {
					t.Fatalf("%s: %s is %q, in CSV %q", name, rows[0][v.Column()], text, want[v.Column()])
				}
			}
		}
	}
	trials, groups := table[trialsTable], table[groupsTable]
	if len(trials) != 1+72 || len(groups) != 1+12 {
		t.Fatalf("%d trials and %d groups, want 72 and 12", len(trials)-1, len(groups)-1)
	}
	at := func(rows [][]string, name string) int { return slices.Index(rows[0], name) }
	alike := 0
	for _, g := range groups[1:] {
		var values []float64
		diverged := 0
		for _, row := range trials[1:] {
			if row[at(trials, "group")] != g[0] {
				continue
			}
			if row[at(trials, "diverged_at")] != "" {
				diverged++
			} else if v, err := strconv.ParseFloat(row[at(trials, "e_pro")], 64); err == nil {
				values = append(values, v)
			}
		}
		if g[at(groups, "diverged")] != fmt.Sprint(diverged) {
			t.Errorf("group %s: %s trials diverged, counted %d", g[0], g[at(groups, "diverged")], diverged)
		}
		slices.Sort(values)
		if n := len(values); n > 0 && n%2 == 0 {
			median, _ := strconv.ParseFloat(g[at(groups, "e_pro_median")], 64)
			if want := (values[n/2-1] + values[n/2]) / 2; math.Abs(median-want) > 1e-15 {
				t.Errorf("group %s: median %v, want %v", g[0], median, want)
			}
			alike++
		} else if n == 0 && g[at(groups, "e_pro_median")] != "" {
			t.Errorf("group %s: a median of nothing", g[0])
		}
	}
	if alike == 0 {
		t.Error("no median was compared")
	}
}

// The statistics leave out what is not finite. Few trials have no interval of their median, and a
// picture shows them one by one.
func TestStatistics(t *testing.T) {
	s := statisticsOf([]float64{3, 1, math.NaN(), 2})
	if s.Median != 2 || s.Mean != 2 || s.Low != 1.5 || s.High != 2.5 || !math.IsNaN(s.From) || !math.IsNaN(s.To) || !slices.Equal(s.Few, []float64{1, 2, 3}) {
		t.Errorf("%+v", s)
	}
	if s := statisticsOf([]float64{6, 5, 4, 3, 2, 1}); s.From != 1 || s.To != 6 || s.Few != nil {
		t.Errorf("%+v", s)
	}
	if s := statisticsOf([]float64{math.NaN()}); !math.IsNaN(s.Median) || !math.IsNaN(s.Mean) || !math.IsNaN(s.From) {
		t.Errorf("%+v", s)
	}
}

// TestStatisticsDoNotDependOnTheOrder of trials.
func TestStatisticsDoNotDependOnTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 12).Draw(t, "values")
		if a, b := statisticsOf(slices.Clone(values)), statisticsOf(rapid.Permutation(values).Draw(t, "order")); fmt.Sprintf("%b", a) != fmt.Sprintf("%b", b) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}
