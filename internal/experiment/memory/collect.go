package memory

import (
	"math"
	"os"
	"runtime/debug"
)

// fileBytes is the memory that the system counts for the file of the program, which the runtime does not, in bytes.
const fileBytes = 26e6

// share is the part of the limit that the runtime is given: it may pass its limit by a little.
const share = 0.96

// Collect lets garbage be collected more often where the heap would pass the limit, so that garbage alone never does. A
// limit that GOMEMLIMIT sets stays. It returns an error if the variable of the environment is not a size.
func Collect() error {
	limit, err := Find()
	if err != nil || math.IsInf(limit.Bytes, 1) || os.Getenv("GOMEMLIMIT") != "" {
		return err
	}
	debug.SetMemoryLimit(heapLimit(limit.Bytes))
	return nil
}

// heapLimit returns the limit of the heap for one of the process.
func heapLimit(limit float64) int64 { return int64(share * (max(limit, ProgramBytes) - fileBytes)) }
