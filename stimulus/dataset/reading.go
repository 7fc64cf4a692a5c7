package dataset

import "context"

// Reading says how far a file has been read. A file may be read more than once.
type Reading struct {
	Path       string
	Done, Size int64 // bytes
}

// reportKey is the key of what WithReports adds to a context.
type reportKey struct{}

// WithReports returns a context within which long readings of files are reported, some thousands of
// times in a gigabyte. The last report of each is that all was read, also after an error. Several
// goroutines may call to.
func WithReports(ctx context.Context, to func(Reading)) context.Context {
	return context.WithValue(ctx, reportKey{}, to)
}

// report reports a reading within a context.
func report(ctx context.Context, r Reading) {
	if to, ok := ctx.Value(reportKey{}).(func(Reading)); ok {
		to(r)
	}
}
