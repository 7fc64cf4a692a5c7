package kernel

// The routines of a cascade that differ from two phases, in plain Go: the reference for the
// assembly, as in tile.go.

// fireInOrder is the second turn of a cascade,
//
//	y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_i.
//
// After an output that is not finite, none fires.
func (t *TwoPhase) fireInOrder() {
	final, provisional := t.Final, t.Provisional[:len(t.Final)]
	for i, m := range t.Scale[:len(final)] {
		final[i] = provisional[i] - Dot(t.row(i)[:i], final[:i])/m
	}
	t.silence()
}

// silence clears the outputs after the first one that is not finite.
func (t *TwoPhase) silence() {
	for i, y := range t.Final {
		if y-y != 0 {
			clear(t.Final[i+1:])
			return
		}
	}
}

// square replaces decays by the squares of final activity.
func (t *TwoPhase) square() {
	for i, y := range t.Final {
		if t.PostSquared {
			t.PostDecay[i] = y * y
		}
		if t.LateralPostSquared {
			t.LateralPostDecay[i] = y * y
		}
	}
}

// learnInOrder changes an M_o that has synapses before the diagonal only.
func (t *TwoPhase) learnInOrder() {
	for i := range t.Rows {
		updateDecayReference(t.row(i), 1, i, t.LateralStride, t.PostFactor[i:], t.LateralDrive[i:], t.LateralDrive, t.PreFactor)
	}
}
