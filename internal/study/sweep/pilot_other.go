//go:build !unix

package sweep

import "runtime"

// peakMemory returns the memory that the process has from the system, in bytes.
func peakMemory() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
