package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// exactly are the packages whose numbers are the same on all machines.
var exactly = []string{"./internal/numerics/kernel", "./internal/numerics/random", "./internal/text/expression", "./internal/numerics/dense", "./neuron", "./synapse", "./circuit", "./circuit/activity", "./circuit/intervention", "./circuit/subspace", "./circuit/weights", "./stimulus/..."}

// No sum there has a product of fractions as a part, which some machines would round together with the sum. A product with
// a power of two is exact.
func TestNoProductIsFused(t *testing.T) {
	type listed struct {
		ImportPath, Dir, Export string
		DepOnly                 bool
		GoFiles                 []string
	}
	command := exec.Command("go", append([]string{"list", "-deps", "-export", "-json=ImportPath,Dir,Export,DepOnly,GoFiles"}, exactly...)...)
	command.Dir = filepath.Join("..", "..")
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	all, set := map[string]listed{}, token.NewFileSet()
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	exports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(all[path].Export) })
	sums := 0
	for path, p := range all {
		if p.DepOnly {
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := (&types.Config{Importer: exports}).Check(path, set, files, &info); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			for _, e := range sumsOf(f) {
				sums++
				if rounds(info.Types, e) {
					t.Errorf("%v: this product may be fused with the sum: write math.FMA or float64(a*b)", set.Position(e.Pos()))
				}
			}
		}
	}
	if sums < 1000 {
		t.Errorf("only %d parts of sums were found", sums)
	}
}

// sumsOf returns the parts of all sums and differences in a file.
func sumsOf(f *ast.File) (parts []ast.Expr) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.ADD || n.Op == token.SUB {
				parts = append(parts, n.X, n.Y)
			}
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
				parts = append(parts, n.Rhs...)
			}
		}
		return true
	})
	return parts
}

// rounds reports whether an expression is a product that rounds.
func rounds(known map[ast.Expr]types.TypeAndValue, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return rounds(known, e.X)
	case *ast.UnaryExpr:
		return rounds(known, e.X)
	case *ast.BinaryExpr:
		kind, isBasic := known[e].Type.Underlying().(*types.Basic)
		return e.Op == token.MUL && known[e].Value == nil && isBasic && kind.Info()&types.IsFloat != 0 && !isPower(known[e.X].Value) && !isPower(known[e.Y].Value)
	}
	return false
}

// isPower reports whether a constant, or nil, is a power of two.
func isPower(v constant.Value) bool {
	if v == nil {
		return false
	}
	x, _ := constant.Float64Val(v)
	fraction, _ := math.Frexp(math.Abs(x))
	return fraction == 0.5
}
