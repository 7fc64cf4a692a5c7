package folder

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzSums reads any bytes as checksums, as they are and with a last line that fits: what is
// accepted lists files below the folder, each once and in order, each with a SHA-256; is
// written as the same bytes; and is refused as soon as one of them is another.
func FuzzSums(f *testing.F) {
	sum := strings.Repeat("0123456789abcdef", 4)
	f.Add([]byte((&Sums{final: true, sums: map[string]string{"manifest.json": sum, "one/SHA256SUMS": sum}}).encode()), uint16(3))
	for _, text := range []string{"", sum + "  a\n", sum + "  ../a\n", sum + "  /a\n", sum + " *a\n", "x  a\n", sum + "  b\n" + sum + "  a\n", sum + "  a\n" + sum + "  a\n", "  \n", sum + "  a\\b\n"} {
		f.Add([]byte(text), uint16(70))
	}
	f.Fuzz(func(t *testing.T, text []byte, flip uint16) {
		for _, state := range []string{"", "final", "unfinished"} {
			whole := text
			if state != "" {
				whole = fmt.Appendf(bytes.Clone(text), "# %s; SHA-256 of the lines above: %x\n", state, sha256.Sum256(text))
			}
			s := &Sums{folder: "folder"}
			if s.parse(whole) != nil {
				continue
			}
			if !bytes.Equal(s.encode(), whole) {
				t.Fatalf("%q is written as %q", whole, s.encode())
			}
			var names []string
			for line := range strings.Lines(string(text)) {
				if line, comment := strings.CutPrefix(line, "#"); !comment {
					names = append(names, strings.TrimSuffix(line[min(66, len(line)):], "\n"))
				}
			}
			if !slices.Equal(names, s.names()) {
				t.Fatalf("%q lists %q", whole, s.names())
			}
			for name, sum := range s.sums {
				if raw, err := hex.DecodeString(sum); err != nil || len(raw) != sha256.Size || sum != strings.ToLower(sum) {
					t.Fatalf("%q is taken for a SHA-256", sum)
				}
				if !filepath.IsLocal(filepath.FromSlash(name)) || filepath.ToSlash(filepath.Clean(name)) != name {
					t.Fatalf("%q is taken for a file of the folder", name)
				}
			}
			other := bytes.Clone(whole)
			other[int(flip)%len(other)] ^= 1 << (flip % 8)
			if err := (&Sums{folder: "folder"}).parse(other); err == nil {
				t.Fatalf("%q is accepted, and so is %q", whole, other)
			}
		}
	})
}
