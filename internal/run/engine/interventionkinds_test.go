package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/run/training"
	"twophase/internal/testkit/long"
)

// everyAction returns an intervention of each kind, of a projection PRO, outputs OUT and inputs INP.
var everyAction = []string{
	`lesion: "PRO[1,0]"`, `lesion: "OUT[0]", side: incoming`, `lesion: "INP[0]"`, `freeze: weights`, `freeze: PRO`, `thaw: PRO`, `clamp: "OUT[1]", to: 0.5`, `release: OUT`,
	`set: "PRO[1,0]", to: 0.1`, `multiply: PRO, by: 1.1`, `rate: 1e-4`, `rate: 1e-4, of: PRO`, `rate_factor: 0.5, of: PRO`, `rule: Hebbian, of: PRO`, `rule: Oja, of: PRO`,
	`tau: 0.6`, `lambda: 1:0.8`, `lateral_decay: 0.1`, `noise: PRO, size: 1e-3`, `failure: PRO, probability: 0.1`, `quantise: PRO, step: 1e-3`, `dale: PRO, sign: positive`,
	`settle: {method: two-phase}`, `settle: {method: stale}`, `settle: {method: cascade}`, `settle: {method: exact}`, `settle: {method: jacobi, sweeps: 3}`, `turns: 3`, `stimulus: {rotate: 5}`,
}

// What is accepted before the first step does not fail when it is due: every kind of intervention in every
// network, alone and after another one, at a step or on a condition.
func TestAcceptedInterventionsTakePlace(t *testing.T) {
	long.SkipShort(t)
	t.Parallel()
	var lines []string
	for _, action := range everyAction {
		lines = append(lines, fmt.Sprintf("- {at: 3, %s}\n", action), fmt.Sprintf("- {when: weights > -9, check: 2, %s}\n", action))
	}
	pairs := long.Or([]string{`rate_factor: 0.5, of: PRO`, `turns: 3`}, everyAction)
	for _, first := range pairs {
		for _, second := range everyAction {
			lines = append(lines, fmt.Sprintf("- {at: 4, %s}\n- {every: 2, %s}\n", first, second))
		}
	}
	accepted, refused := 0, 0
	for _, network := range circuit.Networks() {
		g := network.Graph
		names := strings.NewReplacer("PRO", g.Projections[0].Name, "OUT", g.OutputName(), "INP", g.Populations[0].Name)
		for i, line := range lines {
			if some := long.Or(29, 17); i%some != accepted%some {
				continue
			}
			line = names.Replace(line)
			doc, err := experiment.Parse("x.yaml", []byte("network: "+network.Name+"\nsteps: 7\ninterventions:\n"+line))
			if err != nil {
				t.Fatal(network.Name, line, err)
			}
			p, err := planning.Resolve(context.Background(), doc.Experiment)
			if err != nil {
				refused++
				continue
			}
			accepted++
			trial := &training.Trial{Plan: p}
			training.RunTogether([]*training.Trial{trial}, 7, planning.Silent{})
			if d := (*circuit.Divergence)(nil); trial.Err != nil && !errors.As(trial.Err, &d) {
				t.Errorf("%s: %s%v", network.Name, line, trial.Err)
			}
			p.Close()
		}
	}
	if accepted < 100 || refused < 20 {
		t.Errorf("%d interventions were accepted and %d refused", accepted, refused)
	}
}
