package kernel

// What two phases of rectified outputs do otherwise, in plain Go: the reference for the
// assembly.

// Rectified returns max(0, v), and what is not finite as it is, so that a divergence shows.
func Rectified(v float64) float64 {
	if v-v != 0 {
		return v
	}
	return max(v, 0)
}

// fireRectified is the two turns of rectified outputs,
//
//	ỹ = max(0, W x / m),   y = max(0, (W x − M_o ỹ) / m).
func (t *TwoPhase) fireRectified() TwoPhaseResult {
	for i, m := range t.Scale {
		t.Current[i] = t.received(i)
		t.Provisional[i] = Rectified(t.Current[i] / m)
	}
	if !Finite(t.Provisional) {
		return BadProvisional
	}
	for i, m := range t.Scale {
		t.Final[i] = Rectified((t.Current[i] - Dot(t.row(i), t.Provisional)) / m)
	}
	t.drive()
	if !Finite(t.Final) {
		return BadFinal
	}
	return Done
}

// received returns what output i receives of the stimulus.
func (t *TwoPhase) received(i int) float64 {
	s := (*[4]float64)(t.Sums[4*i:])
	return total(s[0], s[1], s[2], s[3])
}
