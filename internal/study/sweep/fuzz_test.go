package sweep

import (
	"bytes"
	"math/big"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzJournal reads journals of any bytes: no crash, no result of a point that there
// is not, and every result that is accepted is whole.
func FuzzJournal(f *testing.F) {
	s := planned(f, tiny, filepath.Join(f.TempDir(), "plan"))
	head, err := appendLine(nil, headerStart, header{Schema, "0", s.Hash(), Measures()})
	if err != nil {
		f.Fatal(err)
	}
	full, err := appendLine(head, resultStart, Result{Point: 3, Run: "a", Trials: []Trial{{Measures: make(Vector, len(Measures()))}, {Trial: 1, Diverged: 4, Why: "x"}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(full)
	f.Add(head)
	f.Add(append(full[:len(full)-9:len(full)-9], "\n{}\n"...))
	f.Add(append(bytes.Clone(full), full[len(head):]...))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := s.newReader(func(found entry) error {
			if found.point < 0 || found.point >= s.Points {
				t.Fatalf("point %d", found.point)
			}
			line, _, _ := bytes.Cut(text[found.offset:], []byte("\n"))
			if again, sum, err := content(line, resultStart); err != nil || sum != found.sum || !bytes.Equal(again, found.result) {
				t.Fatalf("the line at %d is not the result", found.offset)
			}
			return nil
		})
		end, err := r.lines(bytes.NewReader(text), "journal", 0)
		if end < 0 || end > int64(len(text)) || end > 0 && text[end-1] != '\n' {
			t.Fatalf("whole lines end at %d of %d, %v", end, len(text), err)
		}
	})
}

// FuzzShard reads --shard and what Slurm says: a shard that is accepted is one of its sweep,
// and is written and read as the same.
func FuzzShard(f *testing.F) {
	f.Add("0/4", "3", "8", "", "", "")
	f.Add("1e0/2", "14", "3", "10", "18", "4")
	f.Add("-1/0", "-5", "9223372036854775807", "1", "0", "0")
	f.Add("1_0/0x10", "4", "2", "0", "4", "4")
	f.Fuzz(func(t *testing.T, text, id, count, first, last, step string) {
		check := func(s Shard, err error) {
			if err != nil {
				return
			}
			if s.Index < 0 || s.Of < 1 || s.Index >= s.Of {
				t.Fatalf("shard %d of %d", s.Index, s.Of)
			}
			if again, err := ParseShard(s.String()); err != nil || again != s {
				t.Fatalf("%v is read as %v, %v", s, again, err)
			}
		}
		s, err := ParseShard(text)
		if check(s, err); err != nil && !strings.HasPrefix(err.Error(), "shard ") {
			t.Fatalf("%q: %v", text, err)
		}
		says := map[string]string{slurmID: id, slurmCount: count, slurmMin: first, slurmMax: last, slurmStep: step}
		s, err = ShardFrom(func(name string) string { return says[name] })
		check(s, err)
		if i, n := whole(id), whole(count); err == nil && id != "" && (i == nil || n == nil || n.Int64() != int64(s.Of)) {
			t.Fatalf("task %q of %q is %v", id, count, s)
		}
	})
}

// whole returns the whole number that a text is, nil if it is none.
func whole(text string) *big.Int {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "/_xXpPoObBnN") || len(text) > 100 {
		return nil
	}
	if r, ok := new(big.Rat).SetString(text); ok && r.IsInt() {
		return r.Num()
	}
	return nil
}
