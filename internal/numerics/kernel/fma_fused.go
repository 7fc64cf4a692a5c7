//go:build !wasm

package kernel

import "math"

// fma returns the fused a·b + c.
func fma(a, b, c float64) float64 { return math.FMA(a, b, c) }
