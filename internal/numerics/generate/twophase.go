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

	self, bytes, stride Register   // of a vector [rows], of a row
	offset              Register   // of the block's first row, in bytes of a vector
	tail                Register   // where the mask of the last register is
	result              Register   // which part of the step was wrong, 0 if none
	faults              VecVirtual // all bits 0 as long as all is finite
	one, zero           VecVirtual
	row                 [lanes]GPVirtual
}

// twoPhaseRoutines writes the routines of a whole step: of two phases, and of outputs
// that fire in order.
func twoPhaseRoutines() {
	diagonal := maskTable("diagonalMasks", lanes, func(row, lane int) bool { return lane != row })
	const signature = "func(first *int) int8"
	begin("twoPhaseAVX2", signature, "does as twoPhaseReference; first is the first field of the TwoPhase.")
	twoPhase{diagonal: diagonal}.generate()

	begin("rectifiedAVX2", signature,
		"does as twoPhaseReference of rectified outputs, but leaves 0 where one would be −Inf.")
	twoPhase{rectified: true, diagonal: diagonal}.generate()

	earlier := maskTable("earlierMasks", lanes, func(row, lane int) bool { return lane < row })
	begin("cascadeAVX2", signature,
		"does as twoPhaseReference of a Cascade, but goes on behind an output that is not finite.")
	twoPhase{inOrder: true, diagonal: diagonal, earlier: earlier}.generate()
}

// generate writes the routine of a whole step. Vectors of neurons are read
// and written to the end of their last register: what is behind the last neuron
// is such that nothing comes of it.
func (t twoPhase) generate() {
	t.self = parameter("first")
	t.result = GP8()
	t.bytes, t.stride, t.offset, t.tail, t.zero = GP64(), GP64(), GP64(), GP64(), YMM()
	t.receive()

	rows, table := GP64(), GP64()
	MOVQ(t.field(fieldRows), rows)
	MOVQ(t.field(fieldLateralStride), t.stride)
	SHLQ(Imm(3), t.stride)
	// The mask of the last register: all of it if it is full.
	MOVQ(rows, t.tail)
	DECQ(t.tail)
	ANDQ(Imm(lanes-1), t.tail)
	INCQ(t.tail)
	SHLQ(Imm(5), t.tail)
	LEAQ(masks, table)
	ADDQ(table, t.tail)
	LEAQ(beyond(rows, lanes-1), t.bytes)
	ANDQ(I32(-lanes), t.bytes)
	SHLQ(Imm(3), t.bytes)
	t.one = broadcastOne()
	VXORPD(t.zero, t.zero, t.zero)
	for i := range t.row {
		t.row[i] = GP64()
	}

	// First turn: ỹ = W x / m.
	t.faults = zeros()
	on(JE, t.field(fieldPart), Imm(partLearning), "plasticity")
	sums, provisional := t.pointer("sums"), YMM()
	t.blocks("first", func() {
		var sum [lanes]VecVirtual
		for i := range sum {
			sum[i] = loaded(beyond(sums, i*width))
		}
		current := t.total(sum)
		if t.rectified {
			t.set("current", current)
		}
		VDIVPD(t.at("scale"), current, provisional)
		look(made(VMOVAPD, provisional), t.faults)
		if t.rectified {
			t.rectify(provisional)
		}
		t.set("provisional", provisional)
		ADDQ(U32(lanes*width), sums)
	})
	t.leaveIfWrong(1)

	// Second turn: y, and the drives that it makes.
	if t.inOrder {
		t.fireInOrder()
	} else {
		t.fire(provisional)
	}
	t.leaveIfWrong(2)

	// Plasticity: the factors of W, the scales, and the lateral synapses, but
	// for the places on the diagonal.
	MOVB(U8(0), t.result)
	on(JE, t.field(fieldPart), Imm(partNeural), "leave")
	Label("plasticity")
	positive, odd := YMM(), YMM() // all bits 0 as long as the factors of M_o are finite
	VPCMPEQQ(positive, positive, positive)
	VXORPD(odd, odd, odd)
	masksOfDiagonal := GP64()
	LEAQ(t.diagonal, masksOfDiagonal)
	if t.inOrder {
		t.chooseMasks(masksOfDiagonal)
	}
	t.blocks("learn", func() { t.learn(odd, positive, masksOfDiagonal) })
	// The presynaptic drives of W.
	root := t.number(fieldRoot)
	signals, preDrive, column, limit := t.pointer("signals"), t.pointer("preDrive"), GP64(), GP64()
	MOVQ(t.field(fieldCols), limit)
	SHLQ(Imm(3), limit)
	XORQ(column, column)
	along("preDrives", column, limit, func() {
		VMOVUPD(made(VMULPD, indexed(signals, column), root), indexed(preDrive, column))
	})

	// The elements behind a row, and the idle row, are ±0 now. If a factor was not finite
	// they may be anything: then the zeros are restored.
	VPTEST(odd, odd)
	JZ(LabelRef("judge"))
	last := GP64()
	LEAQ(beyond(t.bytes, -width), last)
	tail := loaded(Mem{Base: t.tail})
	t.blocks("restore", func() {
		t.rows()
		for i := range lanes {
			w := indexed(t.row[i], last)
			VMOVUPD(made(VANDPD, w, tail), w)
		}
	})
	idle := t.pointer("idle")
	t.blocks("clearIdle", func() { VMOVUPD(t.zero, indexed(idle, t.offset)) })
	Label("judge")
	t.leaveIfWrong(3)
	allPositive := GP32()
	VMOVMSKPD(positive, allPositive)
	CMPL(allPositive, Imm(1<<lanes-1))
	JNE(LabelRef("leave"))
	MOVB(U8(0), t.result)
	Label("leave")
	Store(t.result, ReturnIndex(0))
	end()
}

// leaveIfWrong leaves with a result if something was not finite.
func (t twoPhase) leaveIfWrong(result uint8) {
	MOVB(U8(result), t.result)
	VPTEST(t.faults, t.faults)
	JNZ(LabelRef("leave"))
}

// learn makes the factors of W, changes the scales and the lateral synapses of a block, and looks for factors that are
// odd, not finite, and for scales that are not positive.
func (t twoPhase) learn(odd, positive VecVirtual, masksOfDiagonal Register) {
	if t.inOrder {
		t.square("postDecay", fieldPostSquared)
		t.square("lateralPostDecay", fieldLateralPostSquared)
	}
	root, preDecay := t.number(fieldRoot), t.number(fieldPreDecay)
	VMULPD(root, preDecay, preDecay)
	keep := made(VMOVAPD, t.one)
	VFNMADD231PD(preDecay, made(VMULPD, t.at("postDecay"), root), keep)
	t.set("keep", keep)
	lateralRoot := t.number(fieldLateralRoot)
	factor := func(from, to string) VecVirtual {
		v := made(VMULPD, t.at(from), lateralRoot)
		t.set(to, v)
		return v
	}
	lookAt := func(v, faults VecVirtual) { VORPD(made(VSUBPD, v, v), faults, faults) }
	lookAt(factor("lateralPostDecay", "postFactor"), odd)
	decay, drain := factor("scaleDecay", "scaleDecayFactor"), factor("scaleDrain", "scaleDrainFactor")
	m, kept, drive := YMM(), YMM(), loaded(t.at("lateralDrive"))
	lookAt(drive, odd)
	lookAt(loaded(t.at("preFactor")), odd)
	scale := t.at("scale")
	VMOVUPD(scale, m)
	t.set("before", m)
	VMOVAPD(t.one, kept)
	VFNMADD231PD(decay, decay, kept)
	rescale(m, kept, drain, drive)
	VMOVUPD(m, scale)
	if t.inOrder {
		t.keepScale()
	}
	above := zeros()
	VCMPPD(Imm(30), above, m, above) // greater than 0
	VANDPD(above, positive, positive)
	lookAt(m, t.faults)
	t.learnLateral(masksOfDiagonal)
}

// learnLateral changes the lateral synapses of a block, but for the places on the diagonal.
func (t twoPhase) learnLateral(masksOfDiagonal Register) {
	t.rows()
	var decays, drives [lanes]VecVirtual
	postFactor, lateralDrive, preFactor := t.pointer("postFactor"), t.pointer("lateralDrive"), t.pointer("preFactor")
	for i := range lanes {
		decays[i] = broadcast(indexed(postFactor, t.offset).Offset(i * number))
		drives[i] = broadcast(indexed(lateralDrive, t.offset).Offset(i * number))
	}
	column := GP64()
	change := func(onDiagonal bool) {
		preDecay, preDrive := loaded(indexed(preFactor, column)), loaded(indexed(lateralDrive, column))
		for i := range lanes {
			synapses := indexed(t.row[i], column)
			w := without(t.one, preDecay, decays[i])
			VMULPD(synapses, w, w)
			VFMADD231PD(preDrive, drives[i], w)
			if onDiagonal {
				VANDPD(beyond(masksOfDiagonal, i*width), w, w)
			}
			VMOVUPD(w, synapses)
		}
	}
	end := t.bytes
	if t.inOrder {
		end = t.endOfLearning()
	}
	XORQ(column, column)
	along("learnColumns", column, end, func() {
		on(JE, column, t.offset, "onDiagonal")
		change(false)
		JMP(LabelRef("nextColumns"))
		Label("onDiagonal")
		change(true)
		Label("nextColumns")
	})
}
