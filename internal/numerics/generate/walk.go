package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// field is where a field is that is no slice.
func (t twoPhase) field(bytes int) Mem { return Mem{Base: t.self, Disp: bytes} }

// number broadcasts a number.
func (t twoPhase) number(bytes int) VecVirtual { return broadcast(t.field(bytes)) }

// pointer loads where a slice begins.
func (t twoPhase) pointer(name string) Register {
	for i, s := range sliceFields {
		if s == name {
			p := copied(t.field(fieldSlices + 3*number*i))
			return p
		}
	}
	panic("no slice " + name)
}

// at is the block's part of a vector of the output neurons.
func (t twoPhase) at(name string) Mem {
	return indexed(t.pointer(name), t.offset)
}

// set stores the block's part of a vector of the output neurons.
func (t twoPhase) set(name string, v VecVirtual) { VMOVUPD(v, t.at(name)) }

// blocks does body for all blocks of four rows.
func (t twoPhase) blocks(name string, body func()) {
	XORQ(t.offset, t.offset)
	along(name, t.offset, t.bytes, body)
}

// rows finds the lateral rows of the block. Behind the last one it is the idle
// row.
func (t twoPhase) rows() {
	lateral, idle, rows, row := t.pointer("lateral"), t.pointer("idle"), GP64(), GP64()
	MOVQ(t.field(fieldRows), rows)
	MOVQ(t.offset, row)
	SHRQ(Imm(3), row)
	SUBQ(row, rows) // those left
	IMULQ(t.stride, row)
	ADDQ(row, lateral)
	MOVQ(lateral, t.row[0])
	for i := 1; i < lanes; i++ {
		LEAQ(indexed(t.row[i-1], t.stride), t.row[i])
	}
	for i := 1; i < lanes; i++ {
		CMPQ(rows, immediate(i))
		CMOVQLE(idle, t.row[i])
	}
}

// total adds the partial sums of four rows: (s0+s1)+(s2+s3), and + 0.
func (t twoPhase) total(sum [lanes]VecVirtual) VecVirtual {
	// s0+s1 and s2+s3 of two rows each. (A horizontal sum is slower on AMD.)
	halves := func(a, b VecVirtual) VecVirtual {
		even, odd := made(VUNPCKLPD, b, a), made(VUNPCKHPD, b, a)
		VADDPD(odd, even, even)
		return even
	}
	low, high, same, other := halves(sum[0], sum[1]), halves(sum[2], sum[3]), YMM(), YMM()
	VBLENDPD(Imm(0b1100), high, low, same)
	VPERM2F128(Imm(0x21), high, low, other)
	VADDPD(other, same, same)
	VADDPD(t.zero, same, same)
	return same
}
