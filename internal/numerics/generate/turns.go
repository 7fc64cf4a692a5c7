package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// fire is the second turn of two phases, y = ỹ − M_o ỹ / m or, of rectified outputs,
// y = max(0, (W x − M_o ỹ) / m). last is ỹ of the last block,
// for which all sums wait: it would come later from memory.
func (t twoPhase) fire(last VecVirtual) {
	root, lateralRoot := t.number(fieldRoot), t.number(fieldLateralRoot)
	t.blocks("second", func() {
		t.rows()
		sum, provisional, column := t.hear("second", "provisional", t.bytes, alignLoop)
		t.add(last, column, sum)
		received := t.total(sum)
		if t.rectified {
			y := loaded(t.at("current"))
			VSUBPD(received, y, y)
			VDIVPD(t.at("scale"), y, y)
			look(made(VMOVAPD, y), t.faults)
			t.rectify(y)
			t.fired(y, root, lateralRoot)
			return
		}
		VDIVPD(t.at("scale"), received, received)
		y := loaded(indexed(provisional, t.offset))
		VSUBPD(received, y, y)
		t.fired(y, root, lateralRoot)
		look(y, t.faults)
	})
}

// hear returns the partial sums of what the block's rows hear from the outputs before the last block before an end,
// with where these outputs' signals are and the column of the last block.
func (t twoPhase) hear(name, signals string, before Register, align func()) ([lanes]VecVirtual, Register, Register) {
	var sum [lanes]VecVirtual
	for i := range sum {
		sum[i] = zeros()
	}
	from, column, end := t.pointer(signals), GP64(), GP64()
	XORQ(column, column)
	LEAQ(beyond(before, -width), end)
	JMP(LabelRef(name + "More"))
	align()
	Label(name + "Columns")
	t.add(loaded(indexed(from, column)), column, sum)
	ADDQ(Imm(width), column)
	Label(name + "More")
	on(JLT, column, end, name+"Columns")
	return sum, from, column
}

// add adds what the block's rows hear of four signals, at a column.
func (t twoPhase) add(signal VecVirtual, column Register, sum [lanes]VecVirtual) {
	for i := range sum {
		VFMADD231PD(indexed(t.row[i], column), signal, sum[i])
	}
}

// rectify replaces y by max(0, y).
func (t twoPhase) rectify(y VecVirtual) {
	VMAXPD(y, t.zero, y) // a −0 stays one
	VADDPD(t.zero, y, y)
}

// fired keeps the block's y and the drives that it makes.
func (t twoPhase) fired(y, root, lateralRoot VecVirtual) {
	t.set("final", y)
	drive := made(VMULPD, root, y)
	t.set("postDrive", drive)
	VMULPD(lateralRoot, y, drive)
	t.set("lateralDrive", drive)
	VMULPD(t.at("lateralPreDecay"), lateralRoot, drive)
	t.set("preFactor", drive)
}

// receive takes the stimulus in and, if a change of W is pending, makes it and
// transmits in one pass, tile by tile.
func (t twoPhase) receive() {
	on(JE, t.field(fieldPart), Imm(partLearning), "received")
	on(JE, t.field(fieldPending), Imm(0), "received")

	from, to, left := t.pointer("stimulus"), t.pointer("signals"), GP64()
	t.faults = zeros()
	limit, column := GP64(), GP64()
	take := func(mask VecVirtual) {
		x := YMM()
		move(indexed(from, column), x, mask)
		VMOVUPD(x, indexed(to, column))
		look(x, t.faults)
	}
	MOVQ(t.field(fieldCols), limit)
	MOVQ(limit, left)
	SHLQ(Imm(3), limit)
	SUBQ(Imm(width), limit)
	XORQ(column, column)
	on(JLT, limit, Imm(0), "lastOfStimulus")
	Label("stimulus")
	take(nil)
	ADDQ(Imm(width), column)
	on(JLE, column, limit, "stimulus")
	Label("lastOfStimulus")
	ANDQ(Imm(lanes-1), left)
	JE(LabelRef("taken"))
	take(maskOf(left))
	Label("taken")
	t.leaveIfWrong(4)

	tile := cleared() // the tile's first column, in bytes
	Label("tile")
	p := pass{
		update: true, forward: true,
		w: t.pointer("weights"), rows: GP64(), stride: GP64(), keep: t.pointer("keep"), postDrive: t.pointer("postDrive"),
		preDrive: t.pointer("preDrive"), x: t.pointer("signals"), sums: t.pointer("sums"), more: tile,
	}
	advance(tile, p.w, p.preDrive, p.x)
	MOVQ(t.field(fieldRows), p.rows)
	MOVQ(t.field(fieldStride), p.stride)
	SHLQ(Imm(3), p.stride)
	cols, most := GP64(), copied(tile)
	SHRQ(Imm(3), most)
	MOVQ(t.field(fieldCols), cols)
	SUBQ(most, cols)
	MOVQ(U32(tileColumns), most)
	CMPQ(cols, most)
	CMOVQGT(most, cols)
	CMPB(NewDataAddr(Symbol{Name: "·wide"}, 0), Imm(0))
	JE(LabelRef("narrow"))
	on(JLT, p.rows, Imm(wideRows), "narrow")
	on(JLT, cols, Imm(wideCols), "narrow")
	widePass{pass: p}.generate(cols)
	JMP(LabelRef("tileDone"))
	Label("narrow")
	p.begin(cols)
	p.generate()
	Label("tileDone")
	ADDQ(U32(tileColumns*number), tile)
	end := copied(t.field(fieldCols))
	SHLQ(Imm(3), end)
	on(JLT, tile, end, "tile")
	Label("received")
}
