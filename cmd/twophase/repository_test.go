package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestCitation reads CITATION.cff, which must have the keys that its format requires and the
// version of the changelog.
func TestCitation(t *testing.T) {
	var c struct {
		CFFVersion string `yaml:"cff-version"`
		Message    string
		Title      string
		Version    string
		Authors    []struct {
			Name       string
			FamilyName string `yaml:"family-names"`
		}
	}
	must(t, yaml.Unmarshal([]byte(repositoryFile(t, "CITATION.cff")), &c))
	if c.CFFVersion != "1.2.0" || c.Message == "" || c.Title == "" || len(c.Authors) == 0 {
		t.Errorf("CITATION.cff lacks cff-version 1.2.0, message, title or authors: %+v", c)
	}
	for i, a := range c.Authors {
		if a.Name == "" && a.FamilyName == "" {
			t.Errorf("CITATION.cff: author %d has no name", i)
		}
	}
	_, latest, _ := strings.Cut(repositoryFile(t, "CHANGELOG.md"), "\n## ")
	if c.Version == "" || !strings.HasPrefix(latest, c.Version) {
		t.Errorf("CITATION.cff has version %q, the changelog begins with %.20q", c.Version, latest)
	}
}

// TestOneListOfPackages checks that .ci/run and the image for it install the list of .ci/install,
// and nothing else.
func TestOneListOfPackages(t *testing.T) {
	for _, name := range []string{".ci/run", ".ci/Containerfile"} {
		text := repositoryFile(t, name)
		if !strings.Contains(text, ".ci/install") || strings.Contains(text, "apt-get") || strings.Contains(text, "apt install") {
			t.Errorf("%s does not install its packages by .ci/install alone", name)
		}
	}
}

// repositoryFile returns the text of a file, by its path from the root of the repository.
func repositoryFile(t *testing.T, name string) string {
	data, err := os.ReadFile(filepath.Join("..", "..", name))
	must(t, err)
	return string(data)
}
