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
	fieldStride
	fieldRoot
	fieldLateralRoot
	fieldPreDecay
	fieldSlices
)

// sliceFields are the fields of a TwoPhase that are slices, in order.
var sliceFields = []string{
	"sums", "lateral", "idle",
	"scale", "provisional", "final",
	"postDecay", "lateralPostDecay", "lateralPreDecay", "scaleDecay", "scaleDrain",
	"keep", "postDrive", "lateralDrive", "postFactor", "preFactor",
	"before", "scaleDecayFactor", "scaleDrainFactor",
}

// twoPhase is where the routine stands.
type twoPhase struct {
	self, bytes, stride Register // of a vector [rows], of a row
	offset              Register // of the block's first row, in bytes of a vector
	tail                VecVirtual
	one, zero           VecVirtual
	row                 [lanes]GPVirtual
}

// twoPhaseRoutine writes the routine that does all that a step does at the
// output neurons, four rows at a time. Vectors of the output neurons are read and
// written to the end of their last register: what is behind the last neuron is
// such that nothing comes of it.
func twoPhaseRoutine(masks Mem) {
	diagonal := GLOBL("diagonalMasks", RODATA|NOPTR)
	for row := range lanes {
		for lane := range lanes {
			mask := uint64(1<<64 - 1)
			if lane == row {
				mask = 0
			}
			DATA((row*lanes+lane)*number, U64(mask))
		}
	}
	TEXT("twoPhaseAVX2", NOSPLIT, "func(first *int) int8")
	Doc("twoPhaseAVX2 does as twoPhaseReference; first is the first field of the TwoPhase.")
	Pragma("noescape")
	t := twoPhase{self: Load(Param("first"), GP64()), bytes: GP64(), stride: GP64(), offset: GP64(), tail: YMM(), one: YMM(), zero: YMM()}
	rows, table, result := GP64(), GP64(), GP8()
	MOVQ(Mem{Base: t.self, Disp: fieldRows}, rows)
	MOVQ(Mem{Base: t.self, Disp: fieldStride}, t.stride)
	SHLQ(Imm(3), t.stride)
	// The mask of the last register: all of it if it is full.
	LEAQ(masks, table)
	MOVQ(rows, t.bytes)
	ANDQ(Imm(lanes-1), t.bytes)
	SHLQ(Imm(5), t.bytes)
	VMOVUPD(Mem{Base: table, Index: t.bytes, Scale: 1}, t.tail)
	CMPQ(t.bytes, Imm(0))
	JNE(LabelRef("partial"))
	VPCMPEQQ(t.tail, t.tail, t.tail)
	Label("partial")
	LEAQ(Mem{Base: rows, Disp: lanes - 1}, t.bytes)
	ANDQ(I32(-lanes), t.bytes)
	SHLQ(Imm(3), t.bytes)
	bits, low := GP64(), XMM()
	MOVQ(U64(0x3ff0000000000000), bits) // 1.0
	MOVQ(bits, low)
	VBROADCASTSD(low, t.one)
	VXORPD(t.zero, t.zero, t.zero)
	for i := range t.row {
		t.row[i] = GP64()
	}

	// First turn: ỹ = W x / m.
	faults := YMM() // 0 as long as all is finite
	VXORPD(faults, faults, faults)
	sums := t.pointer("sums")
	t.blocks("first", func() {
		var sum [lanes]VecVirtual
		for i := range sum {
			sum[i] = YMM()
			VMOVUPD(Mem{Base: sums, Disp: i * width}, sum[i])
		}
		y := t.total(sum)
		VDIVPD(t.at("scale"), y, y)
		VMOVUPD(y, t.at("provisional"))
		VSUBPD(y, y, y)
		VADDPD(y, faults, faults)
		ADDQ(U32(lanes*width), sums)
	})
	MOVB(U8(1), result)
	t.leaveUnless(faults)

	// Second turn: y = ỹ − M_o ỹ / m.
	t.blocks("second", func() {
		t.rows()
		var sum [lanes]VecVirtual
		for i := range sum {
			sum[i] = YMM()
			VXORPD(sum[i], sum[i], sum[i])
		}
		provisional := t.pointer("provisional")
		t.columns("second", func(column Register) {
			signal := YMM()
			VMOVUPD(Mem{Base: provisional, Index: column, Scale: 1}, signal)
			for i := range sum {
				VFMADD231PD(Mem{Base: t.row[i], Index: column, Scale: 1}, signal, sum[i])
			}
		})
		received := t.total(sum)
		VDIVPD(t.at("scale"), received, received)
		y := YMM()
		VMOVUPD(t.at("provisional"), y)
		VSUBPD(received, y, y)
		VMOVUPD(y, t.at("final"))
		VSUBPD(y, y, y)
		VADDPD(y, faults, faults)
	})
	MOVB(U8(2), result)
	t.leaveUnless(faults)

	// The factors of plasticity, and the scales.
	root, lateralRoot, preDecay, positive := YMM(), YMM(), YMM(), YMM()
	VBROADCASTSD(Mem{Base: t.self, Disp: fieldRoot}, root)
	VBROADCASTSD(Mem{Base: t.self, Disp: fieldLateralRoot}, lateralRoot)
	VBROADCASTSD(Mem{Base: t.self, Disp: fieldPreDecay}, preDecay)
	VMULPD(root, preDecay, preDecay)
	VPCMPEQQ(positive, positive, positive)
	t.blocks("factors", func() {
		scaled := func(by VecVirtual, from, to string) VecVirtual {
			v := YMM()
			VMULPD(t.at(from), by, v)
			if to != "" {
				VMOVUPD(v, t.at(to))
			}
			return v
		}
		keep := YMM()
		VMOVAPD(t.one, keep)
		VFNMADD231PD(preDecay, scaled(root, "postDecay", ""), keep)
		VMOVUPD(keep, t.at("keep"))
		scaled(root, "final", "postDrive")
		drive := scaled(lateralRoot, "final", "lateralDrive")
		scaled(lateralRoot, "lateralPostDecay", "postFactor")
		scaled(lateralRoot, "lateralPreDecay", "preFactor")
		decay := scaled(lateralRoot, "scaleDecay", "scaleDecayFactor")
		drain := scaled(lateralRoot, "scaleDrain", "scaleDrainFactor")
		m, kept := YMM(), YMM()
		VMOVUPD(t.at("scale"), m)
		VMOVUPD(m, t.at("before"))
		VMOVAPD(t.one, kept)
		VFNMADD231PD(decay, decay, kept)
		VMULPD(kept, m, m)
		VFNMADD231PD(drain, drain, m)
		VFMADD231PD(drive, drive, m)
		VMOVUPD(m, t.at("scale"))
		above := YMM()
		VCMPPD(Imm(30), t.zero, m, above) // greater
		VANDPD(above, positive, positive)
		VSUBPD(m, m, m)
		VADDPD(m, faults, faults)
	})

	// The lateral synapses, but for the places on the diagonal.
	masksOfDiagonal := GP64()
	LEAQ(diagonal, masksOfDiagonal)
	t.blocks("learn", func() {
		t.rows()
		var decay, drive [lanes]VecVirtual
		postFactor, lateralDrive, preFactor := t.pointer("postFactor"), t.pointer("lateralDrive"), t.pointer("preFactor")
		for i := range lanes {
			decay[i], drive[i] = YMM(), YMM()
			VBROADCASTSD(Mem{Base: postFactor, Index: t.offset, Scale: 1, Disp: i * number}, decay[i])
			VBROADCASTSD(Mem{Base: lateralDrive, Index: t.offset, Scale: 1, Disp: i * number}, drive[i])
		}
		t.columns("learn", func(column Register) {
			preDecay, preDrive := YMM(), YMM()
			VMOVUPD(Mem{Base: preFactor, Index: column, Scale: 1}, preDecay)
			VMOVUPD(Mem{Base: lateralDrive, Index: column, Scale: 1}, preDrive)
			for i := range lanes {
				w := YMM()
				VMOVAPD(t.one, w)
				VFNMADD231PD(preDecay, decay[i], w)
				VMULPD(Mem{Base: t.row[i], Index: column, Scale: 1}, w, w)
				VFMADD231PD(preDrive, drive[i], w)
				VMOVUPD(w, Mem{Base: t.row[i], Index: column, Scale: 1})
			}
		})
		last := GP64()
		LEAQ(Mem{Base: t.bytes, Disp: -width}, last)
		for i := range lanes {
			w, end := Mem{Base: t.row[i], Index: t.offset, Scale: 1}, Mem{Base: t.row[i], Index: last, Scale: 1}
			v := YMM()
			VMOVUPD(Mem{Base: masksOfDiagonal, Disp: i * width}, v)
			VANDPD(w, v, v)
			VMOVUPD(v, w)
			v = YMM()
			VANDPD(end, t.tail, v)
			VMOVUPD(v, end)
		}
	})
	VCMPPD(Imm(0), t.zero, faults, faults) // equal
	VANDPD(positive, faults, faults)
	lanesGood := GP32()
	VMOVMSKPD(faults, lanesGood)
	MOVB(U8(3), result)
	CMPL(lanesGood, Imm(15))
	JNE(LabelRef("leave"))
	MOVB(U8(0), result)
	Label("leave")
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// pointer loads where a slice begins.
func (t twoPhase) pointer(name string) Register {
	for i, s := range sliceFields {
		if s == name {
			p := GP64()
			MOVQ(Mem{Base: t.self, Disp: fieldSlices + 3*number*i}, p)
			return p
		}
	}
	panic("no slice " + name)
}

// at is the block's part of a vector of the output neurons.
func (t twoPhase) at(name string) Mem {
	return Mem{Base: t.pointer(name), Index: t.offset, Scale: 1}
}

// blocks does body for all blocks of four rows.
func (t twoPhase) blocks(name string, body func()) {
	XORQ(t.offset, t.offset)
	Label(name)
	body()
	ADDQ(Imm(width), t.offset)
	CMPQ(t.offset, t.bytes)
	JLT(LabelRef(name))
}

// columns does body for all registers of a row.
func (t twoPhase) columns(name string, body func(column Register)) {
	column := GP64()
	XORQ(column, column)
	Label(name + "Columns")
	body(column)
	ADDQ(Imm(width), column)
	CMPQ(column, t.bytes)
	JLT(LabelRef(name + "Columns"))
}

// rows finds the lateral rows of the block. Behind the last one it is the idle
// row.
func (t twoPhase) rows() {
	lateral, idle, rows, row := t.pointer("lateral"), t.pointer("idle"), GP64(), GP64()
	MOVQ(Mem{Base: t.self, Disp: fieldRows}, rows)
	MOVQ(t.offset, row)
	SHRQ(Imm(3), row)
	SUBQ(row, rows) // those left
	IMULQ(t.stride, row)
	ADDQ(row, lateral)
	MOVQ(lateral, t.row[0])
	for i := 1; i < lanes; i++ {
		LEAQ(Mem{Base: t.row[i-1], Index: t.stride, Scale: 1}, t.row[i])
	}
	for i := 1; i < lanes; i++ {
		CMPQ(rows, Imm(uint64(i)))
		CMOVQLE(idle, t.row[i])
	}
}

// total adds the partial sums of four rows: (s0+s1)+(s2+s3), and + 0.
func (t twoPhase) total(sum [lanes]VecVirtual) VecVirtual {
	low, high, first, second := YMM(), YMM(), YMM(), YMM()
	VHADDPD(sum[1], sum[0], low)
	VHADDPD(sum[3], sum[2], high)
	VPERM2F128(Imm(0x20), high, low, first)
	VPERM2F128(Imm(0x31), high, low, second)
	VADDPD(second, first, first)
	VADDPD(t.zero, first, first)
	return first
}

// leaveUnless leaves the routine unless all is finite.
func (t twoPhase) leaveUnless(faults VecVirtual) {
	good, equal := GP32(), YMM()
	VCMPPD(Imm(0), t.zero, faults, equal)
	VMOVMSKPD(equal, good)
	CMPL(good, Imm(15))
	JNE(LabelRef("leave"))
}
