package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// pass is one pass over the weights of a tile.
type pass struct {
	update  bool // change the weights
	decay   bool // by a presynaptic decay of each column
	forward bool // sum the products with x
	wide    bool // by AVX-512

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
func (p *pass) begin(cols Register) {
	table, tail := GP64(), GP64()
	LEAQ(masks, table)
	MOVQ(cols, tail)
	ANDQ(Imm(lanes-1), tail)
	SHLQ(Imm(5), tail)
	p.mask = loaded(indexed(table, tail))
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
	on(JLT, p.rows, immediate(rows), label("done"))
	if rows == 4 { // the last five or six make groups of three, for one or two alone wait for their sums
		for _, n := range []uint64{5, 6} {
			on(JE, p.rows, Imm(n), label("done"))
		}
	}

	var keep, drive, sum [lanes]VecVirtual
	for i := range rows {
		if p.update {
			keep[i], drive[i] = YMM(), YMM()
			p.factors(i, keep[i], drive[i])
		}
		if p.forward {
			sum[i] = zeros()
		}
	}
	if p.forward {
		on(JE, p.more, Imm(0), label("begin"))
		for i := range rows {
			VMOVUPD(beyond(p.sums, i*width), sum[i])
		}
		Label(label("begin"))
	}

	XORQ(p.column, p.column)
	MOVQ(p.w, p.row)
	on(JLT, p.limit, Imm(0), label("tail"))
	if rows >= 3 {
		alignLoop()
	}
	Label(label("columns"))
	p.columns(rows, keep, drive, sum, false)
	advance(Imm(width), p.row, p.column)
	on(JLE, p.column, p.limit, label("columns"))

	Label(label("tail"))
	SUBQ(Imm(width), p.column)
	on(JE, p.column, p.limit, label("next"))
	ADDQ(Imm(width), p.column)
	p.columns(rows, keep, drive, sum, true)

	Label(label("next"))
	for i := range rows {
		if p.forward {
			VMOVUPD(sum[i], beyond(p.sums, i*width))
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
	p.next(rows, label)
}

// factors reads the factors of row i of the group.
func (p *pass) factors(i int, keep, drive VecVirtual) {
	VBROADCASTSD(beyond(p.keep, i*number), keep)
	VBROADCASTSD(beyond(p.postDrive, i*number), drive)
}

// next ends a group of rows: others follow.
func (p *pass) next(rows int, label func(string) string) {
	if p.update {
		advance(immediate(rows*number), p.keep, p.postDrive)
	}
	if p.forward {
		ADDQ(U32(rows*width), p.sums)
	}
	SUBQ(immediate(rows), p.rows)
	JMP(LabelRef(label("rows")))
	Label(label("done"))
}

// at is where one of the first four rows behind a place in a row is.
func (p *pass) at(row Register, i int) Mem {
	switch i {
	case 0:
		return Mem{Base: row}
	case 3:
		return indexed(row, p.triple)
	}
	return Mem{Base: row, Index: p.stride, Scale: uint8(i)}
}

// columns works on four columns of a group of rows, or on the last ones, less
// than four.
func (p *pass) columns(rows int, keep, drive, sum [lanes]VecVirtual, last bool) {
	var mask VecVirtual
	if last {
		mask = p.mask
	}
	load := func(from Register) VecVirtual {
		v := YMM()
		move(indexed(from, p.column), v, mask)
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
		synapses, w := p.at(p.row, i), YMM()
		if !p.update {
			if last { // what is behind may be anything, also no number
				move(synapses, w, mask)
				VFMADD231PD(w, x, sum[i])
			} else {
				VFMADD231PD(synapses, x, sum[i])
			}
			continue
		}
		kept := keep[i]
		if p.decay {
			kept = without(p.one, preDecay, kept)
		}
		VMULPD(synapses, kept, w)
		VFMADD231PD(preDrive, drive[i], w)
		if last {
			VANDPD(mask, w, w) // the padding stays zero
		}
		VMOVUPD(w, synapses)
		if p.forward {
			VFMADD231PD(x, w, sum[i])
		}
	}
}
