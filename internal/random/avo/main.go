// Command avo writes the assembly of package random:
//
//	go run . -out ../normal_amd64.s -stubs ../normal_amd64.go -pkg random
//
// It is a module of its own so that the generator is not a dependency of
// twophase.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	number = 8          // bytes of a float64 or a word
	lanes  = 4          // numbers of a register
	width  = 4 * number // bytes of a register
)

func main() {
	var masks []uint64 // of the last numbers, less than four
	for n := range lanes {
		for lane := range lanes {
			var mask uint64
			if lane < n {
				mask = 1<<64 - 1
			}
			masks = append(masks, mask)
		}
	}
	tail := table("tailMasks", masks...)
	normals(tail, false)
	normals(tail, true)
	Generate()
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

// normals writes the routine that makes normals of words, four at a time. The
// words of whole groups are all made first and kept where their normals will be:
// in one loop with the lookup, which needs them from memory, it took a third
// longer.
func normals(masks Mem, wide bool) {
	name := "normalsAVX2"
	if wide {
		name = "normalsAVX512"
	}
	TEXT(name, NOSPLIT, "func(dst *float64, n int, counter uint64, edge *float64, outside *byte)")
	Doc(name+" sets dst to the normals of the words after counter. Bit i mod 4 of",
		"outside[i/4] says that word i is not accepted at once.")
	Pragma("noescape")
	dst, n := Load(Param("dst"), GP64()), Load(Param("n"), GP64())
	edge, outside := Load(Param("edge"), GP64()), Load(Param("outside"), GP64())
	z := newZiggurat(edge, wide)

	next, groups := GP64(), GP64()
	MOVQ(n, groups)
	SHRQ(Imm(2), groups)
	JE(LabelRef("tail"))
	MOVQ(dst, next)
	Label("words")
	VMOVDQU(z.words(), Mem{Base: next})
	ADDQ(Imm(width), next)
	DECQ(groups)
	JNE(LabelRef("words"))

	Label("whole")
	word := YMM()
	VMOVDQU(Mem{Base: dst}, word)
	x, rejected := z.normals(word, Mem{Base: dst})
	bits := GP32()
	VMOVMSKPD(rejected, bits)
	MOVB(bits.As8(), Mem{Base: outside})
	VMOVUPD(x, Mem{Base: dst})
	ADDQ(Imm(width), dst)
	INCQ(outside)
	SUBQ(Imm(lanes), n)
	CMPQ(n, Imm(lanes))
	JGE(LabelRef("whole"))

	Label("tail")
	CMPQ(n, Imm(0))
	JE(LabelRef("done"))
	word = z.words()
	VMOVDQU(word, z.last)
	x, rejected = z.normals(word, z.last)
	at, mask := GP64(), YMM()
	LEAQ(masks, at)
	SHLQ(Imm(5), n)
	VMOVUPD(Mem{Base: at, Index: n, Scale: 1}, mask)
	VANDPD(mask, rejected, rejected)
	VMOVMSKPD(rejected, bits)
	MOVB(bits.As8(), Mem{Base: outside})
	VMASKMOVPD(x, mask, Mem{Base: dst})
	Label("done")
	VZEROUPPER()
	RET()
}

// ziggurat is what all normals share, in registers.
type ziggurat struct {
	counter, step VecVirtual    // of each lane
	first, second [2]VecVirtual // the multipliers of mix
	one, sign     VecVirtual
	edge          Register
	wide          bool // multiplications of 64 bits, by AVX-512
	last          Mem  // the words of the last normals, less than four
}

func newZiggurat(edge Register, wide bool) ziggurat {
	var steps []uint64 // from the counter to that of each lane
	for lane := range lanes {
		steps = append(steps, advance(lane+1))
	}
	z := ziggurat{
		counter: YMM(),
		step:    broadcast("advance4", advance(lanes)),
		first:   multiplier("first", 0xbf58476d1ce4e5b9),
		second:  multiplier("second", 0x94d049bb133111eb),
		one:     broadcast("one", 0x3ff0000000000000),
		sign:    broadcast("sign", 1<<63),
		edge:    edge,
		wide:    wide,
		last:    AllocLocal(width),
	}
	counter, err := Param("counter").Resolve()
	if err != nil {
		panic(err)
	}
	VPBROADCASTQ(counter.Addr, z.counter)
	VPADDQ(table("advance", steps...), z.counter, z.counter)
	return z
}

// advance returns by how much n words advance the counter of SplitMix64.
func advance(n int) uint64 { return uint64(n) * 0x9e3779b97f4a7c15 }

// words returns the next four words.
func (z ziggurat) words() VecVirtual {
	word, t := YMM(), YMM()
	VPSRLQ(Imm(30), z.counter, word)
	VPXOR(z.counter, word, word)
	VPADDQ(z.step, z.counter, z.counter)
	word = z.multiply(word, z.first)
	VPSRLQ(Imm(27), word, t)
	VPXOR(t, word, word)
	word = z.multiply(word, z.second)
	VPSRLQ(Imm(31), word, t)
	VPXOR(t, word, word)
	return word
}

// normals returns the normals of four words that are also stored, with a mask of
// those that are not accepted at once.
func (z ziggurat) normals(word VecVirtual, stored Mem) (x, rejected VecVirtual) {
	// 1 plus the position in the layer, less 1: both exact.
	x = YMM()
	VPSRLQ(Imm(12), word, x)
	VPOR(z.one, x, x)
	VSUBPD(z.one, x, x)

	// edge[l] and edge[l+1] are loaded together: lanes 0 and 2 into one
	// register, 1 and 3 into the other.
	var pairs [2]VecVirtual
	for lane := range lanes {
		layer := GP32()
		MOVBLZX(stored.Offset(lane*number), layer)
		at := Mem{Base: z.edge, Index: layer.As64(), Scale: number}
		if lane < 2 {
			pairs[lane] = YMM()
			VMOVUPD(at, pairs[lane].AsX())
		} else {
			VINSERTF128(Imm(1), at, pairs[lane-2], pairs[lane-2])
		}
	}
	outer, inner := YMM(), YMM()
	VUNPCKLPD(pairs[1], pairs[0], outer)
	VUNPCKHPD(pairs[1], pairs[0], inner)
	VMULPD(outer, x, x)
	rejected = YMM()
	VCMPPD(Imm(13), inner, x, rejected) // x ≥ inner

	VPSLLQ(Imm(55), word, word)
	VPAND(z.sign, word, word)
	VPOR(word, x, x)
	return x, rejected
}

// multiply returns the low 64 bits of a·c, without AVX-512 by products of 32 bits.
func (z ziggurat) multiply(a VecVirtual, c [2]VecVirtual) VecVirtual {
	if z.wide {
		product := YMM()
		VPMULLQ(c[0], a, product)
		return product
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
func multiplier(name string, c uint64) [2]VecVirtual {
	return [2]VecVirtual{broadcast(name, c), broadcast(name+"High", c>>32)}
}

// broadcast returns a word in all lanes.
func broadcast(name string, word uint64) VecVirtual {
	v := YMM()
	VPBROADCASTQ(table(name, word), v)
	return v
}
