package planning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/experiment"
	"twophase/internal/experiment/scene"
	"twophase/internal/files/folder"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/synapse"
)

// origin is where the circuits of a plan begin: at weights that another run has learnt, or at
// those in files.
type origin struct {
	forward *weights.Array         // what initial_weights has; or nil
	initial []map[string][]float64 // by trial; one stands for all trials
	files   []experiment.InputFile // what was read, with a checksum; of a run it is that of the numbers
}

// SpecOf returns the specification of the circuit of a trial.
func (p *Plan) SpecOf(trial int) circuit.Spec {
	spec := p.Spec
	spec.Trial = uint64(trial)
	if n := len(p.origin.initial); n > 0 {
		spec.Initial = p.origin.initial[min(trial, n-1)]
	}
	return spec
}

// InitialFiles returns the files from which the initial weights were read.
func (p *Plan) InitialFiles() []experiment.InputFile { return slices.Clone(p.origin.files) }

// resolveOrigin reads where the circuits begin, if that is another run or files, for a
// specification that is complete otherwise.
func (p *Plan) resolveOrigin(ctx context.Context) error {
	e := p.Experiment
	if e.From == "" && e.InitialWeights == "" && e.InitialMFile == "" && e.Initial == nil {
		return nil
	}
	c, err := circuit.New(p.Spec)
	if err != nil {
		return err
	}
	if e.From != "" {
		return document.Blame(p.beginFrom(ctx, c), "from")
	}
	var arrays []weights.Array
	givenBy := map[string]string{} // keys, by the names of arrays
	if p.origin.forward != nil {
		a := *p.origin.forward
		a.Name = weights.NameOf(c, c.Forward())
		arrays, givenBy[a.Name] = append(arrays, a), "initial_weights"
	}
	if e.InitialMFile != "" {
		a, err := p.readArray(ctx, e.InitialMFile, "M", []int{c.Outputs().Len(), c.Outputs().Len()})
		if err != nil {
			return document.Blame(fmt.Errorf("read M at the start: %w", err), "initial_m")
		}
		arrays, givenBy[a.Name] = append(arrays, a), "initial_m"
	}
	for _, one := range e.Initial {
		a, err := p.readPart(ctx, c, one.Name, one.Value)
		if key := givenBy[a.Name]; err == nil && key != "" {
			err = fmt.Errorf("%s has it too", key)
		}
		if err != nil {
			return document.Blame(fmt.Errorf("read %s at the start: %w", one.Name, err), "initial."+one.Name, "initial")
		}
		arrays, givenBy[a.Name] = append(arrays, a), "initial."+one.Name
	}
	return p.beginWithParts(c, arrays)
}

// beginWithParts has all trials begin with arrays. It returns an error if they leave nothing to a key that was given.
func (p *Plan) beginWithParts(c *circuit.Circuit, arrays []weights.Array) error {
	e := p.Experiment
	scale, random := p.startsByKeys()
	if err := p.beginWith(c, [][]weights.Array{arrays}); err != nil {
		return document.Blame(err, "initial", "initial_weights", "initial_m")
	}
	scaleLeft, randomLeft := p.startsByKeys()
	for _, key := range []struct {
		name  string
		value float64
		taken bool
	}{{"initial_m", e.InitialM, scale && !scaleLeft}, {"initial_w", e.InitialW, random && !randomLeft}} {
		if key.taken && key.value != 0 {
			return document.Blame(fmt.Errorf("%s is %v, and initial has all that starts there: give one of them", key.name, key.value), key.name, "initial")
		}
	}
	p.setUsualStart(scaleLeft, randomLeft)
	return nil
}

// setUsualStart fills in initial_m for scales, and initial_w for random weights, where no other key takes their place.
func (p *Plan) setUsualStart(scale, random bool) {
	e := &p.Experiment
	if scale && e.From == "" && e.InitialMFile == "" {
		experiment.SetDefault(&e.InitialM, p.Spec.Network.InitialScale)
	}
	if random && e.InitialWeights == "" && e.From == "" {
		experiment.SetDefault(&e.InitialW, experiment.DefaultInitialW)
	}
}

// startsByKeys reports whether scales start at initial_m, and weights at random numbers of the size initial_w: those
// that Spec.Initial does not have.
func (p *Plan) startsByKeys() (scale, random bool) {
	g := p.Spec.Network.Graph
	for _, of := range g.Populations {
		scale = scale || g.StartsAsM(of) && p.Spec.Initial[of.Name+".scale"] == nil
	}
	for _, of := range g.Projections {
		if of.Tied != "" || of.Wiring == synapse.Unconnected || p.Spec.Initial[of.Name] != nil {
			continue
		}
		switch of.Start {
		case circuit.StartRandom, circuit.StartPositive:
			random = true
		case circuit.StartDefault:
			random = random || of.From != of.To
		}
	}
	return scale, random
}

// readPart reads the weights of a projection, or the scales (POPULATION or POPULATION.scale) or a variable
// (POPULATION.VARIABLE) of a population, from a file.
func (p *Plan) readPart(ctx context.Context, c *circuit.Circuit, name, path string) (weights.Array, error) {
	if q := c.Projection(name); q != nil && q.Name() == name {
		return p.readArray(ctx, path, weights.NameOf(c, q), []int{q.Post().Len(), q.Pre().Len()})
	}
	if of, variable, _ := strings.Cut(name, "."); c.Population(of) != nil && c.Population(of).Variable(variable) != nil {
		return p.readArray(ctx, path, name, []int{c.Population(of).Len()})
	}
	name = strings.TrimSuffix(name, ".scale")
	switch q := c.Population(name); {
	case q == nil:
		return weights.Array{}, p.unknownPart(c, name)
	case q.Scales() == nil || q.ScaleRule().IsFixed():
		return weights.Array{}, fmt.Errorf("population %s has no scales that learn", name)
	case !slices.ContainsFunc(weights.FinalOf(c).Arrays(), func(a weights.Array) bool { return a.Name == name+".scale" }):
		return weights.Array{}, fmt.Errorf("the scales of population %s are the diagonal of the projection within it: give them there", name)
	default:
		return p.readArray(ctx, path, name+".scale", []int{q.Len()})
	}
}

// unknownPart returns the error of a name that is neither that of a projection with weights of its own nor that of a
// population.
func (p *Plan) unknownPart(c *circuit.Circuit, name string) error {
	g := p.Spec.Network.Graph
	if g.CheckProjection(name) == nil {
		return g.CheckOwn(name) // which says to what it is tied
	}
	var names []string
	for _, of := range g.Projections {
		if of.Tied == "" {
			names = append(names, of.Name)
		}
	}
	for _, a := range weights.FinalOf(c).Arrays() {
		switch of, scales := strings.CutSuffix(a.Name, ".scale"); {
		case scales:
			names = append(names, of)
		case strings.Contains(a.Name, ".") && !strings.HasPrefix(a.Name, "projection."):
			names = append(names, a.Name)
		}
	}
	return wording.Unknown("projection or population", name, names)
}

// arrayOf returns an array [n] of one number for all, or one for each.
func arrayOf(numbers []float64, name string, shape []int) (a weights.Array, err error) {
	switch {
	case len(shape) > 1:
		return a, errors.New("weights start at a matrix in a file; start: NUMBER of the projection starts all at one")
	case len(numbers) == 1:
		numbers = slices.Repeat(numbers, shape[0])
	case len(numbers) != shape[0]:
		return a, fmt.Errorf("%s, where %d are needed, or one for all", wording.Count(len(numbers), "number"), shape[0])
	}
	return weights.Array{Name: name, Shape: shape, Values: numbers}, nil
}

// readArray reads an array of a shape, [n] or [m×n], from a file. A text of numbers is the array itself.
func (p *Plan) readArray(ctx context.Context, path, name string, shape []int) (a weights.Array, err error) {
	if numbers := experiment.StartNumbers(path); numbers != nil {
		return arrayOf(numbers, name, shape)
	}
	if err := checkWeights(path); err != nil {
		return a, err
	}
	rows, columns := shape[0], 1
	if len(shape) > 1 {
		columns = shape[1]
	}
	needed := fmt.Sprintf("%s is %d×%d", name, rows, columns)
	values, _, file, err := scene.ReadMatrix(ctx, path, func(n int) (int, string, error) {
		if n != columns {
			return 0, "", fmt.Errorf("%s has %s, and %s", path, wording.Count(n, "column"), needed)
		}
		return rows, needed, nil
	})
	if err != nil {
		return a, err
	}
	if len(values) < rows*columns {
		return a, fmt.Errorf("%s has %s, and %s", path, wording.Count(len(values)/columns, "row"), needed)
	}
	p.origin.files = append(p.origin.files, file)
	return weights.Array{Name: name, Shape: shape, Values: values}, nil
}

// readForward reads initial_weights [K×n], for the first projection from the inputs to the outputs, in any format of
// stimuli, and returns K.
func (p *Plan) readForward(ctx context.Context, network circuit.Network) (rows int, err error) {
	forward := network.Forward()
	if forward.Name == "" {
		return 0, errors.New("no projection leads from the inputs to the outputs: give weights by the name of a projection, as initial: {NAME: FILE}")
	}
	path, n := p.Experiment.InitialWeights, p.Spec.Inputs
	if err := checkWeights(path); err != nil {
		return 0, fmt.Errorf("read the initial weights: %w", err)
	}
	shared := slices.ContainsFunc(network.Graph.Populations, func(q circuit.PopulationSpec) bool { return q.Input && q.Name != forward.From })
	w, columns, file, err := scene.ReadMatrix(ctx, path, func(columns int) (int, string, error) {
		if columns != n && !shared {
			return 0, "", fmt.Errorf("%s has %s for %s", path, wording.Count(columns, "column"), wording.Count(n, "input"))
		}
		return n, fmt.Sprintf("a circuit cannot have more outputs than its %d inputs", n), nil
	})
	if err != nil {
		return 0, fmt.Errorf("read the initial weights: %w", err)
	}
	rows = len(w) / columns
	p.origin.forward = &weights.Array{Shape: []int{rows, columns}, Values: w}
	p.origin.files = append(p.origin.files, file)
	return rows, nil
}

// beginWith has each trial begin with its arrays, of which the last stand for all further trials. c is
// the circuit of trial 0. Where the wiring is drawn, the others have their own synapses.
func (p *Plan) beginWith(c *circuit.Circuit, arrays [][]weights.Array) error {
	trials, drawn := len(arrays), p.Spec.Network.DrawsWiring()
	if drawn {
		trials = p.Experiment.Trials
	}
	for trial := range trials {
		if drawn && trial > 0 {
			spec := p.Spec
			spec.Trial = uint64(trial)
			var err error
			if c, err = circuit.New(spec); err != nil {
				return err
			}
		}
		initial, err := weights.Initial(c, arrays[min(trial, len(arrays)-1)])
		if err != nil && drawn {
			return fmt.Errorf("trial %d, whose synapses are drawn by chance: %w", trial, err)
		}
		if err != nil {
			return err
		}
		if err := p.checkSigns(initial, c); err != nil {
			return err
		}
		p.origin.initial = append(p.origin.initial, initial)
	}
	p.Spec.Initial = p.origin.initial[0]
	return nil
}

// checkWeights returns an error if a file of initial weights lies in the folder of a run
// and is not what the run wrote there. The path may name an array of an archive.
func checkWeights(path string) error {
	if at := strings.LastIndex(path, ".npz:"); at >= 0 {
		path = path[:at+len(".npz")]
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err != nil {
		return nil // not in the folder of a run
	}
	sums, err := folder.ReadSums(dir)
	if err != nil || !sums.Known() {
		return err
	}
	f, err := sums.Open(filepath.Base(path), math.MaxInt64)
	if err != nil {
		return err
	}
	return f.Close()
}
