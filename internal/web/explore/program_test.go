package explore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/web/simulator"
)

// explored are experiments of many networks, stimuli and interventions.
var explored = []string{
	`{"network": "ifPSP", "steps": 3000, "interventions": [{"at": 500, "lesion": "lateral[1,0]"}, {"at": 900, "noise": "weights", "size": 1e-4}, {"at": 1500, "stimulus": {"rotate": 40}}]}`,
	`{"network": "PSW", "stimulus": {"problem": "large"}, "steps": 400, "interventions": [{"at": 100, "freeze": "lateral"}, {"at": 200, "thaw": "lateral"}, {"at": 250, "quantise": "weights", "step": 1e-3}]}`,
	`{"network": "cascadePSP", "outputs": 4, "stimulus": {"spectrum": [4, 3, 2, 1, 0.1], "inputs": 12}, "steps": 1000, "interventions": [{"at": 300, "stimulus": {"spectrum": [1, 0.9, 0.8, 0.7, 0.1]}}, {"every": 100, "multiply": "lateral", "by": 0.99}]}`,
	`{"network": "ifPSP", "turns": 4, "steps": 1000, "interventions": [{"at": 200, "clamp": "inputs[3]", "to": 0.3}, {"at": 400, "release": "inputs[3]"}, {"at": 600, "tau": 0.2}]}`,
	`{"network": "ifPSW", "seed": 7, "steps": 1000, "interventions": [{"at": 300, "failure": "feedforward", "probability": 0.1}, {"at": 500, "rate": 1e-3}, {"at": 700, "failure": "feedforward", "probability": 0}]}`,
	`{"network": "PSP", "settle": {"method": "gauss-seidel", "sweeps": 3}, "steps": 800, "interventions": [{"at": 300, "settle": {"method": "stale"}}, {"at": 500, "settle": {"method": "two-phase"}}]}`,
	`{"network": "bio-cca", "steps": 500}`,
	`{"network": "nsm", "steps": 1000, "seed": 3}`,
	`{"network": "foldiak", "steps": 500}`,
	`{"network": "ifPSP", "stimulus": {"autocorrelations": [0.9, 0.5, 0.2], "inputs": 6}, "outputs": 2, "steps": 1000, "interventions": [{"at": 200, "stimulus": {"noise": 0.1}}, {"when": "lateral_ratio < 0.5", "check": 10, "set": "lateral[1,0]", "to": 0.2}, {"at": 600, "dale": "lateral", "sign": "positive"}]}`,
	`{"circuit": {"name": "own", "populations": {"x": {"input": true}, "y": {"size": "K"}}, "projections": {"W": {"from": "x", "to": "y", "rule": {"post": {"drive": "y", "decay": "min(y^2, 1)"}, "pre": {"drive": "x"}}}}, "schedule": [{"turn": "y", "receives": ["W"]}, "plasticity"]}, "outputs": 1, "stimulus": {"spectrum": [1, 0.5, 0.2]}, "rate": 0.01, "steps": 500, "interventions": [{"at": 300, "rule": {"post": {"drive": "y", "decay": "y^2"}, "pre": {"drive": "x"}}, "of": "W"}]}`,
}

// refused are experiments whose errors list all networks, problems or keys.
var refused = []string{
	`{"network": "no-such"}`, `{"stimulus": {"problem": "no-such"}}`,
	`{"no-such": 1}`, `{"stimulus": {"no-such": 1}}`, `{"settle": {"no-such": 1}}`, `{"interventions": [{"no-such": 1}]}`,
}

// release is the environment variable of make simulator-check: the program must know all that these sources know.
const release = "TWOPHASE_RELEASE"

// The program that is embedded has the bits of twophase run for each network that it knows and in all that is explored,
// and knows nothing that these sources do not know. What is newer than the program is for the next release.
func TestProgramAnswersAsTheseSources(t *testing.T) {
	t.Parallel()
	asked := slices.Concat(refused, explored)
	for _, name := range strings.Fields(networks) {
		asked = append(asked, fmt.Sprintf(`{"network": %q, "steps": 50, "seed": 5}`, name))
	}
	got := answers(t, asked)
	for i, text := range refused {
		_, err := simulator.Open([]byte(text))
		if err == nil {
			t.Fatalf("%s is not refused", text)
		}
		known, now := choices(got[i]), choices(err.Error())
		if gone := without(known, now); len(gone) > 0 {
			t.Errorf("of %s the program says that there is %v, which these sources do not know: run make simulator", text, gone)
		}
		if missing := without(now, known); len(missing) > 0 && os.Getenv(release) != "" {
			t.Errorf("of %s the program does not know %v: run make simulator, and commit what it writes", text, missing)
		}
	}
	for i, text := range asked {
		if i < len(refused) {
			continue
		}
		if want := enginetest.Weights(t, parsed(t, text)); got[i] != want {
			t.Errorf("of %s the program says\n%s\nand these sources\n%s\nRun make simulator, and commit what it writes", text, got[i], want)
		}
	}
	testfiles.Same(t, "networks.txt", []byte(strings.Join(choices(got[0]), "\n")+"\n"))
}

// answers returns what the program that is embedded says of experiments: see testdata/answers.js.
func answers(t *testing.T, experiments []string) (said []string) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Node")
	}
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("TWOPHASE_BROWSER") != "" {
		t.Fatalf("TWOPHASE_BROWSER is set, but there is no Node: %v", err)
	}
	if err != nil {
		t.Skipf("needs Node, and there is none (%v): install nodejs", err)
	}
	s, err := program()
	check(t, err)
	glue := filepath.Join(t.TempDir(), "glue.js")
	check(t, os.WriteFile(glue, s.Glue, 0o666))
	run := exec.Command(node, "testdata/answers.js", "program.wasm.gz", glue)
	run.Stdin = strings.NewReader("[" + strings.Join(experiments, ",") + "]")
	var errors bytes.Buffer
	run.Stderr = &errors
	text, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errors)
	}
	check(t, json.Unmarshal(text, &said))
	return said
}

// choices returns what an error says that can be chosen, or the whole text if it is no such error.
func choices(text string) []string {
	if _, list, found := strings.Cut(text, ": choose "); found {
		text = strings.ReplaceAll(list, " or ", ", ")
	}
	return strings.Split(text, ", ")
}

// without returns the names of a list that another does not have.
func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(others, name) })
}

// parsed returns an experiment.
func parsed(t *testing.T, text string) experiment.Experiment {
	t.Helper()
	doc, err := experiment.Parse("experiment.yaml", []byte(text))
	check(t, err)
	return doc.Experiment
}
