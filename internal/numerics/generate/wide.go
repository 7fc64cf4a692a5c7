package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// widePass is a pass that learns and transmits by AVX-512, whose registers have eight
// numbers. A row still has four partial sums, so that the bits are the same: a register
// has those of two rows. Both rows learn eight columns and then exchange halves: the
// first four columns of both make one register, the last four the other.
type widePass struct {
	pass
	last  Register // the mask of the numbers beyond the last whole register
	fifth Register // the group's fifth row, at the column; w is its first one
}

// generate writes the pass. cols is overwritten.
func (p widePass) generate(cols Register) {
	p.last, p.limit = K(), cols
	p.triple, p.column, p.fifth = GP64(), GP64(), GP64()
	LEAQ(Mem{Base: p.stride, Index: p.stride, Scale: 2}, p.triple)
	bits := copied(U32(1<<8 - 1))
	MOVQ(p.limit, p.column)
	ANDQ(Imm(7), p.column)
	BZHIQ(p.column, bits, bits)
	KMOVW(bits.As32(), p.last)
	SHRQ(Imm(3), p.limit)
	SHLQ(Imm(6), p.limit)
	// At least four: one or two alone wait for their sums.
	p.group(8, 12)
	p.group(7, 0)
	p.group(6, 10)
	p.group(5, 9)
	p.group(4, 0)
}

// group processes rows in groups of this size, while exactly one group is left, or at least
// enough rows for another size after it.
func (p widePass) group(rows, enough int) {
	label := func(name string) string { return fmt.Sprintf("%sWide%d", name, rows) }
	Label(label("rows"))
	on(JE, p.rows, immediate(rows), label("begin"))
	if enough > 0 {
		on(JGE, p.rows, immediate(enough), label("begin"))
	}
	JMP(LabelRef(label("done")))
	Label(label("begin"))
	var keep, drive [8]VecVirtual
	for i := range rows {
		keep[i], drive[i] = ZMM(), ZMM()
		p.factors(i, keep[i], drive[i])
	}
	sum := make([]VecVirtual, (rows+1)/2)
	for i := range sum {
		sum[i] = ZMM()
		VXORPD(sum[i], sum[i], sum[i])
	}
	sums := func(pair int) (Register, Mem) {
		at := beyond(p.sums, pair*2*width)
		if 2*pair+1 == rows {
			return sum[pair].AsY(), at
		}
		return sum[pair], at
	}
	on(JE, p.more, Imm(0), label("start"))
	for i := range sum {
		register, at := sums(i)
		VMOVUPD(at, register)
	}
	Label(label("start"))
	XORQ(p.column, p.column)
	LEAQ(Mem{Base: p.w, Index: p.stride, Scale: 4}, p.fifth)
	JMP(LabelRef(label("more")))
	Label(label("columns"))
	p.columns(keep, drive, sum, rows, false)
	advance(U32(2*width), p.w, p.fifth, p.column)
	Label(label("more"))
	on(JLT, p.column, p.limit, label("columns"))
	KTESTB(p.last, p.last)
	JE(LabelRef(label("next")))
	p.columns(keep, drive, sum, rows, true)

	Label(label("next"))
	for i := range sum {
		register, at := sums(i)
		VMOVUPD(register, at)
	}
	LEAQ(p.at(rows-1), p.w)
	ADDQ(p.stride, p.w)
	SUBQ(p.column, p.w)
	p.next(rows, label)
}

// at is where row i of the group is at the column.
func (p widePass) at(i int) Mem {
	if i < 4 {
		return p.pass.at(p.w, i)
	}
	return p.pass.at(p.fifth, i-4)
}

// columns works on eight columns of a group of rows, or on the last ones, less than
// eight.
func (p widePass) columns(keep, drive [8]VecVirtual, sum []VecVirtual, rows int, last bool) {
	preDrive, low, high := ZMM(), ZMM(), ZMM()
	x, from := indexed(p.x, p.column), indexed(p.preDrive, p.column)
	if last {
		VMOVUPD_Z(from, p.last, preDrive)
		VMOVUPD_Z(x, p.last, high)
		VSHUFF64X2(Imm(0x44), high, high, low)
		VSHUFF64X2(Imm(0xee), high, high, high)
	} else {
		VMOVUPD(from, preDrive)
		VBROADCASTF64X4(x, low)
		VBROADCASTF64X4(x.Offset(width), high)
	}
	learn := func(i int) VecVirtual {
		w := ZMM()
		if last { // the padding stays zero
			VMULPD_Z(p.at(i), keep[i], p.last, w)
			VFMADD231PD(preDrive, drive[i], p.last, w)
		} else {
			VMULPD(p.at(i), keep[i], w)
			VFMADD231PD(preDrive, drive[i], w)
		}
		VMOVUPD(w, p.at(i))
		return w
	}
	for pair := range sum {
		first := learn(2 * pair)
		second := first
		if 2*pair+1 < rows {
			second = learn(2*pair + 1)
		}
		both := ZMM()
		VINSERTF64X4(Imm(1), second.AsY(), first, both)
		VFMADD231PD(low, both, sum[pair])
		VSHUFF64X2(Imm(0xee), second, first, both)
		VFMADD231PD(high, both, sum[pair])
	}
}
