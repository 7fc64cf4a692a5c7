package main

import (
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// vectorRoutines writes the elementwise routines.
func vectorRoutines(masks Mem) {
	elementwise(masks, "scaleAVX2", "sets dst to a·x.", "func(dst *float64, n int, a float64, x *float64)",
		func(v vector) {
			w := v.load("x")
			VMULPD(v.broadcast["a"], w, w)
			v.store("dst", w)
		})
	elementwise(masks, "axpyAVX2", "adds a·x to y.", "func(y *float64, n int, a float64, x *float64)",
		func(v vector) {
			y := v.load("y")
			VFMADD231PD(v.load("x"), v.broadcast["a"], y)
			v.store("y", y)
		})
	elementwise(masks, "addSquaresAVX2", "adds x² to y.", "func(y *float64, n int, x *float64)",
		func(v vector) {
			x, y := v.load("x"), v.load("y")
			VFMADD231PD(x, x, y)
			v.store("y", y)
		})
	for _, op := range []struct {
		name, doc string
		do        func(ops ...Op)
	}{
		{"add", "sets dst to x + y.", VADDPD}, {"subtract", "sets dst to x − y.", VSUBPD},
		{"multiply", "sets dst to x·y, element by element.", VMULPD}, {"divide", "sets dst to x/y, element by element.", VDIVPD},
	} {
		elementwise(masks, op.name+"EachAVX2", op.doc, "func(dst *float64, n int, x, y *float64)", func(v vector) {
			x := v.load("x")
			op.do(v.load("y"), x, x)
			v.store("dst", x)
		})
	}
	elementwise(masks, "rescaleAVX2", "sets m to (1 − p²)·m − q² + d².", "func(m *float64, n int, one float64, drive, decay, drain *float64)",
		func(v vector) {
			decay, drain, drive, keep, m := v.load("decay"), v.load("drain"), v.load("drive"), YMM(), v.load("m")
			VMOVAPD(v.broadcast["one"], keep)
			VFNMADD231PD(decay, decay, keep)
			VMULPD(keep, m, m)
			VFNMADD231PD(drain, drain, m)
			VFMADD231PD(drive, drive, m)
			v.store("m", m)
		})
}

// vector is where an elementwise routine stands.
type vector struct {
	pointers  map[string]Register
	broadcast map[string]VecVirtual
	mask      VecVirtual // nil but for the last elements
}

func (v vector) load(name string) VecVirtual {
	r := YMM()
	if v.mask != nil {
		VMASKMOVPD(Mem{Base: v.pointers[name]}, v.mask, r)
	} else {
		VMOVUPD(Mem{Base: v.pointers[name]}, r)
	}
	return r
}

func (v vector) store(name string, r VecVirtual) {
	if v.mask != nil {
		VMASKMOVPD(r, v.mask, Mem{Base: v.pointers[name]})
	} else {
		VMOVUPD(r, Mem{Base: v.pointers[name]})
	}
}

// elementwise writes a routine that does body to four elements at a time. Its
// parameters are pointers to vectors, their length n, and one number.
func elementwise(masks Mem, name, doc, signature string, body func(vector)) {
	TEXT(name, NOSPLIT, signature)
	Doc(name + " " + doc)
	Pragma("noescape")
	v := vector{pointers: map[string]Register{}, broadcast: map[string]VecVirtual{}}
	for _, p := range []string{"dst", "x", "y", "m", "drive", "decay", "drain"} {
		if hasParam(signature, p) {
			v.pointers[p] = Load(Param(p), GP64())
		}
	}
	for _, p := range []string{"a", "one"} {
		if hasParam(signature, p) {
			v.broadcast[p] = broadcastParameter(p)
		}
	}
	n := Load(Param("n"), GP64())
	Label("whole")
	CMPQ(n, Imm(lanes))
	JLT(LabelRef("tail"))
	body(v)
	for _, p := range []string{"dst", "x", "y", "m", "drive", "decay", "drain"} {
		if r, ok := v.pointers[p]; ok {
			ADDQ(Imm(width), r)
		}
	}
	SUBQ(Imm(lanes), n)
	JMP(LabelRef("whole"))
	Label("tail")
	CMPQ(n, Imm(0))
	JE(LabelRef("done"))
	table := GP64()
	LEAQ(masks, table)
	SHLQ(Imm(5), n)
	v.mask = YMM()
	VMOVUPD(Mem{Base: table, Index: n, Scale: 1}, v.mask)
	body(v)
	Label("done")
	VZEROUPPER()
	RET()
}

// hasParam reports whether a signature names a parameter.
func hasParam(signature, name string) bool {
	inside := strings.TrimSuffix(strings.TrimPrefix(signature, "func("), ")")
	return slices.ContainsFunc(strings.Split(inside, ","), func(p string) bool {
		return strings.Fields(p)[0] == name
	})
}

// finiteRoutine writes the routine that copies a vector and looks for what is
// not a finite number.
func finiteRoutine(masks Mem) {
	TEXT("copyFiniteAVX2", NOSPLIT, "func(dst *float64, n int, x *float64) bool")
	Doc("copyFiniteAVX2 copies x to dst and reports whether all of it is finite.")
	Pragma("noescape")
	dst, n, x := Load(Param("dst"), GP64()), Load(Param("n"), GP64()), Load(Param("x"), GP64())
	found := YMM()
	VXORPD(found, found, found)
	// v − v is 0 for a finite v, all of its bits, and not a number for others.
	look := func(v VecVirtual) {
		VSUBPD(v, v, v)
		VORPD(v, found, found)
	}
	Label("whole")
	CMPQ(n, Imm(lanes))
	JLT(LabelRef("tail"))
	v := YMM()
	VMOVUPD(Mem{Base: x}, v)
	VMOVUPD(v, Mem{Base: dst})
	look(v)
	ADDQ(Imm(width), x)
	ADDQ(Imm(width), dst)
	SUBQ(Imm(lanes), n)
	JMP(LabelRef("whole"))
	Label("tail")
	CMPQ(n, Imm(0))
	JE(LabelRef("done"))
	table, mask := GP64(), YMM()
	LEAQ(masks, table)
	SHLQ(Imm(5), n)
	VMOVUPD(Mem{Base: table, Index: n, Scale: 1}, mask)
	v = YMM()
	VMASKMOVPD(Mem{Base: x}, mask, v)
	VMASKMOVPD(v, mask, Mem{Base: dst})
	look(v)
	Label("done")
	result := GP8()
	VPTEST(found, found)
	SETEQ(result)
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
