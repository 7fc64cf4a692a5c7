package kernel

// fma returns the fused a·b + c.
func fma(a, b, c float64) float64 { return fusedByParts(a, b, c) }
