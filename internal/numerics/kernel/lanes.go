package kernel

// Lanes is the number of circuits that step together. Their values of one quantity are one
// cache line, [… × Lanes].
const Lanes = Line

// Trials is the state of Lanes two-phase circuits, or cascades, with K outputs and N inputs each,
// and their step. Each circuit gets the bits that it would get alone: a lane does the operations of
// the routines of a matrix and of a vector in the same order.
type Trials struct {
	rows, cols int       // K, N
	state      []float64 // the memory of the fields below, without working memory

	// Cascade: the outputs fire one after another, and M_o has synapses before the diagonal only.
	Cascade bool

	Weights     []float64 // W [K×N×Lanes]
	Lateral     []float64 // M_o [K×K×Lanes], 0 on the diagonal
	Scale       []float64 // m_ii [K×Lanes]
	Before      []float64 // the scales before their last change [K×Lanes]
	Provisional []float64 // ỹ [K×Lanes]
	Final       []float64 // y [K×Lanes]

	drive []float64 // working memory: √(α/τ)·y [K×Lanes]
}

// NewTrials returns circuits whose state is zero.
func NewTrials(rows, cols int) *Trials {
	t := &Trials{rows: rows, cols: cols}
	t.state = Aligned(rows * (cols + rows + 4) * Lanes)
	rest := t.state
	take := func(n int) []float64 {
		part := rest[: n*Lanes : n*Lanes]
		rest = rest[n*Lanes:]
		return part
	}
	t.Weights, t.Lateral = take(rows*cols), take(rows*rows)
	t.Scale, t.Before, t.Provisional, t.Final = take(rows), take(rows), take(rows), take(rows)
	t.drive = Aligned(rows * Lanes)
	return t
}

// Copy makes the state that of trials of the same size.
func (t *Trials) Copy(from *Trials) { copy(t.state, from.state) }

// Step presents stimuli x [steps×N×Lanes], and lets the circuits learn by the
// factors of every step, [steps×FactorCount(K)]: see Decays. It returns one bit for each lane
// whose circuit failed: an activity was not finite or a scale not positive. The state of
// these circuits is not defined; that of the others is not affected.
func (t *Trials) Step(x, factors []float64, steps int) (wrong uint8) {
	if steps < 1 || len(x) < steps*t.cols*Lanes || len(factors) < steps*FactorCount(t.rows) {
		panic("kernel: Step of trials with too few stimuli or factors")
	}
	return stepTrials(t, x, factors, steps)
}

// Decays are the decays of circuits in lanes: those of factored rules whose drives are the
// activities and whose decays do not depend on activity.
type Decays struct {
	Post                    []float64 // of the feedforward rule: of the outputs [K]
	Pre                     float64   // and of all inputs
	LateralPost, LateralPre []float64 // of the lateral rule [K]
	Scale, Drain            []float64 // of the scale rule [K]
}

// FactorCount is the number of factors of one step for K outputs.
func FactorCount(rows int) int { return 2 + rows*(rows+3) }

// Factors sets dst [FactorCount(K)] to the factors of a step in the order of
// their use: root = √α and lateralRoot = √(α/τ), the fractions that feedforward synapses
// [K], lateral synapses [K×K] and scales [K] keep, and the drains of the scales [K].
func (d *Decays) Factors(dst []float64, root, lateralRoot float64) {
	dst[0], dst[1] = root, lateralRoot
	k := len(d.Post)
	keep, lateral, scale, drain := dst[2:2+k], dst[2+k:2+k+k*k], dst[2+k+k*k:2+2*k+k*k], dst[2+2*k+k*k:2+3*k+k*k]
	pre := root * d.Pre
	for i := range keep {
		keep[i] = Keep(root*d.Post[i], pre)
		decay := lateralRoot * d.Scale[i]
		scale[i] = Keep(decay, decay)
		drain[i] = lateralRoot * d.Drain[i]
		row, post := lateral[i*k:][:k], lateralRoot*d.LateralPost[i]
		for j, p := range d.LateralPre[:k] {
			row[j] = Keep(post, lateralRoot*p)
		}
	}
}

// stepTrialsReference is Trials.Step in plain Go.
func stepTrialsReference(t *Trials, x, factors []float64, steps int) (wrong uint8) {
	k, n := t.rows, t.cols
	for range steps {
		root, lateralRoot := factors[0], factors[1]
		keep, lateral, scale, drain := factors[2:2+k], factors[2+k:2+k+k*k], factors[2+k+k*k:], factors[2+2*k+k*k:]
		for i := range k {
			received := dotLanes(t.Weights[i*n*Lanes:], x, n)
			provisional, m := line(t.Provisional, i), line(t.Scale, i)
			for l, v := range received {
				provisional[l] = v / m[l]
			}
		}
		for i := range k {
			signals, senders := t.Provisional, k
			if t.Cascade {
				signals, senders = t.Final, i
			}
			received := dotLanes(t.Lateral[i*k*Lanes:], signals, senders)
			provisional, y, m, drive := line(t.Provisional, i), line(t.Final, i), line(t.Scale, i), line(t.drive, i)
			for l, v := range received {
				y[l] = provisional[l] - v/m[l]
				drive[l] = lateralRoot * y[l]
				wrong |= bit(l, y[l]-y[l] != 0)
			}
		}
		for i := range k {
			drive := scaleLanes(root, line(t.Final, i))
			for j := range n {
				preDrive := scaleLanes(root, line(x, j))
				changeLanes(line(t.Weights, i*n+j), keep[i], &drive, &preDrive)
			}
			for j := range k {
				if j < i || j > i && !t.Cascade {
					changeLanes(line(t.Lateral, i*k+j), lateral[i*k+j], line(t.drive, i), line(t.drive, j))
				}
			}
		}
		for i := range k {
			m, before, drive := line(t.Scale, i), line(t.Before, i), line(t.drive, i)
			*before = *m
			for l := range m {
				m[l] = fma(drive[l], drive[l], fma(-drain[i], drain[i], float64(scale[i]*m[l])))
				wrong |= bit(l, !(m[l] > 0) || m[l]-m[l] != 0)
			}
		}
		x, factors = x[n*Lanes:], factors[FactorCount(k):]
	}
	return wrong
}

// line returns line i of v.
func line(v []float64, i int) *[Lanes]float64 { return (*[Lanes]float64)(v[i*Lanes:]) }

// dotLanes returns the canonical dot products of a row with x, both [n×Lanes].
func dotLanes(row, x []float64, n int) (dot [Lanes]float64) {
	var sum [4][Lanes]float64
	for j := range n {
		s, w, v := &sum[j&3], line(row, j), line(x, j)
		for l := range s {
			s[l] = fma(w[l], v[l], s[l])
		}
	}
	for l := range dot {
		dot[l] = total(sum[0][l], sum[1][l], sum[2][l], sum[3][l])
	}
	return dot
}

// scaleLanes returns a·x.
func scaleLanes(a float64, x *[Lanes]float64) (scaled [Lanes]float64) {
	for l, v := range x {
		scaled[l] = a * v
	}
	return scaled
}

// changeLanes changes one weight of each trial.
func changeLanes(w *[Lanes]float64, keep float64, postDrive, preDrive *[Lanes]float64) {
	for l := range w {
		w[l] = Changed(w[l], keep, postDrive[l], preDrive[l])
	}
}

func bit(l int, set bool) uint8 {
	if set {
		return 1 << l
	}
	return 0
}

// Interleave puts Lanes vectors of n elements, those of lane l beginning at
// src[l·stride], side by side: dst [n×Lanes]. stride must be a multiple of 4, and
// dst as long as for n rounded up to one.
func Interleave(dst, src []float64, n, stride int) {
	up := (n + 3) &^ 3
	if stride < up || stride%4 != 0 || len(src) < Lanes*stride || len(dst) < Lanes*up {
		panic("kernel: Interleave of vectors that are too short")
	}
	if n > 0 {
		interleave(dst, src, n, stride)
	}
}

func interleaveReference(dst, src []float64, n, stride int) {
	for l := range Lanes {
		for i, v := range src[l*stride:][:n] {
			dst[i*Lanes+l] = v
		}
	}
}
