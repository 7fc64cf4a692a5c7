package memory

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"twophase/internal/text/wording"
)

// Variable is the environment variable that sets the limit, such as 8GB, or none.
const Variable = "TWOPHASE_MEMORY_LIMIT"

// Limit is a number of bytes that a process may use, and what sets it.
type Limit struct {
	Bytes  float64 // +Inf where nothing is known
	Source string
}

// Find returns the limit of this process: that of the environment or, without one, the smallest of
// the memory of the machine, the limits of its control groups (cgroups) and its limit of addresses
// (ulimit -v). It returns an error if the variable of the environment is not a size.
func Find() (Limit, error) {
	switch text := os.Getenv(Variable); {
	case text == "":
		return ofSystem(), nil
	case strings.EqualFold(text, "none"):
		return Limit{math.Inf(1), "none"}, nil
	default:
		bytes, err := wording.Size(text)
		if err != nil {
			return Limit{}, fmt.Errorf("%s: %w, or none", Variable, err)
		}
		return Limit{float64(bytes), Variable}, nil
	}
}

// ofSystem is system, asked once: a sweep checks each of its points.
var ofSystem = sync.OnceValue(system)

// least returns the smaller of two limits.
func least(a, b Limit) Limit {
	if b.Bytes < a.Bytes {
		return b
	}
	return a
}

// fileBytes is the memory that the system counts for the file of the program, which the runtime does not, in bytes.
const fileBytes = 26e6

// share is the part of the limit that the runtime is given: it may pass its limit by a little.
const share = 0.94

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
