package memory

import (
	"fmt"
	"math"
	"os"
	"strings"
	"sync"

	"twophase/internal/text/number"
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
		bytes, err := number.Size(text)
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
