package runs

import (
	"fmt"
	"net/http"
)

// Refusal is the error of a request that cannot be answered.
type Refusal struct {
	Status int // of HTTP, 4xx
	Text   string
}

func (r *Refusal) Error() string { return r.Text }

// Missing returns the Refusal of a thing that does not exist.
func Missing(format string, values ...any) error {
	return &Refusal{http.StatusNotFound, fmt.Sprintf(format, values...)}
}

// Wrong returns the Refusal of a wrong request.
func Wrong(format string, values ...any) error {
	return &Refusal{http.StatusBadRequest, fmt.Sprintf(format, values...)}
}
