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

// half is where half a line is.
func half(at Register, h int) Mem { return beyond(at, h*width) }

func loadPair(at Register) pair { return pair{loaded(half(at, 0)), loaded(half(at, 1))} }

func storePair(p pair, at Register) {
	for h := range p {
		VMOVUPD(p[h], half(at, h))
	}
}

func laneRoutines() {
	interleaveRoutine()
	trialsRoutine("stepTrialsAVX2", "two-phase circuits", lateralPhase, learnLateral)
	trialsRoutine("stepCascadesAVX2", "cascades", cascadePhase, learnBefore)
}

// interleaveRoutine writes the routine that puts eight vectors side by side.
func interleaveRoutine() {
	begin("interleaveAVX2", "func(dst, src *float64, n, stride int)",
		"puts eight vectors, stride apart, side by side, four elements at a time, n rounded up.")
	dst, src, n, stride := parameter("dst"), parameter("src"), parameter("n"), parameter("stride")
	SHLQ(Imm(3), stride)
	var vector [8]Register
	vector[0] = src
	for i := 1; i < 8; i++ {
		vector[i] = GP64()
		LEAQ(indexed(vector[i-1], stride), vector[i])
	}
	at := cleared()
	Label("columns")
	on(JLE, n, Imm(0), "done")
	for h := range 2 {
		var in, mixed [4]VecVirtual
		for i := range in {
			in[i], mixed[i] = YMM(), YMM()
			VMOVUPD(indexed(vector[4*h+i], at), in[i])
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
			VMOVUPD(out, beyond(dst, i*line+h*width))
		}
	}
	ADDQ(Imm(width), at)
	ADDQ(U32(4*line), dst)
	SUBQ(Imm(4), n)
	JMP(LabelRef("columns"))
	Label("done")
	end()
}

// trialsRoutine writes a routine that steps eight circuits: two-phase ones, or cascades.
func trialsRoutine(name, of string, secondTurn func(factors Register, fault pair), learnLateral func(factors Register)) {
	begin(name,
		"func(w, m, scale, before, provisional, y, drive *float64, rows, cols, steps int, x, factors *float64) uint8",
		"does as stepTrialsReference of "+of+".")
	steps, x, factors := parameter("steps"), parameter("x"), parameter("factors")
	fault := pair{zeros(), zeros()} // 0, or not a number where a trial went wrong
	repeat("step", steps, func() {
		feedforwardPhase(x)
		secondTurn(factors, fault)
		learnFeedforward(x, factors)
		learnLateral(factors)
		rescalePhase(factors, fault)
		ADDQ(lines("cols"), x)
	})

	zero, result := zeros(), GP32()
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
	end()
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
		on(JLT, left, immediate(rows), label+"done")
		for h := range 2 {
			body(fmt.Sprintf("%shalf%d", label, h), rows, h)
		}
		for range rows {
			ADDQ(stride, row)
		}
		advance(U32(rows*line), ofRows...)
		SUBQ(immediate(rows), left)
		JMP(LabelRef(label))
		Label(label + "done")
	}
}

// inRow returns a column of a row in a group of rows.
func inRow(row, stride Register, r, disp int) Mem {
	m := beyond(row, disp)
	if r > 0 {
		m.Index, m.Scale = stride, uint8(r)
	}
	return m
}

// forwardRows returns the dot products of the first columns of some rows with a vector, in one
// half of the lanes. It destroys left, the number of these columns.
func forwardRows(name string, rows, h int, row, stride, vector, left Register) [3]VecVirtual {
	w, v := copied(row), copied(vector)
	var sum [3][4]VecVirtual
	for r := range rows {
		for q := range sum[r] {
			sum[r][q] = zeros()
		}
	}
	column := func(q int) {
		x := loaded(beyond(v, q*line+h*width))
		for r := range rows {
			VFMADD231PD(inRow(w, stride, r, q*line+h*width), x, sum[r][q])
		}
	}
	Label(name + "four")
	on(JLT, left, Imm(4), name+"tail")
	for q := range 4 {
		column(q)
	}
	advance(U32(4*line), w, v)
	SUBQ(Imm(4), left)
	JMP(LabelRef(name + "four"))
	Label(name + "tail")
	for q := range 3 {
		on(JE, left, immediate(q), name+"total")
		column(q)
	}
	Label(name + "total")
	zero := zeros()
	var total [3]VecVirtual
	for r := range rows {
		total[r] = addUp(sum[r], zero)
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
			VDIVPD(beyond(scale, at), v[r], v[r])
			VMOVUPD(v[r], beyond(to, at))
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
		root := broadcast(beyond(factors, number))
		for r := range rows {
			at := func(of Register) Mem { return beyond(of, r*line+h*width) }
			correct(v[r], root, at(scale), at(own), at(to), at(drive), fault[h])
		}
	})
}

// correct takes what an output receives from the others, and computes its y and its drive.
func correct(received, root VecVirtual, scale, own, to, drive Mem, fault VecVirtual) {
	VDIVPD(scale, received, received)
	y := loaded(own)
	VSUBPD(received, y, y)
	VMOVUPD(y, to)
	VMULPD(y, root, received)
	VMOVUPD(received, drive)
	accuse(y, fault)
}

// cascadePhase does as lateralPhase for outputs that fire one after another: each receives
// from those before it alone.
func cascadePhase(factors Register, fault pair) {
	m, own, scale := parameter("m"), parameter("provisional"), parameter("scale")
	to, drive, fired := parameter("y"), parameter("drive"), cleared() // the lines of the outputs that have fired
	Label("cascade")
	for h := range 2 {
		before := copied(fired)
		SHRQ(Imm(6), before)
		v := forwardRows(fmt.Sprintf("cascadehalf%d", h), 1, h, m, m, to, before)
		root := broadcast(beyond(factors, number))
		here := func(of Register) Mem { return indexed(of, fired).Offset(h * width) }
		correct(v[0], root, here(scale), here(own), here(to), here(drive), fault[h])
	}
	stride := lines("rows")
	ADDQ(stride, m)
	ADDQ(Imm(line), fired)
	on(JNE, fired, stride, "cascade")
}

// accuse adds v − v, which is 0 or not a number, to a fault. It destroys v.
func accuse(v, fault VecVirtual) {
	VSUBPD(v, v, v)
	VADDPD(v, fault, fault)
}

// learnFeedforward changes W and leaves factors at the lateral keeps.
func learnFeedforward(x, factors Register) {
	w, stride, y, keeps := parameter("w"), lines("cols"), parameter("y"), GP64()
	LEAQ(beyond(factors, 2*number), keeps)
	rowsAtATime("learn", w, stride, []Register{y}, func(name string, rows, h int) {
		root := broadcast(Mem{Base: factors})
		var keep, post [3]VecVirtual
		for r := range rows {
			keep[r], post[r] = broadcast(beyond(keeps, r*number)), made(VMULPD, beyond(y, r*line+h*width), root)
		}
		at, v, left := GP64(), GP64(), parameter("cols")
		MOVQ(w, at)
		MOVQ(x, v)
		columns := func(some int) {
			for q := range some {
				pre := made(VMULPD, beyond(v, q*line+h*width), root)
				for r := range rows {
					weight := inRow(at, stride, r, q*line+h*width)
					changed := made(VMULPD, weight, keep[r])
					VFMADD231PD(pre, post[r], changed)
					VMOVUPD(changed, weight)
				}
			}
			advance(U32(some*line), at, v)
			SUBQ(immediate(some), left)
		}
		Label(name + "two")
		on(JLT, left, Imm(2), name+"one")
		columns(2)
		JMP(LabelRef(name + "two"))
		Label(name + "one")
		on(JE, left, Imm(0), name+"done")
		columns(1)
		Label(name + "done")
		if h == 1 {
			ADDQ(immediate(rows*number), keeps)
		}
	})
	MOVQ(keeps, factors)
}

// changeSynapse changes a synapse of each trial by the drives of its endpoints.
func changeSynapse(w, keeps, pre Register, drive pair) {
	keep := broadcast(Mem{Base: keeps})
	changed := pair{made(VMULPD, half(w, 0), keep), made(VMULPD, half(w, 1), keep)}
	for h := range changed {
		VFMADD231PD(half(pre, h), drive[h], changed[h])
	}
	storePair(changed, w)
}

// learnLateral changes M_o, puts the zeros of its diagonal back, and leaves
// factors at the scales' keeps.
func learnLateral(factors Register) {
	m, diagonal, post, rows, n := parameter("m"), parameter("m"), parameter("drive"), parameter("rows"), GP64()
	zero, apart := zeros(), GP64()
	LEAQ(beyond(rows, 1), apart)
	SHLQ(Imm(6), apart)
	MOVQ(rows, n)
	repeat("learnLateral", n, func() {
		drive := loadPair(post)
		pre := parameter("drive")
		repeat("learnLateralOne", copied(rows), func() {
			changeSynapse(m, factors, pre, drive)
			advance(Imm(line), m, pre)
			ADDQ(Imm(number), factors)
		})
		storePair(pair{zero, zero}, diagonal)
		ADDQ(apart, diagonal)
		ADDQ(Imm(line), post)
	})
}

// learnBefore changes the synapses of M_o before the diagonal, and leaves factors at the scales'
// keeps.
func learnBefore(factors Register) {
	m, post, rows, before := parameter("m"), parameter("drive"), parameter("rows"), cleared()
	Label("learnBefore")
	drive := loadPair(post)
	w, keeps, pre, left := GP64(), GP64(), parameter("drive"), GP64()
	MOVQ(m, w)
	MOVQ(factors, keeps)
	MOVQ(before, left)
	Label("learnBeforeOne")
	SUBQ(Imm(1), left)
	JLT(LabelRef("learnBeforeDone"))
	changeSynapse(w, keeps, pre, drive)
	advance(Imm(line), w, pre)
	ADDQ(Imm(number), keeps)
	JMP(LabelRef("learnBeforeOne"))
	Label("learnBeforeDone")
	ADDQ(lines("rows"), m)
	LEAQ(Mem{Base: factors, Index: rows, Scale: number}, factors)
	ADDQ(Imm(line), post)
	INCQ(before)
	on(JNE, before, rows, "learnBefore")
}

// rescalePhase changes the scales, looks for those that are not positive
// numbers, and leaves factors at the next step.
func rescalePhase(factors Register, fault pair) {
	scale, before, drive, rows, n := parameter("scale"), parameter("before"), parameter("drive"), parameter("rows"), GP64()
	MOVQ(rows, n)
	zero := zeros()
	Label("rescale")
	keep, drain := broadcast(Mem{Base: factors}), broadcast(Mem{Base: factors, Index: rows, Scale: number})
	m, d := loadPair(scale), loadPair(drive)
	storePair(m, before)
	for h := range m {
		rescale(m[h], keep, drain, d[h])
	}
	storePair(m, scale)
	for h := range m {
		VCMPPD(Imm(0x1a), zero, m[h], d[h]) // not greater: all ones, which are not a number
		VADDPD(d[h], fault[h], fault[h])
		accuse(m[h], fault[h])
	}
	ADDQ(Imm(number), factors)
	advance(Imm(line), scale, before, drive)
	DECQ(n)
	JNE(LabelRef("rescale"))
	LEAQ(Mem{Base: factors, Index: rows, Scale: number}, factors)
}
