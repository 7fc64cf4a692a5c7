package kernel

// TwoPhase is the whole step of a two-phase circuit whose rules are driven by
// activity:
//
//	W learns from the stimulus before,
//	ỹ = W x / m,   y = ỹ − M_o ỹ / m (in a cascade y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_i),
//	M_o and m learn,
//
// and Run leaves the factors with which W learns from this stimulus, in the next step's pass
// over W. Learning rates are given as their roots, an endpoint's half.
//
// Every vector of neurons must come from Vector, as the routine works on whole registers. The
// elements behind its end must be 0, or 1 behind the scales. They stay so, except for the
// sign of a zero. The routine in assembly relies on the order of the fields.
type TwoPhase struct {
	Rows, Cols        int     // K, N
	Stride            int     // of W
	LateralStride     int     // of M_o
	Pending           int     // not 0: W has yet to learn; 0: Sums and Signals are given
	Part              Part    // the part of the step to run
	Root, LateralRoot float64 // √a of W, and of M
	PreDecay          float64 // p_pre of W, without its √a

	Stimulus []float64 // x [N], in any memory
	Signals  []float64 // x in the memory of the input neurons [N]
	Weights  []float64 // W [K×Stride]
	PreDrive []float64 // √a·x [N]

	Sums    []float64 // [K×4] the partial sums of W x, and further ones up to a multiple of four rows
	Lateral []float64 // M_o [K×LateralStride], zero on the diagonal
	Idle    []float64 // [LateralStride] zeros

	Scale              []float64 // m [K]
	Provisional, Final []float64 // ỹ, y [K]

	// The decays, each without its √a [K each].
	PostDecay                         []float64 // W
	LateralPostDecay, LateralPreDecay []float64 // M_o
	ScaleDecay, ScaleDrain            []float64 // m

	// The factors of the change, each with its √a [K each].
	Keep, PostDrive                    []float64 // of W
	LateralDrive                       []float64 // of both endpoints in M_o, and of m
	PostFactor, PreFactor              []float64 // decays of M_o
	Before                             []float64 // m before the change
	ScaleDecayFactor, ScaleDrainFactor []float64 // of m

	// Current is W x [K] if the outputs are rectified: y = max(0, (W x − M_o ỹ) / m), and
	// ỹ likewise. It is nil if they are linear, and in a cascade.
	Current []float64

	InOrder
}

// InOrder is the options of a cascade, whose outputs fire one after another.
type InOrder struct {
	Cascade bool // the step is one of a cascade; otherwise the others have no effect

	PostSquared, LateralPostSquared bool // the squares of final activity take the place of PostDecay, LateralPostDecay
	FixedScale                      bool // m stays as it is
	Ordered                         bool // M_o has synapses before the diagonal only, and zeros elsewhere
}

// Part is the part of a TwoPhase to run.
type Part int

const (
	// EveryPart is all of it.
	EveryPart Part = iota
	// Neural ends with y. The caller makes W and M learn.
	Neural
	// Learning is the rest.
	Learning
)

// TwoPhaseResult is the result of a TwoPhase.
type TwoPhaseResult int8

const (
	// Done: all is well.
	Done TwoPhaseResult = iota
	// BadProvisional: ỹ is not finite. Only W has learnt.
	BadProvisional
	// BadFinal: y is not finite. Only W has learnt.
	BadFinal
	// BadScale: all is done, but a scale is no longer a positive number.
	BadScale
	// BadStimulus: x is not finite. Nothing has learnt.
	BadStimulus
)

// Run does the step.
func (t *TwoPhase) Run() TwoPhaseResult {
	return twoPhase(t)
}

func twoPhaseReference(t *TwoPhase) TwoPhaseResult {
	if t.Part != Learning {
		if result := t.fire(); result != Done {
			return result
		}
	}
	if t.Part == Neural {
		return Done
	}
	return t.learn()
}

// fire is the neural part.
func (t *TwoPhase) fire() TwoPhaseResult {
	if t.Pending != 0 {
		if !copyFiniteReference(t.Signals, t.Stimulus) {
			return BadStimulus
		}
		updateForwardReference(t.Weights, t.Rows, t.Cols, t.Stride, t.Keep, t.PostDrive, t.PreDrive, t.Signals, t.Sums, 0)
	}
	if t.Current != nil {
		return t.fireRectified()
	}
	for i, m := range t.Scale {
		t.Provisional[i] = t.received(i) / m
	}
	if !Finite(t.Provisional) {
		return BadProvisional
	}
	if t.Cascade {
		t.fireInOrder()
	} else {
		for i, m := range t.Scale {
			t.Final[i] = t.Provisional[i] - Dot(t.row(i), t.Provisional)/m
		}
	}
	t.drive()
	if !Finite(t.Final) {
		return BadFinal
	}
	return Done
}

// drive computes the factors of the change that depend on y.
func (t *TwoPhase) drive() {
	scaleReference(t.PostDrive, t.Root, t.Final)
	scaleReference(t.LateralDrive, t.LateralRoot, t.Final)
	scaleReference(t.PreFactor, t.LateralRoot, t.LateralPreDecay)
}

// learn is the plasticity.
func (t *TwoPhase) learn() TwoPhaseResult {
	if t.Cascade {
		t.square()
	}
	scaleReference(t.PreDrive, t.Root, t.Signals)
	preDecay := t.Root * t.PreDecay
	for i, p := range t.PostDecay {
		t.Keep[i] = Keep(t.Root*p, preDecay)
	}
	scaleReference(t.PostFactor, t.LateralRoot, t.LateralPostDecay)
	scaleReference(t.ScaleDecayFactor, t.LateralRoot, t.ScaleDecay)
	scaleReference(t.ScaleDrainFactor, t.LateralRoot, t.ScaleDrain)
	copy(t.Before, t.Scale)
	rescaleReference(t.Scale, t.LateralDrive, t.ScaleDecayFactor, t.ScaleDrainFactor)
	if t.Cascade && t.Ordered {
		t.learnInOrder()
	} else {
		updateDecayReference(t.Lateral, t.Rows, t.Rows, t.LateralStride, t.PostFactor, t.LateralDrive, t.LateralDrive, t.PreFactor)
	}
	result := Done
	for i, m := range t.Scale {
		t.row(i)[i] = 0
		if !(m > 0) || m-m != 0 {
			result = BadScale
		}
	}
	if t.Cascade && t.FixedScale {
		copy(t.Scale, t.Before)
	}
	return result
}

// row returns the lateral row of neuron i.
func (t *TwoPhase) row(i int) []float64 { return t.Lateral[i*t.LateralStride:][:t.Rows] }

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
