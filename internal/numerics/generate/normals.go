package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const group = 8 // normals that are made at a time

// normalRoutines writes the assembly of package random.
func normalRoutines() {
	normals(false)
	normals(true)
}

// tables are the tables that were written, by name.
var tables = map[string]Mem{}

// table writes a table of words, once.
func table(name string, words ...uint64) Mem {
	if t, written := tables[name]; written {
		return t
	}
	t := GLOBL(name, RODATA|NOPTR)
	for i, w := range words {
		DATA(i*number, U64(w))
	}
	tables[name] = t
	return t
}

// normals writes the routine that makes normals of words, eight at a time. The
// words of some groups are first made and kept where their normals will be: in one
// loop with the lookup, which needs them from memory, it took a third longer.
func normals(wide bool) {
	name := "normalsAVX2"
	if wide {
		name = "normalsAVX512"
	}
	begin(name, "func(dst *float64, n int, counter uint64, edge *float64, outside *uint64)",
		"sets dst to the normals of the words after counter. Bit i mod 64 of outside[i/64]",
		"says that word i is not accepted at once.")
	dst, n, edge, outside := parameter("dst"), parameter("n"), parameter("edge"), parameter("outside")
	z := newZiggurat(edge, wide)

	block, left, next, set, shift := GP64(), GP64(), GP64(), GP64(), RCX
	Label("block") // of up to 64 words
	MOVQ(U32(64), block)
	CMPQ(n, block)
	CMOVQLT(n, block)
	SUBQ(block, n)
	XORQ(set, set)
	XORQ(shift, shift)
	MOVQ(block, left)
	SHRQ(Imm(3), left)
	JE(LabelRef("last"))
	MOVQ(dst, next)
	repeat("words", left, func() {
		z.words(Mem{Base: next})
		ADDQ(Imm(group*number), next)
	})
	MOVQ(block, left)
	SHRQ(Imm(3), left)
	repeat("normals", left, func() {
		bits := z.normals(Mem{Base: dst})
		SHLQ(CL, bits)
		ORQ(bits, set)
		ADDQ(Imm(group), shift)
		ADDQ(Imm(group*number), dst)
	})

	Label("last") // less than eight, which are made elsewhere
	ANDQ(Imm(group-1), block)
	JE(LabelRef("done"))
	last, mask := AllocLocal(group*number), GP64()
	z.words(last)
	bits := z.normals(last)
	MOVQ(shift, left)
	MOVQ(block, shift)
	MOVQ(U32(1), mask)
	SHLQ(CL, mask)
	DECQ(mask)
	ANDQ(mask, bits)
	MOVQ(left, shift)
	SHLQ(CL, bits)
	ORQ(bits, set)
	Label("copy")
	DECQ(block)
	MOVQ(last.Idx(block, number), next)
	MOVQ(next, Mem{Base: dst, Index: block, Scale: number})
	JNE(LabelRef("copy"))
	Label("done")
	MOVQ(set, Mem{Base: outside})
	ADDQ(Imm(number), outside)
	TESTQ(n, n)
	JNE(LabelRef("block"))
	end()
}

// ziggurat is what all normals share, in registers.
type ziggurat struct {
	wide          bool          // by AVX-512: eight words at a time, multiplied by 64 bits
	counter, step VecVirtual    // of each lane
	first, second [2]VecVirtual // the multipliers of mix
	one, sign     VecVirtual
	edge          Register
	pairs         [2]VecVirtual // see half
}

func newZiggurat(edge Register, wide bool) ziggurat {
	var steps []uint64 // from the counter to that of each lane
	for lane := range group {
		steps = append(steps, ahead(lane+1))
	}
	z := ziggurat{wide: wide, edge: edge, pairs: [2]VecVirtual{YMM(), YMM()}}
	z.counter, z.step = z.register(), z.register()
	VPBROADCASTQ(memory("counter"), z.counter)
	VPADDQ(table("advance", steps...), z.counter, z.counter)
	if wide {
		VPBROADCASTQ(table("advance8", ahead(group)), z.step)
	} else {
		VPBROADCASTQ(table("advance4", ahead(lanes)), z.step)
	}
	z.first, z.second = z.multiplier("first", 0xbf58476d1ce4e5b9), z.multiplier("second", 0x94d049bb133111eb)
	z.one, z.sign = YMM(), YMM()
	VPBROADCASTQ(table("one", 0x3ff0000000000000), z.one)
	VPBROADCASTQ(table("sign", 1<<63), z.sign)
	return z
}

// ahead returns by how much n words advance the counter of SplitMix64.
func ahead(n int) uint64 { return uint64(n) * 0x9e3779b97f4a7c15 }

// register returns a register for words.
func (z ziggurat) register() VecVirtual {
	if z.wide {
		return ZMM()
	}
	return YMM()
}

// words stores the next eight words.
func (z ziggurat) words(at Mem) {
	if z.wide {
		VMOVDQU64(z.mix(), at)
	} else {
		VMOVDQU(z.mix(), at)
		VMOVDQU(z.mix(), at.Offset(lanes*number))
	}
}

// mix returns the next words, as many as a register has.
func (z ziggurat) mix() VecVirtual {
	word := z.shifted(z.counter, 30)
	VPADDQ(z.step, z.counter, z.counter)
	word = z.shifted(z.multiply(word, z.first), 27)
	return z.shifted(z.multiply(word, z.second), 31)
}

// shifted returns v ^ v>>by.
func (z ziggurat) shifted(v VecVirtual, by uint8) VecVirtual {
	t := z.register()
	VPSRLQ(Imm(uint64(by)), v, t)
	if z.wide {
		VPXORQ(v, t, t)
	} else {
		VPXOR(v, t, t)
	}
	return t
}

// normals turns eight words into their normals and returns the bits of those that
// are not accepted at once.
func (z ziggurat) normals(at Mem) GPVirtual {
	low, high := z.half(at), z.half(at.Offset(lanes*number))
	SHLQ(Imm(lanes), high)
	ORQ(low, high)
	return high
}

// half does as normals with four words.
func (z ziggurat) half(at Mem) GPVirtual {
	// edge[l] and edge[l+1] are loaded together: lanes 0 and 2 into one
	// register, 1 and 3 into the other.
	pairs := z.pairs
	for lane := range lanes {
		layer := GP32()
		MOVBLZX(at.Offset(lane*number), layer)
		pair := Mem{Base: z.edge, Index: layer.As64(), Scale: number}
		if lane < 2 {
			VMOVUPD(pair, pairs[lane].AsX())
		} else {
			VINSERTF128(Imm(1), pair, pairs[lane-2], pairs[lane-2])
		}
	}
	outer, inner := YMM(), YMM()
	VUNPCKLPD(pairs[1], pairs[0], outer)
	VUNPCKHPD(pairs[1], pairs[0], inner)

	// The fraction of a number from 1 to 2 is the position in the layer: without the 1, it
	// is an exact number, and so one fused operation does.
	word, x, bits := YMM(), YMM(), GP64()
	VMOVDQU(at, word)
	VPSRLQ(Imm(12), word, x)
	VPOR(z.one, x, x)
	VFMSUB213PD(outer, outer, x)
	VPSLLQ(Imm(55), word, word) // the sign's bit
	const notLess = 13
	if z.wide {
		rejected := K()
		VCMPPD(Imm(notLess), inner, x, rejected)
		KMOVW(rejected, bits.As32())
		VPTERNLOGQ(Imm(0xf8), z.sign, word, x) // x | word & sign
	} else {
		VCMPPD(Imm(notLess), inner, x, inner)
		VMOVMSKPD(inner, bits.As32())
		VPAND(z.sign, word, word)
		VPOR(word, x, x)
	}
	VMOVUPD(x, at)
	return bits
}

// multiply returns the low 64 bits of a·c, without AVX-512 by products of 32 bits.
func (z ziggurat) multiply(a VecVirtual, c [2]VecVirtual) VecVirtual {
	if z.wide {
		VPMULLQ(c[0], a, a)
		return a
	}
	cross, high, low := YMM(), YMM(), YMM()
	VPSRLQ(Imm(32), a, cross)
	VPMULUDQ(c[0], cross, cross)
	VPMULUDQ(c[1], a, high)
	VPMULUDQ(c[0], a, low)
	VPADDQ(cross, high, high)
	VPSLLQ(Imm(32), high, high)
	VPADDQ(high, low, low)
	return low
}

// multiplier returns a number and its high half, for multiply.
func (z ziggurat) multiplier(name string, c uint64) (m [2]VecVirtual) {
	m[0] = z.register()
	VPBROADCASTQ(table(name, c), m[0])
	if !z.wide {
		m[1] = z.register()
		VPBROADCASTQ(table(name+"High", c>>32), m[1])
	}
	return m
}
