package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

func forwardTile(w []float64, rows, cols, stride int, x, sums []float64, more int) {
	if assembly {
		forwardAVX2(&w[0], rows, cols, stride, &x[0], &sums[0], more)
		return
	}
	forwardReference(w, rows, cols, stride, x, sums, more)
}

func updateTile(w []float64, rows, cols, stride int, keep, postDrive, preDrive []float64) {
	if assembly {
		updateAVX2(&w[0], rows, cols, stride, &keep[0], &postDrive[0], &preDrive[0])
		return
	}
	updateReference(w, rows, cols, stride, keep, postDrive, preDrive)
}

func updateForwardTile(w []float64, rows, cols, stride int, keep, postDrive, preDrive, x, sums []float64, more int) {
	if assembly && wide && rows >= wideRows && cols >= wideCols {
		updateForwardAVX512(&w[0], rows, cols, stride, &keep[0], &postDrive[0], &preDrive[0], &x[0], &sums[0], more)
		return
	}
	if assembly {
		updateForwardAVX2(&w[0], rows, cols, stride, &keep[0], &postDrive[0], &preDrive[0], &x[0], &sums[0], more)
		return
	}
	updateForwardReference(w, rows, cols, stride, keep, postDrive, preDrive, x, sums, more)
}

func updateDecayTile(w []float64, rows, cols, stride int, postDecay, postDrive, preDrive, preDecay []float64) {
	if assembly {
		updateDecayAVX2(&w[0], rows, cols, stride, &postDecay[0], &postDrive[0], &preDrive[0], &preDecay[0])
		return
	}
	updateDecayReference(w, rows, cols, stride, postDecay, postDrive, preDrive, preDecay)
}

func updateDecayForwardTile(w []float64, rows, cols, stride int, postDecay, postDrive, preDrive, preDecay, x, sums []float64, more int) {
	if assembly {
		updateDecayForwardAVX2(&w[0], rows, cols, stride, &postDecay[0], &postDrive[0], &preDrive[0], &preDecay[0], &x[0], &sums[0], more)
		return
	}
	updateDecayForwardReference(w, rows, cols, stride, postDecay, postDrive, preDrive, preDecay, x, sums, more)
}

func dot(a, b []float64) float64 {
	if assembly && len(a) > shortDot {
		var sum Sum
		whole := len(a) &^ 3
		forwardAVX2(&a[0], 1, whole, whole, &b[0], &sum.lane[0], 0)
		sum.addAll(a[whole:], b[whole:])
		return sum.Total()
	}
	return dotReference(a, b)
}

func scaleVector(dst []float64, a float64, x []float64) {
	if assembly {
		scaleAVX2(&dst[0], len(dst), a, &x[0])
		return
	}
	scaleReference(dst, a, x)
}

func axpyVector(y []float64, a float64, x []float64) {
	if assembly {
		axpyAVX2(&y[0], len(y), a, &x[0])
		return
	}
	axpyReference(y, a, x)
}

func addSquares(y, x []float64) {
	if assembly {
		addSquaresAVX2(&y[0], len(y), &x[0])
		return
	}
	addSquaresReference(y, x)
}

func addEach(dst, x, y []float64) {
	if assembly {
		addEachAVX2(&dst[0], len(dst), &x[0], &y[0])
		return
	}
	addEachReference(dst, x, y)
}

func subtractEach(dst, x, y []float64) {
	if assembly {
		subtractEachAVX2(&dst[0], len(dst), &x[0], &y[0])
		return
	}
	subtractEachReference(dst, x, y)
}

func multiplyEach(dst, x, y []float64) {
	if assembly {
		multiplyEachAVX2(&dst[0], len(dst), &x[0], &y[0])
		return
	}
	multiplyEachReference(dst, x, y)
}

func divideEach(dst, x, y []float64) {
	if assembly {
		divideEachAVX2(&dst[0], len(dst), &x[0], &y[0])
		return
	}
	divideEachReference(dst, x, y)
}

func rescaleVector(m, drive, decay, drain []float64) {
	if assembly {
		rescaleAVX2(&m[0], len(m), 1, &drive[0], &decay[0], &drain[0])
		return
	}
	rescaleReference(m, drive, decay, drain)
}

func copyFiniteVector(dst, x []float64) bool {
	if assembly {
		return copyFiniteAVX2(&dst[0], len(dst), &x[0])
	}
	return copyFiniteReference(dst, x)
}

func twoPhase(t *TwoPhase) TwoPhaseResult {
	switch {
	case !assembly:
		return twoPhaseReference(t)
	case t.Current != nil:
		result := TwoPhaseResult(rectifiedAVX2(&t.Rows))
		if result == BadProvisional || result == BadFinal {
			return t.fireRectified()
		}
		return result
	case !t.Cascade:
		return TwoPhaseResult(twoPhaseAVX2(&t.Rows))
	}
	result := TwoPhaseResult(cascadeAVX2(&t.Rows))
	if result == BadFinal {
		t.silence()
		t.drive()
	}
	return result
}

func combinePanels(dst []float64, a float64, z, c, panels []float64) {
	if assembly {
		combineAVX2(&dst[0], len(dst), a, &z[0], unsafe.SliceData(c), len(c), unsafe.SliceData(panels))
		return
	}
	combineReference(dst, a, z, c, panels)
}

func multiply(dst *Matrix, a []float64, row, step int, b *Matrix) {
	if assembly {
		multiplyAVX2(&dst.w[0], 8*dst.stride, &a[0], 8*row, 8*step, &b.w[0], 8*b.stride, dst.rows, dst.cols, b.rows)
		return
	}
	multiplyReference(dst, a, row, step, b)
}

func combineRows(dst *Matrix, a []float64, row, step int, b *Matrix, more bool) {
	if !assembly {
		combineRowsReference(dst, a, row, step, b, more)
		return
	}
	adds := 0
	if more {
		adds = 1
	}
	combineRowsAVX2(&dst.w[0], 8*dst.stride, &a[0], 8*row, 8*step, &b.w[0], 8*b.stride, dst.rows, dst.cols, b.rows, adds)
}

// combineVectors combines the elements from … to−1 of the vectors, some vectors at a time.
func combineVectors(dst [][]float64, a float64, z, c [][]float64, from, to, r int, panels []float64) {
	if assembly && to > from {
		for ; fours && len(dst) >= 4; dst, z, c = dst[4:], z[4:], c[4:] {
			combineFourAVX512(&dst[0], &z[0], &c[0], from, to-from, a, r, unsafe.SliceData(panels))
		}
		for ; len(dst) >= 2; dst, z, c = dst[2:], z[2:], c[2:] {
			combineTwoAVX2(&dst[0], &z[0], &c[0], from, to-from, a, r, unsafe.SliceData(panels))
		}
	}
	combineEach(dst, a, z, c, from, to, r, panels)
}

func addWhole(x []float64, factors, words []uint32, times int) {
	if assembly {
		addWholeAVX2(&x[0], &factors[0], &words[0], times)
		return
	}
	addWholeReference(x, factors, words, times)
}

func stepTrials(t *Trials, x, factors []float64, steps int) (wrong uint8) {
	if assembly {
		step := stepTrialsAVX2
		if t.Cascade {
			step = stepCascadesAVX2
		}
		return step(&t.Weights[0], &t.Lateral[0], &t.Scale[0], &t.Before[0], &t.Provisional[0], &t.Final[0],
			&t.drive[0], t.rows, t.cols, steps, &x[0], &factors[0])
	}
	return stepTrialsReference(t, x, factors, steps)
}

func interleave(dst, src []float64, n, stride int) {
	if assembly {
		interleaveAVX2(&dst[0], &src[0], n, stride)
		return
	}
	interleaveReference(dst, src, n, stride)
}

var (
	haveAssembly = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	haveLong     = haveAssembly && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
	haveWide     = haveAssembly && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI2
)

// isAMD reports whether the processor is one of AMD, on which AVX-512 was measured.
func isAMD() bool {
	_, b, c, d := cpuid(0)
	return b == 0x68747541 && d == 0x69746e65 && c == 0x444d4163 // "Auth", "enti", "cAMD"
}

// wideIsFaster reports whether the processor is one on which AVX-512 was measured to be
// faster: an AMD processor of family 26 (Zen 5) or later. On Zen 4, whose units have 256
// bits, it brought nothing, and on Intel it was not measured.
func wideIsFaster() bool {
	if !isAMD() {
		return false
	}
	version, _, _, _ := cpuid(1)
	family := version >> 8 & 0xf
	if family == 0xf {
		family += version >> 20 & 0xff
	}
	return family >= 26
}
