package kernel

import "golang.org/x/sys/cpu"

var (
	haveAssembly = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	haveLong     = haveAssembly && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL
	haveWide     = haveAssembly && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI2
)

// isAMD reports whether the processor is one of AMD, on which AVX-512 was measured.
func isAMD() bool {
	_, b, c, d := cpuid(0)
	return b == 0x68747541 && d == 0x69746e65 && c == 0x444d4163 // "Auth", "enti", "cAMD"
}

// wideIsFaster reports whether the processor is one on which AVX-512 was measured to be
// faster: an AMD processor of family 26 (Zen 5) or later. On Zen 4, whose units have 256
// bits, it brought nothing, and on Intel it was not measured.
func wideIsFaster() bool {
	if !isAMD() {
		return false
	}
	version, _, _, _ := cpuid(1)
	family := version >> 8 & 0xf
	if family == 0xf {
		family += version >> 20 & 0xff
	}
	return family >= 26
}
