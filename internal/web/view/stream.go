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

// stream sends events as Server-Sent Events until there are no more, or ctx ends.
func stream(ctx context.Context, w http.ResponseWriter, events <-chan Event) {
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
