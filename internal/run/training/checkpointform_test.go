package training

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/experiment"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/result"
)

// someCheckpoints returns a checkpoint of a trial on its way and one of a result, with
// the plan and the name of their run.
func someCheckpoints(t testing.TB) (p *planning.Plan, run string, state, found []byte) {
	by := 0.99
	p, err := planning.Resolve(context.Background(), experiment.Experiment{
		Network: "PSP", Steps: 100, Trials: 2, Reference: true,
		Interventions: []experiment.Intervention{{Every: 10, Multiply: "feedforward", By: &by}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	m, err := p.PrepareRun(t.Context(), planning.RunOptions{}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	text, err := result.Indented(m)
	if err != nil {
		t.Fatal(err)
	}
	out, err := result.RunFolder.Create(filepath.Join(t.TempDir(), "run"), false, text)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Leave()
	for number, text := range []*[]byte{&found, &state} {
		trial := &Trial{Plan: p, Run: m.Run, Number: number, Out: out, Every: 20}
		if number == 1 {
			trial.Stopped = func() bool { return trial.given >= 60 }
		}
		RunTogether([]*Trial{trial}, p.Experiment.Steps, planning.Silent{})
		if interrupted := errors.Is(trial.Err, interrupt.ErrInterrupted); interrupted != (number == 1) || !interrupted && trial.Err != nil {
			t.Fatalf("trial %d: error %v", number, trial.Err)
		}
		if *text, err = os.ReadFile(out.Path(checkpointName(number))); err != nil {
			t.Fatal(err)
		}
	}
	return p, m.Run, state, found
}

// A checkpoint of which any byte is another, that was cut or that goes on, is refused. By
// default every seventh byte is tried.
func TestDamagedCheckpointIsRefused(t *testing.T) {
	p, run, state, result := someCheckpoints(t)
	for trial, whole := range [][]byte{result, state} {
		if _, err := parseCheckpoint(p, whole, run, trial); err != nil {
			t.Fatal(err)
		}
		bits := rand.New(rand.NewPCG(1, 2))
		for i := 0; i < len(whole); i += long.Or(7, 1) {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 1 << bits.IntN(8)
			if _, err := parseCheckpoint(p, damaged, run, trial); err == nil {
				t.Errorf("trial %d: byte %d was changed without an error: %q", trial, i, damaged[max(i-20, 0):min(i+20, len(damaged))])
			}
			if _, err := parseCheckpoint(p, whole[:i], run, trial); err == nil {
				t.Errorf("trial %d: only %d bytes were left, without an error", trial, i)
			}
		}
		if _, err := parseCheckpoint(p, append(bytes.Clone(whole), 0), run, trial); err == nil {
			t.Errorf("trial %d: a byte was appended without an error", trial)
		}
	}
}

// asCheckpoint returns a checkpoint of trial 1 with some body, hashed as it should be.
func asCheckpoint(p *planning.Plan, run string, body []byte) []byte {
	sum := sha256.Sum256(body)
	line, err := json.Marshal(head{
		Kind: kind, Schema: CheckpointSchema, Version: result.Version, Run: run, Trial: 1,
		Step: p.Experiment.Steps, Seed: p.Experiment.Seed, Body: hex.EncodeToString(sum[:]),
	})
	if err != nil {
		panic(err)
	}
	return append(append(line, '\n'), body...)
}

// A body that claims to hold more than it does takes no more memory than it has.
func TestHostileLengthsTakeNoMemory(t *testing.T) {
	p, run, state, _ := someCheckpoints(t)
	_, body, _ := bytes.Cut(state, []byte("\n"))
	rapid.Check(t, func(rt *rapid.T) {
		hostile := bytes.Clone(body)
		at := rapid.IntRange(0, len(body)-9).Draw(rt, "at")
		copy(hostile[at:], rapid.SampledFrom([]string{"\xfc\x3f\xff\xff\xff", "\xf8\x00\x00\x00\xff\xff\xff\xff\xff", "\xfd\xff\xff\xff", "\xff\x7f"}).Draw(rt, "length"))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = parseCheckpoint(p, asCheckpoint(p, run, hostile), run, 1)
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 64<<20 {
			rt.Fatalf("%d MB for a checkpoint of %d kB", (after.TotalAlloc-before.TotalAlloc)>>20, len(body)>>10)
		}
	})
}

func FuzzParseCheckpoint(f *testing.F) {
	p, run, state, result := someCheckpoints(f)
	for _, whole := range [][]byte{state, result} {
		_, body, _ := bytes.Cut(whole, []byte("\n"))
		f.Add(body)
	}
	var empty bytes.Buffer
	if err := gob.NewEncoder(&empty).Encode(Checkpoint{State: &State{}}); err != nil {
		f.Fatal(err)
	}
	f.Add(empty.Bytes())
	f.Fuzz(func(t *testing.T, body []byte) {
		text := asCheckpoint(p, run, body)
		b, err := parseCheckpoint(p, text, run, 1)
		if err == nil && b.Result == nil {
			t.Error("a state was read from a first line that is not of it")
		}
		_, _ = parseCheckpoint(p, body, run, 1)
	})
}
