package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit/selection"
	"twophase/recorder"
)

// TestReadingResults runs the snippets of docs/reading-results.md by NumPy and DuckDB
// on the run that the document describes, and compares what they find with what Go
// reads from the same files.
func TestReadingResults(t *testing.T) {
	if !readersAsked() {
		t.Skip("needs NumPy, Node and the package @duckdb/node-api: make readers, or set TWOPHASE_READERS=1")
	}
	p, err := readMarkdown("docs/reading-results.md")
	must(t, err)
	node := installDuckDB(t)
	t.Chdir(t.TempDir())
	blocks := p.snippets()
	rows := studyRows(t, blocks)
	t.Run("NumPy", func(t *testing.T) { checkPython(t, blocks["python"], rows) })
	t.Run("DuckDB", func(t *testing.T) { checkDuckDB(t, node, blocks["sql"], rows) })
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// snippets returns the blocks of code of a page by language, but for those that say
// that they are untested.
func (p *markdown) snippets() map[string][]string {
	all := map[string][]string{}
	for _, b := range p.blocks() {
		if !strings.Contains(b.code, "untested") {
			all[b.language] = append(all[b.language], b.code)
		}
	}
	return all
}

// studyRows does the run that docs/reading-results.md describes in the working directory, and returns what it recorded.
func studyRows(t *testing.T, blocks map[string][]string) []recorder.Row {
	must(t, os.WriteFile("study.yaml", []byte(blocks["yaml"][0]), 0o666))
	must(t, execute(t, io.Discard, io.Discard, strings.Fields(blocks["sh"][0])[1:]...))
	return traceRows(t)
}

// traceRows returns what the run in the working directory recorded, ordered by trial,
// step, projection, post and pre.
func traceRows(t *testing.T) (rows []recorder.Row) {
	files, err := filepath.Glob("run/traces-*.parquet")
	must(t, err)
	for _, name := range files {
		some, err := parquet.ReadFile[recorder.Row](name)
		must(t, err)
		rows = append(rows, some...)
	}
	slices.SortFunc(rows, func(a, b recorder.Row) int {
		return cmp.Or(cmp.Compare(a.Trial, b.Trial), cmp.Compare(a.Step, b.Step), cmp.Compare(a.Projection, b.Projection), cmp.Compare(a.Post, b.Post), cmp.Compare(pre(a), pre(b)))
	})
	if len(rows) != 2*(2000*6+200*33+6+33) {
		t.Fatalf("%d rows", len(rows))
	}
	return rows
}

// pre returns the presynaptic neuron, −1 where there is none.
func pre(r recorder.Row) int {
	if r.Pre == nil {
		return -1
	}
	return int(*r.Pre)
}

// measures returns e_pro of every trial.
func measures(t *testing.T) (all []float64) {
	data, err := os.ReadFile("run/summary.json")
	must(t, err)
	var summary struct {
		Results []struct {
			Measures struct {
				EPro float64 `json:"e_pro"`
			}
		}
	}
	must(t, json.Unmarshal(data, &summary))
	for _, r := range summary.Results {
		all = append(all, r.Measures.EPro)
	}
	return all
}

// checkPython runs the snippets, one after another, and looks at what they define.
func checkPython(t *testing.T, blocks []string, rows []recorder.Row) {
	program := strings.Join(blocks, "\n") + `
print(json.dumps({"W": W.tolist(), "M": M.tolist(), "scales": scales.tolist(), "F": F.tolist(), "frozen": frozen, "errors": errors}))`
	out, err := exec.Command(debianPython, "-c", program).Output()
	if err != nil {
		t.Fatalf("%v (Debian: python3-numpy): %s", err, stderrOf(err))
	}
	var got struct {
		W, M, F [][][]float64
		Scales  [][]float64
		Frozen  []int
		Errors  []float64
	}
	must(t, json.Unmarshal(out, &got))
	compared := 0
	for _, r := range rows {
		if r.Step != 2000 {
			continue
		}
		i, j := int(r.Post), pre(r)
		v := map[string]func() float64{
			"feedforward": func() float64 { return got.W[r.Trial][i][j] },
			"lateral":     func() float64 { return got.M[r.Trial][i][j] },
			"scale":       func() float64 { return got.Scales[r.Trial][i] },
		}[r.Projection]()
		if compared++; v != r.Weight {
			t.Errorf("trial %d, %s[%d,%d]: NumPy has %v, the trace %v", r.Trial, r.Projection, i, j, v, r.Weight)
		}
	}
	if compared != 2*39 {
		t.Errorf("%d weights", compared)
	}
	for trial, f := range got.F { // M F = W, to a few roundings
		for i, row := range got.W[trial] {
			for j, w := range row {
				sum := 0.0
				for k, m := range got.M[trial][i] {
					sum += m * f[k][j]
				}
				if math.Abs(sum-w) > 1e-13 {
					t.Errorf("trial %d: (M F)[%d,%d] is %v, W %v", trial, i, j, sum, w)
				}
			}
		}
	}
	if !slices.Equal(got.Frozen, []int{1000}) || !slices.Equal(got.Errors, measures(t)) {
		t.Errorf("frozen %v, errors %v, want %v", got.Frozen, got.Errors, measures(t))
	}
}

// installDuckDB installs the packages of testdata/readers in a new folder, which it
// returns. (Not by npm ci, which wants a lock of the libraries for all systems.)
func installDuckDB(t *testing.T) string {
	folder := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "query.mjs"} {
		data, err := os.ReadFile(filepath.Join("testdata", "readers", name))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, name), data, 0o666))
	}
	install := exec.Command("npm", "install", "--no-audit", "--no-fund")
	install.Dir = folder
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm install (Debian: nodejs, npm): %v\n%s", err, out)
	}
	return folder
}

// query runs queries by DuckDB, and returns the rows of each.
func query(t *testing.T, folder string, queries []string) (results [][][]any) {
	text, err := json.Marshal(queries)
	must(t, err)
	node := exec.Command("node", filepath.Join(folder, "query.mjs"))
	node.Stdin = bytes.NewReader(text)
	out, err := node.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderrOf(err))
	}
	must(t, json.Unmarshal(out, &results))
	return results
}

func stderrOf(err error) []byte {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.Stderr
	}
	return nil
}

// everything reads all columns of all rows.
const everything = `SELECT run, trial, step, projection, post, pre, weight, hebbian, decay, rounding, nonlocal, unlearning, pre_activity, post_activity
FROM 'run/traces-*.parquet' ORDER BY trial, step, projection, post, pre`

// checkDuckDB runs the snippets, which begin with a comment each, and looks at their
// rows; and it looks at all rows of the traces.
func checkDuckDB(t *testing.T, folder string, blocks []string, rows []recorder.Row) {
	checks := map[string]func(t *testing.T, got [][]any){
		"the life of one synapse": func(t *testing.T, got [][]any) {
			var want [][]any
			for _, r := range synapse(rows) {
				want = append(want, []any{float64(r.Step), r.Weight, numberOf(r.Hebbian), numberOf(r.Decay), numberOf(r.Rounding), numberOf(r.PreActivity), numberOf(r.PostActivity)})
			}
			same(t, got, want)
		},
		"who moved it": func(t *testing.T, got [][]any) {
			type sums struct{ driven, decayed, size float64 }
			all := map[[3]float64]sums{}
			for _, r := range rows {
				if r.Projection == "lateral" && r.Hebbian != nil {
					at := [3]float64{float64(r.Trial), float64(r.Post), float64(pre(r))}
					s := all[at]
					all[at] = sums{s.driven + *r.Hebbian, s.decayed + *r.Decay, s.size + math.Abs(*r.Hebbian) + math.Abs(*r.Decay)}
				}
			}
			if len(got) != len(all) {
				t.Errorf("%d rows, want %d", len(got), len(all))
			}
			for _, row := range got {
				s := all[[3]float64{row[0].(float64), row[1].(float64), row[2].(float64)}]
				bound := 2000 * 0x1p-52 * s.size // of sums of 2000 terms in any order
				if math.Abs(row[3].(float64)-s.driven) > bound || math.Abs(row[4].(float64)-s.decayed) > bound || s.driven == 0 {
					t.Errorf("%v, want %+v", row, s)
				}
			}
		},
		"the change of a step beside its parts": func(t *testing.T, got [][]any) {
			life := synapse(rows)
			if len(got) != len(life) {
				t.Fatalf("%d rows, want %d", len(got), len(life))
			}
			for i, row := range got[1:] {
				change, parts := row[1].(float64), row[2].(float64)
				w := math.Abs(life[i].Weight) + math.Abs(life[i+1].Weight)
				if change != life[i+1].Weight-life[i].Weight || math.Abs(change-parts) > 4*0x1p-53*w {
					t.Fatalf("step %v: change %v, parts %v", row[0], change, parts)
				}
			}
		},
		"the final weights of every trial": func(t *testing.T, got [][]any) {
			var want [][]any
			for _, r := range rows {
				if r.Step == 2000 {
					want = append(want, []any{float64(r.Trial), r.Projection, float64(r.Post), index(r.Pre), r.Weight})
				}
			}
			for _, all := range [][][]any{got, want} { // where null stands among numbers is for DuckDB to say
				slices.SortStableFunc(all, func(a, b []any) int {
					return cmp.Or(cmp.Compare(a[0].(float64), b[0].(float64)), cmp.Compare(a[1].(string), b[1].(string)))
				})
			}
			same(t, got, want)
		},
		"what a trace is": func(t *testing.T, got [][]any) {
			var graph selection.Graph
			if err := json.Unmarshal([]byte(got[0][1].(string)), &graph); err != nil || len(graph.Projections) != 2 {
				t.Errorf("the circuit is %v: %v", got[0], err)
			}
			got[0][1] = "as JSON"
			same(t, got, [][]any{
				{"twophase.circuit", "as JSON"}, {"twophase.parts", "lateral,scale[0]"}, {"twophase.requests", "weights@10, lateral"},
				{"twophase.schema", "2"}, {"twophase.writer", "twophase/recorder"},
			})
		},
		"events of all trials": func(t *testing.T, got [][]any) {
			same(t, got, [][]any{{0.0, 1000.0, "freeze lateral[2,0]"}, {1.0, 1000.0, "freeze lateral[2,0]"}})
		},
		"measures of every trial": func(t *testing.T, got [][]any) {
			e := measures(t)
			same(t, got, [][]any{{0.0, e[0]}, {1.0, e[1]}})
		},
	}
	results := query(t, folder, append(blocks, everything))
	for i, block := range blocks {
		comment, _, _ := strings.Cut(block, "\n")
		name, _, _ := strings.Cut(strings.TrimPrefix(comment, "-- "), ":")
		check, found := checks[name]
		if !found {
			t.Errorf("no test checks %q", name)
			continue
		}
		t.Run(name, func(t *testing.T) { check(t, results[i]) })
		delete(checks, name)
	}
	for name := range checks {
		t.Errorf("the document has no snippet %q", name)
	}
	t.Run("everything", func(t *testing.T) { checkEverything(t, results[len(blocks)], rows) })
}

// checkEverything compares all rows, and adds up the parts that DuckDB reads.
func checkEverything(t *testing.T, got [][]any, rows []recorder.Row) {
	var want [][]any
	for _, r := range rows {
		want = append(want, []any{
			r.Run, float64(r.Trial), float64(r.Step), r.Projection, float64(r.Post), index(r.Pre), r.Weight,
			numberOf(r.Hebbian), numberOf(r.Decay), numberOf(r.Rounding), numberOf(r.Nonlocal), numberOf(r.Unlearning), numberOf(r.PreActivity), numberOf(r.PostActivity),
		})
	}
	same(t, got, want)
	before, added := map[[4]any]float64{}, 0
	for _, r := range got {
		at := [4]any{r[1], r[3], r[4], r[5]}
		if r[3] == "lateral" && r[2] != 0.0 {
			sum := new(big.Float).SetPrec(2300)
			for _, v := range []float64{before[at], r[7].(float64), r[8].(float64), r[9].(float64), -r[6].(float64)} {
				sum.Add(sum, big.NewFloat(v))
			}
			if added++; sum.Sign() != 0 {
				t.Fatalf("%v: %v and the parts leave %v", r, before[at], sum)
			}
			held := at[2] == 2.0 && at[3] == 0.0 && r[2].(float64) > 1000
			if held != (r[7] == 0.0 && r[8] == 0.0 && r[9] == 0.0) {
				t.Fatalf("%v: held %v", r, held)
			}
		}
		before[at] = r[6].(float64)
	}
	if added != 2*2000*6 {
		t.Errorf("%d changes were added up", added)
	}
}

// synapse returns the rows of lateral[1,0] in trial 0.
func synapse(rows []recorder.Row) (life []recorder.Row) {
	for _, r := range rows {
		if r.Trial == 0 && r.Projection == "lateral" && r.Post == 1 && pre(r) == 0 {
			life = append(life, r)
		}
	}
	return life
}

// number and index return what JSON has for a number that may be null.
func numberOf(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

func index(v *int32) any {
	if v == nil {
		return nil
	}
	return float64(*v)
}

// same fails at the first row that differs.
func same(t *testing.T, got, want [][]any) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Fatalf("row %d is %v, want %v", i, got[i], want[i])
		}
	}
}
