package sweep

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every example of a sweep asks a question and is valid.
func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("../../../testdata/sweeps/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("examples %v, %v", paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		question, _, _ := strings.Cut(string(text), "\n#\n")
		if !strings.HasPrefix(question, "# ") || !strings.HasSuffix(question, "?") {
			t.Errorf("%s begins with %q, not with a question", path, question)
		}
		if _, err := Parse(context.Background(), path, text); err != nil {
			t.Error(err)
		}
	}
}
