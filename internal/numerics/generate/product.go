package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// productRoutines writes the routines of products of matrices: some columns of all rows of the product
// at a time, so that the same columns of B stay in the cache while the rows pass. Each element has the
// given number of partial sums, and the sums of a block are as many as there are registers for.
func productRoutines() {
	productRoutine("multiplyAVX2",
		"sets each element of dst to the canonical dot product of a row of A and a column of B.",
		lanes, []int{3, 2, 1})
	productRoutine("combineRowsAVX2",
		"sets each row of dst to a combination of the rows of B, added in their order or, if there is more, adds to it.",
		1, []int{8, 4, 3, 2, 1})
}

// product is where a routine stands. Strides are in bytes.
type product struct {
	sums                   int      // of an element
	left                   Register // columns
	dst, b                 Register // at the first of them
	bStride, aStep         Register
	dstRow, aRow, row      Register
	aPointer, bPointer, to Register // the next elements, and what is left of the sum
	last                   Register // the distance of a block's last register
	mask                   VecVirtual
	zero                   VecVirtual
}

// productRoutine writes a routine. A block has as many registers of columns as one of the widths.
func productRoutine(name, doc string, sums int, widths []int) {
	more := ""
	if sums == 1 {
		more = ", more"
	}
	const parameters = "dst *float64, dstStride int, a *float64, aRow, aStep int, b *float64, bStride, rows, cols, depth"
	begin(name, "func("+parameters+more+" int)", doc)
	mask := YMM()
	p := product{
		sums: sums, left: parameter("cols"), dst: parameter("dst"), b: parameter("b"),
		bStride: parameter("bStride"), aStep: parameter("aStep"),
		dstRow: GP64(), aRow: GP64(), row: GP64(), aPointer: GP64(), bPointer: GP64(), to: GP64(),
		zero: zeros(),
	}
	Label("again")
	on(JLE, p.left, Imm(0), "end")
	for _, registers := range widths {
		narrower := fmt.Sprintf("narrower%d", registers)
		if registers > 1 {
			on(JLE, p.left, immediate((registers-1)*lanes), narrower)
		} else { // less than four columns, or such as would be added twice
			on(JGE, p.left, Imm(lanes), "whole")
			if sums == 1 {
				on(JNE, memory("more"), Imm(0), "few")
			}
			on(JLT, memory("cols"), Imm(lanes), "few")
			Label("whole")
		}
		// The last register ends with the last column: some columns are found twice.
		p.last = GP64()
		most := copied(U64(registers * lanes))
		MOVQ(p.left, p.last)
		CMPQ(p.last, most)
		CMOVQGT(most, p.last)
		SUBQ(Imm(lanes), p.last)
		SHLQ(Imm(3), p.last)
		p.block(fmt.Sprint(registers), registers)
		advance(U32(registers*width), p.dst, p.b)
		SUBQ(immediate(registers*lanes), p.left)
		JMP(LabelRef("again"))
		Label(narrower)
	}
	Label("few")
	readMask(p.left, mask)
	p.mask = mask
	p.block("few", 1)
	Label("end")
	end()
}

// at is where register i of a block is, behind a row.
func (p product) at(row Register, i, registers int) Mem {
	if p.mask != nil {
		return Mem{Base: row}
	}
	if i == registers-1 {
		return indexed(row, p.last)
	}
	return beyond(row, i*width)
}

// block finds some columns of all rows.
func (p product) block(name string, registers int) {
	label := func(s string) string { return s + "Of" + name }
	Load(Param("rows"), p.row)
	Load(Param("a"), p.aRow)
	MOVQ(p.dst, p.dstRow)
	Label(label("row"))
	sum := make([][]VecVirtual, p.sums)
	for s := range sum {
		for range registers {
			sum[s] = append(sum[s], zeros())
		}
	}
	if p.sums == 1 {
		on(JE, memory("more"), Imm(0), label("begin"))
		for i := range registers {
			move(p.at(p.dstRow, i, registers), sum[0][i], p.mask)
		}
		Label(label("begin"))
	}
	Load(Param("depth"), p.to)
	MOVQ(p.aRow, p.aPointer)
	MOVQ(p.b, p.bPointer)
	add := func(s int) {
		a := broadcast(Mem{Base: p.aPointer})
		ADDQ(p.aStep, p.aPointer)
		for i := range registers {
			var b Op = p.at(p.bPointer, i, registers)
			if p.mask != nil {
				v := YMM()
				move(b, v, p.mask)
				b = v
			}
			VFMADD231PD(b, a, sum[s][i])
		}
		ADDQ(p.bStride, p.bPointer)
	}
	Label(label("sum"))
	on(JLT, p.to, immediate(p.sums), label("last"))
	for s := range p.sums {
		add(s)
	}
	SUBQ(immediate(p.sums), p.to)
	JMP(LabelRef(label("sum")))
	Label(label("last"))
	for s := range p.sums - 1 {
		on(JLE, p.to, immediate(s), label("total"))
		add(s)
	}
	Label(label("total"))
	for i := range registers {
		total := sum[0][i]
		if p.sums == lanes {
			addUp([lanes]VecVirtual{total, sum[1][i], sum[2][i], sum[3][i]}, p.zero)
		}
		move(total, p.at(p.dstRow, i, registers), p.mask)
	}
	ADDQ(parameter("aRow"), p.aRow)
	ADDQ(parameter("dstStride"), p.dstRow)
	DECQ(p.row)
	JNZ(LabelRef(label("row")))
}
