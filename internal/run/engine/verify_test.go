package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/rundiff"
	"twophase/recorder"
)

// verified runs a short experiment, changes its folder and verifies it.
func verified(t *testing.T, change func(folder string)) *Verification {
	t.Helper()
	out := filepath.Join(t.TempDir(), "run")
	e := interrupted()
	e.Parts, e.Record = []string{"all"}, []string{"lateral@10", "scale@10"}
	if _, err := runIn(t, e, planning.RunOptions{Out: out}); err != nil {
		t.Fatal(err)
	}
	change(out)
	v, err := Verify(t.Context(), out, planning.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) != 1 {
		t.Fatalf("beside the run is left %v, %v", left, err)
	}
	return v
}

func TestUntouchedRunIsVerified(t *testing.T) {
	v := verified(t, func(folder string) {
		for name, text := range map[string]string{"mine.txt": "a note", "checkpoint-0000.bin": "left"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	})
	if len(v.Differing()) > 0 || len(v.Files) != 8 || v.Run == "" {
		t.Fatalf("%+v", v)
	}
}

// Of a trace, the first row that differs is named, and how many do.
func TestFirstDifferingRowIsNamed(t *testing.T) {
	long.SkipShort(t)
	change := func(rows func([]recorder.Row) []recorder.Row) func(string) {
		return func(folder string) {
			path := filepath.Join(folder, "traces-0001-00000.parquet")
			all, err := parquet.ReadFile[recorder.Row](path)
			if err != nil {
				t.Fatal(err)
			}
			if err := parquet.WriteFile(path, rows(all)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		change func(string)
		want   string // a regular expression
	}{
		"two weights": {change(func(r []recorder.Row) []recorder.Row {
			r[9+4].Weight, r[80].Weight = 0.5, 0.5
			return r
		}), `^step 10, lateral\[2,0\]: the weight is 0\.5, replayed -?0\.\d+; 2 of 99 rows differ$`},
		"the sign of a zero": {change(func(r []recorder.Row) []recorder.Row {
			for i := range r {
				if r[i].Weight == 0 {
					r[i].Weight = -r[i].Weight
				}
			}
			return r
		}), `^step 0, lateral\[0,1\]: the weight is -0, replayed 0; 6 of 99 rows differ$`},
		"a part": {change(func(r []recorder.Row) []recorder.Row {
			r[20].Decay = nil
			return r
		}), `^step 20, lateral\[1,0\]: the decay is null, replayed -?[\d.e-]+; 1 of 99 rows differ$`},
		"another part": {change(func(r []recorder.Row) []recorder.Row {
			*r[20].Rounding++
			return r
		}), `^step 20, lateral\[1,0\]: the rounding is 1[\d.]*, replayed -?[\d.e-]+; 1 of 99 rows differ$`},
		"a part that no phase makes": {change(func(r []recorder.Row) []recorder.Row {
			r[20].Nonlocal, r[29].Unlearning = r[20].Decay, r[29].Decay
			return r
		}), `^step 20, lateral\[1,0\]: the nonlocal is -?[\d.e-]+, replayed null; 2 of 99 rows differ$`},
		"products that the rule has not": {change(func(r []recorder.Row) []recorder.Row {
			r[20].Second, r[29].Third = r[20].Decay, r[29].Decay
			return r
		}), `^step 20, lateral\[1,0\]: the part by the second product is -?[\d.e-]+, replayed null; 2 of 99 rows differ$`},
		"activities": {change(func(r []recorder.Row) []recorder.Row {
			r[20].PreActivity, r[29].PostActivity = r[20].PostActivity, r[29].PreActivity
			return r
		}), `^step 20, lateral\[1,0\]: the pre_activity is -?[\d.e-]+, replayed -?[\d.e-]+; 2 of 99 rows differ$`},
		"the last row": {change(func(r []recorder.Row) []recorder.Row { return r[:98] }), `^step 100, scale\[2\] is missing; 1 of 99 rows differ$`},
		"one more": {change(func(r []recorder.Row) []recorder.Row { return append(r, r[0]) }),
			`^step 0, lateral\[0,1\] was not replayed; 1 of 100 rows differ$`},
		"another synapse": {change(func(r []recorder.Row) []recorder.Row {
			r[0].Post = 7
			return r
		}), `^step 0, lateral\[7,1\] stands where the replay has step 0, lateral\[0,1\]; 1 of 99 rows differ$`},
		"only the encoding": {change(func(r []recorder.Row) []recorder.Row { return r }), `^all rows are the same, and their encoding is not$`},
		"no trace": {func(folder string) {
			if err := os.WriteFile(filepath.Join(folder, "traces-0001-00000.parquet"), []byte("PAR1"), 0o666); err != nil {
				t.Fatal(err)
			}
		}, `^it cannot be read as a trace: `},
	} {
		t.Run(name, func(t *testing.T) {
			d := verified(t, c.change).Differing()
			if len(d) != 1 || d[0].Name != "traces-0001-00000.parquet" || !regexp.MustCompile(c.want).MatchString(d[0].Difference) {
				t.Fatalf("%+v, want one difference %s", d, c.want)
			}
		})
	}
}

// Verify finds files that are damaged anywhere, without a panic.
func TestDamagedFilesAreFound(t *testing.T) {
	long.SkipShort(t)
	folder := filepath.Join(t.TempDir(), "run")
	if _, err := runIn(t, interrupted(), planning.RunOptions{Out: folder}); err != nil {
		t.Fatal(err)
	}
	damaged := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.SampledFrom([]string{"traces-0000-00000.parquet", "weights.npz", "summary.json", "manifest.json"}).Draw(rt, "file")
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			rt.Fatal(err)
		}
		if rapid.Bool().Draw(rt, "cut") {
			text = text[:rapid.IntRange(0, len(text)-1).Draw(rt, "bytes")]
		} else {
			text[rapid.IntRange(0, len(text)-1).Draw(rt, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
		}
		path := filepath.Join(damaged, name)
		if err := os.WriteFile(path, text, 0o666); err != nil {
			rt.Fatal(err)
		}
		what, err := rundiff.Difference(path, filepath.Join(folder, name))
		if what == "" && err == nil || err != nil && !strings.HasPrefix(err.Error(), "it cannot be read as") {
			rt.Errorf("%q, %v", what, err)
		}
	})
}

// A verification that is interrupted leaves nothing behind.
func TestInterruptedVerification(t *testing.T) {
	out := filepath.Join(t.TempDir(), "run")
	if _, err := runIn(t, interrupted(), planning.RunOptions{Out: out}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	_, err := Verify(ctx, out, planning.RunOptions{Workers: 1, Progress: &stopAfter{interrupt: 90, stop: stop, peep: func() {}}})
	if !errors.Is(err, interrupt.ErrInterrupted) || strings.Contains(err.Error(), "resume") {
		t.Fatalf("error %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) != 1 {
		t.Fatalf("beside the run is left %v, %v", left, err)
	}
}
