package kernel

import "os"

// ReferenceVariable is the environment variable that chooses among the routines, all of
// which give the same bits: "reference" is plain Go, "avx2" the assembly without AVX-512,
// and "avx512" the assembly with AVX-512 wherever the processor has it.
const ReferenceVariable = "TWOPHASE_KERNEL"

// The numbers of rows and columns from which a wide pass is faster.
const wideRows, wideCols = 4, 24

var (
	setting = os.Getenv(ReferenceVariable)

	// assembly says that the routines are those in assembly.
	assembly = haveAssembly && setting != "reference"

	// wide says that the assembly learns and transmits by AVX-512 where rows and columns
	// are many enough.
	wide = assembly && haveWide && (setting == "avx512" || setting != "avx2" && wideIsFaster())
)

// LongProducts reports whether AVX-512 multiplies words of 64 bits faster than AVX2, which has
// products of 32 bits only.
func LongProducts() bool {
	return assembly && haveLong && (setting == "avx512" || setting != "avx2" && isAMD())
}

// fours says that columns are combined into four vectors at a time, by AVX-512, whose registers
// are enough for their sums.
var fours = LongProducts()

// Assembly reports whether the assembly is in use.
func Assembly() bool { return assembly }
