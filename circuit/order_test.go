package circuit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A file names only what a file of its own line of doc.go, or of a line above, declares.
func TestOrderOfFiles(t *testing.T) {
	order := orderOfFiles(t)
	for pattern := range order {
		if matches, _ := filepath.Glob(pattern + ".go"); matches == nil {
			t.Errorf("doc.go names %s, and there is no such file", pattern)
		}
	}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set, lines, references := token.NewFileSet(), map[string]int{}, 0
	var files []*ast.File
	for _, path := range paths {
		if path == "doc.go" || strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		if lines[path] = order[strings.TrimSuffix(path, ".go")]; lines[path] > 0 {
			continue
		}
		for pattern, line := range order {
			if matches, _ := filepath.Match(pattern+".go", path); matches {
				lines[path] = line
			}
		}
		if lines[path] == 0 {
			t.Errorf("%s stands on no line of doc.go", path)
		}
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}} // what other packages declare is not known
	pkg, _ := config.Check("circuit", set, files, &info)
	for use, of := range info.Uses {
		if of.Pkg() != pkg {
			continue
		}
		references++
		from, to := set.Position(use.Pos()), set.Position(of.Pos()).Filename
		if lines[to] > lines[from.Filename] {
			t.Errorf("%v (line %d) names %s of %s (line %d)", from, lines[from.Filename], use.Name, to, lines[to])
		}
	}
	if references < 1000 {
		t.Errorf("only %d names were found", references)
	}
}

// orderOfFiles returns the line of doc.go on which each file, or pattern of files, stands.
func orderOfFiles(t *testing.T) map[string]int {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "# The order of the files")
	order := map[string]int{}
	for i, line := range regexp.MustCompile(`\n//\t\d `).Split(strings.TrimSuffix(list, "\npackage circuit\n"), -1)[1:] {
		_, names, _ := strings.Cut(strings.ReplaceAll(line, "\n//\t", ""), ":")
		for name := range strings.SplitSeq(names, ",") {
			order[strings.TrimSpace(name)] = i + 1
		}
	}
	return order
}
