package view

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// send sends an answer.
func send(w http.ResponseWriter, status int, v any) {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(v); err != nil { // Encode escapes <, > and &
		fail(w, http.StatusInternalServerError, "the answer cannot be written: "+err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(patienceFor(b.Len()))) // or else that of the server holds
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

// patienceFor returns how long an answer of that many bytes may take: a client that reads it more slowly
// than a megabyte in a second holds a place that others wait for.
func patienceFor(bytes int) time.Duration {
	return 2*time.Second + time.Duration(bytes)*time.Microsecond
}

// failure is the answer to what cannot be answered.
type failure struct {
	Error string `json:"error"`
}

func fail(w http.ResponseWriter, status int, text string) { send(w, status, failure{text}) }

// failWith sends an error.
func failWith(w http.ResponseWriter, err error) {
	var refusal *Refusal
	switch {
	case errors.As(err, &refusal):
		fail(w, refusal.Status, err.Error())
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		fail(w, http.StatusServiceUnavailable, "interrupted")
	default:
		fail(w, http.StatusInternalServerError, err.Error())
	}
}

// busy answers that there are too many requests.
func busy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "2")
	fail(w, http.StatusServiceUnavailable, "too many requests at a time: try again in a moment")
}
