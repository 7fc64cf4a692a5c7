package experiment_test

import (
	"context"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/run/planning"
)

// A network with rules of one's own is a circuit with the network's defaults, and with the
// network's own rules, written as expressions, it has its rules.
func TestOwnRules(t *testing.T) {
	for _, name := range []string{"ifPSP", "ifPSW", "PSP"} {
		plain := resolved(t, "network: "+name)
		own := resolved(t, "network: "+name+`
rule: {post: {drive: "y", decay: "1"}, pre: {drive: "x", decay: "1"}}`)
		if own.Experiment.Tau != plain.Experiment.Tau || own.Experiment.InitialM != plain.Experiment.InitialM || own.Experiment.Rate.String() != plain.Experiment.Rate.String() {
			t.Errorf("%s: defaults %+v, of the network %+v", name, own.Experiment, plain.Experiment)
		}
		if own.Experiment.Circuit == nil || own.Experiment.OwnRules() {
			t.Errorf("%s: the rules did not become a circuit", name)
		}
		if got, want := own.Spec.Network.Schedule.String(), plain.Spec.Network.Schedule.String(); got != want {
			t.Errorf("%s: schedule %s, of the network %s", name, got, want)
		}
	}
}

func resolved(t *testing.T, text string) *planning.Plan {
	t.Helper()
	doc, err := experiment.Parse("own.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := planning.Resolve(context.Background(), doc.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}
