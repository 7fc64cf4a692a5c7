package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// What a cascade does otherwise than two phases.

// fireInOrder is the second turn of a cascade, y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_i.
//
// Each y waits for the one before it: a fused product, two sums, a division and a
// difference. So these are of single numbers, and all else is done before or beside
// them. What a block of four rows hears from outputs before the last block is summed in
// registers, as in two phases.
func (t twoPhase) fireInOrder() {
	var before [lanes]VecVirtual // y of the last block
	for c := range before {
		before[c] = XMM()
	}
	heard := AllocLocal(lanes * width) // the partial sums of four rows
	XORQ(t.offset, t.offset)
	t.block("firstInOrder", Mem{}, before, true)
	JMP(LabelRef("nextInOrder"))
	Label("inOrder")
	t.block("blockInOrder", heard, before, false)
	Label("nextInOrder")
	ADDQ(Imm(width), t.offset)
	on(JLT, t.offset, t.bytes, "inOrder")
}

// block lets four rows fire, or the fewer that are left.
func (t twoPhase) block(name string, heard Mem, before [lanes]VecVirtual, first bool) {
	t.rows()
	if !first {
		sum, _, _ := t.hear(name, "final", t.offset, func() {})
		for i := range sum {
			VMOVUPD(sum[i], heard.Offset(i*width))
		}
	}
	left := copied(t.field(fieldRows))
	SHLQ(Imm(3), left)
	SUBQ(t.offset, left)
	provisional, scale := t.pointer("provisional"), t.pointer("scale")
	var y [lanes]VecVirtual
	for r := range y {
		y[r] = XMM()
		VXORPD(y[r], y[r], y[r])
	}
	zero := t.zero.AsX()
	synapse := func(r, c, disp int) Mem { return indexed(t.row[r], t.offset).Offset(c*number + disp) }
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
		VDIVSD(indexed(scale, t.offset).Offset(r*number), low, low)
		VMOVSD(indexed(provisional, t.offset).Offset(r*number), high)
		VSUBSD(low, high, y[r])
		if r < lanes-1 {
			on(JE, left, immediate((r+1)*number), name+"Fired")
		}
	}
	Label(name + "Fired")
	all, high := zeros(), XMM()
	VUNPCKLPD(y[1], y[0], all.AsX())
	VUNPCKLPD(y[3], y[2], high)
	VINSERTF128(Imm(1), high, all, all)
	t.fired(all, t.number(fieldRoot), t.number(fieldLateralRoot))
	look(all, t.faults)
	for c := range y {
		VMOVAPD(y[c], before[c])
	}
}

// chooseMasks takes the masks of what is before the diagonal if M_o has no more.
func (t twoPhase) chooseMasks(masks Register) {
	t.where(fieldOrdered, "allToAll", func() { LEAQ(t.earlier, masks) })
}

// endOfLearning returns where the columns end in which the block has synapses.
func (t twoPhase) endOfLearning() Register {
	end := copied(t.bytes)
	t.where(fieldOrdered, "wholeRows", func() { LEAQ(beyond(t.offset, width), end) })
	return end
}

// square sets the block's decays to the squares of final activity if the field says so.
func (t twoPhase) square(decay string, field int) {
	t.where(field, decay+"IsFixed", func() {
		y := loaded(t.at("final"))
		VMULPD(y, y, y)
		t.set(decay, y)
	})
}

// keepScale restores the block's scales if they are fixed.
func (t twoPhase) keepScale() {
	t.where(fieldFixedScale, "scaleLearns", func() { t.set("scale", loaded(t.at("before"))) })
}

// where does body if the field is true, and goes on at a label otherwise.
func (t twoPhase) where(field int, otherwise string, body func()) {
	CMPB(t.field(field), Imm(0))
	JE(LabelRef(otherwise))
	body()
	Label(otherwise)
}
