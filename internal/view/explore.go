package view

import (
	"context"
	"net/http"
	"strconv"

	"twophase/internal/experiment"
	"twophase/internal/explore"
)

// explorer is a Source that knows the experiment of its run.
type explorer interface {
	Experiment() experiment.Experiment
}

// Experiment returns the experiment of the run, with all defaults filled in.
func (r *Recorded) Experiment() experiment.Experiment { return r.manifest.Experiment }

// explorable reports whether the experiment of a run can learn in a page.
func explorable(s Source) bool {
	of, known := s.(explorer)
	return known && explore.Check(of.Experiment()) == nil
}

// serveExplore answers with the page in which the experiment of a run learns. It is a page of its own, whose policy
// stands in it.
func serveExplore(ctx context.Context, w http.ResponseWriter, s Source) {
	if s == nil || !explorable(s) {
		fail(w, http.StatusNotFound, "a page cannot have the experiment of this run: see twophase explore --help")
		return
	}
	run, err := s.Run(ctx)
	if err == nil {
		var text []byte
		if text, err = explore.Page(run.Title+" – twophase", s.(explorer).Experiment()); err == nil {
			h := w.Header()
			h.Set("Content-Security-Policy", "frame-ancestors 'none'")
			h.Set("Content-Type", "text/html; charset=utf-8")
			h.Set("Content-Length", strconv.Itoa(len(text)))
			w.Write(text)
			return
		}
	}
	fail(w, http.StatusInternalServerError, err.Error())
}
