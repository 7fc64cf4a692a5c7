package scene

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/stimulus"
	"twophase/stimulus/dataset"
)

// File is stimuli read from a file. Trials differ only in the order of the stimuli.
type File struct {
	experiment.Stimulus
	seed      uint64
	data      *dataset.Joined
	labels    *labels          // nil: none
	signals   *dataset.Dataset // the columns of the file that are broadcast; nil: none
	views     []stimulus.View
	Found     *dataset.Summary
	files     []experiment.InputFile // that were surveyed
	mean      []float64              // nil if not centred
	scale     float64
	reference *measure.Reference // nil if none is wanted
	nothing   string             // why nothing can be learnt from the stimuli; empty if something can
	Like      *File              // a surveyed File of the same stimuli with another seed, to share its survey; nil: none

	needsMoments bool // of all stimuli, for learning offline
	moments      []float64

	// For stimuli that change in mid-run.
	Turning    int       // dimensions of the rotating subspace, 0 if none rotates
	subspace   []float64 // its basis [N×turning], with the same bits on every machine
	correlates bool
}

func openFile(ctx context.Context, s experiment.Stimulus, seed uint64) (Stimuli, error) {
	if !slices.Contains([]string{"", "none", "eigen", "trace"}, s.Scale) {
		return nil, document.Blame(fmt.Errorf("scale %q does not exist: choose eigen, trace or none", s.Scale), "stimulus.scale")
	}
	f := &File{Stimulus: s, seed: seed}
	var err error
	if len(s.Signals) > 0 {
		if f.signals, err = dataset.Open(ctx, s.File, os.TempDir(), s.SignalLayout()); err != nil {
			return nil, document.Blame(fmt.Errorf("signals: %w", err), "circuit.signals")
		}
	}
	if f.labels, err = openLabels(ctx, s); err != nil {
		return nil, errors.Join(f.labels.blamed(err, s), f.Close())
	}
	if f.data, f.views, err = openData(ctx, s); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if s.HeldOut > 0 {
		err := f.data.HoldOut(s.HeldOut)
		if f.signals != nil && err == nil {
			err = dataset.Join(f.signals).HoldOut(s.HeldOut)
		}
		if err != nil {
			return nil, errors.Join(document.Blame(err, "stimulus.held_out"), f.Close())
		}
	}
	return f, nil
}

func (f *File) Title() string                 { return f.data.Name() }
func (f *File) Views() []stimulus.View        { return f.views }
func (f *File) Inputs() int                   { return f.data.Inputs() }
func (f *File) Population() []float64         { return nil } // known of its samples only
func (f *File) Outputs() int                  { return 0 }
func (f *File) Rate(n circuit.Network) string { return ownRate(n) }

// ownRate returns the default learning rate of a network, or that of stimuli which have none
// of their own.
func ownRate(n circuit.Network) string {
	if own := n.Rate.String(); own != "" {
		return own
	}
	return experiment.DefaultRate
}

// NeedMoments implements Stimuli.
func (f *File) NeedMoments() error { f.needsMoments = true; return nil }

// Files implements Stimuli.
func (f *File) Files() []experiment.InputFile { return f.files }

func (f *File) Close() (err error) {
	if f.Like != nil { // these are its data
		return nil
	}
	if f.signals != nil {
		err = f.signals.Close()
	}
	if f.labels != nil {
		err = errors.Join(err, f.labels.data.Close())
	}
	if f.data != nil {
		err = errors.Join(err, f.data.Close())
	}
	return err
}

// ShareWith takes the stimuli of another, surveyed, File of the same data.
func (f *File) ShareWith(like *File) error {
	err := f.Close()
	f.Like, f.data, f.signals, f.labels = like, like.data, like.signals, like.labels
	return err
}

// Spectrum reads the file and returns the eigenvalues of its covariance as it is shown to a
// circuit, centred and scaled [N], not increasing. Eigenvalues within the rounding error of
// 0 are 0.
func (f *File) Spectrum(ctx context.Context) ([]float64, error) {
	if f.Found == nil {
		found, err := f.data.Survey(ctx, dataset.SurveyOptions{Covariance: true})
		if err != nil {
			return nil, err
		}
		f.Found = found
	}
	if why := f.emptiness(); why != "" {
		return nil, fmt.Errorf("there is no covariance to be found: %s", why)
	}
	scale, err := f.unitScale()
	if err != nil {
		return nil, document.Blame(err, "stimulus.scale")
	}
	g, err := f.Found.Covariance(f.Center, scale)
	if err != nil {
		return nil, err
	}
	values, err := g.Eigenvalues()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Title(), err)
	}
	for i, v := range values {
		if v < measure.DefiniteGap*values[0] {
			values[i] = 0
		}
	}
	return values, nil
}

func (f *File) Survey(ctx context.Context, k, workers int, measured bool) (int, error) {
	if f.Like != nil {
		f.Found, f.mean, f.scale, f.reference = f.Like.Found, f.Like.mean, f.Like.scale, f.Like.reference
		f.nothing, f.files = f.Like.nothing, f.Like.files
		if err := f.takeMoments(); err != nil {
			return 0, err
		}
		return f.Found.Rows * f.Epochs, nil
	}
	found, err := f.data.Survey(ctx, dataset.SurveyOptions{
		Covariance: measured || f.Scale == "eigen" || f.Turning > 0 || f.needsMoments,
		Workers:    workers,
		Unpack:     f.Shuffle,
	})
	if err != nil {
		return 0, err
	}
	if f.signals != nil {
		if _, err := f.signals.Survey(ctx, dataset.SurveyOptions{Workers: workers, Unpack: f.Shuffle}); err != nil {
			return 0, document.Blame(fmt.Errorf("signals: %w", err), "circuit.signals")
		}
	}
	f.Found = found
	if f.files, err = inputFiles(f.data); err != nil {
		return 0, err
	}
	if f.labels != nil {
		if err := f.surveyLabels(); err != nil {
			return 0, f.labels.blamed(err, f.Stimulus)
		}
	}
	if f.Center {
		f.mean = found.Mean
	}
	if f.nothing = f.emptiness(); f.nothing != "" && (measured || f.Turning > 0 || f.Scale == "eigen" || f.Scale == "trace") {
		return 0, fmt.Errorf("no principal directions and no scale are to be found: %s (--scale none and --reference none ask for neither)", f.nothing)
	}
	if f.scale, err = f.unitScale(); err != nil {
		return 0, document.Blame(err, "stimulus.scale")
	}
	if err := f.takeMoments(); err != nil {
		return 0, err
	}
	if !measured && f.Turning == 0 {
		return found.Rows * f.Epochs, nil
	}
	g, err := found.Covariance(f.Center, f.scale)
	if err != nil {
		return 0, err
	}
	if measured {
		f.reference, err = measure.BatchReference(g, k)
		if err != nil {
			return 0, undefined(err)
		}
		if f.HeldOut > 0 {
			f.reference.Kind += " that are not held out"
		}
	}
	if f.Turning > 0 {
		f.subspace, err = g.Subspace(f.Turning)
		if err != nil {
			return 0, document.Blame(fmt.Errorf("which subspace is to turn? %w", err), "interventions")
		}
	}
	if f.Turning > 0 && measured {
		f.reference.Within = new(mat.Dense)
		f.reference.Within.Mul(mat.NewDense(f.Inputs(), k, f.subspace).T(), f.reference.Basis)
	}
	return found.Rows * f.Epochs, nil
}

// surveyLabels reads the labels, and notes their file if it is another one.
func (f *File) surveyLabels() error {
	rows, err := f.data.Rows()
	if err != nil {
		return err
	}
	if err := f.labels.survey(rows, f.HeldOut); err != nil || f.LabelColumn != "" {
		return err
	}
	files, err := inputFiles(f.labels.data)
	f.files = append(f.files, files...)
	return err
}

// inputFiles returns the files of data with their checksums.
func inputFiles(data *dataset.Joined) (files []experiment.InputFile, err error) {
	paths, sums, err := data.Files()
	for i, path := range paths {
		files = append(files, experiment.InputFile{Path: path, SHA256: sums[i]})
	}
	return files, err
}

// takeMoments keeps the second moments of the surveyed stimuli, if they are needed.
func (f *File) takeMoments() error {
	if !f.needsMoments {
		return nil
	}
	g, err := f.Found.Covariance(f.Center, f.scale)
	if err == nil {
		f.moments = g.Entries()
	}
	return err
}

// leastSquare is the sum of squares below which some squares are 0 in double precision or
// have lost digits: the smallest normal number over the rounding unit.
const leastSquare = 0x1p-1022 / 0x1p-53

// rounding bounds what rounding errors leave of the mean square when constant stimuli are
// centred. Stimuli that vary a little about a large mean may leave as little.
const rounding = 1e-13

// emptiness says why nothing can be learnt from the stimuli; it is empty if something can.
func (f *File) emptiness() string {
	switch found := f.Found; {
	case found.Largest == 0:
		return "all stimuli in " + f.Title() + " are 0"
	case f.Center && found.Rows == 1:
		return f.Title() + " has 1 stimulus, and less its mean it is 0"
	case found.MeanSquare*float64(found.Rows) < leastSquare:
		return fmt.Sprintf("the stimuli in %s are %.3g at the most, and their squares are 0 in double precision, or have lost digits; multiply them by a constant, such as %.0e",
			f.Title(), found.Largest, 1/found.Largest)
	case f.Center && found.TotalVariance(true) <= rounding*found.MeanSquare:
		return fmt.Sprintf("the stimuli in %s vary about their mean by less than %.0e of their size, if at all, which cannot be distinguished from rounding errors; subtract a constant near their mean from them", f.Title(), math.Sqrt(rounding))
	}
	return ""
}

func (f *File) Doubt() string { return f.nothing }

func (f *File) Names() []string { return f.data.Names() }

// unitScale returns the factor that scales the stimuli.
func (f *File) unitScale() (float64, error) {
	var variance float64
	switch f.Scale {
	case "eigen":
		g, err := f.Found.Covariance(f.Center, 1)
		if err != nil {
			return 0, err
		}
		variance = g.TopEigenvalue()
	case "trace":
		variance = f.Found.TotalVariance(f.Center)
	default:
		return 1, nil
	}
	if !(variance > 0) {
		return 0, fmt.Errorf("the stimuli in %s do not vary, so they cannot be scaled to unit variance", f.Title())
	}
	return 1 / math.Sqrt(variance), nil
}

// order returns the rows of data in the order in which a trial sees them.
func (f *File) order(data *dataset.Joined, trial uint64) (stimulus.Seekable, error) {
	if f.Shuffle {
		return data.Shuffled(f.Epochs, f.seed, trial)
	}
	return data.InOrder(f.Epochs), nil
}

func (f *File) Trial(trial uint64) (*Trial, error) {
	source, err := f.order(f.data, trial)
	if err != nil {
		return nil, err
	}
	if f.mean != nil || f.scale != 1 {
		source = f.Transformed(source).(stimulus.Seekable)
	}
	var of stimulus.Subspace
	if f.correlates && f.mean == nil {
		of.Mean = slices.Clone(f.Found.Mean)
		for i := range of.Mean {
			of.Mean[i] *= f.scale
		}
	}
	of.Basis = f.subspace
	changing, err := stimulus.NewChangingFile(source, of, f.seed, trial)
	if err != nil {
		return nil, err
	}
	t := newTrial(changing, f.reference, f.data.Unchanged)
	if f.signals != nil {
		if t.signals, err = f.order(dataset.Join(f.signals), trial); err != nil {
			return nil, err
		}
	}
	t.moments = func() []float64 { return f.moments }
	t.shown = f.shown
	t.shownAs = f.shownAs
	return t, nil
}

// Transformed centres and scales stimuli as the run does with those of the file, which must be surveyed.
func (f *File) Transformed(s stimulus.Source) stimulus.Source {
	return stimulus.Affine(s, f.mean, f.scale)
}

// shown returns the stimuli that are held out, or all of them, once and with their labels.
func (f *File) shown() stimulus.Source {
	once := func(data *dataset.Joined) stimulus.Source {
		if f.HeldOut > 0 {
			return data.HeldOut()
		}
		return data.InOrder(1)
	}
	source := f.Transformed(once(f.data))
	if f.labels == nil {
		return source
	}
	return &labelled{Source: source, labels: once(f.labels.data), classes: f.labels.classes}
}

// shownAs says which the first stimuli of the file are for a run that has presented a number of
// stimuli.
func (f *File) shownAs(shown, presented int) string {
	rows := f.Found.Rows
	if f.HeldOut > 0 {
		return wording.Count(shown, "stimulus") + " of the file that were held out"
	}
	text := fmt.Sprintf("the first %d of the %d stimuli of the file", shown, rows)
	if shown == rows {
		text = fmt.Sprintf("all %d stimuli of the file", rows)
	}
	switch {
	case presented >= rows || !f.Shuffle && presented >= shown:
		return text + ", which the run presented too"
	case f.Shuffle:
		return fmt.Sprintf("%s, of which the run presented %d in random order", text, presented)
	}
	return fmt.Sprintf("%s; the run presented the first %d", text, presented)
}

func (f *File) Rehearse(changes []stimulus.Change, k int, _ bool) (wrong int, err error) {
	for n, change := range changes {
		switch change := change.(type) {
		case stimulus.Spectrum:
			return n, errors.New("the stimuli of a file have no spectrum that could be changed: choose rotate, drift, correlate or noise")
		case stimulus.Rotate, stimulus.Drift:
			if f.Turning = k; k == f.Inputs() {
				return n, fmt.Errorf("all %d principal directions span the whole space, which cannot turn: ask for fewer outputs", k)
			}
		case stimulus.Correlate:
			f.correlates = f.correlates || change.Rho > 0
		}
	}
	return 0, nil
}
