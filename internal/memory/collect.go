package memory

import (
	"math"
	"os"
	"runtime/debug"
)

// fileBytes is the memory that the system counts for the file of the program, which the runtime does not, in bytes.
const fileBytes = 24e6

// Collect lets garbage be collected more often where the heap would pass the limit, so that garbage alone never does. A
// limit that GOMEMLIMIT sets stays. It returns an error if the variable of the environment is not a size.
func Collect() error {
	limit, err := Find()
	if err != nil || math.IsInf(limit.Bytes, 1) || os.Getenv("GOMEMLIMIT") != "" {
		return err
	}
	debug.SetMemoryLimit(int64(max(limit.Bytes, ProgramBytes) - fileBytes))
	return nil
}
