package metamorphic

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// tester has what a test needs to check many lists: processes, folders, and a tally of
// what was done.
type tester struct {
	root    string             // of all folders
	helpers map[string]*helper // by their kernels, each started when it is first needed
	tally   map[string]int
}

// newTester returns a tester that ends with the test, and logs its tally then.
func newTester(t *testing.T) *tester {
	t.Helper()
	m := &tester{root: t.TempDir(), helpers: map[string]*helper{}, tally: map[string]int{}}
	t.Cleanup(func() {
		for _, h := range m.helpers {
			if err := h.stop(); err != nil {
				t.Error(err)
			}
		}
		var text []string
		for _, what := range slices.Sorted(maps.Keys(m.tally)) {
			text = append(text, fmt.Sprint(m.tally[what], " ", what))
		}
		t.Log(strings.Join(text, ", "))
	})
	return m
}

// folder returns a new folder, and what removes it.
func (m *tester) folder() (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp(m.root, "")
	return folder, func() { os.RemoveAll(folder) }, err
}

// ask has a request done by a process with the given kernel: this one, if it is none.
func (m *tester) ask(kernelName string, r request) (answer, error) {
	if kernelName == "" {
		return r.do(), nil
	}
	if m.helpers[kernelName] == nil {
		h, err := startHelper(kernelName)
		if err != nil {
			return answer{}, err
		}
		m.helpers[kernelName] = h
	}
	return m.helpers[kernelName].ask(r)
}
