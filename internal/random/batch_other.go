//go:build !amd64

package random

const assembly = false

func (s Stream) normalsBatch(dst []float64, step uint64) { s.normalsReference(dst, step) }
