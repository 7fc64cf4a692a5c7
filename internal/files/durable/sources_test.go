package durable

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// elsewhere is what creates files in another way, and why it may.
var elsewhere = map[string]string{
	"stimulus/fileformat/unpack.go CreateTemp":        "a spool, which has no name by the time it is written to",
	"cmd/twophase/serve.go CreateTemp":                "an address for the browser, removed when it is open",
	"internal/study/claims/run.go MkdirTemp":          "a comparison, which is removed when it was judged",
	"internal/files/folder/leftover.go MkdirTemp":     "a replay, which is removed when it was compared",
	"internal/study/sweep/claims.go OpenFile":         "an empty file, of which bytes are locked",
	"internal/testkit/testfiles/golden.go WriteFile":  "golden files of tests",
	"internal/testkit/testfiles/memory.go MkdirTemp":  "where tests write, in memory",
	"internal/testkit/testfiles/stimuli.go WriteFile": "files of stimuli for tests",
}

// There is one way of writing: no other package of the program creates or renames files.
func TestOneWayOfWriting(t *testing.T) {
	creating := []string{"WriteFile", "Create", "CreateTemp", "OpenFile", "Rename", "Mkdir", "MkdirAll", "MkdirTemp", "Link", "Symlink", "Truncate"}
	root := filepath.Join("..", "..", "..")
	unused := map[string]bool{}
	for use := range elsewhere {
		unused[use] = true
	}
	files := 0
	check := func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		place, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		place = filepath.ToSlash(place)
		if d.IsDir() {
			switch place { // what is not part of the program
			case "testdata", "internal/files/durable", "internal/numerics/generate", ".git":
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(place, ".go") || strings.HasSuffix(place, "_test.go") {
			return nil
		}
		files++
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && opensOnly(call) {
				return false
			}
			if s, ok := n.(*ast.SelectorExpr); ok {
				of, _ := s.X.(*ast.Ident)
				if of == nil || of.Name != "os" && of.Name != "ioutil" || !slices.Contains(creating, s.Sel.Name) {
					return true
				}
				use := place + " " + s.Sel.Name
				if delete(unused, use); elsewhere[use] == "" {
					t.Errorf("%s: write files by package internal/files/durable, so that they outlast a power cut", use)
				}
			}
			return true
		})
		return nil
	}
	if err := filepath.WalkDir(root, check); err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Errorf("only %d sources were read", files)
	}
	for use := range unused {
		t.Errorf("%s: it is there no more; take it out of the list", use)
	}
}

// opensOnly reports whether a call opens a file that must be there.
func opensOnly(call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "OpenFile" || len(call.Args) != 3 {
		return false
	}
	creates := false
	ast.Inspect(call.Args[1], func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "O_CREATE" {
			creates = true
		}
		return true
	})
	return !creates
}
