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
	for _, squared := range [...]struct {
		on    bool
		decay []float64
	}{{t.PostSquared, t.PostDecay}, {t.LateralPostSquared, t.LateralPostDecay}} {
		if squared.on {
			for i, y := range t.Final {
				squared.decay[i] = y * y
			}
		}
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

// fireInOrder is the second turn. As soon as a neuron has fired, its signal goes to
// the partial sums of all later ones.
func (t *TwoPhase) fireInOrder() TwoPhaseResult {
	sums := t.Sums[:4*t.Rows]
	clear(sums)
	result := Done
	for i, m := range t.Scale {
		s := (*[4]float64)(sums[4*i:])
		y := t.Provisional[i] - total(s[0], s[1], s[2], s[3])/m
		t.Final[i] = y
		if y-y != 0 {
			clear(t.Final[i+1:]) // no other neuron is to see what is not a number
			result = BadFinal
			break
		}
		for to := i + 1; to < t.Rows; to++ {
			at := 4*to + i&3
			sums[at] = math.FMA(t.Lateral[to*t.LateralStride+i], y, sums[at])
		}
	}
	Scale(t.PostDrive, t.Root, t.Final)
	Scale(t.LateralDrive, t.LateralRoot, t.Final)
	Scale(t.PreFactor, t.LateralRoot, t.LateralPreDecay)
	return result
}
