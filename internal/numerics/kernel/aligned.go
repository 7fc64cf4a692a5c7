package kernel

import "unsafe"

// Line is the number of float64s in a cache line of 64 bytes.
const Line = 8

// Stride returns n rounded up to whole cache lines: the distance between the
// rows of a padded matrix with n columns.
func Stride(n int) int { return (n + Line - 1) / Line * Line }

// Aligned returns n zeros whose first element begins a cache line.
func Aligned(n int) []float64 {
	s := make([]float64, n+Line-1)
	skip := 0
	if n > 0 {
		if over := int(uintptr(unsafe.Pointer(unsafe.SliceData(s)))/8) % Line; over != 0 {
			skip = Line - over
		}
	}
	return s[skip : skip+n : skip+n]
}

// Vector returns n zeros that begin a cache line and are followed by zeros to
// the end of another.
func Vector(n int) []float64 { return Aligned(Stride(n))[:n] }
