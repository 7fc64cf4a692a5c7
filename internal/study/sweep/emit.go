package sweep

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"twophase/internal/files/durable"
	"twophase/internal/text/wording"
)

// Script is a script for a cluster.
type Script struct {
	Name string
	Text []byte
}

// scriptTemplate returns a template with two functions: q quotes text for a shell, and o for
// an #SBATCH line.
func scriptTemplate(name, text string) *template.Template {
	return template.Must(template.New(name).Funcs(template.FuncMap{
		"q": wording.ShellWord, "o": optionQuoted, "clock": clock, "counted": wording.Count[int],
	}).Parse(text))
}

// expand returns a script.
func expand(t *template.Template, values any) (Script, error) {
	var b strings.Builder
	err := t.Execute(&b, values)
	return Script{t.Name(), []byte(b.String())}, err
}

func optionQuoted(text string) string {
	if !wording.NeedsQuotes(text) {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"`
}

// clock returns a time as hours, minutes and seconds.
func clock(t time.Duration) string {
	seconds := int(t.Seconds())
	return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// jobName returns a name of the sweep that is valid on every cluster.
func (s *Sweep) jobName() string {
	name := strings.TrimSuffix(filepath.Base(s.Folder), ".plan")
	name = strings.ToLower(regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(name, "-"))
	name = strings.Trim(name[:min(len(name), 40)], "-")
	if name == "" {
		name = "sweep"
	}
	return name
}

// oneLine returns an error if a text has a line break.
func oneLine(texts ...string) error {
	for _, text := range texts {
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("%q has a line break, which a script cannot hold", text)
		}
	}
	return nil
}

// WriteScripts writes scripts to a folder and replaces older ones.
func WriteScripts(folder string, scripts []Script) error {
	if err := durable.MkdirAll(folder); err != nil {
		return fmt.Errorf("write the scripts: %w", err)
	}
	for _, s := range scripts {
		path := filepath.Join(folder, s.Name)
		perm := fs.FileMode(0o666)
		if strings.HasPrefix(string(s.Text), "#!") {
			perm = 0o777
		}
		if err := durable.Write(path, s.Text, perm); err != nil {
			return fmt.Errorf("write the scripts: %w", err)
		}
	}
	return nil
}
