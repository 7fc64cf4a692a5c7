package view

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// heartbeat is the interval at which an idle stream shows that it is alive.
const heartbeat = 10 * time.Second

// live streams what happens in a run as Server-Sent Events.
func (a *api) live(w http.ResponseWriter, r *http.Request) {
	streamer, ok := a.source.(Streamer)
	if !ok {
		fail(w, http.StatusNotFound, "this run is not live")
		return
	}
	select {
	case a.streams <- struct{}{}:
		defer func() { <-a.streams }()
	default:
		busy(w)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	events := streamer.Follow(ctx)
	if events == nil {
		fail(w, http.StatusNotFound, "this run is not live any more")
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if r.Method == http.MethodHead {
		return
	}
	out := http.NewResponseController(w)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	write := func(text string) bool {
		if err := out.SetWriteDeadline(time.Now().Add(heartbeat)); err != nil {
			return false
		}
		if _, err := fmt.Fprint(w, text); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	for alive := write(": alive\n\n"); alive; {
		select {
		case e, open := <-events:
			if !open {
				return
			}
			data, err := json.Marshal(e.Data)
			alive = err == nil && write(fmt.Sprintf("event: %s\ndata: %s\n\n", e.Name, data))
		case <-beat.C:
			alive = write(": alive\n\n")
		case <-ctx.Done():
			return
		}
	}
}
