package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// wholeRoutine writes the routine that adds sums of products of small whole numbers: two rows of
// eight columns at a time, with the sums of 32 columns in registers. After as many rows as fit into 32 bits
// they are added to x, which is in registers too.
func wholeRoutine() {
	begin("addWholeAVX2", "func(x *float64, factors, words *uint32, times int)",
		"adds the products of times × 64 rows of one column with those of 32 columns to x.")
	const registers, pairs = 4, 32
	x, factors, words := parameter("x"), parameter("factors"), parameter("words")
	times := parameter("times")
	var sum [registers]VecVirtual
	var all [2 * registers]VecVirtual
	for i := range all {
		all[i] = loaded(beyond(x, i*width))
	}
	Label("some")
	for i := range sum {
		sum[i] = YMM()
		VPXOR(sum[i], sum[i], sum[i])
	}
	left := copied(U32(pairs))
	Label("pair")
	factor := YMM()
	VPBROADCASTD(Mem{Base: factors}, factor)
	for i := range sum {
		product := YMM()
		VPMADDWD(beyond(words, i*width), factor, product)
		VPADDD(product, sum[i], sum[i])
	}
	ADDQ(Imm(registers*width), words)
	ADDQ(U32(registers*width), factors)
	DECQ(left)
	JNE(LabelRef("pair"))
	for i := range sum {
		half, numbers := XMM(), YMM()
		VCVTDQ2PD(sum[i].AsX(), numbers)
		VADDPD(numbers, all[2*i], all[2*i])
		VEXTRACTI128(Imm(1), sum[i], half)
		VCVTDQ2PD(half, numbers)
		VADDPD(numbers, all[2*i+1], all[2*i+1])
	}
	DECQ(times)
	JNE(LabelRef("some"))
	for i := range all {
		VMOVUPD(all[i], beyond(x, i*width))
	}
	end()
}
