package rundiff

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Of texts of different lengths the lines that only one has differ.
func TestLinesThatAreMissingDiffer(t *testing.T) {
	folder := t.TempDir()
	short, long := filepath.Join(folder, "short.csv"), filepath.Join(folder, "long.csv")
	if err := errors.Join(os.WriteFile(short, []byte("a"), 0o666), os.WriteFile(long, []byte("a\nb\nc"), 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ run, replay, want string }{
		{long, short, `line 2 is "b", replayed nothing; 2 of 3 lines differ`},
		{short, long, `line 2 is nothing, replayed "b"; 2 of 3 lines differ`},
	} {
		if got, err := lineDifference(c.run, c.replay); err != nil || got != c.want {
			t.Errorf("%q, %v, want %q", got, err, c.want)
		}
	}
}
