package stimulus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"

	"twophase/internal/kernel"
)

// maxCovarianceInputs bounds the matrix of second moments, to 512 MB.
const maxCovarianceInputs = 8192

// SurveyOptions say what a survey is to find out.
type SurveyOptions struct {
	Covariance bool // accumulate the second moments [N×N]
	Workers    int  // goroutines; 0 stands for one per processor
}

// Summary is what a survey found. It does not depend on the number of workers
// or on the machine.
type Summary struct {
	Path       string
	SHA256     string    // of the file's bytes as they are stored, hexadecimal
	Rows       int       // T, the number of stimuli
	Inputs     int       // N
	Mean       []float64 // (1/T) Σ_t x_t [N]
	MeanSquare float64   // (1/T) Σ_t |x_t|²

	moments *Covariance // (1/T) Σ_t x_t x_tᵀ, or nil
}

// Survey reads the whole file at path once and summarises it. It is meant to run
// before anything else does: a file that it accepts can be read to its end. Its
// errors are those of Open and File.Next.
func Survey(ctx context.Context, path string, options SurveyOptions) (*Summary, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if n := f.Inputs(); options.Covariance && n > maxCovarianceInputs {
		return nil, fmt.Errorf("surveying %s: the covariance of %d inputs is too large (the limit is %d): leave out what needs it, the scale by the largest eigenvalue and the reference principal components (--scale trace, --reference none)",
			path, n, maxCovarianceInputs)
	}
	s, err := summarize(ctx, f, options)
	if err != nil {
		if errors.Is(err, errTooLarge) { // others name the file already
			err = fmt.Errorf("surveying %s: %w", path, err)
		}
		return nil, err
	}
	s.Path = path
	s.SHA256, err = checksum(path)
	return s, err
}

var errTooLarge = errors.New("the squares of the stimuli are too large for a float64: divide the stimuli by a constant")

// blockRows is the number of stimuli that the second moments take up at a time.
const blockRows = 32

// summarize reads a source to its end.
func summarize(ctx context.Context, source Source, options SurveyOptions) (*Summary, error) {
	n := source.Inputs()
	s := &Summary{Inputs: n, Mean: kernel.Aligned(n)}
	block := [][]float64{kernel.Aligned(n)}
	if options.Covariance {
		s.moments = newCovariance(n)
		for len(block) < blockRows {
			block = append(block, kernel.Aligned(n))
		}
	}
	workers := options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var filled int
		var err error
		if filled, more, err = fill(block, source); err != nil {
			return nil, err
		}
		for _, x := range block[:filled] {
			kernel.Axpy(s.Mean, 1, x)
			s.MeanSquare += kernel.Dot(x, x)
		}
		if s.moments != nil {
			s.moments.accumulate(block[:filled], workers)
		}
		s.Rows += filled
	}
	if math.IsInf(s.MeanSquare, 0) {
		return nil, errTooLarge
	}
	rows := float64(s.Rows)
	s.MeanSquare /= rows
	for i := range s.Mean {
		s.Mean[i] /= rows
	}
	if s.moments != nil {
		s.moments.divide(rows)
		s.moments.mirror()
	}
	return s, nil
}

// fill reads the next stimuli into a block. It reports false at the end.
func fill(block [][]float64, source Source) (filled int, more bool, err error) {
	for _, x := range block {
		if err := source.Next(x); err == io.EOF {
			return filled, false, nil
		} else if err != nil {
			return filled, false, err
		}
		filled++
	}
	return filled, true, nil
}

// TotalVariance returns the trace of the stimuli's covariance, Σ_i var(x_i),
// about their mean if centred, else about zero.
func (s *Summary) TotalVariance(centred bool) float64 {
	if !centred {
		return s.MeanSquare
	}
	return s.MeanSquare - kernel.Dot(s.Mean, s.Mean)
}

// Covariance returns the covariance of the stimuli (x − mean)·scale if centred,
// or the second moments of x·scale if not: what a network behind Affine sees. It
// returns an error if the survey did not accumulate it, or if the mean is so
// large that it leaves no digits of the variance.
func (s *Summary) Covariance(centred bool, scale float64) (*Covariance, error) {
	if s.moments == nil {
		return nil, fmt.Errorf("the survey of %s did not accumulate the covariance: ask for it in SurveyOptions", s.Path)
	}
	if v := s.TotalVariance(true); centred && v < 1e-9*s.MeanSquare {
		return nil, fmt.Errorf("the stimuli in %s hardly vary: their variance is %g beside a squared mean of %g, so that it cannot be told from rounding errors; subtract a constant from the file",
			s.Path, v, s.MeanSquare)
	}
	c := newCovariance(s.Inputs)
	square := scale * scale
	for i := range c.n {
		row := c.row(i)
		copy(row, s.moments.row(i))
		if centred {
			kernel.Axpy(row, -s.Mean[i], s.Mean)
		}
		kernel.Scale(row, square, row)
	}
	return c, nil
}

// checksum returns the SHA-256 of the file at path, which may name an array in
// an archive.
func checksum(path string) (string, error) {
	name, _ := splitMember(path)
	file, _, err := openRegular(name)
	if err != nil {
		return "", fmt.Errorf("hashing %s: %w", name, err)
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", fmt.Errorf("hashing %s: %w", name, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
