package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestExternalModule builds testdata/external, a module that uses a clone of this one, and compares
// what it prints with docs/library.md. On a machine that has only built this module, go reads the
// go.mod files of a few more modules first.
func TestExternalModule(t *testing.T) {
	if testing.Short() {
		t.Skip("links a program")
	}
	module, err := filepath.Abs("../../testdata/external")
	must(t, err)
	data, err := os.ReadFile(filepath.Join(module, "go.mod"))
	must(t, err)
	mod := filepath.Join(t.TempDir(), "go.mod") // with what is added to it, and go.sum beside it
	must(t, os.WriteFile(mod, data, 0o666))
	run := exec.Command("go", "run", "-mod=mod", "-modfile="+mod, ".")
	run.Dir, run.Env = module, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	printed, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	p, err := readMarkdown("docs/library.md")
	must(t, err)
	all := p.blocks()
	if want := all[len(all)-1].code; string(printed) != want {
		t.Errorf("docs/library.md says that it prints\n%s\nit prints\n%s", want, printed)
	}
}
