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
}

// The bytes of an InOrder, which is behind the slices.
const (
	fieldCascade = fieldSlices + 23*3*number + iota
	fieldPostSquared
	fieldLateralPostSquared
	fieldFixedScale
	fieldOrdered
)

// twoPhase is where the routine stands.
type twoPhase struct {
	inOrder           bool // the second turn is that of a cascade
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
		look(y)
		ADDQ(U32(lanes*width), sums)
	})
	MOVB(U8(1), result)
	VPTEST(faults, faults)
	JNZ(LabelRef("leave"))

	// Second turn: y, and the drives that it makes.
	if t.inOrder {
		t.fireInOrder(look)
	} else {
		t.fire(look)
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

	// What stands behind a row, and the idle row, have become ±0, or nobody knows
	// what if one of the factors was not finite: then the zeros are restored.
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

// fire is the second turn of two phases, y = ỹ − M_o ỹ / m. look is shown y.
func (t twoPhase) fire(look func(VecVirtual)) {
	root, lateralRoot := t.number(fieldRoot), t.number(fieldLateralRoot)
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
		VMOVUPD(Mem{Base: provisional, Index: t.offset, Scale: 1}, y)
		VSUBPD(received, y, y)
		t.fired(y, root, lateralRoot)
		look(y)
	})
}

// fired keeps the block's y and the drives that it makes.
func (t twoPhase) fired(y, root, lateralRoot VecVirtual) {
	VMOVUPD(y, t.at("final"))
	drive := YMM()
	VMULPD(root, y, drive)
	VMOVUPD(drive, t.at("postDrive"))
	VMULPD(lateralRoot, y, drive)
	VMOVUPD(drive, t.at("lateralDrive"))
	VMULPD(t.at("lateralPreDecay"), lateralRoot, drive)
	VMOVUPD(drive, t.at("preFactor"))
}

// receive takes the stimulus in and, if a change of W is pending, makes it and
// transmits in one pass, tile by tile.
func (t twoPhase) receive(masks Mem, result Register) {
	CMPQ(Mem{Base: t.self, Disp: fieldPart}, Imm(partLearning))
	JE(LabelRef("received"))
	CMPQ(Mem{Base: t.self, Disp: fieldPending}, Imm(0))
	JE(LabelRef("received"))

	from, to, left := t.pointer("stimulus"), t.pointer("signals"), GP64()
	faults, limit, column := YMM(), GP64(), GP64()
	VXORPD(faults, faults, faults)
	take := func(load func(VecVirtual)) {
		x := YMM()
		load(x)
		VMOVUPD(x, Mem{Base: to, Index: column, Scale: 1})
		VSUBPD(x, x, x)
		VORPD(x, faults, faults)
	}
	MOVQ(Mem{Base: t.self, Disp: fieldCols}, limit)
	MOVQ(limit, left)
	SHLQ(Imm(3), limit)
	SUBQ(Imm(width), limit)
	XORQ(column, column)
	CMPQ(limit, Imm(0))
	JLT(LabelRef("lastOfStimulus"))
	Label("stimulus")
	take(func(x VecVirtual) { VMOVUPD(Mem{Base: from, Index: column, Scale: 1}, x) })
	ADDQ(Imm(width), column)
	CMPQ(column, limit)
	JLE(LabelRef("stimulus"))
	Label("lastOfStimulus")
	ANDQ(Imm(lanes-1), left)
	JE(LabelRef("taken"))
	table, mask := GP64(), YMM()
	LEAQ(masks, table)
	SHLQ(Imm(5), left)
	VMOVUPD(Mem{Base: table, Index: left, Scale: 1}, mask)
	take(func(x VecVirtual) { VMASKMOVPD(Mem{Base: from, Index: column, Scale: 1}, mask, x) })
	Label("taken")
	MOVB(U8(4), result)
	VPTEST(faults, faults)
	JNZ(LabelRef("leave"))

	tile := GP64() // the tile's first column, in bytes
	XORQ(tile, tile)
	Label("tile")
	p := pass{
		update: true, forward: true,
		w: t.pointer("weights"), rows: GP64(), stride: GP64(), keep: t.pointer("keep"), postDrive: t.pointer("postDrive"),
		preDrive: t.pointer("preDrive"), x: t.pointer("signals"), sums: t.pointer("sums"), more: tile,
	}
	ADDQ(tile, p.w)
	ADDQ(tile, p.preDrive)
	ADDQ(tile, p.x)
	MOVQ(Mem{Base: t.self, Disp: fieldRows}, p.rows)
	MOVQ(Mem{Base: t.self, Disp: fieldStride}, p.stride)
	SHLQ(Imm(3), p.stride)
	cols, most := GP64(), GP64()
	MOVQ(tile, most)
	SHRQ(Imm(3), most)
	MOVQ(Mem{Base: t.self, Disp: fieldCols}, cols)
	SUBQ(most, cols)
	MOVQ(U32(tileColumns), most)
	CMPQ(cols, most)
	CMOVQGT(most, cols)
	p.begin(masks, cols)
	p.generate()
	ADDQ(U32(tileColumns*number), tile)
	end := GP64()
	MOVQ(Mem{Base: t.self, Disp: fieldCols}, end)
	SHLQ(Imm(3), end)
	CMPQ(tile, end)
	JLT(LabelRef("tile"))
	Label("received")
}

// number broadcasts a number.
func (t twoPhase) number(field int) VecVirtual {
	v := YMM()
	VBROADCASTSD(Mem{Base: t.self, Disp: field}, v)
	return v
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
