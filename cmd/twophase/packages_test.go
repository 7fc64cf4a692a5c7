package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sourcePackage is what the sources of a package say: the comment in its doc.go, and which
// packages of this module its other files import, without tests.
type sourcePackage struct {
	comment string
	imports []string
}

// sourcePackages reads the packages of this module by their paths. It leaves out other
// modules and files that are not built.
func sourcePackages(t *testing.T) map[string]*sourcePackage {
	all := map[string]*sourcePackage{}
	root := filepath.Join("..", "..")
	must(t, filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || e.Name() == "generate" || strings.HasPrefix(e.Name(), ".") && name != root):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.ImportsOnly)
		must(t, err)
		folder, err := filepath.Rel(root, filepath.Dir(name))
		must(t, err)
		folder = filepath.ToSlash(folder)
		if all[folder] == nil {
			all[folder] = &sourcePackage{}
		}
		p := all[folder]
		if e.Name() == "doc.go" {
			p.comment = file.Doc.Text()
		} else if file.Doc != nil && strings.HasPrefix(file.Doc.Text(), "Package ") {
			t.Errorf("%s: the comment of the package belongs into its doc.go", name)
		}
		for _, i := range file.Imports {
			if imported, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "twophase/"); ok {
				p.imports = append(p.imports, imported)
			}
		}
		return nil
	}))
	return all
}

// helpers are small packages without knowledge of circuits, which every package may import.
var helpers = []string{
	"internal/experiment/memory", "internal/files/interrupt", "internal/numerics/blas", "internal/numerics/quantile",
	"internal/testkit/long", "internal/text/wording", "internal/text/strict",
}

// The doc.go of every package has its pipeline in numbered steps, and says which packages it
// may import, beside the helpers. With "only" it imports none but these; otherwise it may also
// import what these import.
func TestPackagesSayWhatTheyImport(t *testing.T) {
	all := sourcePackages(t)
	if len(all) < 40 {
		t.Fatalf("only %d packages were found", len(all))
	}
	var below func(name string, into map[string]bool)
	below = func(name string, into map[string]bool) {
		if into[name] || all[name] == nil { // files of testdata
			return
		}
		into[name] = true
		for _, imported := range all[name].imports {
			below(imported, into)
		}
	}
	for name, p := range all {
		if !regexp.MustCompile(`(?m)^ +1\. `).MatchString(p.comment) {
			t.Errorf("%s/doc.go: it has no pipeline in numbered steps, 1. and so on", name)
		}
		said := importSentence.FindString(strings.Join(strings.Fields(p.comment), " "))
		if said == "" {
			t.Errorf("%s/doc.go: it does not say which packages it may import", name)
			continue
		}
		if strings.Contains(said, "every package") {
			continue
		}
		allowed := map[string]bool{}
		for other := range all {
			if regexp.MustCompile(`(^|[ (])(` + other + `|` + path.Base(other) + `)($|[ ,.;:)])`).MatchString(said) {
				if strings.Contains(said, " only") {
					allowed[other] = true
				} else {
					below(other, allowed)
				}
			}
		}
		for _, imported := range slices.Compact(slices.Sorted(slices.Values(p.imports))) {
			if !allowed[imported] && !slices.Contains(helpers, imported) {
				t.Errorf("%s imports %s, and its doc.go says: %s", name, imported, said)
			}
		}
	}
}

// importSentence is the sentence of a doc.go on imports.
var importSentence = regexp.MustCompile(`[^.:;]*\b(may import|imports)\b.*?\.( |$)`)

// docs/design.md lists every package once, in groups of which none imports one above it: but tests' own.
func TestGroupsImportDownwards(t *testing.T) {
	all := sourcePackages(t)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "design.md"))
	must(t, err)
	house := strings.Split(strings.SplitN(string(page), "\n`python` calls", 2)[0], "\n\n    ")
	groupOf := map[string]int{}
	for group, lines := range house[1:] {
		for line := range strings.Lines(lines) {
			name := strings.Fields(line)[0]
			if all[name] == nil {
				name = "internal/" + name
			}
			if _, twice := groupOf[name]; twice || all[name] == nil {
				t.Errorf("docs/design.md lists %s twice, or there is no such package", name)
			}
			groupOf[name] = group
		}
	}
	for name, p := range all {
		wing := len(p.imports) == 0 && path.Dir(name) == "internal"
		if _, listed := groupOf[name]; !listed && !wing {
			t.Errorf("docs/design.md does not list %s", name)
		}
		for _, imported := range p.imports {
			if groupOf[imported] < groupOf[name] && !strings.HasPrefix(name, "internal/testkit/") {
				t.Errorf("%s imports %s, which stands above it in docs/design.md", name, imported)
			}
		}
	}
}

// The program of the page has one reader of Parquet: that of package rundiff would make it half as large again.
func TestProgramOfThePageIsSmall(t *testing.T) {
	all, seen := sourcePackages(t), map[string]bool{}
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, imported := range all[name].imports {
			visit(imported)
		}
	}
	visit("internal/web/simulator/program")
	if !seen["internal/traces/result"] || seen["internal/traces/rundiff"] {
		t.Errorf("the program imports %v", slices.Sorted(maps.Keys(seen)))
	}
}
