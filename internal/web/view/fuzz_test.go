package view

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// asked is a run that answers what it is asked.
type asked struct{ what []string }

func (a *asked) answer(format string, values ...any) {
	a.what = append(a.what, fmt.Sprintf(format, values...))
}

func (a *asked) Run(context.Context) (*Run, error) {
	a.answer("run")
	return &Run{}, nil
}

func (a *asked) Trial(_ context.Context, trial int) (*Trial, error) {
	a.answer("trial?trial=%d", trial)
	return &Trial{Trial: trial}, nil
}

func (a *asked) Series(_ context.Context, q SeriesQuery) (*Series, error) {
	var columns []string
	for field := range reflect.TypeFor[Series]().Fields() {
		name := field.Tag.Get("json")
		if of, err := TraceColumns(name); err == nil && slices.Contains(q.Columns, of[0]) {
			columns = append(columns, name)
		}
	}
	a.answer("series?columns=%s&element=%s&from=%d&points=%d&to=%d&trial=%d", strings.Join(columns, ","), url.QueryEscape(q.Element), q.From, q.Points, q.To, q.Trial)
	return &Series{Element: q.Element}, nil
}

func (a *asked) Snapshot(_ context.Context, trial int, step int64) (*Snapshot, error) {
	a.answer("snapshot?step=%d&trial=%d", step, trial)
	return &Snapshot{Step: step}, nil
}

func (a *asked) Step(_ context.Context, trial int, step int64) (*Step, float64, error) {
	a.answer("step?step=%d&trial=%d", step, trial)
	return nil, 0.5, nil
}

func (a *asked) Twin(name string) (Source, error) {
	return nil, Missing("no twin %s", name)
}

// FuzzQuery asks for anything: the answer is JSON, a refusal asks the run for nothing, and
// what is asked of the run is in its range, and is what is asked when all of it is
// written out.
func FuzzQuery(f *testing.F) {
	for _, path := range []string{"run", "trial", "series", "snapshot", "step", "live", ""} {
		for _, query := range []string{"", "trial=3", "trial=1e3&step=2.5e2", "element=lateral[0,1]&from=1&to=5&points=3", "element=a&from=6&to=5", "element=a&columns=post,weight", "trial=1_0", "trial=%zz", "x=1", "twin=..%2f", "step=0x10", "trial=1;trial=2", "step=+5&trial=0&trial=1"} {
			f.Add(path, query)
		}
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		status, what := ask(t, path, query)
		switch {
		case status == http.StatusOK || status == http.StatusAccepted:
			if len(what) != 1 {
				t.Fatalf("%s?%s asks %q", path, query, what)
			}
		case status < 400 || status == http.StatusInternalServerError || len(what) > 0:
			t.Fatalf("%s?%s: %d, and asks %q", path, query, status, what)
		default:
			return
		}
		inRange(t, what[0])
		again, rest, _ := cutQuery(what[0])
		if status2, what2 := ask(t, again, rest); status2 != status || len(what2) != 1 || what2[0] != what[0] {
			t.Fatalf("%s?%s asks %s, and that %d, %q", path, query, what[0], status2, what2)
		}
	})
}

// ask asks a run that is new, and returns what it is asked.
func ask(t *testing.T, path, query string) (status int, what []string) {
	source := new(asked)
	r := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: path, RawQuery: query}}
	w := httptest.NewRecorder()
	newAPI(source, nil).ServeHTTP(w, r.WithContext(t.Context()))
	if !json.Valid(w.Body.Bytes()) || w.Body.Len() > 1000+6*len(query) {
		t.Fatalf("%s?%s: %d bytes, %.200q", path, query, w.Body.Len(), w.Body)
	}
	return w.Code, source.what
}

func cutQuery(text string) (path, query string, found bool) {
	u, err := url.Parse(text)
	if err != nil {
		return "", "", false
	}
	return u.Path, u.RawQuery, true
}

// inRange fails unless the numbers of a query are in their ranges.
func inRange(t *testing.T, text string) {
	_, query, _ := cutQuery(text)
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	number := func(name string) (v int64) {
		if values.Has(name) {
			fmt.Sscan(values.Get(name), &v)
		}
		return v
	}
	from, to, step, trial, points := number("from"), number("to"), number("step"), number("trial"), number("points")
	if from < 0 || to < from || to > maxStep || step < 0 || step > maxStep || trial < 0 || trial > maxTrial || points < 0 || points > maxPoints || values.Has("points") && points == 0 {
		t.Fatalf("%s is out of range", text)
	}
}
