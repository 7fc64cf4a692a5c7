package main

import (
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vectorRoutines writes the elementwise routines.
func vectorRoutines() {
	elementwise("scaleAVX2", "sets dst to a·x.", "dst", "a", "dst x", func(v vector) {
		w := v.load("x")
		VMULPD(v.factor, w, w)
		v.store("dst", w)
	})
	elementwise("axpyAVX2", "adds a·x to y.", "y", "a", "x y", func(v vector) {
		y := v.load("y")
		VFMADD231PD(v.load("x"), v.factor, y)
		v.store("y", y)
	})
	elementwise("addSquaresAVX2", "adds x² to y.", "y", "", "x y", func(v vector) {
		x, y := v.load("x"), v.load("y")
		VFMADD231PD(x, x, y)
		v.store("y", y)
	})
	each := func(name, doc string, do func(...Op)) {
		elementwise(name, doc, "dst", "", "dst x y", func(v vector) {
			x := v.load("x")
			do(v.load("y"), x, x)
			v.store("dst", x)
		})
	}
	each("addEachAVX2", "sets dst to x + y.", VADDPD)
	each("subtractEachAVX2", "sets dst to x − y.", VSUBPD)
	each("multiplyEachAVX2", "sets dst to x·y, element by element.", VMULPD)
	each("divideEachAVX2", "sets dst to x/y, element by element.", VDIVPD)
	elementwise("rescaleAVX2", "sets m to (1 − p²)·m − q² + d².", "m", "one", "m drive decay drain", func(v vector) {
		decay, drain, drive, keep, m := v.load("decay"), v.load("drain"), v.load("drive"), YMM(), v.load("m")
		VMOVAPD(v.factor, keep)
		VFNMADD231PD(decay, decay, keep)
		rescale(m, keep, drain, drive)
		v.store("m", m)
	})
}

// vector is where an elementwise routine stands.
type vector struct {
	pointers map[string]Register
	offset   int        // from there, in bytes
	factor   VecVirtual // the number, if there is one
	mask     VecVirtual // nil but for the last elements
}

func (v vector) load(name string) VecVirtual {
	r := YMM()
	move(beyond(v.pointers[name], v.offset), r, v.mask)
	return r
}

func (v vector) store(name string, r VecVirtual) { move(r, beyond(v.pointers[name], v.offset), v.mask) }

// several is how many groups of four elements an elementwise routine computes in a turn of its loop, while that many are left.
const several = 4

// elementwise writes a routine that does body to four elements at a time. Its parameters are the vector that it
// changes, the length n, perhaps a number, and other vectors. vectors are all of them.
func elementwise(name, doc, changed, number, vectors string, body func(vector)) {
	names := strings.Fields(vectors)
	signature := changed + " *float64, n int, "
	if number != "" {
		signature += number + " float64, "
	}
	others := slices.DeleteFunc(slices.Clone(names), func(p string) bool { return p == changed })
	begin(name, "func("+signature+strings.Join(others, ", ")+" *float64)", doc)
	v := vector{pointers: map[string]Register{}}
	for _, p := range names {
		v.pointers[p] = parameter(p)
	}
	if number != "" {
		v.factor = broadcast(memory(number))
	}
	n := parameter("n")
	moveOn := func(bytes uint64) {
		for _, p := range names {
			ADDQ(U32(bytes), v.pointers[p])
		}
	}
	Label("several") // the loop itself takes as long as the work on four elements
	on(JLT, n, Imm(several*lanes), "whole")
	for i := range several {
		v.offset = i * width
		body(v)
	}
	moveOn(several * width)
	SUBQ(Imm(several*lanes), n)
	JMP(LabelRef("several"))
	v.offset = 0
	fourAtATime(n, func(mask VecVirtual) {
		v.mask = mask
		body(v)
	}, func() { moveOn(width) })
	end()
}

// fourAtATime does body to n elements, the last of them under a mask, and then moves on, but for the last ones.
func fourAtATime(n Register, body func(mask VecVirtual), moveOn func()) {
	Label("whole")
	on(JLT, n, Imm(lanes), "tail")
	body(nil)
	moveOn()
	SUBQ(Imm(lanes), n)
	JMP(LabelRef("whole"))
	Label("tail")
	on(JE, n, Imm(0), "done")
	body(maskOf(n))
	Label("done")
}

// finiteRoutine writes the routine that copies a vector and looks for what is
// not a finite number.
func finiteRoutine() {
	begin("copyFiniteAVX2", "func(dst *float64, n int, x *float64) bool",
		"copies x to dst and reports whether all of it is finite.")
	dst, n, x, faults := parameter("dst"), parameter("n"), parameter("x"), zeros()
	fourAtATime(n, func(mask VecVirtual) {
		v := YMM()
		move(Mem{Base: x}, v, mask)
		move(v, Mem{Base: dst}, mask)
		look(v, faults)
	}, func() {
		advance(Imm(width), x, dst)
	})
	result := GP8()
	VPTEST(faults, faults)
	SETEQ(result)
	Store(result, ReturnIndex(0))
	end()
}
