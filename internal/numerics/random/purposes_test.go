package random_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Streams of equal purposes share their numbers. So purposes.txt lists them all, and says of those
// that several files draw from why they may.
func TestPurposesAreListed(t *testing.T) {
	text, err := os.ReadFile("purposes.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed, drawnBy, shared := map[string]bool{}, map[string]map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		switch {
		case line == "\n" || strings.HasPrefix(line, "#"):
		case fields[0] == "shared" && len(fields) == 3:
			shared[fields[1]] = true
		case len(fields) > 1:
			listed[fields[0]+" | "+fields[1]] = true
			purposes := fields[2:]
			if len(purposes) == 0 {
				purposes = []string{strings.Trim(fields[1], `"`)}
			}
			for _, purpose := range purposes {
				if drawnBy[purpose] == nil {
					drawnBy[purpose] = map[string]bool{}
				}
				drawnBy[purpose][fields[0]] = true
			}
		default:
			t.Errorf("purposes.txt: what is %q?", line)
		}
	}
	for purpose, files := range drawnBy {
		if len(files) > 1 != shared[purpose] {
			t.Errorf("%q is the purpose of streams in %v; that it is shared on purpose: %v", purpose, slices.Sorted(maps.Keys(files)), shared[purpose])
		}
	}
	found := purposesIn(t, filepath.Join("..", "..", ".."))
	for place := range found {
		if !listed[place] {
			t.Errorf("purposes.txt lacks %s", place)
		}
	}
	for place := range listed {
		if !found[place] {
			t.Errorf("purposes.txt has %s, and no source has", place)
		}
	}
}

// purposesIn returns what the sources in a folder give as a purpose, as "file | expression": the arguments for parameters
// of that name, of New as of functions that pass them on.
func purposesIn(t *testing.T, root string) map[string]bool {
	files, place := map[string]*ast.File{}, map[string]int{"random.New": 2}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") && name != root):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		name, _ = filepath.Rel(root, name)
		files[name], err = parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0)
		return err
	})
	if err != nil || len(files) < 400 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	for name, file := range files {
		for _, d := range file.Decls {
			f, isFunc := d.(*ast.FuncDecl)
			if !isFunc || filepath.Dir(name) == filepath.Join("internal", "numerics", "random") {
				continue
			}
			at := 0
			for _, field := range f.Type.Params.List {
				for _, n := range field.Names {
					if n.Name == "purpose" {
						place[filepath.Dir(name)+" "+f.Name.Name] = at
					}
					at++
				}
			}
		}
	}
	found := map[string]bool{}
	for name, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, isCall := n.(*ast.CallExpr)
			if !isCall {
				return true
			}
			called := types.ExprString(call.Fun)
			if called != "random.New" {
				called = filepath.Dir(name) + " " + called[strings.LastIndexByte(called, '.')+1:]
			}
			if at, known := place[called]; known && at < len(call.Args) {
				found[fmt.Sprintf("%s | %s", filepath.ToSlash(name), types.ExprString(call.Args[at]))] = true
			}
			return true
		})
	}
	return found
}
