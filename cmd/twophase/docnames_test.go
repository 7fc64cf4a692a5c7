package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fileWord      = regexp.MustCompile(`[\w*./-]*[\w*]\.go\b`)
	qualifiedWord = regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)`)
	namedPackage  = regexp.MustCompile(`\(package ([a-z]+)\)`)
	namedUsers    = regexp.MustCompile(`must not import its users: ([^.]*)\.`)
	packageWord   = regexp.MustCompile(`[a-z][\w/]*`)
)

// What a doc.go names exists: files, packages, and what a package of this module exports.
func TestPackageCommentsNameWhatExists(t *testing.T) {
	all := sourcePackages(t)
	root := filepath.Join("..", "..")
	exported := map[string]map[string]bool{} // by the last element of a package's path
	for folder := range all {
		names := exported[path.Base(folder)]
		if names == nil {
			names = map[string]bool{}
			exported[path.Base(folder)] = names
		}
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		must(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			must(t, err)
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					names[d.Name.Name] = names[d.Name.Name] || d.Recv == nil
				case *ast.GenDecl:
					for _, s := range d.Specs {
						switch s := s.(type) {
						case *ast.TypeSpec:
							names[s.Name.Name] = true
						case *ast.ValueSpec:
							for _, n := range s.Names {
								names[n.Name] = true
							}
						}
					}
				}
			}
		}
	}
	for folder, p := range all {
		for _, word := range fileWord.FindAllString(p.comment, -1) {
			here, _ := filepath.Glob(filepath.Join(root, folder, word))
			there, _ := filepath.Glob(filepath.Join(root, word))
			if len(here)+len(there) == 0 {
				t.Errorf("%s/doc.go names the file %s, and there is none", folder, word)
			}
		}
		for _, word := range qualifiedWord.FindAllStringSubmatch(p.comment, -1) {
			if names, ours := exported[word[1]]; ours && !names[word[2]] {
				t.Errorf("%s/doc.go names %s, and there is none", folder, word[0])
			}
		}
		for _, users := range namedUsers.FindAllStringSubmatch(p.comment, -1) {
			for _, word := range packageWord.FindAllString(users[1], -1) {
				if word != "and" && exported[path.Base(word)] == nil {
					t.Errorf("%s/doc.go names the package %s, and there is none", folder, word)
				}
			}
		}
		for _, word := range namedPackage.FindAllStringSubmatch(p.comment, -1) {
			if exported[word[1]] == nil {
				t.Errorf("%s/doc.go names the package %s, and there is none", folder, word[1])
			}
		}
	}
}

// A page names Go files that exist, by their path or by their name alone.
func TestPagesNameGoFilesThatExist(t *testing.T) {
	root := filepath.Join("..", "..")
	exists := map[string]bool{}
	must(t, filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
		exists[filepath.Base(name)] = true
		return err
	}))
	contributing, err := readMarkdown("CONTRIBUTING.md")
	must(t, err)
	for _, page := range append(pages(t), contributing) {
		for _, word := range fileWord.FindAllString(page.text(), -1) {
			if !strings.Contains(word, "*") && !strings.Contains(word, "NAME") && !exists[path.Base(word)] {
				t.Errorf("%s names the file %s, and there is none", page.path, word)
			}
		}
	}
}
