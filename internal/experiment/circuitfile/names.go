package circuitfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// knownRules are the rules of synapses that have a name in files.
var knownRules = []struct {
	name string
	rule synapse.Rule
}{
	{"Hebbian", synapse.Hebbian},
	{"AntiHebbianPSP", synapse.AntiHebbianPSP},
	{"AntiHebbianPSW", synapse.AntiHebbianPSW},
	{"Hebb", synapse.Hebb},
	{"Oja", synapse.Oja},
}

// knownScales are the rules of scales that have a name in files.
var knownScales = []struct {
	name string
	rule neuron.ScaleRule
}{
	{"PSP", neuron.ScalePSP},
	{"PSW", neuron.ScalePSW},
	{"cumulative", neuron.CumulativeActivity},
	{"fixed", neuron.NoScale},
	{"no-leak", neuron.NoLeak},
}

var ruleNames = func() (names []string) {
	for _, k := range knownRules {
		names = append(names, k.name)
	}
	return names
}()

func scaleNames() (names []string) {
	for _, k := range knownScales {
		names = append(names, k.name)
	}
	return names
}

// The names of what a circuit has, in files.
var (
	signs    = []string{circuit.Adds.String(), circuit.Subtracts.String(), circuit.Excitatory.String(), circuit.Inhibitory.String()}
	starts   = []string{string(circuit.StartZero), string(circuit.StartRandom), string(circuit.StartPositive), string(circuit.StartIdentity), string(circuit.StartFrame)}
	findings = func() (names []string) {
		for f := range circuit.Nothing + 1 {
			names = append(names, f.String())
		}
		return names
	}()
	gainUses = []string{circuit.DistinctGains.String(), circuit.FreeGains.String(), circuit.NoGains.String()}
	wirings  = []string{allToAll, ordered, none, oneToOne}
)

// The ways in which the sign of a projection is kept.
const (
	clip   = "clip"
	refuse = "refuse"
)

// The names of wirings.
const (
	allToAll = "all"
	ordered  = "ordered"
	none     = "none"
	oneToOne = "one-to-one"
)

func isStart(text string) error {
	if of, ok := strings.CutPrefix(text, string(circuit.StartTransposeOf(""))); slices.Contains(starts, text) || ok && nameForm.MatchString(of) {
		return nil
	}
	return wording.Unknown("start", text, append(slices.Clone(starts), string(circuit.StartTransposeOf("PROJECTION"))))
}

// isCircuitName returns an error if a circuit cannot have a name.
func isCircuitName(name string) error {
	if !circuitName.MatchString(name) {
		return fmt.Errorf("%q is not a name: write letters a to z or A to Z, digits, - and _, beginning with a letter, 64 at most", name)
	}
	if _, err := circuit.LookupNetwork(name); err == nil {
		return fmt.Errorf("%q is a network of twophase networks: choose another name, such as my-%s", name, name)
	}
	return nil
}

var circuitName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)

// paceForm is a learning rate that follows the circuit's.
var paceForm = regexp.MustCompile(`^(?:([^*]+)\*)?alpha(/tau)?$`)

// parsePace reads the learning rate of a projection. "" is alpha.
func parsePace(text string) (circuit.Pace, error) {
	if text == "" {
		return circuit.Pace{}, nil
	}
	if m := paceForm.FindStringSubmatch(strings.ReplaceAll(text, " ", "")); m != nil {
		pace := circuit.Pace{OverTau: m[2] != ""}
		if m[1] == "" {
			return pace, nil
		}
		times, err := wording.ParseNumber(m[1])
		if err == nil && !(times > 0) {
			err = fmt.Errorf("%q is not a positive number", m[1])
		}
		pace.Times = times
		return pace, err
	}
	rate, err := circuit.ParseRate(text)
	if err != nil {
		return circuit.Pace{}, fmt.Errorf("%w; or write alpha, 2*alpha, alpha/tau or 2*alpha/tau", err)
	}
	return circuit.Pace{Rate: rate}, nil
}

func isPace(text string) error {
	_, err := parsePace(text)
	return err
}

// paceText writes a learning rate as parsePace reads it.
func paceText(p circuit.Pace) (string, error) {
	if p.Rate.String() != "" {
		if p.OverTau || p.Times != 0 && p.Times != 1 {
			return "", fmt.Errorf("the learning rate %v times %v cannot be written", p.Rate, p.Times)
		}
		return p.Rate.String(), nil
	}
	text := "alpha"
	if p.Times != 0 && p.Times != 1 {
		text = wording.Format(p.Times) + "*alpha"
	}
	if p.OverTau {
		text += "/tau"
	}
	return text, nil
}
