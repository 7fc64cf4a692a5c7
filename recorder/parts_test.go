package recorder

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/testkit/long"
	"twophase/synapse"
)

func TestParseParts(t *testing.T) {
	for text, want := range map[string]string{
		"all":                              "weights",
		"lateral":                          "lateral",
		" feedforward[0,*] , lateral[1,2]": "feedforward[0,*],lateral[1,2]",
		"scale[0-4],all":                   "scale[0-4],weights",
	} {
		if parts, err := ParseParts(text); err != nil || joinParts(parts) != want {
			t.Errorf("%q was read as %v, %v; want %s", text, parts, err, want)
		}
	}
	for text, want := range map[string]string{
		"":            `there is no "" to select: choose feedforward, lateral, scale, weights; or all`,
		"lateral,":    `there is no "" to select`,
		"outputs":     "outputs cannot be selected here: choose feedforward, lateral, scale, weights; or all",
		"lateral@10":  `there is no "lateral@10" to select`,
		"lateral[1]":  "lateral takes 2, not 1, indices",
		"scale[1,al]": "scale takes 1, not 2, indices",
	} {
		if parts, err := ParseParts(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: read as %v, error %v, want one with %q", text, parts, err, want)
		}
	}
}

func TestPartsTextRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var parts []selection.Selection
		for _, s := range rapid.SliceOfN(rapid.Custom(drawSelection), 1, 4).Draw(t, "parts") {
			if s.Kind() != selection.Outputs {
				parts = append(parts, s)
			}
		}
		if parts == nil {
			t.SkipNow()
		}
		if got, err := ParseParts(joinParts(parts)); err != nil || !cmp.Equal(got, parts, cmp.Comparer(func(a, b selection.Selection) bool { return a == b })) {
			t.Fatalf("%v was read as %v, %v", parts, got, err)
		}
	})
}

func TestPartsOfMissingSynapsesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"lateral[0,3]": "record traces: parts of changes: lateral[0,3] does not exist: lateral has synapses [0-1, 0-1]",
		"feedforward":  "record traces: parts of changes: nothing of feedforward is recorded, but lateral@10, scale[0]: record feedforward too, or leave its parts out",
		"scale[1]":     "nothing of scale[1] is recorded",
	} {
		n, asked := newNetwork(t, 4, 2, circuit.Compiled), requests(t, "lateral@10", "scale[0]")
		parts, err := ParseParts(text)
		check(t, err)
		if _, err := Start(n.Circuit, asked, Options{Folder: t.TempDir(), Parts: parts}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
		if _, err := Estimate(asked, Extent{Size: selection.PairSize(4, 2, synapse.AllToAll), Steps: 1, Trials: 1, Parts: parts}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: estimated with error %v, want one with %q", text, err, want)
		}
	}
}

// Only the changes that are recorded are kept, and only in the steps before they are.
func TestOnlyWhatIsRecordedIsKept(t *testing.T) {
	n := newNetwork(t, 4, 3, circuit.Compiled)
	parts, err := ParseParts("lateral[2,*]")
	check(t, err)
	r := start(t, n, Options{Folder: t.TempDir(), Parts: parts}, "feedforward", "lateral@5")
	for range 12 {
		n.run(t, 1)
		s, err := n.State()
		check(t, err)
		on := n.StepCount()%5 == 4
		if s.Projections[0].State.KeepsChanges || s.Populations[1].State.Change.Activity != nil || s.Projections[1].State.KeepsChanges != on {
			t.Fatalf("step %d: feedforward %v, lateral %v", n.StepCount(), s.Projections[0].State.KeepsChanges, s.Projections[1].State.KeepsChanges)
		}
		if on && len(s.Projections[1].State.Kept) != 1 || on && s.Projections[1].State.Kept[0].Post != 2 {
			t.Fatalf("step %d: kept %v", n.StepCount(), s.Projections[1].State.Kept)
		}
	}
	check(t, r.Close())
}

// What is recorded of any network adds up to what happened, in real arithmetic, at every
// step; the columns of the phases before plasticity are null but where there are such.
func TestPartsOfEveryNetworkAddUp(t *testing.T) {
	steps := long.Or(15, 50)
	for _, of := range circuit.NetworksThat(circuit.Network.IsPair) {
		for executor := range circuit.Literal + 1 {
			n, folder := newCircuitOf(t, of, 5, 3, executor), t.TempDir()
			r := start(t, n, Options{Folder: folder, Parts: selected(true)}, "weights")
			n.run(t, steps)
			check(t, r.Close())
			rows, before := 0, map[place]float64{}
			for _, row := range read(t, folder) {
				at := placeOf(row)
				if before[at] = row.Weight; row.Step == 0 {
					continue
				}
				rows++
				feedforward := row.Projection == "feedforward"
				nonlocal := feedforward && !of.IsLocal() && !of.SolvesExactly() // which learns by local rules
				if unlearns := feedforward && of.Name == circuit.Linsker.Name; (row.Nonlocal != nil) != nonlocal || (row.Unlearning != nil) != unlearns {
					t.Fatalf("%s: %+v: non-local %v, unlearning %v", of.Name, at, row.Nonlocal, row.Unlearning)
				}
				at.step--
				sum := new(big.Float).SetPrec(2300).Sub(big.NewFloat(before[at]), big.NewFloat(row.Weight))
				for _, part := range []*float64{row.Hebbian, row.Decay, row.Rounding, row.Nonlocal, row.Unlearning} {
					if part != nil {
						sum.Add(sum, big.NewFloat(*part))
					}
				}
				if sum.Sign() != 0 || row.PostActivity == nil {
					t.Fatalf("%s, %v: %+v moved from %v to %v, which its parts miss by %v", of.Name, executor, placeOf(row), before[at], row.Weight, sum)
				}
			}
			if want := steps * (n.Forward().Len() + n.Among().Len() + n.Outputs().Len()); rows != want {
				t.Errorf("%s: %d rows, want %d", of.Name, rows, want)
			}
		}
	}
}

// If the storing of changes is switched off elsewhere, rows have parts of 0, and the file is valid.
func TestChangesSwitchedOffElsewhere(t *testing.T) {
	n, folder := newNetwork(t, 4, 3, circuit.Compiled), t.TempDir()
	r := start(t, n, Options{Folder: folder, Parts: selected(true)}, "weights")
	n.run(t, 3)
	n.Among().KeepChanges(false)
	n.run(t, 1)
	check(t, r.Close())
	rows := 0
	for _, row := range read(t, folder) {
		if row.Step == 4 {
			if rows++; row.Hebbian == nil || (*row.Hebbian == 0) != (row.Projection == "lateral") {
				t.Errorf("%+v", row)
			}
		}
	}
	if rows != 21 {
		t.Errorf("%d rows", rows)
	}
}
