package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
)

// A trial is the same, to the last byte of its files, whether it shares lanes
// with others (eleven trials of one worker) or not (of eleven workers); and so is
// the failure of the first trial that fails, and what is kept then.
func TestSideBySideOrAlone(t *testing.T) {
	for _, test := range []struct {
		name string
		e    experiment.Experiment
		fail string // what the error begins with
	}{
		{"recorded at times", experiment.Experiment{Steps: 1000, Record: []string{"weights@50", "outputs@30"}}, ""},
		{"recorded in parts", experiment.Experiment{Steps: 600, Record: []string{"lateral@20"}, Parts: []string{"all"}}, ""},
		{"recorded often", experiment.Experiment{Steps: 300, Record: []string{"weights"}}, ""},
		{"one diverges", experiment.Experiment{
			Network: "ifPSW", InitialM: 1, Rate: circuit.ConstantRate(0.05), Seed: 2, Steps: 600, Record: []string{"scale@100"},
		}, "trial 7: diverged at step 90: the scale of outputs[0] became"},
		{"some diverge", experiment.Experiment{
			Network: "ifPSW", InitialM: 1, Rate: circuit.ConstantRate(0.1), Seed: 2, Steps: 600, Record: []string{"scale@100"},
		}, "trial "},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.e.Trials = 11
			folders := [2]string{filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")}
			var texts [2]string
			for i, workers := range []int{1, 11} {
				_, err := runIn(t, test.e, planning.RunOptions{Out: folders[i], Workers: workers})
				if err != nil {
					texts[i], _, _ = strings.Cut(err.Error(), "; what was recorded until then is in ")
					folders[i] += ".partial"
				}
			}
			if texts[0] != texts[1] || !strings.HasPrefix(texts[0], test.fail) || (texts[0] == "") != (test.fail == "") {
				t.Fatalf("side by side: %q; alone: %q; want %q", texts[0], texts[1], test.fail)
			}
			files, err := filepath.Glob(filepath.Join(folders[0], "*"))
			if err != nil {
				t.Fatal(err)
			}
			compared := 0
			for _, file := range files {
				name := filepath.Base(file)
				if name == "timing.json" || name == "SHA256SUMS" || test.fail != "" && !strings.HasPrefix(name, "weights-") {
					continue // of a trial that was stopped, there may be more or less
				}
				if a, b := content(t, folders[0], name), content(t, folders[1], name); a != b {
					t.Errorf("%s differs", name)
				}
				compared++
			}
			if test.fail == "" && compared != 11+4 || test.name == "one diverges" && compared != 7 {
				t.Errorf("%d files: %v", compared, files)
			}
		})
	}
}

// content returns a file of a run folder, but for the folder's name.
func content(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), folder, "")
}
