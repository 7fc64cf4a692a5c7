package probe

import (
	"context"
	"fmt"
	"io"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment/memory"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
	"twophase/internal/traces/inspect"
	"twophase/neuron"
	"twophase/stimulus"
)

// Request says which circuit is shown which stimuli.
type Request struct {
	Run        string // RUN or RUN:STEP
	Trial      int
	Population string // whose responses are kept; "": all that are no inputs
	Stimuli    string // OfRun, Grid or a file
	Raw        bool   // the stimuli of a file are neither centred nor scaled
	Count      int    // how many stimuli are shown at most; 0: all, or measure.HeldOut of those of the run
	Inputs     []int  // of a grid; nil: all, of a circuit of one or two
	Range      Range  // of a grid
	Labels     string // a file with one label for each stimulus, or a column of the stimuli's file; "": none
}

// Answer is what the neurons of a circuit answer to stimuli, which are numbered from 0.
type Answer struct {
	Run       string            `json:"run"` // RUN or RUN:STEP
	Trial     int               `json:"trial"`
	Stimuli   string            `json:"stimuli"` // in words
	Measures  *measure.Declared `json:"measures"`
	Neurons   []Neuron          `json:"neurons"`
	OfLabels  []OfLabels        `json:"of_labels,omitempty"`
	Responses *inspect.Table    `json:"-"` // a column for each neuron, such as y[0]; of a grid also the inputs

	populations []population
	labels      []string // of the stimuli; nil: they have none
}

// population is a population that answers.
type population struct {
	*neuron.Population
	responses []inspect.Column
}

// Mistake is an error of a request, and not of the run folder.
type Mistake struct{ error }

func (m Mistake) Unwrap() error { return m.error }

// mistake says what of a request is wrong, unless the context has ended.
func mistake(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return Mistake{fmt.Errorf("%s: %w", what, err)}
}

// Answer shows the stimuli to the circuit.
func (r *Request) Answer(ctx context.Context) (a *Answer, err error) {
	p, m, err := planning.OfRun(ctx, r.Run)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if trials := p.Experiment.Trials; r.Trial >= trials {
		return nil, Mistake{fmt.Errorf("no trial %d: choose one from 0 to %d", r.Trial, trials-1)}
	}
	c, err := circuit.New(p.SpecOf(r.Trial))
	if err != nil {
		return nil, err
	}
	s, err := r.stimuli(ctx, p, m)
	if err != nil {
		return nil, mistake(ctx, "stimuli "+r.Stimuli, err)
	}
	if s.close != nil {
		defer s.close()
	}
	a = &Answer{Run: r.Run, Trial: r.Trial, Responses: &inspect.Table{Rows: "stimulus"}}
	if err := a.keep(c, r.Population, s.rows); err != nil {
		return nil, err
	}
	if a.labels, err = r.readLabels(ctx); err != nil {
		return nil, mistake(ctx, "labels", err)
	}
	if err := a.show(ctx, c, s); err != nil {
		return nil, err
	}
	shown := len(a.Responses.Steps)
	switch labels := len(a.labels); {
	case shown == 0:
		return nil, Mistake{fmt.Errorf("%s has no stimuli", r.Stimuli)}
	case a.labels == nil:
	case labels < shown || labels > shown && r.Count == 0:
		return nil, Mistake{fmt.Errorf("%s has %s, and there are %s: give one a line", r.Labels, wording.Count(labels, "label"), wording.Count(shown, "stimulus"))}
	default:
		a.labels = a.labels[:shown]
	}
	a.Stimuli = s.on(shown)
	a.describe()
	return a, nil
}

// keep prepares the columns of responses.
func (a *Answer) keep(c *circuit.Circuit, only string, rows int) error {
	g := c.Spec().Network.Graph
	if only != "" {
		if err := g.CheckPopulation(only); err != nil {
			return Mistake{err}
		}
	}
	neurons := 0
	for _, spec := range g.Populations {
		if q := c.Population(spec.Name); only == spec.Name || only == "" && !spec.Input {
			a.populations = append(a.populations, population{Population: q})
			neurons += q.Len()
		}
	}
	err := memory.Check(memory.ProgramBytes+16*float64(rows)*float64(neurons), fmt.Sprintf("the responses of %s to %s", wording.Count(neurons, "neuron"), wording.Count(rows, "stimulus")),
		func(func(float64) bool) []string { return []string{"fewer stimuli", "one population"} })
	for i := range a.populations {
		q := &a.populations[i]
		for n := range q.Len() {
			name := selection.Neuron(selection.Kind(q.Name()), n).String()
			q.responses = append(q.responses, inspect.Column{Name: name, Values: make([]float64, 0, rows)})
		}
	}
	return err
}

// show shows the stimuli one by one. On the first of them it takes the measures.
func (a *Answer) show(ctx context.Context, c *circuit.Circuit, s shown) error {
	probe := c.Probe()
	defer probe.End()
	source, labelled := stimulus.First(s.Source, uint64(s.rows)), stimulus.Labels(nil)
	if l, is := s.Source.(stimulus.Labels); is && a.labels == nil {
		labelled = l
	}
	respond := func(x, y []float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := len(a.Responses.Steps)
		if err := probe.Respond(x, y); err != nil {
			return fmt.Errorf("stimulus %d, from 0: %w", at, err)
		}
		if g, is := s.Source.(*grid); is {
			for i := range a.Responses.Columns {
				a.Responses.Columns[i].Values = append(a.Responses.Columns[i].Values, x[g.over[i]])
			}
		}
		for _, q := range a.populations {
			for i, v := range q.Signals(neuron.Final) {
				q.responses[i].Values = append(q.responses[i].Values, v)
			}
		}
		if labelled != nil {
			a.labels = append(a.labels, labelled.LabelName())
		}
		a.Responses.Steps = append(a.Responses.Steps, int64(at))
		return nil
	}
	if g, is := s.Source.(*grid); is {
		for _, name := range g.names() {
			a.Responses.Columns = append(a.Responses.Columns, inspect.Column{Name: "input " + name})
		}
	}
	names := slices.DeleteFunc(measure.OfParts(c.Spec().Network.Graph), func(name string) bool {
		d, err := measure.LookupDeclaration(name)
		return err != nil || !slices.ContainsFunc(a.populations, func(q population) bool { return q.Name() == d.Part })
	})
	var err error
	a.Measures, err = measure.Take(names, measure.Subject{
		Outputs: c.Outputs().Len(), Circuit: c, Respond: respond, Shown: source, On: s.on,
	})
	x, y := make([]float64, source.Inputs()), make([]float64, c.Outputs().Len())
	for err == nil {
		if err = source.Next(x); err == nil {
			err = respond(x, y)
		}
	}
	if err != io.EOF {
		return err
	}
	for _, q := range a.populations {
		a.Responses.Columns = append(a.Responses.Columns, q.responses...)
	}
	return nil
}
