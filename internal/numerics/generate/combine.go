package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// combineRoutines writes the routines that combine columns: a panel at a time, with its
// sums in registers from the first column to the last. Two fused operations at a time, four
// cycles each, can be working on eight sums; where several vectors have theirs side by side,
// each part of a column is fetched once for all of them.
func combineRoutines() {
	begin("combineAVX2", "func(dst *float64, n int, a float64, z, c *float64, r int, panels *float64)",
		"sets dst to a·z plus the sum of the r columns in panels, times c.")
	combination{vectors: 1, most: 8}.generate()

	const several = "func(dst, z, c *[]float64, from, n int, a float64, r int, panels *float64)"
	begin("combineTwoAVX2", several,
		"does as combineAVX2 with two vectors, each with its z and its c, of which it sets n elements.")
	combination{vectors: 2, most: 4}.generate()

	begin("combineFourAVX512", several,
		"does as combineAVX2 with four vectors, each with its z and its c, of which it sets n elements.")
	combination{vectors: 4, most: 4, wide: true}.generate()
}

// combination is how many vectors a routine combines, and where it stands.
type combination struct {
	vectors int  // at a time
	most    int  // registers of each vector at a time
	wide    bool // whole registers of AVX-512

	dst, z           Register // of the vector, or of the headers of the vectors
	at, n, r, panels Register // the place in the vectors, and what is left
	c                []Register
	a                VecVirtual
	k                GPVirtual // the next column
}

func (g combination) generate() {
	g.dst, g.z, g.n, g.r, g.panels = parameter("dst"), parameter("z"), parameter("n"), parameter("r"), parameter("panels")
	g.k = GP64()
	g.c = []Register{parameter("c")}
	if g.vectors == 1 {
		g.at = cleared()
	} else {
		g.at = parameter("from")
		SHLQ(Imm(3), g.at)
		headers := g.c[0]
		g.c = nil
		for i := range g.vectors {
			g.c = append(g.c, copied(beyond(headers, i*header)))
		}
	}
	g.a = g.register(panelLength)
	VBROADCASTSD(memory("a"), g.a)
	for length := panelLength; length >= lanes; length /= 2 {
		again, done := fmt.Sprintf("panel%d", length), fmt.Sprintf("done%d", length)
		Label(again)
		on(JLT, g.n, immediate(length), done)
		g.panel(length, nil)
		SUBQ(immediate(length), g.n)
		JMP(LabelRef(again))
		Label(done)
	}
	on(JE, g.n, Imm(0), "end")
	g.panel(lanes, maskOf(g.n))
	Label("end")
	end()
}

// register returns a register that holds a number of adjacent float64s.
func (g combination) register(numbers int) VecVirtual {
	if g.wide && numbers > lanes {
		return ZMM()
	}
	return YMM()
}

// panel combines a panel, a part of each column after another, under a mask if there is one.
func (g combination) panel(length int, mask VecVirtual) {
	size := int(g.register(length).Size())
	registers := length * number / size
	for first := 0; first < registers; first += g.most {
		g.part(length, size, first, min(first+g.most, registers), mask)
	}
	ADDQ(U32(length*number), g.at)
	if registers > g.most { // the parts have left the first one as it was
		MOVQ(g.r, g.k)
		IMUL3Q(U32(length*number), g.k, g.k)
		ADDQ(g.k, g.panels)
	}
}

// part combines the registers from first to before end of each column of a panel.
func (g combination) part(length, size, first, end int, mask VecVirtual) {
	place := func(headers Register, i int) Mem {
		if g.vectors == 1 {
			return indexed(headers, g.at)
		}
		MOVQ(beyond(headers, i*header), g.k)
		return indexed(g.k, g.at)
	}
	a := g.a
	if size == width {
		a = a.AsY().(VecVirtual)
	}
	sum := make([][]VecVirtual, g.vectors)
	for i := range sum {
		z := place(g.z, i)
		for j := first; j < end; j++ {
			v := g.register(length)
			if mask != nil {
				VMASKMOVPD(z, mask, v)
				VMULPD(a, v, v)
			} else {
				VMULPD(z.Offset(j*size), a, v)
			}
			sum[i] = append(sum[i], v)
		}
	}
	name := fmt.Sprintf("%d_%d", length, first)
	if mask != nil {
		name = "Last"
	}
	panels := g.panels
	if length*number/size > g.most {
		panels = copied(g.panels)
	}
	XORQ(g.k, g.k)
	on(JGE, g.k, g.r, "store"+name)
	Label("column" + name)
	c := make([]VecVirtual, g.vectors)
	for i := range c {
		c[i] = g.register(length)
		VBROADCASTSD(Mem{Base: g.c[i], Index: g.k, Scale: number}, c[i])
	}
	for j := range end - first {
		from := beyond(panels, (first+j)*size)
		if g.vectors == 1 {
			VFMADD231PD(from, c[0], sum[0][j])
			continue
		}
		u := g.register(length)
		VMOVUPD(from, u)
		if first == 0 && length*number/size > g.most && j%2 == 0 {
			PREFETCHT0(from.Offset(g.most * size)) // of the next part
		}
		for i := range sum {
			VFMADD231PD(u, c[i], sum[i][j])
		}
	}
	ADDQ(U32(length*number), panels)
	INCQ(g.k)
	on(JLT, g.k, g.r, "column"+name)
	Label("store" + name)
	for i := range sum {
		dst := place(g.dst, i)
		for j, v := range sum[i] {
			move(v, dst.Offset((first+j)*size), mask)
		}
	}
}
