//go:build !amd64

package random

const assembly = false

func (s Stream) normalRows(rows [][]float64, first uint64) {}
