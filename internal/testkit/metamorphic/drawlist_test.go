package metamorphic

import (
	"fmt"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// drawList draws circuits and what happens to them.
func drawList(t *rapid.T) List {
	n := pick(t, "N", number(t, "N", 1, 9), number(t, "N", 10, 70), number(t, "N", 3, 12))
	l := List{Circuits: Circuits{
		Network: pick(t, "network", circuit.NetworksThat(circuit.Network.IsPair)...).Name,
		Inputs:  n, Outputs: number(t, "K", 1, min(n, 5)),
		Number: pick(t, "circuits", 1, 2, 3, 4, 8, 9, 11),
		Rate:   pick(t, "rate", circuit.DecayingRate(1, 50), circuit.ConstantRate(0.02), must(circuit.ParseRate("0.02 until 30, 1/(60+t)"))),
		Seed:   rapid.Uint64Range(1, 99).Draw(t, "seed"),
		Size:   pick(t, "size", 1, 1, 1, 3, 1e-160),
	}}
	lanes := chance(t, "in lanes", 3)
	if lanes { // as only these networks can be, in several groups
		l.Circuits.Network = pick(t, "network in lanes", "ifPSP", "ifPSW")
		l.Circuits.Number = pick(t, "circuits in lanes", 11, 8, 3)
	}
	network := l.Circuits.network()
	if network.SetsOwnRate() {
		l.Circuits.Rate = circuit.ConstantRate(1) // it has no other
	}
	if chance(t, "more outputs", 10) {
		l.Circuits.Outputs = min(n, 17)
	}
	if most := network.MostOutputs; most > 0 {
		l.Circuits.Outputs = min(l.Circuits.Outputs, most)
	}
	z := l.Circuits.size()
	ops := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Op { return drawOp(t, z, lanes) }), 0, 20)
	for range 3 { // slices of rapid's are short
		l.Ops = append(l.Ops, ops.Draw(t, "operations")...)
	}
	return l
}

// drawOp draws an operation, on circuits that may share lanes or not.
func drawOp(t *rapid.T, z selection.Size, lanes bool) Op {
	op := Op{Do: pick(t, "operation",
		step, step, step, step, step, step, step,
		edit, edit, edit, edit, edit, edit, edit, touch, touch,
		checkpoint, checkpoint, checkpoint, kill, kill,
		fork, look, observe, observe, record, record, closing, keep, surge,
	)}
	whose := func() int {
		return pick(t, "circuit", everyone, everyone, firstGroup, number(t, "number", 0, 11))
	}
	switch op.Do {
	case step:
		op.Steps = pick(t, "steps", 1, 2, 3, 5, 8, 17, 40, 100)
	case edit:
		op.Circuit, op.When = whose(), drawTrigger(t, z)
		e := drawEdit(t, z)
		if lanes && rapid.Bool().Draw(t, "of how they learn") { // after which they share lanes again
			e = drawParameter(t, z)
		}
		op.Edit = &e
	case touch:
		where := drawSelection(t, z, synapticKinds...)
		op.Circuit, op.Where = whose(), &where
		op.How = pick(t, "how", freeze, thaw, lesion, set, freezeAll, thawAll)
	case keep:
		op.Circuit, op.On = whose(), rapid.Bool().Draw(t, "on")
	case surge:
		op.Circuit, op.Steps = number(t, "circuit", 0, 11), number(t, "in steps", 1, 30)
		op.Value = pick(t, "value", "0", "7", "1e100", "1e200", "+Inf")
	case observe:
		op.Circuit, op.Steps, op.State = whose(), pick(t, "every", 1, 2, 3, 7, 20, 33), rapid.Bool().Draw(t, "state")
	case closing, fork:
		op.Circuit = number(t, "circuit", 0, 11)
	case record:
		op.Circuit = whose()
		drawRecording(t, &op, z)
	}
	return op
}

// drawRecording draws what is recorded, and what of it in parts.
func drawRecording(t *rapid.T, op *Op, z selection.Size) {
	kinds := []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights, selection.Outputs}
	for range number(t, "requests", 1, 3) {
		s := drawSelection(t, z, kinds...)
		op.Record = append(op.Record, fmt.Sprintf("%v@%s", s, pick(t, "stride", "1", "2", "5", "13", "log", "5 around 3 11", "13 while |scale| > 0.6")))
		if s.Kind() != selection.Outputs && rapid.Bool().Draw(t, "in parts") {
			op.Parts = append(op.Parts, s.String())
		}
	}
	if op.Parts != nil && chance(t, "all parts", 4) {
		op.Parts = []string{"all"}
	}
	op.RowsMax = pick(t, "rows of a file", 0, 1, 50, 300)
}

// must returns v, which cannot fail.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}
