package sweep

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"
)

// Script is a file that a cluster runs.
type Script struct {
	Name string
	Text []byte
}

// scriptTemplate returns a template in which text is quoted for a shell by q, for an
// #SBATCH line by o, for YAML by y.
func scriptTemplate(name, text string) *template.Template {
	return template.Must(template.New(name).Funcs(template.FuncMap{
		"q": shellQuoted, "o": optionQuoted, "y": yamlQuoted, "clock": clock, "counted": counted,
	}).Parse(text))
}

// expand returns a script.
func expand(t *template.Template, values any) (Script, error) {
	var b strings.Builder
	err := t.Execute(&b, values)
	return Script{t.Name(), []byte(b.String())}, err
}

// plain is what needs no quotes in a shell.
var plain = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

func shellQuoted(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

func optionQuoted(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"`
}

func yamlQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// clock returns a time as hours, minutes and seconds.
func clock(t time.Duration) string {
	seconds := int(t.Seconds())
	return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// jobName returns a name for the sweep that every cluster takes.
func (s *Sweep) jobName() string {
	name := strings.TrimSuffix(filepath.Base(s.Folder), ".plan")
	name = strings.ToLower(regexp.MustCompile(`[^A-Za-z0-9]+`).ReplaceAllString(name, "-"))
	name = strings.Trim(name[:min(len(name), 40)], "-")
	if name == "" {
		name = "sweep"
	}
	return name
}

// oneLine returns an error if a text would not stay on its line.
func oneLine(texts ...string) error {
	for _, text := range texts {
		if strings.ContainsAny(text, "\r\n") {
			return fmt.Errorf("%q has a line break, which a script cannot hold", text)
		}
	}
	return nil
}

// WriteScripts writes scripts to a folder, in the place of older ones.
func WriteScripts(folder string, scripts []Script) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("write the scripts: %w", err)
	}
	for _, s := range scripts {
		path := filepath.Join(folder, s.Name)
		mode := os.FileMode(0o644)
		if strings.HasPrefix(string(s.Text), "#!") {
			mode = 0o755
		}
		work := path + ".partial"
		err := errors.Join(os.WriteFile(work, s.Text, mode), os.Rename(work, path))
		if err != nil {
			return fmt.Errorf("write the scripts: %w", errors.Join(err, os.Remove(work)))
		}
	}
	return nil
}
