package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/testscript"

	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
)

// TestDocs runs the commands of README.md, docs and testdata/studies, each page as a session that begins in an
// empty folder, and compares what they print with what the page says. In a page
//
//   - a block of sh is run by a shell, and must succeed; go run ./cmd/twophase stands for
//     the command twophase;
//   - a block of text right after it is what it prints, errors included: see refreshed;
//     elsewhere <!-- printed by: COMMAND --> names the block of sh;
//   - a block whose first line is a comment with a file name is written to that file; if
//     its name begins with testdata/ it is a file of the repository, and must equal it;
//   - <!-- exits with: 2 --> before a block of sh expects an exit code;
//   - <!-- long: why --> leaves it to TestLongDocs;
//   - <!-- not run: why --> says why a test cannot run it;
//   - a page whose commands call python3 is run with TWOPHASE_READERS=1 alone.
//
// By default only README.md is run, unless the pages are rewritten:
//
//	go test ./cmd/twophase -run Docs -update
func TestDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts run these commands in another form")
	}
	runPages(t, false)
}

// TestLongDocs runs the pages that have blocks that take long, with these.
func TestLongDocs(t *testing.T) {
	long.Only(t)
	runPages(t, true)
}

// pages returns the README and all pages of docs.
func pages(t *testing.T) (all []*markdown) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	must(t, err)
	evidence, err := filepath.Glob(filepath.Join("..", "..", "docs", "evidence", "*.md"))
	must(t, err)
	studies, err := filepath.Glob(filepath.Join("..", "..", "testdata", "studies", "*.md"))
	must(t, err)
	for _, path := range slices.Concat(paths, evidence, studies, []string{"../../README.md"}) {
		p, err := readMarkdown(strings.TrimPrefix(filepath.ToSlash(path), "../../"))
		must(t, err)
		all = append(all, p)
	}
	return all
}

func runPages(t *testing.T, takeLong bool) {
	byName, folder := map[string]*markdown{}, t.TempDir()
	params := scripts(t, "")
	params.Dir = ""
	for _, p := range pages(t) {
		var script []string
		for i, b := range p.blocks() {
			if err := p.check(b); err != nil {
				t.Fatalf("%s:%d: %v", p.path, b.line, err)
			}
			if b.notes["not run"] == "" && (takeLong || b.notes["long"] == "") && (b.language == "sh" || b.file() != "") {
				script = append(script, fmt.Sprintf("session %s %d", p.path, i))
			}
		}
		hasLong := slices.ContainsFunc(p.blocks(), func(b *part) bool { return b.notes["long"] != "" })
		run := hasLong == takeLong
		if !long.Asked() {
			run = *testfiles.Update || p.path == "README.md"
		}
		python := slices.ContainsFunc(p.blocks(), func(b *part) bool { return b.language == "sh" && strings.Contains(b.code, "python3 ") })
		run = run && (!python || readersAsked())
		if len(script) == 0 || !run {
			continue
		}
		name := filepath.Join(folder, strings.TrimSuffix(filepath.Base(p.path), ".md")+".txtar")
		must(t, os.WriteFile(name, []byte(strings.Join(script, "\n")+"\n"), 0o666))
		params.Files = append(params.Files, name)
		byName[p.path] = p
	}
	params.Cmds["session"] = func(ts *testscript.TestScript, neg bool, args []string) {
		var i int
		_, err := fmt.Sscan(args[1], &i)
		ts.Check(err)
		byName[args[0]].session(ts, byName[args[0]].blocks()[i])
	}
	if *testfiles.Update {
		t.Cleanup(func() {
			for _, p := range byName {
				must(t, os.WriteFile(filepath.Join("..", "..", p.path), []byte(p.text()), 0o666))
			}
		})
	}
	testscript.Run(t, params)
}

// check returns an error if nothing says what a block is, or if nothing would compare it.
func (p *markdown) check(b *part) error {
	for note := range b.notes {
		if !slices.Contains([]string{"exits with", "long", "not run", "printed by"}, note) {
			return fmt.Errorf("a comment <!-- %s: … --> means nothing: choose exits with, long, not run or printed by", note)
		}
	}
	commands := p.printer(b)
	switch {
	case b.language == "text" && b.notes["not run"] == "" && (commands == nil || commands.notes["not run"] != ""):
		return fmt.Errorf("a block of text that no command prints: put it after its command, or name that in <!-- printed by: … -->")
	case b.language == "":
		return fmt.Errorf("a block of code without a language: say sh for commands, text for what they print")
	case b.language == "yaml" && b.file() == "":
		return fmt.Errorf("a block of YAML that is no file: begin it with a comment, such as # lesion.yaml")
	}
	return nil
}

// session does in a page's folder what a block says.
func (p *markdown) session(ts *testscript.TestScript, b *part) {
	if name := b.file(); name != "" {
		if strings.HasPrefix(name, "testdata/") {
			data, err := os.ReadFile(filepath.Join("..", "..", name))
			ts.Check(err)
			if !strings.HasSuffix(b.code, "\n"+string(data)) && b.code != string(data) {
				ts.Fatalf("%s:%d: this is not what %s holds", p.path, b.line, name)
			}
			return
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(b.code), 0o666))
		return
	}
	commands := strings.ReplaceAll(b.code, "go run ./cmd/twophase", "twophase")
	err := ts.Exec("sh", "-e", "-c", "exec 2>&1\n"+commands)
	printed, code := ts.ReadFile("stdout"), "0"
	if exit, ok := err.(*exec.ExitError); ok {
		code = fmt.Sprint(exit.ExitCode())
	} else {
		ts.Check(err)
	}
	if want := b.notes["exits with"]; code != want && (want != "" || code != "0") {
		ts.Fatalf("%s:%d: exit code %s\n%s%s", p.path, b.line, code, b.code, printed)
	}
	said := p.printed(b)
	if said == nil {
		return
	}
	right, err := refreshed(said.code, printed)
	switch {
	case err != nil:
		ts.Fatalf("%s:%d: %v", p.path, said.line, err)
	case *testfiles.Update:
		said.replace(right)
	case right != said.code:
		ts.Fatalf("%s:%d: this is not what %s prints; go test ./cmd/twophase -run Docs -update corrects it\n%s",
			p.path, said.line, strings.TrimSpace(b.code), diff.Diff("the page", []byte(said.code), "what is printed", []byte(right)))
	}
}

// TestDocsHideNoCommand finds commands in the pages that TestDocs would not see.
func TestDocsHideNoCommand(t *testing.T) {
	for _, p := range pages(t) {
		for _, part := range p.parts {
			if part.notes != nil {
				continue
			}
			for i, line := range lines(part.text) {
				if hidden.MatchString(line) {
					t.Errorf("%s:%d: a command that is no block of sh, and is not run: %s", p.path, part.line+i, line)
				}
			}
		}
	}
}

// hidden matches an indented command.
var hidden = regexp.MustCompile(`^(    |\t)\s*(twophase|go (run|test|install)) `)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noID    = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
)

// The README is a page on which a reader lands: what takes more room is in docs.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	must(t, err)
	if n := strings.Count(string(text), "\n"); n > 200 {
		t.Errorf("README.md has %d lines: leave it 200 at most", n)
	}
}

// TestDocsLinks follows the links between the pages.
func TestDocsLinks(t *testing.T) {
	anchors := map[string][]string{}
	all := pages(t)
	for _, p := range all {
		for _, m := range heading.FindAllStringSubmatch(p.text(), -1) {
			id := strings.ReplaceAll(noID.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
			anchors[p.path] = append(anchors[p.path], id)
		}
	}
	for _, p := range all {
		for _, m := range link.FindAllStringSubmatch(p.text(), -1) {
			to, anchor, hasAnchor := strings.Cut(m[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			path := p.path
			if to != "" {
				path = filepath.ToSlash(filepath.Join(filepath.Dir(p.path), to))
			}
			if _, err := os.Stat(filepath.Join("..", "..", path)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", p.path, m[1])
			} else if hasAnchor && !slices.Contains(anchors[path], anchor) {
				t.Errorf("%s: %s has no heading %q", p.path, path, anchor)
			}
		}
	}
}

// TestRefreshed finds what a page says wrongly, and corrects no more than that.
func TestRefreshed(t *testing.T) {
	printed := "a run\n\nerror  2.0\nangle  0.5\n\npruned  1\n12 ns per step\n"
	for _, c := range []struct{ name, page, want string }{
		{"the same", printed, printed},
		{"another time", strings.Replace(printed, "12 ns", "99 ns", 1), strings.Replace(printed, "12 ns", "99 ns", 1)},
		{"another number", strings.Replace(printed, "2.0", "2.1", 1), printed},
		{"too little", "a run\n", printed},
		{"the beginning", "a run\n…\n", "a run\n…\n"},
		{"a wrong beginning", "a walk\n…\n", "a run\n…\n"},
		{"the end", "…\npruned  1\n12 ns per step\n", "…\npruned  1\n12 ns per step\n"},
		{"the middle", "…\nangle  0.5\n…\n", "…\nangle  0.5\n…\n"},
		{"a wrong middle", "…\nerror  2.0\nangle  0.6\n…\n", "…\nerror  2.0\nangle  0.5\n…\n"},
		{"a part of a line", "a …\n…\n", "a …\n…\n"},
		{"a wrong part of a line", "…\nerror  7…\n…\n", "…\nerror  2…\n…\n"},
	} {
		if got, err := refreshed(c.page, printed); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	for _, page := range []string{"…\nsettling  3\n…\n", "…\npruned  1\n…\nerror  2.0\n…\n"} {
		if got, err := refreshed(page, printed); err == nil {
			t.Errorf("%q is found in what is printed, as %q", page, got)
		}
	}
}
