package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The routines of trials side by side: a number of each of eight trials is a
// line, two registers. The partial sums of a dot product are registers, not
// lanes of one, so that a trial gets the bits that it gets alone.
const line = 2 * width

// pair is a number of each trial.
type pair [2]VecVirtual

func newPair() pair { return pair{YMM(), YMM()} }

// each does body to both halves of the line at a pointer.
func each(at Register, disp int, body func(h int, m Mem)) {
	for h := range 2 {
		body(h, Mem{Base: at, Disp: disp + h*width})
	}
}

func loadPair(at Register, disp int) pair {
	p := newPair()
	each(at, disp, func(h int, m Mem) { VMOVUPD(m, p[h]) })
	return p
}

func storePair(p pair, at Register, disp int) {
	each(at, disp, func(h int, m Mem) { VMOVUPD(p[h], m) })
}

// parameter loads a parameter, which a routine of many does when it needs it.
func parameter(name string) Register { return Load(Param(name), GP64()) }

func laneRoutines() {
	interleaveRoutine()
	trialsRoutine()
}

// interleaveRoutine writes the routine that puts eight vectors side by side.
func interleaveRoutine() {
	TEXT("interleaveAVX2", NOSPLIT, "func(dst, src *float64, n, stride int)")
	Doc("interleaveAVX2 puts eight vectors, stride apart, side by side, four elements at a time, n rounded up.")
	Pragma("noescape")
	dst, src, n, stride := parameter("dst"), parameter("src"), parameter("n"), parameter("stride")
	SHLQ(Imm(3), stride)
	var vector [8]Register
	vector[0] = src
	for i := 1; i < 8; i++ {
		vector[i] = GP64()
		LEAQ(Mem{Base: vector[i-1], Index: stride, Scale: 1}, vector[i])
	}
	at := GP64()
	XORQ(at, at)
	Label("columns")
	CMPQ(n, Imm(0))
	JLE(LabelRef("done"))
	for h := range 2 {
		var in, mixed [4]VecVirtual
		for i := range in {
			in[i], mixed[i] = YMM(), YMM()
			VMOVUPD(Mem{Base: vector[4*h+i], Index: at, Scale: 1}, in[i])
		}
		VUNPCKLPD(in[1], in[0], mixed[0])
		VUNPCKHPD(in[1], in[0], mixed[1])
		VUNPCKLPD(in[3], in[2], mixed[2])
		VUNPCKHPD(in[3], in[2], mixed[3])
		for i := range in {
			halves := Imm(0x20) // the low ones of both
			if i >= 2 {
				halves = Imm(0x31)
			}
			out := YMM()
			VPERM2F128(halves, mixed[2+i%2], mixed[i%2], out)
			VMOVUPD(out, Mem{Base: dst, Disp: i*line + h*width})
		}
	}
	ADDQ(Imm(width), at)
	ADDQ(U32(4*line), dst)
	SUBQ(Imm(4), n)
	JMP(LabelRef("columns"))
	Label("done")
	VZEROUPPER()
	RET()
}

// trialsRoutine writes the routine that steps eight circuits.
func trialsRoutine() {
	TEXT("stepTrialsAVX2", NOSPLIT, "func(w, m, scale, before, provisional, y, drive, preDrive *float64, rows, cols, steps int, x, factors *float64) uint8")
	Doc("stepTrialsAVX2 does as stepTrialsReference.")
	Pragma("noescape")
	rows, cols, steps := parameter("rows"), parameter("cols"), parameter("steps")
	x, factors := parameter("x"), parameter("factors")
	fault := newPair() // 0, or not a number where a trial went wrong
	for _, f := range fault {
		VXORPD(f, f, f)
	}

	Label("step")
	presynapticDrives(cols, x, factors)
	feedforwardPhase(rows, cols, x)
	lateralPhase(rows, factors, fault)
	learnFeedforward(rows, cols, factors)
	learnLateral(rows, factors)
	rescalePhase(rows, factors, fault)
	past := GP64()
	MOVQ(cols, past)
	SHLQ(Imm(6), past)
	ADDQ(past, x)
	DECQ(steps)
	JNE(LabelRef("step"))

	zero, result := YMM(), GP32()
	VXORPD(zero, zero, zero)
	for h, f := range fault {
		VCMPPD(Imm(4), zero, f, f) // not equal
		if bits := GP32(); h == 0 {
			VMOVMSKPD(f, result)
		} else {
			VMOVMSKPD(f, bits)
			SHLL(Imm(4), bits)
			ORL(bits, result)
		}
	}
	Store(result.As8(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// presynapticDrives computes √a·x.
func presynapticDrives(cols, x, factors Register) {
	root, from, to, n := YMM(), GP64(), parameter("preDrive"), GP64()
	VBROADCASTSD(Mem{Base: factors}, root)
	MOVQ(x, from)
	MOVQ(cols, n)
	Label("inputs")
	v := newPair()
	each(from, 0, func(h int, m Mem) { VMULPD(m, root, v[h]) })
	storePair(v, to, 0)
	ADDQ(Imm(line), from)
	ADDQ(Imm(line), to)
	DECQ(n)
	JNE(LabelRef("inputs"))
}

// forwardRow returns the dot products of a row with a vector, and leaves the
// row's pointer behind it.
func forwardRow(name string, row, vector, cols Register) pair {
	v, n := GP64(), GP64()
	MOVQ(vector, v)
	MOVQ(cols, n)
	var sum [4]pair
	for q := range sum {
		sum[q] = newPair()
		for _, s := range sum[q] {
			VXORPD(s, s, s)
		}
	}
	column := func(q int) {
		w := loadPair(row, q*line)
		each(v, q*line, func(h int, m Mem) { VFMADD231PD(m, w[h], sum[q][h]) })
	}
	Label(name + "four")
	CMPQ(n, Imm(4))
	JLT(LabelRef(name + "tail"))
	for q := range sum {
		column(q)
	}
	ADDQ(U32(4*line), row)
	ADDQ(U32(4*line), v)
	SUBQ(Imm(4), n)
	JMP(LabelRef(name + "four"))
	Label(name + "tail")
	for q := range 3 {
		CMPQ(n, Imm(uint64(q)))
		JE(LabelRef(name + "total"))
		column(q)
	}
	Label(name + "total")
	SHLQ(Imm(6), n)
	ADDQ(n, row)
	zero := YMM()
	VXORPD(zero, zero, zero)
	for h := range 2 {
		VADDPD(sum[1][h], sum[0][h], sum[0][h])
		VADDPD(sum[3][h], sum[2][h], sum[2][h])
		VADDPD(sum[2][h], sum[0][h], sum[0][h])
		VADDPD(zero, sum[0][h], sum[0][h])
	}
	return sum[0]
}

// feedforwardPhase computes ỹ.
func feedforwardPhase(rows, cols, x Register) {
	w, scale, to, n := parameter("w"), parameter("scale"), parameter("provisional"), GP64()
	MOVQ(rows, n)
	Label("feedforward")
	v := forwardRow("feedforward", w, x, cols)
	each(scale, 0, func(h int, m Mem) { VDIVPD(m, v[h], v[h]) })
	storePair(v, to, 0)
	ADDQ(Imm(line), scale)
	ADDQ(Imm(line), to)
	DECQ(n)
	JNE(LabelRef("feedforward"))
}

// lateralPhase computes y, its drive √a·y for lateral synapses and scales, and
// looks for what is not finite.
func lateralPhase(rows, factors Register, fault pair) {
	m, provisional, own := parameter("m"), parameter("provisional"), GP64()
	scale, to, drive, n := parameter("scale"), parameter("y"), parameter("drive"), GP64()
	MOVQ(provisional, own)
	MOVQ(rows, n)
	Label("lateral")
	v := forwardRow("lateral", m, provisional, rows)
	each(scale, 0, func(h int, at Mem) { VDIVPD(at, v[h], v[h]) })
	y := loadPair(own, 0)
	root := YMM()
	VBROADCASTSD(Mem{Base: factors, Disp: number}, root)
	for h := range y {
		VSUBPD(v[h], y[h], y[h])
	}
	storePair(y, to, 0)
	for h := range y {
		VMULPD(y[h], root, v[h])
	}
	storePair(v, drive, 0)
	for h := range y {
		look(y[h], fault[h])
	}
	for _, p := range []Register{own, scale, to, drive} {
		ADDQ(Imm(line), p)
	}
	DECQ(n)
	JNE(LabelRef("lateral"))
}

// look adds v − v, which is 0 or not a number, to a fault. It destroys v.
func look(v, fault VecVirtual) {
	VSUBPD(v, v, v)
	VADDPD(v, fault, fault)
}

// learnFeedforward changes W and leaves factors at the lateral keeps.
func learnFeedforward(rows, cols, factors Register) {
	root, w, y, n := YMM(), parameter("w"), parameter("y"), GP64()
	VBROADCASTSD(Mem{Base: factors}, root)
	ADDQ(Imm(2*number), factors)
	MOVQ(rows, n)
	Label("learn")
	keep, post := YMM(), newPair()
	VBROADCASTSD(Mem{Base: factors}, keep)
	each(y, 0, func(h int, m Mem) { VMULPD(m, root, post[h]) })
	pre, left := parameter("preDrive"), GP64()
	MOVQ(cols, left)
	columns := func(some int) {
		for q := range some {
			changed := newPair()
			each(w, q*line, func(h int, m Mem) { VMULPD(m, keep, changed[h]) })
			each(pre, q*line, func(h int, m Mem) { VFMADD231PD(m, post[h], changed[h]) })
			storePair(changed, w, q*line)
		}
		ADDQ(U32(some*line), w)
		ADDQ(U32(some*line), pre)
		SUBQ(Imm(uint64(some)), left)
	}
	Label("learnFour")
	CMPQ(left, Imm(4))
	JLT(LabelRef("learnOne"))
	columns(4)
	JMP(LabelRef("learnFour"))
	Label("learnOne")
	CMPQ(left, Imm(0))
	JE(LabelRef("learnNext"))
	columns(1)
	JMP(LabelRef("learnOne"))
	Label("learnNext")
	ADDQ(Imm(line), y)
	ADDQ(Imm(number), factors)
	DECQ(n)
	JNE(LabelRef("learn"))
}

// learnLateral changes M_o, puts the zeros of its diagonal back, and leaves
// factors at the scales' keeps.
func learnLateral(rows, factors Register) {
	m, diagonal, post, n := parameter("m"), parameter("m"), parameter("drive"), GP64()
	zero, apart := YMM(), GP64()
	VXORPD(zero, zero, zero)
	LEAQ(Mem{Base: rows, Disp: 1}, apart)
	SHLQ(Imm(6), apart)
	MOVQ(rows, n)
	Label("learnLateral")
	drive := loadPair(post, 0)
	pre, left := parameter("drive"), GP64()
	MOVQ(rows, left)
	Label("learnLateralOne")
	keep, changed := YMM(), newPair()
	VBROADCASTSD(Mem{Base: factors}, keep)
	each(m, 0, func(h int, at Mem) { VMULPD(at, keep, changed[h]) })
	each(pre, 0, func(h int, at Mem) { VFMADD231PD(at, drive[h], changed[h]) })
	storePair(changed, m, 0)
	ADDQ(Imm(line), m)
	ADDQ(Imm(line), pre)
	ADDQ(Imm(number), factors)
	DECQ(left)
	JNE(LabelRef("learnLateralOne"))
	storePair(pair{zero, zero}, diagonal, 0)
	ADDQ(apart, diagonal)
	ADDQ(Imm(line), post)
	DECQ(n)
	JNE(LabelRef("learnLateral"))
}

// rescalePhase changes the scales, looks for those that are not positive
// numbers, and leaves factors at the next step.
func rescalePhase(rows, factors Register, fault pair) {
	scale, before, drive, n := parameter("scale"), parameter("before"), parameter("drive"), GP64()
	MOVQ(rows, n)
	zero := YMM()
	VXORPD(zero, zero, zero)
	Label("rescale")
	keep, drain := YMM(), YMM()
	VBROADCASTSD(Mem{Base: factors}, keep)
	VBROADCASTSD(Mem{Base: factors, Index: rows, Scale: number}, drain)
	m, d := loadPair(scale, 0), loadPair(drive, 0)
	storePair(m, before, 0)
	for h := range m {
		VMULPD(keep, m[h], m[h])
		VFNMADD231PD(drain, drain, m[h])
		VFMADD231PD(d[h], d[h], m[h])
	}
	storePair(m, scale, 0)
	for h := range m {
		VCMPPD(Imm(0x1a), zero, m[h], d[h]) // not greater: all ones, which are not a number
		VADDPD(d[h], fault[h], fault[h])
		look(m[h], fault[h])
	}
	ADDQ(Imm(number), factors)
	for _, p := range []Register{scale, before, drive} {
		ADDQ(Imm(line), p)
	}
	DECQ(n)
	JNE(LabelRef("rescale"))
	LEAQ(Mem{Base: factors, Index: rows, Scale: number}, factors)
}
