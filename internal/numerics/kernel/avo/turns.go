package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// fire is the second turn of two phases, y = ỹ − M_o ỹ / m or, of rectified outputs,
// y = max(0, (W x − M_o ỹ) / m). last is ỹ of the last block,
// for which all sums wait: it would come later from memory. look is shown y.
func (t twoPhase) fire(last VecVirtual, look func(VecVirtual)) {
	root, lateralRoot := t.number(fieldRoot), t.number(fieldLateralRoot)
	t.blocks("second", func() {
		t.rows()
		var sum [lanes]VecVirtual
		for i := range sum {
			sum[i] = YMM()
			VXORPD(sum[i], sum[i], sum[i])
		}
		provisional, column, end := t.pointer("provisional"), GP64(), GP64()
		hear := func(signal VecVirtual) {
			for i := range sum {
				VFMADD231PD(Mem{Base: t.row[i], Index: column, Scale: 1}, signal, sum[i])
			}
		}
		XORQ(column, column)
		LEAQ(Mem{Base: t.bytes, Disp: -width}, end)
		JMP(LabelRef("secondMore"))
		alignLoop()
		Label("secondColumns")
		signal := YMM()
		VMOVUPD(Mem{Base: provisional, Index: column, Scale: 1}, signal)
		hear(signal)
		ADDQ(Imm(width), column)
		Label("secondMore")
		CMPQ(column, end)
		JLT(LabelRef("secondColumns"))
		hear(last)
		received := t.total(sum)
		y := YMM()
		if t.rectified {
			VMOVUPD(t.at("current"), y)
			VSUBPD(received, y, y)
			VDIVPD(t.at("scale"), y, y)
			finite := YMM()
			VMOVAPD(y, finite)
			look(finite)
			t.rectify(y)
			t.fired(y, root, lateralRoot)
			return
		}
		VDIVPD(t.at("scale"), received, received)
		VMOVUPD(Mem{Base: provisional, Index: t.offset, Scale: 1}, y)
		VSUBPD(received, y, y)
		t.fired(y, root, lateralRoot)
		look(y)
	})
}

// rectify replaces y by max(0, y).
func (t twoPhase) rectify(y VecVirtual) {
	VMAXPD(y, t.zero, y) // a −0 stays one
	VADDPD(t.zero, y, y)
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
	CMPB(NewDataAddr(Symbol{Name: "·wide"}, 0), Imm(0))
	JE(LabelRef("narrow"))
	CMPQ(p.rows, Imm(wideRows))
	JLT(LabelRef("narrow"))
	CMPQ(cols, Imm(wideCols))
	JLT(LabelRef("narrow"))
	widePass{pass: p}.generate(cols)
	JMP(LabelRef("tileDone"))
	Label("narrow")
	p.begin(masks, cols)
	p.generate()
	Label("tileDone")
	ADDQ(U32(tileColumns*number), tile)
	end := GP64()
	MOVQ(Mem{Base: t.self, Disp: fieldCols}, end)
	SHLQ(Imm(3), end)
	CMPQ(tile, end)
	JLT(LabelRef("tile"))
	Label("received")
}
