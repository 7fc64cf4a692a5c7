// Command avo writes the assembly of package kernel:
//
//	go run . -out ../kernel_amd64.s -stubs ../kernel_amd64.go -pkg kernel
//
// It is a module of its own so that the generator is not a dependency of
// twophase.
//
// The routines of a vector (vector.go) are elementwise. Those of a matrix work on a tile, some columns of all rows of a padded matrix,
// four rows at a time, then two, then one. The four lanes of a register are the
// four partial sums of the canonical dot product, so that a tile gives the same
// bits as the reference in tile.go, whatever its size. A row's last columns,
// less than four, are loaded and stored under a mask.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	number = 8          // bytes of a float64
	lanes  = 4          // numbers of a register
	width  = 4 * number // bytes of a register
)

func main() {
	masks := GLOBL("tailMasks", RODATA|NOPTR)
	for n := range lanes {
		for lane := range lanes {
			var mask uint64
			if lane < n {
				mask = 1<<64 - 1
			}
			DATA((n*lanes+lane)*number, U64(mask))
		}
	}
	routine{
		name: "forwardAVX2", doc: "adds the products of a tile with x to the sums of every row.",
		masks: masks, forward: true,
	}.generate()
	routine{
		name: "updateAVX2", doc: "changes the weights of a tile, of which each row keeps one fraction.",
		masks: masks, update: true,
	}.generate()
	routine{
		name: "updateForwardAVX2", doc: "does as updateAVX2 and then, with the new weights, as forwardAVX2.",
		masks: masks, update: true, forward: true,
	}.generate()
	routine{
		name: "updateDecayAVX2", doc: "changes the weights of a tile, each of which decays by its own two endpoints.",
		masks: masks, update: true, decay: true,
	}.generate()
	vectorRoutines(masks)
	finiteRoutine(masks)
	laneRoutines()
	Generate()
}

// routine is one assembly routine.
type routine struct {
	name, doc string
	masks     Mem
	update    bool // change the weights
	decay     bool // by a presynaptic decay of each column
	forward   bool // sum the products with x
}

// signature returns the routine's Go type. keep [rows] is the fraction that a
// row keeps or, with decay, the row's postsynaptic decay.
func (r routine) signature() string {
	s := "func(w *float64, rows, cols, stride int"
	if r.update {
		s += ", keep, postDrive, preDrive *float64"
	}
	if r.decay {
		s += ", preDecay *float64"
	}
	if r.forward {
		s += ", x, sums *float64"
	}
	return s + ")"
}

// registers are those that all groups of rows share.
type registers struct {
	w, rows, stride           Register // of what is left; the stride is in bytes
	whole, tail               Register // bytes of whole registers in a row, numbers beyond
	keep, postDrive, preDrive Register
	preDecay, x, sums         Register
	column                    Register // in bytes
	row                       [4]GPVirtual
	mask, one                 VecVirtual
}

func (r routine) generate() {
	TEXT(r.name, NOSPLIT, r.signature())
	Doc(r.name + " " + r.doc)
	Pragma("noescape")
	param := func(name string) Register { return Load(Param(name), GP64()) }

	g := registers{w: param("w"), rows: param("rows"), whole: param("cols"), stride: param("stride")}
	SHLQ(Imm(3), g.stride)
	if r.update {
		g.keep, g.postDrive, g.preDrive = param("keep"), param("postDrive"), param("preDrive")
	}
	if r.decay {
		g.preDecay = param("preDecay")
		bits, low := GP64(), XMM()
		MOVQ(U64(0x3ff0000000000000), bits) // 1.0
		MOVQ(bits, low)
		g.one = YMM()
		VBROADCASTSD(low, g.one)
	}
	if r.forward {
		g.x, g.sums = param("x"), param("sums")
	}

	tail := GP64()
	MOVQ(g.whole, tail)
	ANDQ(Imm(lanes-1), tail)
	g.tail = tail
	SUBQ(tail, g.whole)
	SHLQ(Imm(3), g.whole)
	table, at := GP64(), GP64()
	LEAQ(r.masks, table)
	MOVQ(tail, at)
	SHLQ(Imm(5), at)
	g.mask = YMM()
	VMOVUPD(Mem{Base: table, Index: at, Scale: 1}, g.mask)

	for i := range g.row {
		g.row[i] = GP64()
	}
	g.column = GP64()
	for _, rows := range []int{4, 2, 1} {
		r.group(g, rows)
	}
	VZEROUPPER()
	RET()
}

// group works off the rows some at a time, as long as there are enough.
func (r routine) group(g registers, rows int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, rows) }
	Label(label("rows"))
	CMPQ(g.rows, Imm(uint64(rows)))
	JLT(LabelRef(label("done")))

	MOVQ(g.w, g.row[0])
	for i := 1; i < rows; i++ {
		LEAQ(Mem{Base: g.row[i-1], Index: g.stride, Scale: 1}, g.row[i])
	}
	var keep, drive, sum [4]VecVirtual
	for i := range rows {
		if r.update {
			keep[i], drive[i] = YMM(), YMM()
			VBROADCASTSD(Mem{Base: g.keep, Disp: i * number}, keep[i])
			VBROADCASTSD(Mem{Base: g.postDrive, Disp: i * number}, drive[i])
		}
		if r.forward {
			sum[i] = YMM()
			VMOVUPD(Mem{Base: g.sums, Disp: i * width}, sum[i])
		}
	}

	XORQ(g.column, g.column)
	CMPQ(g.whole, Imm(0))
	JE(LabelRef(label("tail")))
	Label(label("columns"))
	r.columns(g, rows, keep, drive, sum, false)
	ADDQ(Imm(width), g.column)
	CMPQ(g.column, g.whole)
	JLT(LabelRef(label("columns")))

	Label(label("tail"))
	CMPQ(g.tail, Imm(0))
	JE(LabelRef(label("next")))
	r.columns(g, rows, keep, drive, sum, true)

	Label(label("next"))
	for i := range rows {
		if r.forward {
			VMOVUPD(sum[i], Mem{Base: g.sums, Disp: i * width})
		}
	}
	LEAQ(Mem{Base: g.row[rows-1], Index: g.stride, Scale: 1}, g.w)
	if r.update {
		ADDQ(Imm(uint64(rows*number)), g.keep)
		ADDQ(Imm(uint64(rows*number)), g.postDrive)
	}
	if r.forward {
		ADDQ(U32(rows*width), g.sums)
	}
	SUBQ(Imm(uint64(rows)), g.rows)
	JMP(LabelRef(label("rows")))
	Label(label("done"))
}

// columns works on four columns of a group of rows, or on the last ones, less
// than four.
func (r routine) columns(g registers, rows int, keep, drive, sum [4]VecVirtual, last bool) {
	load := func(from Register) VecVirtual {
		v := YMM()
		if at := (Mem{Base: from, Index: g.column, Scale: 1}); last {
			VMASKMOVPD(at, g.mask, v)
		} else {
			VMOVUPD(at, v)
		}
		return v
	}
	var preDrive, preDecay, x VecVirtual
	if r.update {
		preDrive = load(g.preDrive)
	}
	if r.decay {
		preDecay = load(g.preDecay)
	}
	if r.forward {
		x = load(g.x)
	}
	for i := range rows {
		w := load(g.row[i])
		if r.update {
			kept := keep[i]
			if r.decay { // 1 − p_post·p_pre
				kept = YMM()
				VMOVAPD(g.one, kept)
				VFNMADD231PD(preDecay, keep[i], kept)
			}
			VMULPD(kept, w, w)
			VFMADD231PD(preDrive, drive[i], w)
			if at := (Mem{Base: g.row[i], Index: g.column, Scale: 1}); last {
				VMASKMOVPD(w, g.mask, at)
				VANDPD(g.mask, w, w) // nothing beyond the row may reach its sum
			} else {
				VMOVUPD(w, at)
			}
		}
		if r.forward {
			VFMADD231PD(x, w, sum[i])
		}
	}
}
