package view

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/traces/trace"
)

// A large trace is compared with its checksum while it is shown, and not shown any more when
// it turns out to be damaged; for a report it is compared first.
func TestLargeTraceIsChecked(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "r")
	e := experiment.New()
	e.Steps, e.Record = 50, []string{"weights"}
	p, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := engine.Run(t.Context(), p, planning.RunOptions{Out: folder}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "traces-0000-00000.parquet")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	whole := text
	for at := len(text) - 9; ; at-- { // of the metadata, which no checksum of a page covers
		text = bytes.Clone(whole)
		text[at] ^= 1
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if seen, err := trace.Open(folder, 0); err == nil {
			seen.Close()
			break
		}
	}
	if err := os.WriteFile(name, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []bool{false, true} {
		if damaged {
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, first := range []bool{false, true} {
			r, err := Open(folder)
			if err != nil {
				t.Fatal(err)
			}
			if r.traces.checkFirst = 0; first {
				r.CheckFirst(t.Context())
			}
			nothing := func(*trace.Trial) error { return nil }
			err = r.traces.with(0, nothing)
			for end := time.Now().Add(time.Minute); damaged && !first && err == nil && time.Now().Before(end); err = r.traces.with(0, nothing) {
				time.Sleep(time.Millisecond)
			}
			if (err != nil) != damaged || damaged && !strings.Contains(err.Error(), "traces-0000-00000.parquet") {
				t.Errorf("damaged: %v, checked first: %v: %v", damaged, first, err)
			}
			r.Close()
		}
	}
}
