package circuit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Users of the library cannot name the types of internal packages, so no exported function,
// method, type, field or variable has one. An alias, such as recorder.Row, gives a type a public name.
func TestInternalTypesAreNotPublic(t *testing.T) {
	for _, dir := range []string{
		".", "activity", "intervention", "selection", "subspace", "theory", "weights", "../neuron", "../synapse", "../recorder",
		"../stimulus", "../stimulus/covariance", "../stimulus/dataset", "../stimulus/fileformat",
	} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			internal := map[string]bool{}
			for _, i := range file.Imports {
				if at, _ := strconv.Unquote(i.Path.Value); strings.Contains(at, "/internal/") {
					internal[path.Base(at)] = true
				}
			}
			ast.FileExports(file) // leaves the exported declarations, with their exported fields
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					f.Body = nil
				}
				seen++
				ast.Inspect(d, func(n ast.Node) bool {
					if t, ok := n.(*ast.TypeSpec); ok && t.Assign.IsValid() {
						return false
					}
					if s, ok := n.(*ast.SelectorExpr); ok {
						if of, ok := s.X.(*ast.Ident); ok && internal[of.Name] {
							t.Errorf("%s: an exported declaration uses %s.%s", name, of.Name, s.Sel.Name)
						}
					}
					return true
				})
			}
		}
		if seen == 0 {
			t.Errorf("%s: no declarations", dir)
		}
	}
}
