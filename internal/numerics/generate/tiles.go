package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	number = 8          // bytes of a float64
	lanes  = 4          // numbers of a register
	width  = 4 * number // bytes of a register
	header = 24         // bytes of a slice

	tileColumns = 512 // as in matrix.go
	panelLength = 32  // as in combine.go
	wideRows    = 4   // as in choose.go
	wideCols    = 24
)

// kernelRoutines writes the assembly of package kernel.
//
// The routines of a vector (vector.go) are elementwise. Those of a matrix
// (pass.go) work on a tile, some columns of all rows of a padded matrix, four
// rows at a time, then fewer. The four lanes of a register are the four partial
// sums of the canonical dot product, so that a tile gives the same bits as the
// reference in tile.go, whatever its size. A row's last columns, less than four,
// are worked on under a mask. The pass that every step makes is also written for
// AVX-512 (wide.go). Products of matrices keep some columns of the product in
// registers (product.go). The whole step of a two-phase circuit is one
// routine (twophase.go), that of a cascade its variant (cascade.go), that of eight
// two-phase circuits side by side another (lanes.go).
func kernelRoutines() {
	masks = maskTable("tailMasks", lanes+1, func(n, lane int) bool { return lane < n })
	routine("forwardAVX2", pass{forward: true},
		"sets the sums of every row to the products of a tile with x or, if there is more, adds to them.")
	routine("updateAVX2", pass{update: true}, "changes the weights of a tile, of which each row keeps one fraction.")
	routine("updateForwardAVX2", pass{update: true, forward: true},
		"does as updateAVX2 and then, with the new weights, as forwardAVX2.")
	routine("updateForwardAVX512", pass{update: true, forward: true, wide: true}, "does as updateForwardAVX2.")
	routine("updateDecayAVX2", pass{update: true, decay: true},
		"changes the weights of a tile, each of which decays by its own two endpoints.")
	routine("updateDecayForwardAVX2", pass{update: true, decay: true, forward: true},
		"does as updateDecayAVX2 and then, with the new weights, as forwardAVX2.")
	vectorRoutines()
	finiteRoutine()
	twoPhaseRoutines()
	combineRoutines()
	productRoutines()
	wholeRoutine()
	laneRoutines()
	cpuidRoutine()
}

// routine writes one routine of a pass over a tile. keep [rows] is the fraction that a row keeps or, with decay, the
// row's postsynaptic decay.
func routine(name string, p pass, doc string) {
	signature := "func(w *float64, rows, cols, stride int"
	if p.update {
		signature += ", keep, postDrive, preDrive *float64"
	}
	if p.decay {
		signature += ", preDecay *float64"
	}
	if p.forward {
		signature += ", x, sums *float64, more int"
	}
	begin(name, signature+")", doc)
	p.w, p.rows, p.stride = parameter("w"), parameter("rows"), parameter("stride")
	if p.update {
		p.keep, p.postDrive, p.preDrive = parameter("keep"), parameter("postDrive"), parameter("preDrive")
	}
	if p.decay {
		p.preDecay, p.one = parameter("preDecay"), broadcastOne()
	}
	if p.forward {
		p.x, p.sums, p.more = parameter("x"), parameter("sums"), parameter("more")
	}
	SHLQ(Imm(3), p.stride)
	if p.wide {
		widePass{pass: p}.generate(parameter("cols"))
	} else {
		p.begin(parameter("cols"))
		p.generate()
	}
	end()
}

// broadcastOne returns ones.
func broadcastOne() VecVirtual {
	bits, low, one := GP64(), XMM(), YMM()
	MOVQ(U64(0x3ff0000000000000), bits)
	VMOVQ(bits, low) // MOVQ, an SSE instruction, takes an Intel processor long between those of AVX
	VBROADCASTSD(low, one)
	return one
}

// alignLoop puts the next label, of a loop that takes much of the time, at the start of a line of the
// cache: elsewhere the step of 100x10 took up to 4 % longer, by where the linker happened to put it.
func alignLoop() {
	Instruction(&ir.Instruction{Opcode: "PCALIGN", Operands: []Op{Imm(64)}})
}

// cpuidRoutine writes the routine that asks the processor what it is.
func cpuidRoutine() {
	TEXT("cpuid", NOSPLIT, "func(leaf uint32) (a, b, c, d uint32)")
	Doc("cpuid returns what the processor says of itself on a leaf.")
	Load(Param("leaf"), EAX)
	XORL(ECX, ECX)
	CPUID()
	for i, r := range []Register{EAX, EBX, ECX, EDX} {
		Store(r, ReturnIndex(i))
	}
	RET()
}
