package page

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	importLine = regexp.MustCompile(`(?m)^import \{([\w, ]+)\} from '(\.{1,2}/[\w/-]+)\.js';\n`)
	exportWord = regexp.MustCompile(`(?m)^export ((?:async )?(?:function|class|const|let) (\w+))`)
	leftOver   = regexp.MustCompile(`(?m)^(?:import|export)\b.*$`)
	renamed    = regexp.MustCompile(`(\w+) as (\w+)`)
	comment    = regexp.MustCompile(`(?m)^[ \t]*(//.*)?\n`)
	indent     = regexp.MustCompile(`(?m)^\t+`)
	noLetter   = regexp.MustCompile(`\W`)
)

// bundle joins a module and all modules that it imports into one script. Each becomes a
// function that is called once, after those that it imports, so that its names stay local.
// A module is named by its path without .js. Lines of comments, empty lines and indentation are
// left out: they are a sixth of the text. So a text in backquotes stands on one line.
func bundle(files fs.FS, entry string) (string, error) {
	var out strings.Builder
	done := make(map[string]bool)    // false: being joined
	has := make(map[string][]string) // the names that a module exports
	var add func(name string) error
	add = func(name string) error {
		if whole, begun := done[name]; begun {
			if !whole {
				return fmt.Errorf("%s.js imports itself, by way of others", name)
			}
			return nil
		}
		done[name] = false
		source, err := fs.ReadFile(files, name+".js")
		if err != nil {
			return err
		}
		text := indent.ReplaceAllString(comment.ReplaceAllString(string(source), ""), "")
		from := func(place string) string { return path.Join(path.Dir(name), place) }
		for _, found := range importLine.FindAllStringSubmatch(text, -1) {
			if err := add(from(found[2])); err != nil {
				return fmt.Errorf("%s.js: %w", name, err)
			}
			for _, wanted := range strings.Split(found[1], ", ") {
				if wanted, _, _ = strings.Cut(wanted, " as "); !slices.Contains(has[from(found[2])], wanted) {
					return fmt.Errorf("%s.js: %s.js does not export %s: write one name behind each export", name, from(found[2]), wanted)
				}
			}
		}
		text = importLine.ReplaceAllStringFunc(text, func(line string) string {
			found := importLine.FindStringSubmatch(line)
			return fmt.Sprintf("const {%s} = %s;\n", renamed.ReplaceAllString(found[1], "$1: $2"), joined(from(found[2])))
		})
		var names []string
		for _, found := range exportWord.FindAllStringSubmatch(text, -1) {
			names = append(names, found[2])
		}
		text = exportWord.ReplaceAllString(text, "$1")
		if line := leftOver.FindString(text); line != "" {
			return fmt.Errorf("%s.js: cannot join %q: write imports on one line, by names, and exports in front of what they export", name, line)
		}
		fmt.Fprintf(&out, "const %s = (() => {\n%sreturn {%s};\n})();\n", joined(name), text, strings.Join(names, ", "))
		done[name], has[name] = true, names
		return nil
	}
	if err := add(entry); err != nil {
		return "", err
	}
	return out.String(), nil
}

// joined returns the name that what a module exports has in the script.
func joined(name string) string {
	return "of_" + noLetter.ReplaceAllString(name, "_")
}
