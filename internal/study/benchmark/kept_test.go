package benchmark

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
)

// stopAfter ends a comparison after some trials.
type stopAfter struct {
	planning.Silent
	mu   sync.Mutex
	left int
	stop func()
}

func (s *stopAfter) Add(trials int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left -= trials; s.left <= 0 {
		s.stop()
	}
}

// A comparison that is interrupted again and again, and resumed, ends as one that was not, and runs no trial twice.
func TestResume(t *testing.T) {
	for _, tune := range [][]string{nil, {TuneTau, TuneLambda}} {
		o := tiny("ifPSW", "oja", "oja-subspace", "ifPSP")
		o.Tune, o.Workers = tune, 2
		if tune != nil {
			o.Factors = nil
		}
		o.Layout.Style = "paper"
		whole, name := filepath.Join(t.TempDir(), "c"), filepath.Join(t.TempDir(), "c")
		if _, err := RunIn(t.Context(), o, whole, false); err != nil {
			t.Fatal(err)
		}
		kept := 0
		for stops := 0; ; stops++ {
			ctx, stop := context.WithCancel(t.Context())
			o.Progress = &stopAfter{left: kept + 5, stop: stop}
			var err error
			if stops == 0 {
				_, err = RunIn(ctx, o, name, false)
			} else {
				_, _, err = Resume(ctx, name, o)
			}
			stop()
			if err == nil {
				if stops < 3 {
					t.Errorf("it was interrupted %d times only", stops)
				}
				break
			}
			if !errors.Is(err, interrupt.ErrInterrupted) || !strings.Contains(err.Error(), "twophase resume "+name+".partial goes on") {
				t.Fatalf("interrupted: %v", err)
			}
			out, _, err := outputFolder.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			k, err := readKept(out)
			if err != nil {
				t.Fatal(err)
			}
			out.Leave()
			now := 0
			for _, outcomes := range k.outcomes {
				now += len(outcomes)
			}
			if now < kept {
				t.Errorf("%d trials are kept, and %d were", now, kept)
			}
			kept = now
		}
		entries, err := os.ReadDir(whole)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			want, err := os.ReadFile(filepath.Join(whole, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(name, e.Name()))
			if same := string(got) == string(want); err != nil || !same && e.Name() != "networks-timing.csv" && e.Name() != "SHA256SUMS" {
				t.Errorf("%v: %s differs: %v\n%s\nwant\n%s", tune, e.Name(), err, got, want)
			}
		}
		if left, err := os.ReadDir(name); err != nil || len(left) != len(entries) {
			t.Errorf("%v is there, %v", left, err)
		}
	}
}
