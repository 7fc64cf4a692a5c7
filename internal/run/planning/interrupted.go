package planning

import (
	"errors"
)

// ErrInterrupted is the error of a run whose context was cancelled.
var ErrInterrupted = errors.New("interrupted")
