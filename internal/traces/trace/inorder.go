package trace

import (
	"context"
	"runtime"
	"sync"
)

// mostWorkers bounds how many pages are read at once, and so the memory for them.
const mostWorkers = 16

// readers is a pool of readers of pages.
var readers = sync.Pool{New: func() any { return new(pageReader) }}

// inOrder calls work for pages, several at a time, and passes on the results in the order of the
// pages. It returns the first error, or that of the context.
func inOrder[T any](ctx context.Context, pages []page, work func(*pageReader, page) (T, error), take func(T) error) error {
	type result struct {
		found T
		err   error
	}
	type job struct {
		page   page
		answer chan result
	}
	do := func(r *pageReader, pg page) (T, error) {
		if err := ctx.Err(); err != nil {
			return *new(T), err
		}
		return work(r, pg)
	}
	workers := min(runtime.GOMAXPROCS(0), mostWorkers, len(pages))
	if workers <= 1 {
		r := readers.Get().(*pageReader)
		defer readers.Put(r)
		for _, pg := range pages {
			found, err := do(r, pg)
			if err == nil {
				err = take(found)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	jobs, answers := make(chan job), make(chan chan result, 2*workers)
	all.Go(func() {
		defer close(jobs)
		defer close(answers)
		for _, pg := range pages {
			j := job{pg, make(chan result, 1)}
			select {
			case answers <- j.answer:
			case <-ctx.Done():
				return
			}
			jobs <- j
		}
	})
	for range workers {
		all.Go(func() {
			r := readers.Get().(*pageReader)
			defer readers.Put(r)
			for j := range jobs {
				found, err := do(r, j.page)
				j.answer <- result{found, err}
			}
		})
	}
	for answer := range answers {
		r := <-answer
		if r.err == nil {
			r.err = take(r.found)
		}
		if r.err != nil {
			return r.err
		}
	}
	return ctx.Err()
}
