package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The fields of a TwoPhase in the order of its declaration: where its rows,
// stride and numbers are, and the first words of its slices.
const (
	fieldRows = iota * number
	fieldCols
	fieldStride
	fieldLateralStride
	fieldPending
	fieldPart
	fieldRoot
	fieldLateralRoot
	fieldPreDecay
	fieldSlices
)

// The parts of a step, as in twophase.go.
const (
	partNeural   = 1
	partLearning = 2
)

// sliceFields are the fields of a TwoPhase that are slices, in order.
var sliceFields = []string{
	"stimulus", "signals", "weights", "preDrive",
	"sums", "lateral", "idle",
	"scale", "provisional", "final",
	"postDecay", "lateralPostDecay", "lateralPreDecay", "scaleDecay", "scaleDrain",
	"keep", "postDrive", "lateralDrive", "postFactor", "preFactor",
	"before", "scaleDecayFactor", "scaleDrainFactor",
	"current",
}

// The bytes of an InOrder, which is behind the slices.
const (
	fieldCascade = fieldSlices + 24*3*number + iota
	fieldPostSquared
	fieldLateralPostSquared
	fieldFixedScale
	fieldOrdered
)

// twoPhase is where the routine stands.
type twoPhase struct {
	inOrder           bool // the second turn is that of a cascade
	rectified         bool // the outputs are rectified
	diagonal, earlier Mem  // masks of what is not on the diagonal, or before it

	self, bytes, stride Register // of a vector [rows], of a row
	offset              Register // of the block's first row, in bytes of a vector
	tail                Register // where the mask of the last register is
	one, zero           VecVirtual
	row                 [lanes]GPVirtual
}

// twoPhaseRoutines writes the routines of a whole step: of two phases, and of outputs
// that fire in order.
func twoPhaseRoutines(masks Mem) {
	diagonal := squareMasks("diagonalMasks", func(row, lane int) bool { return lane != row })
	TEXT("twoPhaseAVX2", NOSPLIT, "func(first *int) int8")
	Doc("twoPhaseAVX2 does as twoPhaseReference; first is the first field of the TwoPhase.")
	Pragma("noescape")
	twoPhase{diagonal: diagonal}.generate(masks)

	TEXT("rectifiedAVX2", NOSPLIT, "func(first *int) int8")
	Doc("rectifiedAVX2 does as twoPhaseReference of rectified outputs, but leaves 0 where one would be −Inf.")
	Pragma("noescape")
	twoPhase{rectified: true, diagonal: diagonal}.generate(masks)

	earlier := squareMasks("earlierMasks", func(row, lane int) bool { return lane < row })
	TEXT("cascadeAVX2", NOSPLIT, "func(first *int) int8")
	Doc("cascadeAVX2 does as twoPhaseReference of a Cascade, but goes on behind an output that is not finite.")
	Pragma("noescape")
	twoPhase{inOrder: true, diagonal: diagonal, earlier: earlier}.generate(masks)
}

// squareMasks writes the masks that keep some lanes of each of four rows.
func squareMasks(name string, kept func(row, lane int) bool) Mem {
	masks := GLOBL(name, RODATA|NOPTR)
	for row := range lanes {
		for lane := range lanes {
			var mask uint64
			if kept(row, lane) {
				mask = 1<<64 - 1
			}
			DATA((row*lanes+lane)*number, U64(mask))
		}
	}
	return masks
}

// generate writes the routine of a whole step. Vectors of neurons are read
// and written to the end of their last register: what is behind the last neuron
// is such that nothing comes of it.
func (t twoPhase) generate(masks Mem) {
	t.self = Load(Param("first"), GP64())
	result := GP8()
	t.bytes, t.stride, t.offset, t.tail, t.zero = GP64(), GP64(), GP64(), GP64(), YMM()
	t.receive(masks, result)

	rows, table := GP64(), GP64()
	MOVQ(Mem{Base: t.self, Disp: fieldRows}, rows)
	MOVQ(Mem{Base: t.self, Disp: fieldLateralStride}, t.stride)
	SHLQ(Imm(3), t.stride)
	// The mask of the last register: all of it if it is full.
	MOVQ(rows, t.tail)
	DECQ(t.tail)
	ANDQ(Imm(lanes-1), t.tail)
	INCQ(t.tail)
	SHLQ(Imm(5), t.tail)
	LEAQ(masks, table)
	ADDQ(table, t.tail)
	LEAQ(Mem{Base: rows, Disp: lanes - 1}, t.bytes)
	ANDQ(I32(-lanes), t.bytes)
	SHLQ(Imm(3), t.bytes)
	t.one = broadcastOne()
	VXORPD(t.zero, t.zero, t.zero)
	for i := range t.row {
		t.row[i] = GP64()
	}

	// First turn: ỹ = W x / m.
	faults := YMM() // all bits 0 as long as all is finite: v − v is 0 or not a number
	VXORPD(faults, faults, faults)
	look := func(v VecVirtual) {
		VSUBPD(v, v, v)
		VORPD(v, faults, faults)
	}
	CMPQ(Mem{Base: t.self, Disp: fieldPart}, Imm(partLearning))
	JE(LabelRef("plasticity"))
	sums, provisional := t.pointer("sums"), YMM()
	t.blocks("first", func() {
		var sum [lanes]VecVirtual
		for i := range sum {
			sum[i] = YMM()
			VMOVUPD(Mem{Base: sums, Disp: i * width}, sum[i])
		}
		current := t.total(sum)
		if t.rectified {
			VMOVUPD(current, t.at("current"))
		}
		VDIVPD(t.at("scale"), current, provisional)
		y := YMM()
		VMOVAPD(provisional, y)
		look(y)
		if t.rectified {
			t.rectify(provisional)
		}
		VMOVUPD(provisional, t.at("provisional"))
		ADDQ(U32(lanes*width), sums)
	})
	MOVB(U8(1), result)
	VPTEST(faults, faults)
	JNZ(LabelRef("leave"))

	// Second turn: y, and the drives that it makes.
	if t.inOrder {
		t.fireInOrder(look)
	} else {
		t.fire(provisional, look)
	}
	MOVB(U8(2), result)
	VPTEST(faults, faults)
	JNZ(LabelRef("leave"))

	// Plasticity: the factors of W, the scales, and the lateral synapses, but
	// for the places on the diagonal.
	MOVB(U8(0), result)
	CMPQ(Mem{Base: t.self, Disp: fieldPart}, Imm(partNeural))
	JE(LabelRef("leave"))
	Label("plasticity")
	positive, odd := YMM(), YMM() // all bits 0 as long as the factors of M_o are finite
	VPCMPEQQ(positive, positive, positive)
	VXORPD(odd, odd, odd)
	masksOfDiagonal := GP64()
	LEAQ(t.diagonal, masksOfDiagonal)
	if t.inOrder {
		t.chooseMasks(masksOfDiagonal)
	}
	t.blocks("learn", func() {
		scaled := func(by VecVirtual, from, to string) VecVirtual {
			v := YMM()
			VMULPD(t.at(from), by, v)
			if to != "" {
				VMOVUPD(v, t.at(to))
			}
			return v
		}
		if t.inOrder {
			t.square("postDecay", fieldPostSquared)
			t.square("lateralPostDecay", fieldLateralPostSquared)
		}
		root, preDecay := t.number(fieldRoot), t.number(fieldPreDecay)
		VMULPD(root, preDecay, preDecay)
		keep := YMM()
		VMOVAPD(t.one, keep)
		VFNMADD231PD(preDecay, scaled(root, "postDecay", ""), keep)
		VMOVUPD(keep, t.at("keep"))
		lateralRoot := t.number(fieldLateralRoot)
		lookFor := func(v VecVirtual, in VecVirtual) {
			d := YMM()
			VSUBPD(v, v, d)
			VORPD(d, in, in)
		}
		lookFor(scaled(lateralRoot, "lateralPostDecay", "postFactor"), odd)
		decay := scaled(lateralRoot, "scaleDecay", "scaleDecayFactor")
		drain := scaled(lateralRoot, "scaleDrain", "scaleDrainFactor")
		m, kept, drive := YMM(), YMM(), YMM()
		VMOVUPD(t.at("lateralDrive"), drive)
		lookFor(drive, odd)
		preFactors := YMM()
		VMOVUPD(t.at("preFactor"), preFactors)
		lookFor(preFactors, odd)
		scale := t.at("scale")
		VMOVUPD(scale, m)
		VMOVUPD(m, t.at("before"))
		VMOVAPD(t.one, kept)
		VFNMADD231PD(decay, decay, kept)
		VMULPD(kept, m, m)
		VFNMADD231PD(drain, drain, m)
		VFMADD231PD(drive, drive, m)
		VMOVUPD(m, scale)
		if t.inOrder {
			t.keepScale()
		}
		above := YMM()
		VXORPD(above, above, above)
		VCMPPD(Imm(30), above, m, above) // greater than 0
		VANDPD(above, positive, positive)
		lookFor(m, faults)

		t.rows()
		var decays, drives [lanes]VecVirtual
		postFactor, lateralDrive, preFactor := t.pointer("postFactor"), t.pointer("lateralDrive"), t.pointer("preFactor")
		for i := range lanes {
			decays[i], drives[i] = YMM(), YMM()
			VBROADCASTSD(Mem{Base: postFactor, Index: t.offset, Scale: 1, Disp: i * number}, decays[i])
			VBROADCASTSD(Mem{Base: lateralDrive, Index: t.offset, Scale: 1, Disp: i * number}, drives[i])
		}
		column := GP64()
		change := func(onDiagonal bool) {
			preDecay, preDrive := YMM(), YMM()
			VMOVUPD(Mem{Base: preFactor, Index: column, Scale: 1}, preDecay)
			VMOVUPD(Mem{Base: lateralDrive, Index: column, Scale: 1}, preDrive)
			for i := range lanes {
				w := YMM()
				VMOVAPD(t.one, w)
				VFNMADD231PD(preDecay, decays[i], w)
				VMULPD(Mem{Base: t.row[i], Index: column, Scale: 1}, w, w)
				VFMADD231PD(preDrive, drives[i], w)
				if onDiagonal {
					VANDPD(Mem{Base: masksOfDiagonal, Disp: i * width}, w, w)
				}
				VMOVUPD(w, Mem{Base: t.row[i], Index: column, Scale: 1})
			}
		}
		end := t.bytes
		if t.inOrder {
			end = t.endOfLearning()
		}
		XORQ(column, column)
		Label("learnColumns")
		CMPQ(column, t.offset)
		JE(LabelRef("onDiagonal"))
		change(false)
		JMP(LabelRef("nextColumns"))
		Label("onDiagonal")
		change(true)
		Label("nextColumns")
		ADDQ(Imm(width), column)
		CMPQ(column, end)
		JLT(LabelRef("learnColumns"))
	})
	// The presynaptic drives of W.
	root := t.number(fieldRoot)
	signals, preDrive, column, end := t.pointer("signals"), t.pointer("preDrive"), GP64(), GP64()
	MOVQ(Mem{Base: t.self, Disp: fieldCols}, end)
	SHLQ(Imm(3), end)
	XORQ(column, column)
	Label("preDrives")
	drive := YMM()
	VMULPD(Mem{Base: signals, Index: column, Scale: 1}, root, drive)
	VMOVUPD(drive, Mem{Base: preDrive, Index: column, Scale: 1})
	ADDQ(Imm(width), column)
	CMPQ(column, end)
	JLT(LabelRef("preDrives"))

	// The elements behind a row, and the idle row, are ±0 now. If a factor was not finite
	// they may be anything: then the zeros are restored.
	VPTEST(odd, odd)
	JZ(LabelRef("judge"))
	last, tail := GP64(), YMM()
	LEAQ(Mem{Base: t.bytes, Disp: -width}, last)
	VMOVUPD(Mem{Base: t.tail}, tail)
	t.blocks("restore", func() {
		t.rows()
		for i := range lanes {
			w, v := Mem{Base: t.row[i], Index: last, Scale: 1}, YMM()
			VANDPD(w, tail, v)
			VMOVUPD(v, w)
		}
	})
	idle := t.pointer("idle")
	t.blocks("clearIdle", func() { VMOVUPD(t.zero, Mem{Base: idle, Index: t.offset, Scale: 1}) })
	Label("judge")
	MOVB(U8(3), result)
	VPTEST(faults, faults)
	JNZ(LabelRef("leave"))
	allPositive := GP32()
	VMOVMSKPD(positive, allPositive)
	CMPL(allPositive, Imm(1<<lanes-1))
	JNE(LabelRef("leave"))
	MOVB(U8(0), result)
	Label("leave")
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
