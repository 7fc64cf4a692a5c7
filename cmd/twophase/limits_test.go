package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// limited returns an experiment with populations beside x and y, projections beside W, and turns before that of y.
func limited(populations, projections string, turns ...string) string {
	return "{outputs: 3, steps: 3, reference: false, circuit: {name: own, populations: {x: {input: true}, y: {}" + populations + "}, projections: {W: {from: x, to: y, rule: Hebbian}" + projections + "}, schedule: [" + strings.Join(turns, "") + "{turn: y, receives: [W]}, plasticity]}}"
}

// among returns n projections among the outputs.
func among(n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, ", P%d: {from: y, to: y, start: zero, rule: Hebb, sign: subtracts}", i)
	}
	return all.String()
}

// TestLimitsAreChecked: check refuses a circuit for which traces or weights have no room, and says where. What it accepts
// runs, and what was recorded can be read.
func TestLimitsAreChecked(t *testing.T) {
	k := &killed{T: t, folder: t.TempDir(), random: rand.New(rand.NewPCG(1, 1))}
	name := func(n int) string {
		return ", " + strings.Repeat("a", n) + ": {from: x, to: y, rule: Hebbian, wiring: none}"
	}
	var pairs []string
	for i := range 121 {
		pairs = append(pairs, fmt.Sprintf("[%d, %d]", i, i+1))
	}
	for _, c := range []struct{ name, text, want string }{
		{"256 kinds", limited("", among(254)), ""},
		{"257 kinds", limited("", among(255)), "the circuit has 257 projections, populations, scales and variables: a trace has room for 256"},
		{"a long name", limited("", strings.Replace(name(100), ", wiring: none", "", 1)), ""},
		{"too long a name", limited("", strings.Replace(name(101), ", wiring: none", "", 1)), "the name aaaaaaaaaaaaaaaaaaaa… has 101 characters: there is room for 100"},
		{"too many neurons", limited(", a: {size: 600000}, b: {size: 500000}", ", A: {from: x, to: a}, B: {from: x, to: b}, C: {from: a, to: y}, D: {from: b, to: y}", "{turn: a, receives: [A]}, {turn: b, receives: [B]}, "), "population b has 500000 neurons, which makes 1100013 with those before it: a circuit has room for 1000000"},
		{"a size beyond all", limited(", a: {size: 4294967296*4294967296 + 3}", ", A: {from: x, to: a}, C: {from: a, to: y}", "{turn: a, receives: [A]}, "), `population a: size: "4294967296*4294967296 + 3" is 1.8446744073709552e+19: it must be a whole number from 1 to 1000000`},
		{"many brackets in a line", limited(", a: {size: 122}", ", A: {from: x, to: a}, P: {from: a, to: a, rule: Hebb, wiring: {pairs: ["+strings.Join(pairs, ", ")+"]}}", "{turn: a, receives: [A]}, "), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			k.T = t
			if err := os.WriteFile(filepath.Join(k.folder, "e.yaml"), []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			said, err := k.command("check", "e.yaml").CombinedOutput()
			if c.want != "" {
				if err == nil || !strings.Contains(string(said), c.want) {
					t.Errorf("%.300s, want %q", said, c.want)
				}
				return
			}
			if err != nil {
				t.Fatalf("%.300s", said)
			}
			for _, args := range [][]string{{"run", "e.yaml", "--out", "r", "--force"}, {"export", "r"}, {"verify", "r"}} {
				if said, err := k.command(args...).CombinedOutput(); err != nil {
					t.Errorf("%s: %.300s", args[0], said)
				}
			}
		})
	}
}
