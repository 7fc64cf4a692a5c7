package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// begin begins a routine. Nothing that its pointers lead to escapes.
func begin(name, signature string, doc ...string) {
	TEXT(name, NOSPLIT, signature)
	doc[0] = name + " " + doc[0]
	Doc(doc...)
	Pragma("noescape")
}

// end ends a routine.
func end() {
	VZEROUPPER()
	RET()
}

// immediate returns a small number that is not negative.
func immediate(n int) Constant { return Imm(uint64(n)) }

// beyond returns the memory some bytes behind a pointer.
func beyond(pointer Register, bytes int) Mem { return Mem{Base: pointer, Disp: bytes} }

// indexed returns the memory as many bytes behind a pointer as another register says.
func indexed(pointer, bytes Register) Mem { return Mem{Base: pointer, Index: bytes, Scale: 1} }

// parameter loads a parameter, which a routine of many does when it needs it.
func parameter(name string) Register { return Load(Param(name), GP64()) }

// memory is where a parameter is.
func memory(name string) Mem {
	parameter, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return parameter.Addr
}

// cleared returns a register that is 0.
func cleared() GPVirtual {
	r := GP64()
	XORQ(r, r)
	return r
}

// copied returns a register with what is at a place.
func copied(from Op) GPVirtual {
	r := GP64()
	MOVQ(from, r)
	return r
}

// zeros returns a register of zeros.
func zeros() VecVirtual {
	v := YMM()
	VXORPD(v, v, v)
	return v
}

// made returns a register with what an instruction makes of operands.
func made(by func(...Op), operands ...Op) VecVirtual {
	v := YMM()
	by(append(operands, v)...)
	return v
}

// loaded returns a register with the four numbers at a place.
func loaded(from Mem) VecVirtual { return made(VMOVUPD, from) }

// broadcast returns a register with the number at a place in all lanes. Load would take it into a register by an SSE
// instruction.
func broadcast(from Mem) VecVirtual { return made(VBROADCASTSD, from) }

// without returns 1 − a·b.
func without(one, a, b VecVirtual) VecVirtual {
	v := made(VMOVAPD, one)
	VFNMADD231PD(a, b, v)
	return v
}

// rescale sets m to keep·m − drain² + drive².
func rescale(m, keep, drain, drive VecVirtual) {
	VMULPD(keep, m, m)
	VFNMADD231PD(drain, drain, m)
	VFMADD231PD(drive, drive, m)
}

// addUp adds four partial sums in their place: (s0+s1)+(s2+s3), and + 0.
func addUp(s [lanes]VecVirtual, zero VecVirtual) VecVirtual {
	VADDPD(s[1], s[0], s[0])
	VADDPD(s[3], s[2], s[2])
	VADDPD(s[2], s[0], s[0])
	VADDPD(zero, s[0], s[0])
	return s[0]
}

// look leaves faults at 0 if v is finite: v − v is 0, all of its bits, or not a number. It destroys v.
func look(v, faults VecVirtual) {
	VSUBPD(v, v, v)
	VORPD(v, faults, faults)
}

// move loads or stores a register, or the part of it that a mask shows if there is one.
func move(from, to Op, mask VecVirtual) {
	if mask == nil {
		VMOVUPD(from, to)
	} else {
		VMASKMOVPD(from, mask, to)
	}
}

// masks are those of the first lanes of a register, for 0 to all of them.
var masks Mem

// maskTable writes the masks that keep some lanes of each of some rows.
func maskTable(name string, rows int, kept func(row, lane int) bool) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for row := range rows {
		for lane := range lanes {
			var mask uint64
			if kept(row, lane) {
				mask = 1<<64 - 1
			}
			DATA((row*lanes+lane)*number, U64(mask))
		}
	}
	return table
}

// maskOf returns the mask of the first n lanes. It destroys n.
func maskOf(n Register) VecVirtual {
	mask := YMM()
	readMask(n, mask)
	return mask
}

func readMask(n Register, mask VecVirtual) {
	table := GP64()
	LEAQ(masks, table)
	SHLQ(Imm(5), n)
	VMOVUPD(indexed(table, n), mask)
}

// on jumps to a label if a comparison of a with b says so: on(JLT, a, b, label).
func on(jump func(Op), a, b Op, label string) {
	CMPQ(a, b)
	jump(LabelRef(label))
}

// advance moves pointers on by some bytes.
func advance(bytes Op, pointers ...Register) {
	for _, p := range pointers {
		ADDQ(bytes, p)
	}
}

// along does body for each register of a vector, from a place in bytes to the end, at least once.
func along(label string, at, end Register, body func()) {
	Label(label)
	body()
	ADDQ(Imm(width), at)
	on(JLT, at, end, label)
}

// repeat does body as often as n says, at least once. It destroys n.
func repeat(label string, n Register, body func()) {
	Label(label)
	body()
	DECQ(n)
	JNE(LabelRef(label))
}
