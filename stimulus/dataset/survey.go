package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"

	"twophase/internal/numerics/kernel"
	"twophase/stimulus"
	"twophase/stimulus/covariance"
	"twophase/stimulus/fileformat"
)

// maxCovarianceInputs bounds the matrix of second moments to 512 MB.
const maxCovarianceInputs = 8192

// SurveyOptions say what a survey computes.
type SurveyOptions struct {
	Covariance bool // accumulate the second moments [N×N]
	Workers    int  // goroutines; 0 stands for one per processor
	Unpack     bool // while reading, also write the temporary file that Shuffled may need
}

// Summary is the result of a survey. It depends neither on the number of workers nor on the
// machine.
type Summary struct {
	Path       string
	SHA256     string    // of the file's bytes as they are stored, hexadecimal
	Rows       int       // T, the number of stimuli
	Inputs     int       // N
	Mean       []float64 // (1/T) Σ_t x_t [N]
	MeanSquare float64   // (1/T) Σ_t |x_t|²
	Largest    float64   // max_ti |x_ti|
	Variances  []float64 // of each input about its mean [N], to a tolerance

	increasing, constant []int // inputs that are so in all stimuli

	moments *covariance.Matrix // (1/T) Σ_t x_t x_tᵀ, or nil
}

// Survey reads the whole file at path once and summarises it, as Dataset.Survey does.
func Survey(ctx context.Context, path string, options SurveyOptions) (*Summary, error) {
	d, err := Open(ctx, path, "", fileformat.Layout{})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Survey(ctx, options)
}

// Survey reads the whole file once and summarises it. It should run before anything else. A
// file that it accepts can be read to its end, and every later reading is compared with the
// survey. Its errors are those of fileformat.Open and File.Next.
func (d *Dataset) Survey(ctx context.Context, options SurveyOptions) (*Summary, error) {
	path := d.path
	defer d.file.readWithin(ctx)()
	f, err := d.open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	source, keep := stimulus.Source(f), func() error { return nil }
	if options.Unpack && f.Array() == nil {
		spool, err := makeSpool(path, d.spools)
		if err != nil {
			return nil, err
		}
		defer func() { spool.Close() }() // unless it is kept
		u := fileformat.NewUnpacking(spool, f)
		source, keep = u, func() error {
			a, err := u.End()
			if err == nil && d.keep(&store{a, d.file, spool}) {
				spool = nil
			}
			return err
		}
	}
	s, err := surveySource(ctx, d.learnt(source), path, options)
	if err != nil {
		return nil, err
	}
	for x := make([]float64, d.inputs); d.most > 0 && err != io.EOF; { // what is held out can be read too
		if err = source.Next(x); err != nil && err != io.EOF {
			return nil, err
		}
	}
	if err := keep(); err != nil {
		return nil, err
	}
	if d.most == 0 {
		d.noteRows(s.Rows)
	}
	if s.SHA256, err = d.file.sha256(ctx); err != nil {
		return nil, d.named(err)
	}
	return s, d.named(d.file.unchanged(ctx))
}

// limited yields the first stimuli of a source.
type limited struct {
	stimulus.Source
	left int
}

// Next implements stimulus.Source.
func (l *limited) Next(x []float64) error {
	if l.left == 0 {
		return io.EOF
	}
	l.left--
	return l.Source.Next(x)
}

// learnt returns a source without what is held out.
func (d *Dataset) learnt(source stimulus.Source) stimulus.Source {
	if d.most == 0 {
		return source
	}
	return &limited{source, d.most}
}

// surveySource reads a source, the stimuli at a path, to its end.
func surveySource(ctx context.Context, source stimulus.Source, path string, options SurveyOptions) (*Summary, error) {
	if n := source.Inputs(); options.Covariance && n > maxCovarianceInputs {
		return nil, fmt.Errorf("surveying %s: the covariance of %d inputs is too large (the limit is %d): leave out what needs it, the scale by the largest eigenvalue and the reference principal components (--scale trace, --reference none)",
			path, n, maxCovarianceInputs)
	}
	s, err := summarize(ctx, source, options)
	if err != nil {
		if errors.Is(err, errTooLarge) { // other errors name the file already
			err = fmt.Errorf("surveying %s: %w", path, err)
		}
		return nil, err
	}
	s.Path = path
	return s, nil
}

var errTooLarge = errors.New("the squares of the stimuli are too large for a float64: divide the stimuli by a constant")

// summarize reads a source to its end.
func summarize(ctx context.Context, source stimulus.Source, options SurveyOptions) (*Summary, error) {
	n := source.Inputs()
	s := &Summary{Inputs: n, Mean: kernel.Aligned(n)}
	watch := newColumnWatch(n)
	read := &covariance.Addends{Rows: [][]float64{kernel.Aligned(n)}}
	rest := read
	if options.Covariance { // some are read while others are added to the moments
		s.moments, read, rest = covariance.New(n), covariance.NewAddends(n), covariance.NewAddends(n)
	}
	workers := options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var adding sync.WaitGroup
	defer adding.Wait()
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var filled int
		var err error
		if filled, more, err = stimulus.Fill(read.Rows, source); err != nil {
			return nil, err
		}
		for _, x := range read.Rows[:filled] {
			kernel.Axpy(s.Mean, 1, x)
			s.MeanSquare += kernel.Dot(x, x)
			s.Largest = max(s.Largest, kernel.MaxAbs(x))
			watch.see(x)
		}
		adding.Wait()
		if s.moments != nil {
			full := read
			adding.Go(func() { s.moments.Accumulate(full, filled, workers) })
		}
		read, rest = rest, read
		s.Rows += filled
	}
	adding.Wait()
	if math.IsInf(s.MeanSquare, 0) {
		return nil, fmt.Errorf("%w, such as %.0e: they are up to %.3g", errTooLarge, s.Largest, s.Largest)
	}
	s.Variances, s.increasing, s.constant = watch.variances(s.Rows), watch.increasing, watch.constant
	rows := float64(s.Rows)
	s.MeanSquare /= rows
	for i := range s.Mean {
		s.Mean[i] /= rows
	}
	if s.moments != nil {
		s.moments.Divide(rows)
		s.moments.Mirror()
	}
	return s, nil
}

// TotalVariance returns the trace of the stimuli's covariance, Σ_i var(x_i),
// about their mean if centred, else about zero.
func (s *Summary) TotalVariance(centred bool) float64 {
	if !centred {
		return s.MeanSquare
	}
	return s.MeanSquare - kernel.Dot(s.Mean, s.Mean)
}

// Covariance returns the covariance of the stimuli (x − mean)·scale if centred, else the second
// moments of x·scale: what a network behind Affine receives. It returns an error if the survey
// did not accumulate it, or if the mean is so large that the variance has no digits left.
func (s *Summary) Covariance(centred bool, scale float64) (*covariance.Matrix, error) {
	if s.moments == nil {
		return nil, fmt.Errorf("the survey of %s did not accumulate the covariance: ask for it in SurveyOptions", s.Path)
	}
	if v := s.TotalVariance(true); centred && v < 1e-9*s.MeanSquare {
		return nil, fmt.Errorf("the stimuli in %s hardly vary: their variance, %g, is no more than rounding errors of their squared mean, %g, can make; subtract a constant from the file",
			s.Path, v, s.MeanSquare)
	}
	c := covariance.New(s.Inputs)
	square := scale * scale
	for i := range c.Inputs() {
		row := c.Row(i)
		copy(row, s.moments.Row(i))
		if centred {
			kernel.Axpy(row, -s.Mean[i], s.Mean)
		}
		kernel.Scale(row, square, row)
	}
	return c, nil
}
