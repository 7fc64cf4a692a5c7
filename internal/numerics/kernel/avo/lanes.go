package main

import (
	"fmt"

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
	trialsRoutine("stepTrialsAVX2", "two-phase circuits", lateralPhase, learnLateral)
	trialsRoutine("stepCascadesAVX2", "cascades", cascadePhase, learnBefore)
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

// trialsRoutine writes a routine that steps eight circuits: two-phase ones, or cascades.
func trialsRoutine(name, of string, secondTurn func(factors Register, fault pair), learnLateral func(factors Register)) {
	TEXT(name, NOSPLIT, "func(w, m, scale, before, provisional, y, drive *float64, rows, cols, steps int, x, factors *float64) uint8")
	Doc(name + " does as stepTrialsReference of " + of + ".")
	Pragma("noescape")
	steps, x, factors := parameter("steps"), parameter("x"), parameter("factors")
	fault := newPair() // 0, or not a number where a trial went wrong
	for _, f := range fault {
		VXORPD(f, f, f)
	}

	Label("step")
	feedforwardPhase(x)
	secondTurn(factors, fault)
	learnFeedforward(x, factors)
	learnLateral(factors)
	rescalePhase(factors, fault)
	past := parameter("cols")
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

// rowsAtATime does body to all rows of a matrix, three at a time, then two, then
// one. body is done to one half of the lanes after the other. row is the first
// row, which body leaves as it is, and is moved on together with the pointers to
// what there is of each row.
func rowsAtATime(name string, row, stride Register, ofRows []Register, body func(name string, rows, h int)) {
	left := parameter("rows")
	for _, rows := range []int{3, 2, 1} {
		label := fmt.Sprintf("%s%d", name, rows)
		Label(label)
		CMPQ(left, Imm(uint64(rows)))
		JLT(LabelRef(label + "done"))
		for h := range 2 {
			body(fmt.Sprintf("%shalf%d", label, h), rows, h)
		}
		for range rows {
			ADDQ(stride, row)
		}
		for _, p := range ofRows {
			ADDQ(U32(rows*line), p)
		}
		SUBQ(Imm(uint64(rows)), left)
		JMP(LabelRef(label))
		Label(label + "done")
	}
}

// inRow returns a column of a row in a group of rows.
func inRow(row, stride Register, r, disp int) Mem {
	m := Mem{Base: row, Disp: disp}
	if r > 0 {
		m.Index, m.Scale = stride, uint8(r)
	}
	return m
}

// forwardRows returns the dot products of the first columns of some rows with a vector, in one
// half of the lanes. It destroys left, the number of these columns.
func forwardRows(name string, rows, h int, row, stride, vector, left Register) [3]VecVirtual {
	w, v := GP64(), GP64()
	MOVQ(row, w)
	MOVQ(vector, v)
	var sum [3][4]VecVirtual
	for r := range rows {
		for q := range sum[r] {
			sum[r][q] = YMM()
			VXORPD(sum[r][q], sum[r][q], sum[r][q])
		}
	}
	column := func(q int) {
		x := YMM()
		VMOVUPD(Mem{Base: v, Disp: q*line + h*width}, x)
		for r := range rows {
			VFMADD231PD(inRow(w, stride, r, q*line+h*width), x, sum[r][q])
		}
	}
	Label(name + "four")
	CMPQ(left, Imm(4))
	JLT(LabelRef(name + "tail"))
	for q := range 4 {
		column(q)
	}
	ADDQ(U32(4*line), w)
	ADDQ(U32(4*line), v)
	SUBQ(Imm(4), left)
	JMP(LabelRef(name + "four"))
	Label(name + "tail")
	for q := range 3 {
		CMPQ(left, Imm(uint64(q)))
		JE(LabelRef(name + "total"))
		column(q)
	}
	Label(name + "total")
	zero := YMM()
	VXORPD(zero, zero, zero)
	var total [3]VecVirtual
	for r := range rows {
		s := sum[r]
		VADDPD(s[1], s[0], s[0])
		VADDPD(s[3], s[2], s[2])
		VADDPD(s[2], s[0], s[0])
		VADDPD(zero, s[0], s[0])
		total[r] = s[0]
	}
	return total
}

// lines returns how many bytes a number of lines is.
func lines(of string) Register {
	n := parameter(of)
	SHLQ(Imm(6), n)
	return n
}

// feedforwardPhase computes ỹ.
func feedforwardPhase(x Register) {
	w, stride, scale, to := parameter("w"), lines("cols"), parameter("scale"), parameter("provisional")
	rowsAtATime("feedforward", w, stride, []Register{scale, to}, func(name string, rows, h int) {
		v := forwardRows(name, rows, h, w, stride, x, parameter("cols"))
		for r := range rows {
			at := r*line + h*width
			VDIVPD(Mem{Base: scale, Disp: at}, v[r], v[r])
			VMOVUPD(v[r], Mem{Base: to, Disp: at})
		}
	})
}

// lateralPhase computes y, its drive √a·y for lateral synapses and scales, and
// looks for what is not finite.
func lateralPhase(factors Register, fault pair) {
	m, stride, provisional, own := parameter("m"), lines("rows"), parameter("provisional"), parameter("provisional")
	scale, to, drive := parameter("scale"), parameter("y"), parameter("drive")
	rowsAtATime("lateral", m, stride, []Register{own, scale, to, drive}, func(name string, rows, h int) {
		v := forwardRows(name, rows, h, m, stride, provisional, parameter("rows"))
		root := YMM()
		VBROADCASTSD(Mem{Base: factors, Disp: number}, root)
		for r := range rows {
			at := func(of Register) Mem { return Mem{Base: of, Disp: r*line + h*width} }
			correct(v[r], root, at(scale), at(own), at(to), at(drive), fault[h])
		}
	})
}

// correct takes what an output receives from the others, and computes its y and its drive.
func correct(received, root VecVirtual, scale, own, to, drive Mem, fault VecVirtual) {
	VDIVPD(scale, received, received)
	y := YMM()
	VMOVUPD(own, y)
	VSUBPD(received, y, y)
	VMOVUPD(y, to)
	VMULPD(y, root, received)
	VMOVUPD(received, drive)
	look(y, fault)
}

// cascadePhase does as lateralPhase for outputs that fire one after another: each receives
// from those before it alone.
func cascadePhase(factors Register, fault pair) {
	m, own, scale, to, drive, at := parameter("m"), parameter("provisional"), parameter("scale"), parameter("y"), parameter("drive"), GP64()
	XORQ(at, at) // the lines of the outputs that have fired
	Label("cascade")
	for h := range 2 {
		before := GP64()
		MOVQ(at, before)
		SHRQ(Imm(6), before)
		v := forwardRows(fmt.Sprintf("cascadehalf%d", h), 1, h, m, m, to, before)
		root := YMM()
		VBROADCASTSD(Mem{Base: factors, Disp: number}, root)
		here := func(of Register) Mem { return Mem{Base: of, Index: at, Scale: 1, Disp: h * width} }
		correct(v[0], root, here(scale), here(own), here(to), here(drive), fault[h])
	}
	stride := lines("rows")
	ADDQ(stride, m)
	ADDQ(Imm(line), at)
	CMPQ(at, stride)
	JNE(LabelRef("cascade"))
}

// look adds v − v, which is 0 or not a number, to a fault. It destroys v.
func look(v, fault VecVirtual) {
	VSUBPD(v, v, v)
	VADDPD(v, fault, fault)
}

// learnFeedforward changes W and leaves factors at the lateral keeps.
func learnFeedforward(x, factors Register) {
	w, stride, y, keeps := parameter("w"), lines("cols"), parameter("y"), GP64()
	LEAQ(Mem{Base: factors, Disp: 2 * number}, keeps)
	rowsAtATime("learn", w, stride, []Register{y}, func(name string, rows, h int) {
		root := YMM()
		VBROADCASTSD(Mem{Base: factors}, root)
		var keep, post [3]VecVirtual
		for r := range rows {
			keep[r], post[r] = YMM(), YMM()
			VBROADCASTSD(Mem{Base: keeps, Disp: r * number}, keep[r])
			VMULPD(Mem{Base: y, Disp: r*line + h*width}, root, post[r])
		}
		at, v, left := GP64(), GP64(), parameter("cols")
		MOVQ(w, at)
		MOVQ(x, v)
		columns := func(some int) {
			for q := range some {
				pre := YMM()
				VMULPD(Mem{Base: v, Disp: q*line + h*width}, root, pre)
				for r := range rows {
					weight, changed := inRow(at, stride, r, q*line+h*width), YMM()
					VMULPD(weight, keep[r], changed)
					VFMADD231PD(pre, post[r], changed)
					VMOVUPD(changed, weight)
				}
			}
			ADDQ(U32(some*line), at)
			ADDQ(U32(some*line), v)
			SUBQ(Imm(uint64(some)), left)
		}
		Label(name + "two")
		CMPQ(left, Imm(2))
		JLT(LabelRef(name + "one"))
		columns(2)
		JMP(LabelRef(name + "two"))
		Label(name + "one")
		CMPQ(left, Imm(0))
		JE(LabelRef(name + "done"))
		columns(1)
		Label(name + "done")
		if h == 1 {
			ADDQ(Imm(uint64(rows*number)), keeps)
		}
	})
	MOVQ(keeps, factors)
}

// changeSynapse changes a synapse of each trial by the drives of its endpoints.
func changeSynapse(w, keeps, pre Register, drive pair) {
	keep, changed := YMM(), newPair()
	VBROADCASTSD(Mem{Base: keeps}, keep)
	each(w, 0, func(h int, at Mem) { VMULPD(at, keep, changed[h]) })
	each(pre, 0, func(h int, at Mem) { VFMADD231PD(at, drive[h], changed[h]) })
	storePair(changed, w, 0)
}

// learnLateral changes M_o, puts the zeros of its diagonal back, and leaves
// factors at the scales' keeps.
func learnLateral(factors Register) {
	m, diagonal, post, rows, n := parameter("m"), parameter("m"), parameter("drive"), parameter("rows"), GP64()
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
	changeSynapse(m, factors, pre, drive)
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

// learnBefore changes the synapses of M_o before the diagonal, and leaves factors at the scales'
// keeps.
func learnBefore(factors Register) {
	m, post, rows, before := parameter("m"), parameter("drive"), parameter("rows"), GP64()
	XORQ(before, before)
	Label("learnBefore")
	drive := loadPair(post, 0)
	w, keeps, pre, left := GP64(), GP64(), parameter("drive"), GP64()
	MOVQ(m, w)
	MOVQ(factors, keeps)
	MOVQ(before, left)
	Label("learnBeforeOne")
	SUBQ(Imm(1), left)
	JLT(LabelRef("learnBeforeDone"))
	changeSynapse(w, keeps, pre, drive)
	ADDQ(Imm(line), w)
	ADDQ(Imm(line), pre)
	ADDQ(Imm(number), keeps)
	JMP(LabelRef("learnBeforeOne"))
	Label("learnBeforeDone")
	ADDQ(lines("rows"), m)
	LEAQ(Mem{Base: factors, Index: rows, Scale: number}, factors)
	ADDQ(Imm(line), post)
	INCQ(before)
	CMPQ(before, rows)
	JNE(LabelRef("learnBefore"))
}

// rescalePhase changes the scales, looks for those that are not positive
// numbers, and leaves factors at the next step.
func rescalePhase(factors Register, fault pair) {
	scale, before, drive, rows, n := parameter("scale"), parameter("before"), parameter("drive"), parameter("rows"), GP64()
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
