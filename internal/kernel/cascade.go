package kernel

// What a cascade does otherwise than two phases, in plain Go: the reference for the
// assembly, as in tile.go.

// fireInOrder is the second turn of a cascade,
//
//	y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_i.
//
// Behind an output that is not finite none fires.
func (t *TwoPhase) fireInOrder() {
	final, provisional := t.Final, t.Provisional[:len(t.Final)]
	for i, m := range t.Scale[:len(final)] {
		final[i] = provisional[i] - Dot(t.row(i)[:i], final[:i])/m
	}
	t.silence()
}

// silence clears what comes after the first output that is not finite, which it must
// not see.
func (t *TwoPhase) silence() {
	for i, y := range t.Final {
		if y-y != 0 {
			clear(t.Final[i+1:])
			return
		}
	}
}

// square lets squares of final activity take the place of decays.
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

// learnInOrder is the learning of M_o where it has synapses before the diagonal alone.
func (t *TwoPhase) learnInOrder() {
	for i := range t.Rows {
		updateDecayReference(t.row(i), 1, i, t.LateralStride, t.PostFactor[i:], t.LateralDrive[i:], t.LateralDrive, t.PreFactor)
	}
}
