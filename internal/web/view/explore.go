package view

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"twophase/internal/experiment"
	"twophase/internal/web/explore"
	"twophase/internal/web/simulator"
)

// explorer is a Source that knows the experiment of its run.
type explorer interface {
	// Experiment returns the experiment with all defaults filled in; known is false before the run has begun.
	Experiment() (e experiment.Experiment, known bool)
}

// experimentOf returns the experiment of a run if a page can have it, or else says why it cannot. Both are empty where no
// experiment is known.
func experimentOf(s Source) (e *experiment.Experiment, why string) {
	of, ok := s.(explorer)
	if !ok {
		return nil, ""
	}
	found, known := of.Experiment()
	if !known {
		return nil, ""
	}
	if what, _ := simulator.Lacks(found); what != "" {
		return nil, "This run cannot be played with: a page cannot have " + what + "."
	}
	return &found, ""
}

// explorePage returns the page in which the experiment of a run learns. It is a page of its own, whose policy stands in
// it; the inspector shows it in a frame.
func explorePage(ctx context.Context, s Source) ([]byte, error) {
	e, why := experimentOf(s)
	if e == nil {
		return nil, Missing("%s", cmp.Or(why, "The experiment of this run is not known: ask again when it has begun."))
	}
	run, err := s.Run(ctx)
	if err != nil {
		return nil, err
	}
	return explore.Page(run.Title+" – twophase", *e)
}

// sendPage sends such a page, which only the inspector may frame.
func sendPage(w http.ResponseWriter, text []byte) {
	h := w.Header()
	h.Set("Content-Security-Policy", "frame-ancestors 'self'")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.Write(text)
}
