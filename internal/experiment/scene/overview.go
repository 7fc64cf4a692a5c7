package scene

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
	"twophase/stimulus/dataset"
)

// Overview summarises a file of stimuli.
type Overview struct {
	file     *File
	Spectrum []float64 // the largest eigenvalues of the covariance about the mean; nil: not known
	Variance float64   // the sum of all eigenvalues
}

const (
	eigenvaluesShown = 10
	mostExplored     = 8192  // inputs, for which the covariance fits into memory
	enoughVariance   = 0.8   // that the outputs which are suggested have together
	enoughSteps      = 20000 // that the epochs which are suggested make
)

// ReadOverview reads a file of stimuli to its end and says what it holds.
func ReadOverview(ctx context.Context, s experiment.Stimulus) (*Overview, error) {
	opened, err := openFile(ctx, s, 1)
	if err != nil {
		return nil, err
	}
	f := opened.(*File)
	defer f.Close()
	n := f.Inputs()
	if f.Found, err = f.data.Survey(ctx, dataset.SurveyOptions{Covariance: n <= mostExplored}); err != nil {
		return nil, err
	}
	found := &Overview{file: f, Variance: f.Found.TotalVariance(true)}
	f.Center = true
	if f.emptiness() != "" || n > mostExplored {
		return found, nil
	}
	g, err := f.Found.Covariance(true, 1)
	if err != nil {
		return nil, err
	}
	found.Spectrum, _, err = g.Principal(min(eigenvaluesShown, n))
	if zero := slices.IndexFunc(found.Spectrum, func(v float64) bool { return v < measure.DefiniteGap*found.Spectrum[0] }); zero >= 0 {
		found.Spectrum = found.Spectrum[:zero]
	}
	return found, err
}

// outputs returns how many outputs have most of the variance, at least one and fewer than inputs.
func (s *Overview) outputs() int {
	sum, most := 0.0, max(1, min(len(s.Spectrum), s.file.Inputs()-1))
	for k, v := range s.Spectrum {
		if sum += v; sum >= enoughVariance*s.Variance {
			return min(k+1, most)
		}
	}
	return most
}

// command returns a run to go on with.
func (s *Overview) command() string {
	f := s.file
	text := "twophase run --stimulus " + wording.ShellWord(f.Stimulus.File)
	for _, flag := range []struct{ name, value string }{
		{"delimiter", f.Delimiter}, {"columns", strings.Join(f.Columns, ",")}, {"skip-columns", strings.Join(f.SkipColumns, ",")},
	} {
		if flag.value != "" {
			text += " --" + flag.name + " " + wording.ShellWord(flag.value)
		}
	}
	if f.Transpose {
		text += " --transpose"
	}
	text += fmt.Sprintf(" --outputs %d --center --scale eigen", s.outputs())
	if epochs := (enoughSteps + f.Found.Rows - 1) / f.Found.Rows; epochs > 1 {
		text += fmt.Sprintf(" --shuffle --epochs %d", epochs)
	}
	return text
}

// WriteText writes the overview for people.
func (s *Overview) WriteText(w io.Writer) error {
	var b strings.Builder
	f, found := s.file, s.file.Found
	fmt.Fprintf(&b, "%s: %s of %s\n", f.Title(), wording.Count(found.Rows, "stimulus"), wording.Count(found.Inputs, "input"))
	line := func(name, format string, values ...any) {
		fmt.Fprintf(&b, "  %-12s "+format+"\n", append([]any{name}, values...)...)
	}
	if names := f.Names(); names != nil {
		line("names", "%s", few(names))
	}
	line("values", "up to %.4g in size", found.Largest)
	line("variance", "%.4g in all, about the mean (the trace of the covariance)", s.Variance)
	if s.Spectrum != nil {
		var values, shares []string
		sum := 0.0
		for _, v := range s.Spectrum {
			sum += v
			values, shares = append(values, fmt.Sprintf("%.3g", v)), append(shares, fmt.Sprintf("%.0f %%", 100*sum/s.Variance))
		}
		line("eigenvalues", "%s", strings.Join(values, ", "))
		line("together", "%s of the variance", strings.Join(shares, ", "))
	}
	if constant := found.Constant(); len(constant) > 0 {
		var names []string
		for _, i := range constant {
			names = append(names, f.InputName(i))
		}
		line("constant", "%s", few(names))
	}
	empty := f.emptiness()
	if empty != "" {
		fmt.Fprintf(&b, "\nWARNING: nothing can be learnt from the stimuli: %s.\n", empty)
	}
	for _, odd := range f.Oddities() {
		fmt.Fprintf(&b, "\nWARNING: %s.\n", odd)
	}
	if empty == "" {
		fmt.Fprintf(&b, "\nGo on with\n\n  %s\n", s.command())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// few lists texts, of many the first and the last.
func few(texts []string) string {
	const most = 10
	if len(texts) > most {
		return strings.Join(texts[:most-1], ", ") + ", … " + texts[len(texts)-1] + " (" + strconv.Itoa(len(texts)) + ")"
	}
	return strings.Join(texts, ", ")
}
