package intervention_test

import (
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// drawEdit draws an edit that works on circuits of that size.
func drawEdit(t *rapid.T, z selection.Size) intervention.Edit {
	number := rapid.Float64Range(-0.5, 0.5)
	positive := rapid.Float64Range(0.5, 2)
	synapses := []selection.Kind{selection.Feedforward, selection.Lateral}
	neurons := []selection.Kind{selection.Inputs, selection.Outputs}
	makers := []func() intervention.Edit{
		func() intervention.Edit { return intervention.Lesion{drawChoice(t, z, synapses...)} },
		func() intervention.Edit {
			return intervention.LesionNeuron{drawChoice(t, z, neurons...), intervention.Both}
		},
		func() intervention.Edit { return intervention.Freeze{drawChoice(t, z, weighted...)} },
		func() intervention.Edit { return intervention.Thaw{drawChoice(t, z, weighted...)} },
		func() intervention.Edit {
			return intervention.Set{drawChoice(t, z, synapses...), number.Draw(t, "to")}
		},
		func() intervention.Edit {
			return intervention.Set{drawChoice(t, z, selection.Scale), positive.Draw(t, "to")}
		},
		func() intervention.Edit {
			return intervention.Multiply{drawChoice(t, z, weighted...), positive.Draw(t, "by")}
		},
		func() intervention.Edit {
			return intervention.Clamp{drawChoice(t, z, neurons...), number.Draw(t, "to")}
		},
		func() intervention.Edit { return intervention.Release{drawChoice(t, z, neurons...)} },
		func() intervention.Edit {
			return intervention.SetRate{circuit.DecayingRate(positive.Draw(t, "a"), 60)}
		},
		func() intervention.Edit {
			return intervention.SetRateOf{drawProjection(t, z), circuit.DecayingRate(positive.Draw(t, "a"), 60)}
		},
		func() intervention.Edit { return intervention.SetRule{"feedforward", synapse.Oja} },
		func() intervention.Edit {
			if drawProjection(t, z) == "lateral" {
				return intervention.SetRule{"lateral", synapse.AntiHebbianPSW}
			}
			return intervention.SetRule{"feedforward", synapse.Oja}
		},
		func() intervention.Edit {
			return intervention.MultiplyRate{drawProjection(t, z), positive.Draw(t, "by")}
		},
		func() intervention.Edit { return intervention.SetTau{positive.Draw(t, "τ")} },
		func() intervention.Edit {
			return intervention.SetGains{circuit.LinearGains(z.Outputs, positive.Draw(t, "λ")/2, 0.2)}
		},
	}
	if rapid.IntRange(0, 2).Draw(t, "of the schedule") == 0 {
		return drawPhaseEdit(t, z)
	}
	return rapid.SampledFrom(makers).Draw(t, "edit")()
}

// drawProjection draws one of the projections that a circuit of that size has.
func drawProjection(t *rapid.T, z selection.Size) string {
	names := []string{"feedforward"}
	if selection.All(selection.Lateral).Check(z) == nil {
		names = append(names, "lateral")
	}
	return rapid.SampledFrom(names).Draw(t, "projection")
}

func drawTrigger(t *rapid.T, z selection.Size, steps int) intervention.Trigger {
	switch rapid.IntRange(0, 2).Draw(t, "trigger") {
	case 0:
		return intervention.At(rapid.IntRange(0, steps).Draw(t, "at"))
	case 1:
		return intervention.Every{Steps: rapid.IntRange(1, steps).Draw(t, "every"), From: rapid.IntRange(0, steps).Draw(t, "from")}
	}
	return intervention.When{Condition: drawCondition(t, z), Check: rapid.IntRange(1, 9).Draw(t, "check")}
}

// drawList draws interventions that suit a circuit, in its first steps.
func drawList(t *rapid.T, of circuit.Spec, steps int) (list []intervention.Intervention) {
	z, c := sizeOf(of), newCircuit(t, of)
	for range rapid.IntRange(1, 5).Draw(t, "interventions") {
		edit := drawEdit(t, z)
		if _, tau := edit.(intervention.SetTau); tau && !c.UsesTau() || intervention.Suits(edit, of.Network) != nil {
			edit = intervention.SetRate{circuit.ConstantRate(0.003)}
		}
		list = append(list, intervention.Intervention{When: drawTrigger(t, z, steps), Edit: edit})
	}
	return list
}
