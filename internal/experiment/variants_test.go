package experiment

import (
	"strconv"
	"strings"
	"testing"
)

const overridden = `circuit:
  name: mine
  populations: {x: {input: true}, y: {}}
  projections:
    W: {from: x, to: y, rule: Oja}
    M: {from: y, to: y, sign: subtracts, wiring: {random: 0.5}}
  schedule: [{turn: y, receives: [W]}, plasticity]
stimulus: {problem: small}
compare:
`

// A dotted key of a variant changes one key of the experiment's circuit, or of another
// section; all else stays as it is.
func TestVariantsChangeSingleKeys(t *testing.T) {
	doc, err := Parse("mine.yaml", []byte(overridden+`
  sparse: {circuit.projections.M.wiring.random: 0.1}
  two: {circuit.projections.W.rate: alpha/tau, circuit.populations.y.activation: rectified, "circuit.schedule[0].receives": [W, M]}
  whole: {steps: 7, settle: {method: jacobi}, settle.sweeps: 3, interventions: [{at: 5, freeze: M}], "interventions[0].at": 6}
`))
	if err != nil {
		t.Fatal(err)
	}
	before, after := string(Section(&doc.Experiment, ".").YAML()), map[string]string{}
	for _, v := range doc.Variants {
		after[v.Name] = string(Section(&v.Experiment, ".").YAML())
	}
	swap := strings.NewReplacer("random: 0.5", "random: 0.1").Replace(before)
	if after["sparse"] != swap || swap == before {
		t.Errorf("a sparser variant is\n%s\nof\n%s", after["sparse"], before)
	}
	for name, parts := range map[string][]string{
		"two":   {"random: 0.5", "rate: alpha/tau", "activation: rectified", "receives: [W, M]", "rule: Oja"},
		"whole": {"steps: 7", "sweeps: 3", "at: 6", "random: 0.5"},
	} {
		for _, part := range parts {
			if !strings.Contains(after[name], part) {
				t.Errorf("%s lacks %q:\n%s", name, part, after[name])
			}
		}
	}
}

// What does not exist in the circuit is an error at its line, with the names that do.
func TestVariantsNameWhatExists(t *testing.T) {
	for variant, want := range map[string]string{
		"circuit.projections.N.rate: alpha/tau":           `mine.yaml:10:7: compare.v: key "circuit.projections.N.rate": there is no "N" in circuit.projections: choose W or M`,
		"circuit.projektions.M.rate: alpha/tau":           `there is no "projektions" in circuit (did you mean projections?): choose name, populations, projections or schedule`,
		"circuit.projections.M.rates: alpha/tau":          `10:36: key "compare.v.circuit.projections.M.rates" does not exist (did you mean rate?)`,
		"circuit.projections.M.wiring.random: 2":          "10:44: compare.v.circuit.projections.M.wiring.random",
		"circuit.projections.W.wiring.random: 2":          `there is no "wiring" in circuit.projections.W`,
		"circuit.name.x: 2":                               `key "circuit.name.x": "mine" has no keys`,
		"circuit.name: a, circuit.name: b":                "circuit.name: given twice",
		"stimulus.spectrums: [1]":                         `key "compare.v.stimulus.spectrums" does not exist (did you mean spectrum?)`,
		"nothing.at: 1":                                   `key "compare.v.nothing" does not exist`,
		"network: PSP, circuit.projections.M.rate: alpha": "compare.v.circuit and compare.v.network exclude one another",
	} {
		_, err := Parse("mine.yaml", []byte(overridden+"  v: {"+variant+"}\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", variant, err, want)
		}
	}
}

// A variant replaces the interventions of the experiment, or adds to them with a plus, whether the
// experiment has any or none. Errors are at their own lines.
func TestVariantsAddInterventions(t *testing.T) {
	const base = "steps: 100\n"
	for file, want := range map[string]string{
		"interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v: {interventions: [{at: 7, thaw: lateral}]}\n":                                           "7",
		"interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v: {interventions+: [{at: 7, thaw: lateral}]}\n":                                          "5 7",
		"interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v:\n    interventions+:\n      - {at: 7, thaw: lateral}\n":                                "5 7",
		"interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v: {interventions+: []}\n":                                                                "5",
		"interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v: {interventions: []}\n":                                                                 "",
		"interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v: {tau: 0.3}\n":                                                                          "5",
		"interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v: {interventions: [{at: 9, thaw: lateral}], interventions+: [{at: 7, thaw: lateral}]}\n": "9 7",
		"compare:\n  v: {interventions+: [{at: 7, thaw: lateral}]}\n":                                                                                     "7",
		"interventions: []\ncompare:\n  v: {interventions+: [{at: 7, thaw: lateral}]}\n":                                                                  "7",
	} {
		doc, err := Parse("mine.yaml", []byte(base+file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var steps []string
		for _, i := range doc.Variants[0].Experiment.Interventions {
			steps = append(steps, strconv.Itoa(*i.At))
		}
		if got := strings.Join(steps, " "); got != want {
			t.Errorf("%s: interventions at %q, want %q", file, got, want)
		}
	}
	for variant, want := range map[string]string{
		"interventions+: {at: 7, thaw: lateral}":    `mine.yaml:3:7: compare.v: key "interventions+": only a list is added to a list`,
		"interventions+: [{at: 7, thaws: lateral}]": `mine.yaml:3:32: key "compare.v.interventions[1].thaws" does not exist (did you mean thaw?)`,
		"interventoins+: [{at: 7, thaw: lateral}]":  `key "compare.v.interventoins" does not exist (did you mean interventions?)`,
	} {
		_, err := Parse("mine.yaml", []byte("interventions: [{at: 5, freeze: lateral}]\ncompare:\n  v: {"+variant+"}\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", variant, err, want)
		}
	}
}
