package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// pass is one pass over the weights of a tile.
type pass struct {
	update, decay, forward bool // as in a routine

	w, rows, stride           Register // of what is left; the stride is in bytes
	keep, postDrive, preDrive Register
	preDecay, x, sums, more   Register
	one                       VecVirtual

	limit  Register   // the last column at which a whole register begins, in bytes
	mask   VecVirtual // of the numbers beyond the last whole register
	triple Register   // three strides
	column Register   // in bytes
	row    Register   // the first row of the group, at the column
}

// begin prepares what all groups of rows share. cols is overwritten.
func (p *pass) begin(masks Mem, cols Register) {
	table, tail := GP64(), GP64()
	LEAQ(masks, table)
	MOVQ(cols, tail)
	ANDQ(Imm(lanes-1), tail)
	SHLQ(Imm(5), tail)
	p.mask = YMM()
	VMOVUPD(Mem{Base: table, Index: tail, Scale: 1}, p.mask)
	p.limit = cols
	SHLQ(Imm(3), p.limit)
	SUBQ(Imm(width), p.limit)
	p.triple, p.column, p.row = GP64(), GP64(), GP64()
	LEAQ(Mem{Base: p.stride, Index: p.stride, Scale: 2}, p.triple)
}

// generate writes the pass: four rows at a time, then fewer.
func (p *pass) generate() {
	for rows := lanes; rows > 0; rows-- {
		if rows < 4 || !p.decay || !p.forward { // whose registers would not suffice
			p.group(rows)
		}
	}
}

// group works off the rows some at a time, as long as there are enough.
func (p *pass) group(rows int) {
	label := func(name string) string { return fmt.Sprintf("%s%d", name, rows) }
	Label(label("rows"))
	CMPQ(p.rows, Imm(uint64(rows)))
	JLT(LabelRef(label("done")))
	if rows == 4 { // the last five or six make groups of three, for one or two alone wait for their sums
		for _, n := range []uint64{5, 6} {
			CMPQ(p.rows, Imm(n))
			JE(LabelRef(label("done")))
		}
	}

	var keep, drive, sum [lanes]VecVirtual
	for i := range rows {
		if p.update {
			keep[i], drive[i] = YMM(), YMM()
			VBROADCASTSD(Mem{Base: p.keep, Disp: i * number}, keep[i])
			VBROADCASTSD(Mem{Base: p.postDrive, Disp: i * number}, drive[i])
		}
		if p.forward {
			sum[i] = YMM()
			VXORPD(sum[i], sum[i], sum[i])
		}
	}
	if p.forward {
		CMPQ(p.more, Imm(0))
		JE(LabelRef(label("begin")))
		for i := range rows {
			VMOVUPD(Mem{Base: p.sums, Disp: i * width}, sum[i])
		}
		Label(label("begin"))
	}

	XORQ(p.column, p.column)
	MOVQ(p.w, p.row)
	CMPQ(p.limit, Imm(0))
	JLT(LabelRef(label("tail")))
	if rows >= 3 {
		alignLoop()
	}
	Label(label("columns"))
	p.columns(rows, keep, drive, sum, false)
	ADDQ(Imm(width), p.row)
	ADDQ(Imm(width), p.column)
	CMPQ(p.column, p.limit)
	JLE(LabelRef(label("columns")))

	Label(label("tail"))
	SUBQ(Imm(width), p.column)
	CMPQ(p.column, p.limit)
	JE(LabelRef(label("next")))
	ADDQ(Imm(width), p.column)
	p.columns(rows, keep, drive, sum, true)

	Label(label("next"))
	for i := range rows {
		if p.forward {
			VMOVUPD(sum[i], Mem{Base: p.sums, Disp: i * width})
		}
	}
	switch rows {
	case 4:
		LEAQ(Mem{Base: p.w, Index: p.stride, Scale: 4}, p.w)
	case 3:
		ADDQ(p.triple, p.w)
	default:
		LEAQ(Mem{Base: p.w, Index: p.stride, Scale: uint8(rows)}, p.w)
	}
	if p.update {
		ADDQ(Imm(uint64(rows*number)), p.keep)
		ADDQ(Imm(uint64(rows*number)), p.postDrive)
	}
	if p.forward {
		ADDQ(U32(rows*width), p.sums)
	}
	SUBQ(Imm(uint64(rows)), p.rows)
	JMP(LabelRef(label("rows")))
	Label(label("done"))
}

// at is where row i of the group is at the column.
func (p *pass) at(i int) Mem {
	switch i {
	case 0:
		return Mem{Base: p.row}
	case 3:
		return Mem{Base: p.row, Index: p.triple, Scale: 1}
	}
	return Mem{Base: p.row, Index: p.stride, Scale: uint8(i)}
}

// columns works on four columns of a group of rows, or on the last ones, less
// than four.
func (p *pass) columns(rows int, keep, drive, sum [lanes]VecVirtual, last bool) {
	load := func(from Register) VecVirtual {
		v := YMM()
		if at := (Mem{Base: from, Index: p.column, Scale: 1}); last {
			VMASKMOVPD(at, p.mask, v)
		} else {
			VMOVUPD(at, v)
		}
		return v
	}
	var preDrive, preDecay, x VecVirtual
	if p.update {
		preDrive = load(p.preDrive)
	}
	if p.decay {
		preDecay = load(p.preDecay)
	}
	if p.forward {
		x = load(p.x)
	}
	for i := range rows {
		w := YMM()
		if !p.update {
			if last { // what is behind may be anything, also no number
				VMASKMOVPD(p.at(i), p.mask, w)
				VFMADD231PD(w, x, sum[i])
			} else {
				VFMADD231PD(p.at(i), x, sum[i])
			}
			continue
		}
		kept := keep[i]
		if p.decay { // 1 − p_post·p_pre
			kept = YMM()
			VMOVAPD(p.one, kept)
			VFNMADD231PD(preDecay, keep[i], kept)
		}
		VMULPD(p.at(i), kept, w)
		VFMADD231PD(preDrive, drive[i], w)
		if last {
			VANDPD(p.mask, w, w) // the padding stays zero
		}
		VMOVUPD(w, p.at(i))
		if p.forward {
			VFMADD231PD(x, w, sum[i])
		}
	}
}
