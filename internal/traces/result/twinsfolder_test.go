package result

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The variants of a manifest that is accepted have names of their own, of folders beside
// it and of nothing else, and it is written and read as the same.
func FuzzTwinsManifest(f *testing.F) {
	text, err := Indented(ComparisonManifest{Schema: TwinsSchema, Version: Version, ForkAt: 30, Variants: []ManifestVariant{{Name: "a", Run: "1"}, {Name: "b-2_c", Run: "2"}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"schema":-1,"variants":[{"name":"a"}]}`))
	f.Add([]byte(`{"schema":1,"variants":[{"name":"../a"}]}`))
	f.Add([]byte(`{"schema":1,"variants":[{"name":"a"},{"name":"a"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var m ComparisonManifest
		if DecodeManifest(text, ComparisonFolder.Manifest, &m) != nil || m.Check() != nil {
			return
		}
		var names []string
		for _, v := range m.Variants {
			if filepath.Base(v.Name) != v.Name || !filepath.IsLocal(v.Name) || strings.HasPrefix(v.Name, ".") || slices.Contains(names, v.Name) {
				t.Fatalf("the name %q is accepted", v.Name)
			}
			names = append(names, v.Name)
		}
		if len(names) == 0 || m.Schema < 1 || m.Schema > TwinsSchema {
			t.Fatalf("%d variants of schema %d", len(names), m.Schema)
		}
		written, err := Indented(m)
		var again ComparisonManifest
		if err != nil || DecodeManifest(written, ComparisonFolder.Manifest, &again) != nil || fmt.Sprint(again) != fmt.Sprint(m) {
			t.Fatalf("%s\nis written as\n%s, %v", text, written, err)
		}
	})
}
