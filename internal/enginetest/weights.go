package enginetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"twophase/internal/engine"
	"twophase/internal/experiment"
	"twophase/internal/planning"
)

// Weights runs an experiment as twophase run does, and returns the SHA-256 of its weights.npz in hexadecimal
// digits.
func Weights(t testing.TB, e experiment.Experiment) string {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := planning.Resolve(context.Background(), e)
	check(err)
	defer p.Close()
	out := filepath.Join(t.TempDir(), "run")
	_, err = engine.Run(context.Background(), p, planning.RunOptions{Out: out})
	check(err)
	text, err := os.ReadFile(filepath.Join(out, "weights.npz"))
	check(err)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
