package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// combineRoutine writes the routine that combines columns: a panel at a time,
// with its sums in registers from the first column to the last. Eight sums are
// what two fused operations at a time, four cycles each, can be working on.
func combineRoutine(masks Mem) {
	TEXT("combineAVX2", NOSPLIT, "func(dst *float64, n int, a float64, z, c *float64, r int, panels *float64)")
	Doc("combineAVX2 sets dst to a·z plus the sum of the r columns in panels, times c.")
	Pragma("noescape")
	g := combination{
		dst: Load(Param("dst"), GP64()), n: Load(Param("n"), GP64()), a: broadcastParameter("a"),
		z: Load(Param("z"), GP64()), c: Load(Param("c"), GP64()), r: Load(Param("r"), GP64()),
		panels: Load(Param("panels"), GP64()), k: GP64(),
	}

	for sums := 8; sums >= 1; sums /= 2 {
		again, done := fmt.Sprintf("panel%d", sums*lanes), fmt.Sprintf("done%d", sums*lanes)
		Label(again)
		CMPQ(g.n, Imm(uint64(sums*lanes)))
		JLT(LabelRef(done))
		g.panel(sums, nil)
		ADDQ(U32(sums*width), g.dst)
		ADDQ(U32(sums*width), g.z)
		SUBQ(Imm(uint64(sums*lanes)), g.n)
		JMP(LabelRef(again))
		Label(done)
	}
	CMPQ(g.n, Imm(0))
	JE(LabelRef("end"))
	table, mask := GP64(), YMM()
	LEAQ(masks, table)
	SHLQ(Imm(5), g.n)
	VMOVUPD(Mem{Base: table, Index: g.n, Scale: 1}, mask)
	g.panel(1, mask)
	Label("end")
	VZEROUPPER()
	RET()
}

// combination is where the routine stands.
type combination struct {
	dst, n, z, c, r, panels Register // n is what is left
	a                       VecVirtual
	k                       GPVirtual // the next column
}

// panel combines a number of registers of each column, under a mask if there is one.
func (g combination) panel(sums int, mask VecVirtual) {
	sum := make([]VecVirtual, sums)
	for i := range sum {
		sum[i] = YMM()
		if mask != nil {
			VMASKMOVPD(Mem{Base: g.z}, mask, sum[i])
		} else {
			VMOVUPD(Mem{Base: g.z, Disp: i * width}, sum[i])
		}
		VMULPD(g.a, sum[i], sum[i])
	}
	name := fmt.Sprint(sums * lanes)
	if mask != nil {
		name = "Last"
	}
	XORQ(g.k, g.k)
	CMPQ(g.k, g.r)
	JGE(LabelRef("store" + name))
	Label("column" + name)
	c := YMM()
	VBROADCASTSD(Mem{Base: g.c, Index: g.k, Scale: number}, c)
	for i := range sum {
		VFMADD231PD(Mem{Base: g.panels, Disp: i * width}, c, sum[i])
	}
	ADDQ(U32(sums*width), g.panels)
	INCQ(g.k)
	CMPQ(g.k, g.r)
	JLT(LabelRef("column" + name))
	Label("store" + name)
	for i := range sum {
		if mask != nil {
			VMASKMOVPD(sum[i], mask, Mem{Base: g.dst})
		} else {
			VMOVUPD(sum[i], Mem{Base: g.dst, Disp: i * width})
		}
	}
}
