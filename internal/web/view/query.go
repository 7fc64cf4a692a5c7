package view

import (
	"net/url"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// Limits of what the client may ask for.
const (
	maxTrial  = 9999
	maxStep   = 1e15
	maxPoints = 8_000
)

// query is the parameters of a request. A parameter that is not used is an error.
type query struct {
	values url.Values
	used   []string
	err    error
}

// parseQuery reads parameters, each at most once.
func parseQuery(text string) (*query, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, Wrong("the query: %v", err)
	}
	for name, list := range values {
		if len(list) > 1 {
			return nil, Wrong("%q is given twice", name)
		}
	}
	return &query{values: values}, nil
}

// text returns a parameter, and whether it was given.
func (q *query) text(name string) (string, bool) {
	q.used = append(q.used, name)
	return q.values.Get(name), q.values.Has(name)
}

// number returns a parameter that is a whole number in some range, or a default if it is not
// given.
func (q *query) number(name string, otherwise, low, high int64) int64 {
	text, given := q.text(name)
	if !given {
		return otherwise
	}
	v, err := wording.Int(text, low, high)
	if err != nil {
		q.err = Wrong("%s: %v", name, err)
		return otherwise
	}
	return v
}

// columns returns the columns of a trace that the parameter columns asks for, all of Series if it is
// not given.
func (q *query) columns() []string {
	text, given := q.text("columns")
	var names []string
	if given {
		names = strings.Split(text, ",")
	}
	of, err := TraceColumns(names...)
	if err != nil {
		q.err = Wrong("columns: %.80q: %v", text, err)
	}
	return of
}

// end returns an error if a parameter was wrong or is not known.
func (q *query) end() error {
	if q.err != nil {
		return q.err
	}
	for name := range q.values {
		if slices.Contains(q.used, name) {
			continue
		}
		if len(q.used) == 0 {
			return Wrong("there is no parameter %.40q here, nor any other", name)
		}
		slices.Sort(q.used)
		return Wrong("there is no parameter %.40q here: choose of %s", name, strings.Join(q.used, ", "))
	}
	return nil
}
