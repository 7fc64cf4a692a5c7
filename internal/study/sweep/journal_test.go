package sweep

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// Whatever the rate of the points, a line is on the disk syncEvery after it was appended. One that comes
// after a pause is there at once. There are no more syncs than that takes.
func TestJournalIsSynced(t *testing.T) {
	s := planned(t, tiny, filepath.Join(t.TempDir(), "plan"))
	const tick = 10 * time.Millisecond
	rapid.Check(t, func(rt *rapid.T) {
		pauses := rapid.SliceOfN(rapid.IntRange(0, int(3*syncEvery/tick)), 1, 30).Draw(rt, "pauses in ticks")
		synctest.Test(t, func(t *testing.T) {
			j, err := s.createJournal()
			if err != nil {
				t.Fatal(err)
			}
			begin, syncs, last := time.Now(), 0, time.Now()
			var oldest time.Time // of the lines that are not on the disk
			for _, ticks := range pauses {
				for range ticks {
					time.Sleep(tick)
					synctest.Wait()
					j.mu.Lock()
					if j.safe < j.size && time.Since(oldest) > syncEvery {
						t.Errorf("pauses %v: a line of %v ago is not on the disk", pauses, time.Since(oldest))
					}
					if j.synced.After(last) {
						last, syncs = j.synced, syncs+1
					}
					j.mu.Unlock()
				}
				due, all := time.Since(j.synced) >= syncEvery, j.safe == j.size
				if err := j.add(Result{Point: 1, Run: "a"}); err != nil {
					t.Fatal(err)
				}
				if all {
					oldest = time.Now()
				}
				if due && j.safe < j.size {
					t.Errorf("pauses %v: a line is not synced at once, %v after the last sync", pauses, time.Since(j.synced))
				}
			}
			if most := int(time.Since(begin)/syncEvery) + 1; syncs > most {
				t.Errorf("pauses %v: %d syncs, want %d at most", pauses, syncs, most)
			}
			if err := j.close(); err != nil || j.safe < j.size {
				t.Errorf("of %d bytes, %d are on the disk at the end: %v", j.size, j.safe, err)
			}
		})
	})
}

// Points that do not run in lockstep are written one by one, so that a slow one does not wait for others.
func TestResultsComeOneByOne(t *testing.T) {
	for _, c := range []struct {
		experiment string
		want       []int // points that come together
	}{
		{"{stimulus: {inputs: 300, spectrum: [1, 0.9, 0.8]}, outputs: 200, reference: false, rate: 1e-9, steps: 2}", []int{1, 1, 1, 1}},
		{"{steps: 2, trials: 2}", []int{batchPoints / 2}},
	} {
		s := planned(t, fmt.Sprintf("experiment: %s\nseeds: 4", c.experiment), filepath.Join(t.TempDir(), "plan"))
		var got []int
		for some, failures := range s.execute(t.Context(), []int{0, 1, 2, 3}) {
			if len(failures) > 0 {
				t.Fatal(failures)
			}
			got = append(got, len(some))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: results come as %v, want %v", c.experiment, got, c.want)
		}
	}
}
