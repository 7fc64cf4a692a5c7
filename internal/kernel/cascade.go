package kernel

import "math"

// runCascade does the step of a TwoPhase whose outputs fire one after another: the
// pass over W and the learning of M are those of two phases, and between them
//
//	y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_i.
//
// It knows more rules than the routine of two phases: see TwoPhase.
func (t *TwoPhase) runCascade() TwoPhaseResult {
	if t.Part != Learning {
		if result := t.receive(); result != Done {
			return result
		}
		if result := t.fireInOrder(); result != Done {
			return result
		}
	}
	if t.Part == Neural {
		return Done
	}
	if t.PostSquared {
		square(t.PostDecay, t.Final)
	}
	if t.LateralPostSquared {
		square(t.LateralPostDecay, t.Final)
	}
	part := t.Part
	t.Part = Learning
	result := twoPhase(t)
	t.Part = part
	if t.FixedScale {
		copy(t.Scale, t.Before)
	}
	if t.Ordered {
		for i := range t.Rows {
			row := t.row(i)
			for j := i + 1; j < len(row); j++ {
				row[j] = 0
			}
		}
	}
	return result
}

// square sets dst [n] to the squares of x [n].
func square(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = v * v
	}
}

// receive is the first turn: W learns from the stimulus before, and ỹ = W x / m.
func (t *TwoPhase) receive() TwoPhaseResult {
	if t.Pending != 0 {
		if !CopyFinite(t.Signals, t.Stimulus) {
			return BadStimulus
		}
		for from := 0; from < t.Cols; from += tileColumns {
			cols := min(tileColumns, t.Cols-from)
			updateForwardTile(t.Weights[from:], t.Rows, cols, t.Stride, t.Keep, t.PostDrive,
				t.PreDrive[from:from+cols], t.Signals[from:from+cols], t.Sums, from)
		}
	}
	wrong := 0.0
	for i, m := range t.Scale {
		s := (*[4]float64)(t.Sums[4*i:])
		y := total(s[0], s[1], s[2], s[3]) / m
		t.Provisional[i] = y
		wrong += y - y
	}
	if wrong != 0 {
		return BadProvisional
	}
	return Done
}

// fireInOrder is the second turn.
func (t *TwoPhase) fireInOrder() TwoPhaseResult {
	result := Done
	final, provisional, lateral := t.Final, t.Provisional[:len(t.Final)], t.Lateral
	for i, m := range t.Scale[:len(final)] {
		row, heard := lateral[:i], final[:i]
		lateral = lateral[t.LateralStride:]
		var s0, s1, s2, s3 float64
		for len(row) >= 4 && len(heard) >= 4 {
			s0 = math.FMA(row[0], heard[0], s0)
			s1 = math.FMA(row[1], heard[1], s1)
			s2 = math.FMA(row[2], heard[2], s2)
			s3 = math.FMA(row[3], heard[3], s3)
			row, heard = row[4:], heard[4:]
		}
		switch len(row) {
		case 3:
			s2 = math.FMA(row[2], heard[2], s2)
			fallthrough
		case 2:
			s1 = math.FMA(row[1], heard[1], s1)
			fallthrough
		case 1:
			s0 = math.FMA(row[0], heard[0], s0)
		}
		y := provisional[i] - total(s0, s1, s2, s3)/m
		final[i] = y
		if y-y != 0 {
			clear(final[i+1:]) // no other neuron is to see what is not a number
			result = BadFinal
			break
		}
	}
	Scale(t.PostDrive, t.Root, t.Final)
	Scale(t.LateralDrive, t.LateralRoot, t.Final)
	Scale(t.PreFactor, t.LateralRoot, t.LateralPreDecay)
	return result
}
