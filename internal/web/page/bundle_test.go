package page

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
)

func files(pairs ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]+".js"] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return all
}

func TestBundlePutsImportsFirst(t *testing.T) {
	got, err := bundle(files(
		"main", "// What it is.\n\nimport {a, b as c} from './low.js';\n\t// Why.\na(c); // and 'http://here'\n",
		"low", "const hidden = 1;\nexport function a() {\n\treturn hidden;\n}\nexport const b = hidden;\n"), "main")
	if err != nil {
		t.Fatal(err)
	}
	want := "const of_low = (() => {\nconst hidden = 1;\nfunction a() {\nreturn hidden;\n}\nconst b = hidden;\nreturn {a, b};\n})();\n" +
		"const of_main = (() => {\nconst {a, b: c} = of_low;\na(c); // and 'http://here'\nreturn {};\n})();\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBundleFindsModulesOfAnotherFolder(t *testing.T) {
	got, err := bundle(files("explore/main", "import {a} from '../low.js';\nimport {b} from './own.js';\na(b);\n", "low", "export const a = 1;\n", "explore/own", "export const b = 2;\n"), "explore/main")
	if err != nil {
		t.Fatal(err)
	}
	want := "const of_low = (() => {\nconst a = 1;\nreturn {a};\n})();\nconst of_explore_own = (() => {\nconst b = 2;\nreturn {b};\n})();\n" +
		"const of_explore_main = (() => {\nconst {a} = of_low;\nconst {b} = of_explore_own;\na(b);\nreturn {};\n})();\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestBundleRefusesWhatItCannotJoin(t *testing.T) {
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"default import": {files("main", "import a from './low.js';\n", "low", ""), "cannot join"},
		"export list":    {files("main", "const a = 1;\nexport {a};\n"), "cannot join"},
		"another place":  {files("main", "import {a} from 'https://example.org/a.js';\n"), "cannot join"},
		"circle":         {files("main", "import {a} from './low.js';\n", "low", "import {b} from './main.js';\n"), "imports itself"},
		"second name":    {files("main", "import {b} from './low.js';\n", "low", "export const a = 1, b = 2;\n"), "does not export b"},
		"missing":        {files("main", "import {a} from './low.js';\n"), "low.js"},
	} {
		if _, err := bundle(c.files, "main"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

// What a run's texts hold must not end the element that holds them, and must come out as
// it went in.
func TestReportKeepsHostileTexts(t *testing.T) {
	hostile := "</script><script>alert(1)</script><!-- \u2028 & ' \" ]]>"
	data, err := json.Marshal(map[string]string{"title": hostile})
	if err != nil {
		t.Fatal(err)
	}
	data = []byte(strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&", `\u2028`, "\u2028").Replace(string(data)))
	page, err := Report(hostile, data)
	if err != nil {
		t.Fatal(err)
	}
	begin := []byte(`<script type="application/json" id="report-data">`)
	_, rest, found := bytes.Cut(page, begin)
	if !found {
		t.Fatal("the page has no data")
	}
	inside, _, _ := bytes.Cut(rest, []byte("</script>"))
	var got map[string]string
	if err := json.Unmarshal(inside, &got); err != nil || got["title"] != hostile {
		t.Errorf("the data are %q, %v", got["title"], err)
	}
	if n := bytes.Count(bytes.ToLower(page), []byte("<script")); n != 2 {
		t.Errorf("the page has %d scripts, want its data and its own", n)
	}
	if bytes.ContainsAny(inside, "<>&\u2028") {
		t.Error("the data hold markup")
	}
}
