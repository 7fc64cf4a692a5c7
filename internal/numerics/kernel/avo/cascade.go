package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What a cascade does otherwise than two phases.

// fireInOrder is the second turn of a cascade, y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_i. look
// is shown y.
//
// Each y waits for the one before it: a fused product, two sums, a division and a
// difference. So these are of single numbers, and all else is done before or beside
// them. What a block of four rows hears from outputs before the last block is summed in
// registers, as in two phases.
func (t twoPhase) fireInOrder(look func(VecVirtual)) {
	var before [lanes]VecVirtual // y of the last block
	for c := range before {
		before[c] = XMM()
	}
	heard := AllocLocal(lanes * width) // the partial sums of four rows
	XORQ(t.offset, t.offset)
	t.block("firstInOrder", Mem{}, before, true, look)
	JMP(LabelRef("nextInOrder"))
	Label("inOrder")
	t.block("blockInOrder", heard, before, false, look)
	Label("nextInOrder")
	ADDQ(Imm(width), t.offset)
	CMPQ(t.offset, t.bytes)
	JLT(LabelRef("inOrder"))
}

// block lets four rows fire, or the fewer that are left.
func (t twoPhase) block(name string, heard Mem, before [lanes]VecVirtual, first bool, look func(VecVirtual)) {
	t.rows()
	if !first {
		t.hear(name, heard)
	}
	left := GP64()
	MOVQ(Mem{Base: t.self, Disp: fieldRows}, left)
	SHLQ(Imm(3), left)
	SUBQ(t.offset, left)
	provisional, scale := t.pointer("provisional"), t.pointer("scale")
	var y [lanes]VecVirtual
	for r := range y {
		y[r] = XMM()
		VXORPD(y[r], y[r], y[r])
	}
	zero := t.zero.AsX()
	synapse := func(r, c, disp int) Mem { return Mem{Base: t.row[r], Index: t.offset, Scale: 1, Disp: c*number + disp} }
	for r := range lanes {
		var sum [lanes]Register
		for c := range sum {
			sum[c] = zero
			if !first || c < r {
				sum[c] = XMM()
			}
			if first && c < r {
				VXORPD(sum[c], sum[c], sum[c])
			}
			if !first {
				VMOVSD(heard.Offset(r*width+c*number), sum[c])
				VFMADD231SD(synapse(r, c, -width), before[c], sum[c])
			}
			if c < r {
				VFMADD231SD(synapse(r, c, 0), y[c], sum[c])
			}
		}
		// No sum is −0 if one of the four is not: this one, for which nothing waits.
		if !first {
			VADDSD(zero, sum[r], sum[r])
		}
		low, high := XMM(), XMM()
		VADDSD(sum[1], sum[0], low)
		VADDSD(sum[3], sum[2], high)
		VADDSD(high, low, low)
		VDIVSD(Mem{Base: scale, Index: t.offset, Scale: 1, Disp: r * number}, low, low)
		VMOVSD(Mem{Base: provisional, Index: t.offset, Scale: 1, Disp: r * number}, high)
		VSUBSD(low, high, y[r])
		if r < lanes-1 {
			CMPQ(left, Imm(uint64((r+1)*number)))
			JE(LabelRef(name + "Fired"))
		}
	}
	Label(name + "Fired")
	all, high := YMM(), XMM()
	VXORPD(all, all, all)
	VUNPCKLPD(y[1], y[0], all.AsX())
	VUNPCKLPD(y[3], y[2], high)
	VINSERTF128(Imm(1), high, all, all)
	t.fired(all, t.number(fieldRoot), t.number(fieldLateralRoot))
	look(all)
	for c := range y {
		VMOVAPD(y[c], before[c])
	}
}

// hear leaves the partial sums of what the block's rows hear from the outputs before
// the last block.
func (t twoPhase) hear(name string, heard Mem) {
	var sum [lanes]VecVirtual
	for i := range sum {
		sum[i] = YMM()
		VXORPD(sum[i], sum[i], sum[i])
	}
	final, column, end := t.pointer("final"), GP64(), GP64()
	XORQ(column, column)
	LEAQ(Mem{Base: t.offset, Disp: -width}, end)
	JMP(LabelRef(name + "More"))
	Label(name + "Columns")
	signal := YMM()
	VMOVUPD(Mem{Base: final, Index: column, Scale: 1}, signal)
	for i := range sum {
		VFMADD231PD(Mem{Base: t.row[i], Index: column, Scale: 1}, signal, sum[i])
	}
	ADDQ(Imm(width), column)
	Label(name + "More")
	CMPQ(column, end)
	JLT(LabelRef(name + "Columns"))
	for i := range sum {
		VMOVUPD(sum[i], heard.Offset(i*width))
	}
}

// chooseMasks takes the masks of what is before the diagonal if M_o has no more.
func (t twoPhase) chooseMasks(masks Register) {
	CMPB(Mem{Base: t.self, Disp: fieldOrdered}, Imm(0))
	JE(LabelRef("allToAll"))
	LEAQ(t.earlier, masks)
	Label("allToAll")
}

// endOfLearning returns where the columns end in which the block has synapses.
func (t twoPhase) endOfLearning() Register {
	end := GP64()
	MOVQ(t.bytes, end)
	CMPB(Mem{Base: t.self, Disp: fieldOrdered}, Imm(0))
	JE(LabelRef("wholeRows"))
	LEAQ(Mem{Base: t.offset, Disp: width}, end)
	Label("wholeRows")
	return end
}

// square sets the block's decays to the squares of final activity if the field says so.
func (t twoPhase) square(decay string, field int) {
	CMPB(Mem{Base: t.self, Disp: field}, Imm(0))
	JE(LabelRef(fmt.Sprintf("%sIsFixed", decay)))
	y := YMM()
	VMOVUPD(t.at("final"), y)
	VMULPD(y, y, y)
	VMOVUPD(y, t.at(decay))
	Label(fmt.Sprintf("%sIsFixed", decay))
}

// keepScale restores the block's scales if they are fixed.
func (t twoPhase) keepScale() {
	CMPB(Mem{Base: t.self, Disp: fieldFixedScale}, Imm(0))
	JE(LabelRef("scaleLearns"))
	m := YMM()
	VMOVUPD(t.at("before"), m)
	VMOVUPD(m, t.at("scale"))
	Label("scaleLearns")
}
