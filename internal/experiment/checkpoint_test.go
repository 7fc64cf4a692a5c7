package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

// someCheckpoints returns a checkpoint of a trial on its way and one of a result, with
// the plan and the name of their run.
func someCheckpoints(t testing.TB) (p *Plan, run string, state, result []byte) {
	e := interrupted()
	out := resumable(t, e)
	p, err := Resolve(e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	m, err := p.prepare(t.Context(), RunOptions{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for trial, text := range []*[]byte{&result, &state} {
		if *text, err = os.ReadFile(filepath.Join(out+".partial", checkpointName(trial))); err != nil {
			t.Fatal(err)
		}
	}
	return p, m.Run, state, result
}

// A checkpoint of which any byte is another, that was cut or that goes on, is refused.
func TestDamagedCheckpointIsRefused(t *testing.T) {
	p, run, state, result := someCheckpoints(t)
	for trial, whole := range [][]byte{result, state} {
		if _, err := p.parseCheckpoint(whole, run, trial); err != nil {
			t.Fatal(err)
		}
		bits := rand.New(rand.NewPCG(1, 2))
		for i := range whole {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 1 << bits.IntN(8)
			if _, err := p.parseCheckpoint(damaged, run, trial); err == nil {
				t.Errorf("trial %d: byte %d was changed, and nobody saw it: %q", trial, i, damaged[max(i-20, 0):min(i+20, len(damaged))])
			}
			if _, err := p.parseCheckpoint(whole[:i], run, trial); err == nil {
				t.Errorf("trial %d: only %d bytes were left, and nobody saw it", trial, i)
			}
		}
		if _, err := p.parseCheckpoint(append(bytes.Clone(whole), 0), run, trial); err == nil {
			t.Errorf("trial %d: a byte was appended, and nobody saw it", trial)
		}
	}
}

// asCheckpoint returns a checkpoint of trial 1 with some body, hashed as it should be.
func asCheckpoint(p *Plan, run string, body []byte) []byte {
	sum := sha256.Sum256(body)
	line, err := json.Marshal(checkpointHead{
		Kind: checkpointKind, Schema: CheckpointSchema, Version: Version, Run: run, Trial: 1,
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
		_, _ = p.parseCheckpoint(asCheckpoint(p, run, hostile), run, 1)
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
	if err := gob.NewEncoder(&empty).Encode(checkpointBody{State: &trialState{}}); err != nil {
		f.Fatal(err)
	}
	f.Add(empty.Bytes())
	f.Fuzz(func(t *testing.T, body []byte) {
		text := asCheckpoint(p, run, body)
		b, err := p.parseCheckpoint(text, run, 1)
		if err == nil && b.Result == nil {
			t.Error("a state was read from a first line that is not of it")
		}
		_, _ = p.parseCheckpoint(body, run, 1)
	})
}
