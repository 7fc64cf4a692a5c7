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
func productRoutines(masks Mem) {
	productRoutine(masks, "multiplyAVX2", "sets each element of dst to the canonical dot product of a row of A and a column of B.", lanes, []int{3, 2, 1})
	productRoutine(masks, "combineRowsAVX2", "sets each row of dst to a combination of the rows of B, added in their order or, if there is more, adds to it.", 1, []int{8, 4, 3, 2, 1})
}

// product is where a routine stands. Strides are in bytes.
type product struct {
	name                   string
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
func productRoutine(masks Mem, name, doc string, sums int, widths []int) {
	more := ""
	if sums == 1 {
		more = ", more"
	}
	TEXT(name, NOSPLIT, "func(dst *float64, dstStride int, a *float64, aRow, aStep int, b *float64, bStride, rows, cols, depth"+more+" int)")
	Doc(name + " " + doc)
	Pragma("noescape")
	p := product{
		name: name, sums: sums, left: parameter("cols"), dst: parameter("dst"), b: parameter("b"), bStride: parameter("bStride"), aStep: parameter("aStep"),
		dstRow: GP64(), aRow: GP64(), row: GP64(), aPointer: GP64(), bPointer: GP64(), to: GP64(),
		mask: YMM(), zero: YMM(),
	}
	VXORPD(p.zero, p.zero, p.zero)
	Label("again")
	CMPQ(p.left, Imm(0))
	JLE(LabelRef("end"))
	for _, registers := range widths {
		narrower := fmt.Sprintf("narrower%d", registers)
		if registers > 1 {
			CMPQ(p.left, Imm(uint64((registers-1)*lanes)))
			JLE(LabelRef(narrower))
		} else { // less than four columns, or such as would be added twice
			CMPQ(p.left, Imm(lanes))
			JGE(LabelRef("whole"))
			if sums == 1 {
				CMPQ(memory("more"), Imm(0))
				JNE(LabelRef("few"))
			}
			CMPQ(memory("cols"), Imm(lanes))
			JLT(LabelRef("few"))
			Label("whole")
		}
		// The last register ends with the last column: some columns are found twice.
		p.last = GP64()
		most := GP64()
		MOVQ(U64(registers*lanes), most)
		MOVQ(p.left, p.last)
		CMPQ(p.last, most)
		CMOVQGT(most, p.last)
		SUBQ(Imm(lanes), p.last)
		SHLQ(Imm(3), p.last)
		p.block(fmt.Sprint(registers), registers, false)
		ADDQ(U32(registers*width), p.dst)
		ADDQ(U32(registers*width), p.b)
		SUBQ(Imm(uint64(registers*lanes)), p.left)
		JMP(LabelRef("again"))
		Label(narrower)
	}
	Label("few")
	table := GP64()
	LEAQ(masks, table)
	SHLQ(Imm(5), p.left)
	VMOVUPD(Mem{Base: table, Index: p.left, Scale: 1}, p.mask)
	p.block("few", 1, true)
	Label("end")
	VZEROUPPER()
	RET()
}

// at is where register i of a block is, behind a row.
func (p product) at(row Register, i, registers int, few bool) Mem {
	if few {
		return Mem{Base: row}
	}
	if i == registers-1 {
		return Mem{Base: row, Index: p.last, Scale: 1}
	}
	return Mem{Base: row, Disp: i * width}
}

// block finds some columns of all rows.
func (p product) block(name string, registers int, few bool) {
	label := func(s string) string { return s + "Of" + name }
	Load(Param("rows"), p.row)
	Load(Param("a"), p.aRow)
	MOVQ(p.dst, p.dstRow)
	Label(label("row"))
	sum := make([][]VecVirtual, p.sums)
	for s := range sum {
		for range registers {
			v := YMM()
			VXORPD(v, v, v)
			sum[s] = append(sum[s], v)
		}
	}
	if p.sums == 1 {
		CMPQ(memory("more"), Imm(0))
		JE(LabelRef(label("begin")))
		for i := range registers {
			if few {
				VMASKMOVPD(p.at(p.dstRow, i, registers, few), p.mask, sum[0][i])
			} else {
				VMOVUPD(p.at(p.dstRow, i, registers, few), sum[0][i])
			}
		}
		Label(label("begin"))
	}
	Load(Param("depth"), p.to)
	MOVQ(p.aRow, p.aPointer)
	MOVQ(p.b, p.bPointer)
	add := func(s int) {
		a := YMM()
		VBROADCASTSD(Mem{Base: p.aPointer}, a)
		ADDQ(p.aStep, p.aPointer)
		for i := range registers {
			if few {
				b := YMM()
				VMASKMOVPD(p.at(p.bPointer, i, registers, few), p.mask, b)
				VFMADD231PD(b, a, sum[s][i])
			} else {
				VFMADD231PD(p.at(p.bPointer, i, registers, few), a, sum[s][i])
			}
		}
		ADDQ(p.bStride, p.bPointer)
	}
	Label(label("sum"))
	CMPQ(p.to, Imm(uint64(p.sums)))
	JLT(LabelRef(label("last")))
	for s := range p.sums {
		add(s)
	}
	SUBQ(Imm(uint64(p.sums)), p.to)
	JMP(LabelRef(label("sum")))
	Label(label("last"))
	for s := range p.sums - 1 {
		CMPQ(p.to, Imm(uint64(s)))
		JLE(LabelRef(label("total")))
		add(s)
	}
	Label(label("total"))
	for i := range registers {
		total := sum[0][i]
		if p.sums == lanes { // (s0+s1)+(s2+s3), and + 0
			VADDPD(sum[1][i], total, total)
			VADDPD(sum[3][i], sum[2][i], sum[2][i])
			VADDPD(sum[2][i], total, total)
			VADDPD(p.zero, total, total)
		}
		if few {
			VMASKMOVPD(total, p.mask, p.at(p.dstRow, i, registers, few))
		} else {
			VMOVUPD(total, p.at(p.dstRow, i, registers, few))
		}
	}
	ADDQ(parameter("aRow"), p.aRow)
	ADDQ(parameter("dstStride"), p.dstRow)
	DECQ(p.row)
	JNZ(LabelRef(label("row")))
}
