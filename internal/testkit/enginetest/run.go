package enginetest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
)

// Weights runs an experiment as twophase run does, and returns the SHA-256 of its weights.npz in hexadecimal
// digits.
func Weights(t testing.TB, e experiment.Experiment) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(run(t, e), "weights.npz"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Record runs an experiment that is given as the text of a file, and returns its folder.
func Record(t testing.TB, text string) string {
	t.Helper()
	doc, err := experiment.Parse("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return run(t, doc.Experiment)
}

func run(t testing.TB, e experiment.Experiment) string {
	t.Helper()
	p, err := planning.Resolve(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	out := filepath.Join(t.TempDir(), "run")
	if _, err := engine.Run(context.Background(), p, planning.RunOptions{Out: out}); err != nil {
		t.Fatal(err)
	}
	return out
}
