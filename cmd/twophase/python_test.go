package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"twophase/internal/measure"
	"twophase/internal/testkit/long"
)

// debianPython is the interpreter that has Debian's NumPy, pandas and xarray. Another one may come first on PATH.
const debianPython = "/usr/bin/python3"

// readersAsked returns whether what needs other programs than Go is tested.
func readersAsked() bool { return os.Getenv("TWOPHASE_READERS") != "" }

// TestPython tests the package of python/, with the binary of these tests.
func TestPython(t *testing.T) {
	if !readersAsked() {
		t.Skip("needs NumPy, pandas, xarray, nbconvert and mypy: make readers, or set TWOPHASE_READERS=1")
	}
	python := pythonPackage(t)
	t.Run("its own tests", func(t *testing.T) {
		said := python(t, filepath.Join("..", "..", "python"), "-m", "unittest")
		if !regexp.MustCompile(`(?m)^Ran \d{2,} tests`).MatchString(said) || strings.Contains(said, "skipped") {
			t.Errorf("too few tests were run:\n%s", said)
		}
	})
	t.Run("types", func(t *testing.T) {
		python(t, filepath.Join("..", "..", "python"), "-m", "mypy", "--cache-dir="+os.DevNull)
	})
	t.Run("golden", func(t *testing.T) { checkGolden(t, python) })
	t.Run("readings", func(t *testing.T) { checkReadings(t, python) })
	for _, name := range []string{"lesion", "evening"} {
		t.Run("notebook "+name, func(t *testing.T) { checkNotebook(t, name+".ipynb", python) })
	}
}

// checkGolden writes the results of testdata/golden again, as make golden does, in a copy without them.
func checkGolden(t *testing.T, python func(*testing.T, string, ...string) string) {
	golden := os.DirFS(filepath.Join("..", "..", "testdata", "golden"))
	folder := t.TempDir()
	must(t, os.CopyFS(folder, golden))
	written := regexp.MustCompile(`\.T\.csv$|/(\w+\.)?(Y1?|N|Z1?|W|M)\.csv$`)
	var results []string
	must(t, fs.WalkDir(golden, ".", func(path string, _ fs.DirEntry, err error) error {
		if written.MatchString(path) {
			results = append(results, path)
			return errors.Join(err, os.Remove(filepath.Join(folder, path)))
		}
		return err
	}))
	if len(results) < 100 {
		t.Fatalf("only %d results were found", len(results))
	}
	python(t, folder, "oracle")
	for _, path := range results {
		want, err := fs.ReadFile(golden, path)
		must(t, err)
		if got, err := os.ReadFile(filepath.Join(folder, path)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not written as it is: %v", path, err)
		}
	}
}

// pythonPackage returns a function that runs Python in a folder, and returns what it says. It fails if Python does.
func pythonPackage(t *testing.T) func(t *testing.T, folder string, args ...string) string {
	source, err := filepath.Abs(filepath.Join("..", "..", "python"))
	must(t, err)
	binary, err := exec.LookPath("twophase") // testscript.Main has put it there
	must(t, err)
	environment := append(os.Environ(), "PYTHONPATH="+source, "TWOPHASE_BINARY="+binary, "PYTHONDONTWRITEBYTECODE=1")
	return func(t *testing.T, folder string, args ...string) string {
		t.Helper()
		c := exec.Command(debianPython, args...)
		c.Dir, c.Env = folder, environment
		said, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s (the Debian packages are in .ci/install): %v\n%s", debianPython, strings.Join(args, " "), err, said)
		}
		return string(said)
	}
}

// setPython makes python3 Debian's in a script, with the package of python/.
func setPython(e *testscript.Env) error {
	if !readersAsked() {
		return nil
	}
	source, err := filepath.Abs(filepath.Join("..", "..", "python"))
	if err != nil {
		return err
	}
	e.Setenv("PYTHONPATH", source)
	e.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	first := filepath.Join(e.WorkDir, ".programs")
	e.Setenv("PATH", first+string(os.PathListSeparator)+e.Getenv("PATH"))
	return errors.Join(os.Mkdir(first, 0o777), os.Symlink(debianPython, filepath.Join(first, "python3")))
}

// readings prints what the package reads from the folder run.
const readings = `
import json, twophase
run = twophase.load("run")
plain = lambda t: {name: [None if v != v else v for v in t[name].tolist()] for name in t}
print(json.dumps({
    "rows": [plain(run.rows(trial)) for trial in range(run.trials)], "W": run.W.tolist(), "M": run.M.tolist(),
    "errors": run.measures()["e_pro"].tolist(), "last": [run.curve(trial).frame()["e_pro"].iloc[-1] for trial in range(run.trials)],
    "frozen": run.events(1)["step"].tolist(), "before": run.events(1)["before"].tolist()}))`

// checkReadings compares all that the package reads from the run of docs/reading-results.md with what Go reads.
func checkReadings(t *testing.T, python func(*testing.T, string, ...string) string) {
	folder := t.TempDir()
	page, err := readMarkdown("docs/reading-results.md")
	must(t, err)
	t.Chdir(folder)
	rows := studyRows(t, page.snippets())
	var got struct {
		Rows []struct {
			Step, Post, Pre                                        []int
			Projection                                             []string
			Weight, Hebbian, Decay, Rounding, Nonlocal, Unlearning []*float64
			PreActivity                                            []*float64 `json:"pre_activity"`
			PostActivity                                           []*float64 `json:"post_activity"`
		}
		W, M         [][][]float64
		Errors, Last []float64
		Frozen       []int
		Before       []string
	}
	must(t, json.Unmarshal([]byte(python(t, folder, "-c", readings)), &got))
	at := map[int]int{} // the next row of each trial
	for _, r := range rows {
		trial, i := int(r.Trial), at[int(r.Trial)]
		at[trial]++
		g := got.Rows[trial]
		if i >= len(g.Step) || g.Step[i] != int(r.Step) || g.Projection[i] != r.Projection || g.Post[i] != int(r.Post) || g.Pre[i] != pre(r) {
			t.Fatalf("trial %d, row %d: want %+v", trial, i, r)
		}
		for name, part := range map[string]struct {
			got  []*float64
			want *float64
		}{
			"weight": {g.Weight, &r.Weight}, "hebbian": {g.Hebbian, r.Hebbian}, "decay": {g.Decay, r.Decay}, "rounding": {g.Rounding, r.Rounding},
			"pre_activity": {g.PreActivity, r.PreActivity}, "post_activity": {g.PostActivity, r.PostActivity},
			"nonlocal": {g.Nonlocal, r.Nonlocal}, "unlearning": {g.Unlearning, r.Unlearning},
		} {
			var v *float64
			if part.got != nil { // a part that no row has is no column
				v = part.got[i]
			}
			if (v == nil) != (part.want == nil) || v != nil && *v != *part.want {
				t.Fatalf("trial %d, row %d: %s is %v, want %v", trial, i, name, v, part.want)
			}
		}
		if r.Step == 2000 && r.Projection == "lateral" && got.M[trial][r.Post][pre(r)] != r.Weight || r.Step == 2000 && r.Projection == "feedforward" && got.W[trial][r.Post][pre(r)] != r.Weight {
			t.Errorf("trial %d, final %s[%d,%d] is not %v", trial, r.Projection, r.Post, pre(r), r.Weight)
		}
	}
	for trial, g := range got.Rows {
		if len(g.Step) != at[trial] {
			t.Errorf("trial %d: %d rows, want %d", trial, len(g.Step), at[trial])
		}
	}
	if e := measures(t); len(got.Rows) != 2 || !slices.Equal(got.Errors, e) || !slices.Equal(got.Last, e) {
		t.Errorf("%d trials, errors %v and %v, want %v", len(got.Rows), got.Errors, got.Last, e)
	}
	if !slices.Equal(got.Frozen, []int{1000}) || !slices.Equal(got.Before, []string{"plastic"}) {
		t.Errorf("events at %v, before %v", got.Frozen, got.Before)
	}
}

// TestPythonUnits compares the units of declared measures in the Python package with their declarations.
func TestPythonUnits(t *testing.T) {
	table := repositoryFile(t, "python/twophase/table.py")
	for _, d := range measure.Declarations() {
		if has := strings.Contains(table, fmt.Sprintf("    %q: ", d.Name)); has != (d.Unit != "") || has && !strings.Contains(table, fmt.Sprintf("    %q: %q,", d.Name, d.Unit)) {
			t.Errorf("python/twophase/table.py does not have the unit %q of %s", d.Unit, d.Name)
		}
	}
}

// checkNotebook executes a notebook, which must end in a figure.
func checkNotebook(t *testing.T, name string, python func(*testing.T, string, ...string) string) {
	folder := t.TempDir()
	notebook := filepath.Join(folder, name)
	must(t, os.WriteFile(notebook, []byte(repositoryFile(t, "python/notebooks/"+name)), 0o666)) // it runs where it is
	python(t, folder, "-m", "nbconvert", "--execute", "--to", "notebook", "--inplace", notebook)
	data, err := os.ReadFile(notebook)
	must(t, err)
	var executed struct {
		Cells []struct {
			Type    string `json:"cell_type"`
			Outputs []struct {
				Data map[string]any
			}
		}
	}
	must(t, json.Unmarshal(data, &executed))
	last := executed.Cells[len(executed.Cells)-1]
	if len(last.Outputs) != 1 || last.Outputs[0].Data["image/svg+xml"] == nil && last.Outputs[0].Data["image/png"] == nil {
		t.Errorf("the last cell printed %v, and no picture", last.Outputs)
	}
}

// TestLongWheel builds the wheel that carries the binary from a plain virtual environment, installs it without a network into a fresh environment, and runs
// a command of it and the package, which must find that binary.
func TestLongWheel(t *testing.T) {
	if !readersAsked() {
		t.Skip("needs Debian's Python with venv, setuptools and wheel: make readers, or set TWOPHASE_READERS=1")
	}
	long.Only(t)
	folder := t.TempDir()
	run := func(program string, args ...string) string {
		t.Helper()
		c := exec.Command(program, args...)
		c.Env = append(os.Environ(), "PYTHON="+filepath.Join(folder, "plain", "bin", "python3"), "PYTHONPATH=", "TWOPHASE_BINARY=", "PIP_NO_INDEX=1", "PATH=/usr/bin:/bin:"+filepath.Dir(goProgram(t)))
		c.Dir = folder
		said, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, said)
		}
		return string(said)
	}
	build, err := filepath.Abs(filepath.Join("..", "..", "python", "build-wheel"))
	must(t, err)
	binary := filepath.Join(folder, "built") // by the packages that go has compiled: with -trimpath it compiles all again
	if text, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	t.Setenv("BINARY", binary)
	run(debianPython, "-m", "venv", "--without-pip", "plain")
	run(build, folder)
	wheels, err := filepath.Glob(filepath.Join(folder, "twophase-*.whl"))
	must(t, err)
	if len(wheels) != 1 {
		t.Fatalf("wheels: %v", wheels)
	}
	run(debianPython, "-m", "venv", "--system-site-packages", "fresh")
	run("fresh/bin/python", "-m", "pip", "install", "--quiet", wheels[0])
	if said := run("fresh/bin/twophase", "run", "--steps", "100", "--out", "by-command"); !strings.Contains(said, "results in by-command") {
		t.Errorf("the command printed\n%s", said)
	}
	said := run("fresh/bin/python", "-c", `import twophase; print(twophase.find()); print(twophase.run(steps=100, out="by-package").W.tolist() == twophase.load("by-command").W.tolist())`)
	if !strings.Contains(said, filepath.Join(folder, "fresh")) || !strings.HasSuffix(said, "True\n") {
		t.Errorf("the package printed\n%s", said)
	}
}

// goProgram returns the path of the command go.
func goProgram(t *testing.T) string {
	path, err := exec.LookPath("go")
	must(t, err)
	return path
}
