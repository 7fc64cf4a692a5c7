package experiment

import (
	"strings"

	"twophase/circuit"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/measure"
	"twophase/internal/text/document"
	"twophase/recorder"
	"twophase/stimulus"
)

// Section returns the keys of an experiment file, which are those of the manifest,
// bound to an experiment. Files are relative to a folder in the document, and to
// the working directory in the experiment.
func Section(e *Experiment, folder string) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "network", About: "NAME of the circuit, such as ifPSP, PSP, ifPSW or PSW; twophase networks lists all", Example: "ifPSP", Default: DefaultNetwork, Value: document.Choice(&e.Network, networkNames()...)},
			{Name: "circuit", About: "a circuit of your own instead of a network: populations, projections, rules as expressions, a schedule (twophase init circuit writes one)", Example: "{name: my-network, populations: {x: {input: true}, y: {}}, projections: {W: {from: x, to: y, rule: Oja}}, schedule: [{turn: y, receives: [W]}, plasticity]}", Default: "none", Value: within{document.Optional(&e.Circuit, circuitfile.Section)}},
			{Name: "rule", About: "a rule of your own for the feedforward synapses of the network: a name, or what post and pre contribute, as expressions of y and x", Example: `{post: {drive: "y", decay: "y^2"}, pre: {drive: "x", decay: "1"}}`, Default: "the network's", Value: within{circuitfile.RuleValue(&e.Rule)}},
			{Name: "lateral_rule", About: "a rule of your own for the lateral synapses, as expressions of y at both ends", Example: `{post: {drive: "y"}, pre: {drive: "y"}}`, Default: "the network's", Value: within{circuitfile.RuleValue(&e.LateralRule)}},
			{Name: "settle", About: "how the outputs of a recurrent network, such as PSP or PSW, settle", Default: "as the network does", Value: document.Optional(&e.Settle, func(s *Settle) *document.Section { return settleSection(s) })},
			{Name: "turns", About: "number S of simultaneous turns in which the outputs settle, of ifPSP, ifPSW or a circuit of your own with such turns", Example: "4", Default: defaultText(DefaultTurns), Value: document.Integer(&e.Turns, 2, maxTurns)},
			{Name: "offline", About: "learn from the covariance of the stimuli by the mean of each rule, the mean-field flow, and not from one stimulus after another", Example: "true", Default: defaultText(false), Value: document.Bool(&e.Offline, false)},
			{Name: "stimulus", About: "source of the stimuli: a problem, a spectrum, another population or files", Default: "the problem small", Value: stimulusSection(&e.Stimulus, folder)},
			{Name: "outputs", About: "number K of output neurons", Example: "3", Default: "the problem's, or the rows of the initial weights", Value: document.Integer(&e.Outputs, 1, maxNeurons)},
			{Name: "lambda", About: "gains Λ, positive: one for each output, as 1,0.85,0.7 or [1, 0.85, 0.7], the first and the last, as 1:0.7, or auto: chosen with τ by the theory, from the eigenvalues of the stimuli", Example: "1:0.7", Default: "1:0.7, or 1 for a network without gains", Value: &gains{&e.Lambda}},
			{Name: "tau", About: "ratio τ of the feedforward to the lateral learning rate, above 0, or auto: chosen for the gains by the theory", Example: "0.5", Default: "the network's", Value: &tau{&e.Tau, &e.AutoTau}},
			{Name: "rate", About: "learning rate α, positive: a number, such as 1e-3, or a schedule, such as '10/(250+t)' or '1.1e-3 until 10000, 1e-4'", Example: "10/(250+t)", Default: "the network's own, or the problem's, or " + DefaultRate, Value: &rate{&e.Rate}},
			{Name: "sizes", About: "numbers of neurons of populations of a network with a graph, except the outputs", Example: "{layer1: 5}", Default: "the network's", Value: document.MappingOf(&e.Sizes, func(n *int) document.Value { return document.Integer(n, 1, maxNeurons) })},
			{Name: "rates", About: "learning rates α of projections of a network with a graph", Example: "{W1: 10/(250+t)}", Default: "rate, as the network uses it", Value: document.MappingOf(&e.Rates, func(r *circuit.Rate) document.Value { return &rate{r} })},
			{Name: "taus", About: "ratios τ of projections of a network with a graph, above 0", Example: "{M1: 1}", Default: "tau", Value: document.MappingOf(&e.Taus, func(t *float64) document.Value { return document.Positive(t) })},
			{Name: "initial", About: "start projections at the matrices [post×pre] in files (.csv, .npy or weights.npz:NAME; of one within a population with the scales that learn on its diagonal), and populations at the scales in files of one column", Example: "{P: P.csv}", Default: "as their start says", Value: document.MappingOf(&e.Initial, func(file *string) document.Value { return document.File(file, folder) })},
			{Name: "initial_m", About: "start M at the identity times C, a positive number, or at the K×K matrix in a file: .csv, .npy or weights.npz:M, with the scales on its diagonal", Example: "1", Default: "the network's", Value: &startM{&e.InitialM, &e.InitialMFile, folder}},
			{Name: "initial_w", About: "start W at random numbers from N(0, 1/N) times C", Example: "1", Default: defaultText(DefaultInitialW), Value: document.Positive(&e.InitialW)},
			{Name: "initial_weights", About: "start W at the K×N matrix in FILE: .csv, .npy or weights.npz:W", Example: "W0.csv", Value: document.File(&e.InitialWeights, folder)},
			{Name: "from", About: "begin with all weights and scales of another run: RUN, its folder, for those at its end, or RUN:STEP for those at a step at which it recorded all weights; trial i begins with those of trial i", Example: "runs/ifPSP-small:5000", Default: "none", Value: &fromRun{&e.From, folder}},
			{Name: "steps", About: "number T of stimuli in each trial", Example: "100000", Default: defaultText(DefaultSteps) + ", or the whole file", Value: document.Integer(&e.Steps, 1, MaxSteps)},
			{Name: "trials", About: "number R of repetitions, each with its own random numbers", Example: "1", Default: defaultText(DefaultTrials), Value: document.Integer(&e.Trials, 1, recorder.MaxTrials)},
			{Name: "seed", About: "SEED of all random numbers", Example: "1", Default: defaultText(New().Seed), Value: document.Unsigned(&e.Seed, New().Seed)},
			{Name: "record", About: "record SELECTION[@STRIDE]: weights, feedforward, lateral, scale or outputs, all or those of some indices, such as lateral[2,*]; STRIDE is in steps, or log; add 'around interventions' to record densely there, and 'while CONDITION' to record only while it holds", Example: `[weights@100, "lateral[2,*]@10", outputs@log, lateral around interventions, scale while error > 0.1]`, Default: "weights, as often as " + TrialBudget.String() + " for each trial allow", Value: document.Texts(&e.Record, isRequest)},
			{Name: "parts", About: "record for SELECTION the parts of each weight change (Hebbian, decay, rounding) and both activities; SELECTION is part of what is recorded, such as lateral or feedforward[0,*], or all", Example: `[lateral, "feedforward[0,*]"]`, Default: "none", Value: &selections{&e.Parts}},
			{Name: "reference", About: "measure errors against the principal subspace of the stimuli", Example: "true", Default: defaultText(New().Reference), Value: document.Bool(&e.Reference, New().Reference)},
			{Name: "measure", About: "further steps at which errors are measured, beside some twenty in each decade", Default: "none", Value: document.Optional(&e.Measure, measureSection)},
			{Name: "follow", About: "take the MEASURE during the run and at its end: " + strings.Join(askedMeasures(), ", ") + ", or a declared measure of the stimuli and the network", Example: "[drift, saddle]", Default: "none", Value: document.Texts(&e.Follow, isMeasure)},
			{Name: "drift_from", About: "STEP of the reference filter of drift, drift_inside and drift_outside, and of conditions on drift", Example: "10000", Default: defaultText(0), Value: document.Integer(&e.DriftFrom, 0, MaxSteps)},
			{Name: "interventions", About: "changes of the circuit or its stimuli during the run, in order", Value: document.SomeOf(&e.Interventions, interventionSection)},
			{Name: "executor", About: "MODE of computing a step, with the same bits: compiled (fast) or literal (synapse by synapse)", Example: "compiled", Default: DefaultExecutor, Value: document.Choice(&e.Executor, circuit.Compiled.String(), circuit.Literal.String())},
		},
		OneOf: []document.Group{{Keys: []string{"initial_w", "initial_weights", "from"}}, {Keys: []string{"initial_m", "from"}}, {Keys: []string{"initial", "from"}}, {Keys: []string{"network", "circuit"}}, {Keys: []string{"circuit", "rule"}}, {Keys: []string{"circuit", "lateral_rule"}}},
	}
}

func stimulusSection(s *Stimulus, folder string) *document.Section {
	ofPopulation, mixed := []string{"spectrum", "autocorrelations", "sources", "clusters"}, []string{"canonical_correlations", "autocorrelations", "sources"}
	ofSources, ofClusters, ofFile, oneFile := []string{"sources"}, []string{"clusters"}, []string{"file", "files"}, []string{"file"}
	given := func(to **float64, r document.Range) document.Value {
		return document.Given(to, func(v *float64) document.Value { return document.Number(v, r) })
	}
	return &document.Section{
		Keys: []document.Key{
			{Name: "problem", About: "Gaussian stimuli of the paper's problem NAME", Example: "small", Default: DefaultProblem, Value: document.Choice(&s.Problem, problemNames()...)},
			{Name: "spectrum", About: "Gaussian stimuli with eigenvalues G, 0 or more, from the largest, as 1,0.75,0.5,0.2; the last stands for all further ones", Example: "[1, 0.75, 0.5, 0.2]", Value: document.Numbers(&s.Spectrum, document.NotNegative)},
			{Name: "canonical_correlations", About: "two Gaussian views with canonical correlations RHO, from 0 to 1, from the largest, as 0.9,0.7; further ones are 0", Example: "[0.9, 0.7, 0.3]", Value: document.Numbers(&s.CanonicalCorrelations, document.Range{Max: 1}), Needs: []string{"views"}},
			{Name: "autocorrelations", About: "slow features: a mixture of processes with autocorrelations RHO from one stimulus to the next, between -1 and 1, from the largest, as 0.95,0.9,0.3; the last stands for all further ones", Example: "[0.95, 0.9, 0.3, 0.1]", Value: document.Numbers(&s.Autocorrelations, document.Range{Min: -1, Max: 1, AboveMin: true, BelowMax: true})},
			{Name: "sources", About: "mixture of R independent, non-negative sources of variance 1", Example: "3", Value: document.Integer(&s.Sources, 1, maxNeurons)},
			{Name: "clusters", About: "non-negative stimuli in C clusters", Example: "3", Value: document.Integer(&s.Clusters, 1, maxNeurons)},
			{Name: "inputs", About: "number N of inputs of a spectrum, of slow features, sources or clusters", Example: "10", Default: "the number of eigenvalues, autocorrelations or sources, or what a file says", Value: document.Integer(&s.Inputs, 1, maxNeurons), Beside: ofPopulation},
			{Name: "condition", About: "condition number C of the random mixing", Example: "2", Default: defaultText(DefaultCondition), Value: document.Number(&s.Condition, document.Range{Min: 1, Max: 10000}), Beside: mixed},
			{Name: "mixing", About: "mix the sources by the N×R matrix in FILE: .csv, .npy or .npz", Example: "A.csv", Default: "a random one", Value: document.File(&s.Mixing, folder), Beside: ofSources},
			{Name: "silence", About: "probability P that a source is 0; otherwise it is uniform", Example: "0.5", Default: defaultText(DefaultSilence), Value: given(&s.Silence, document.Range{Max: 1, BelowMax: true}), Beside: ofSources},
			{Name: "centres", About: "centres of the clusters, the rows of the C×N matrix in FILE: .csv, .npy or .npz", Example: "centres.csv", Default: "random ones", Value: document.File(&s.Centres, folder), Beside: ofClusters},
			{Name: "noise", About: "standard deviation S of the stimuli of a cluster", Example: "0.1", Default: defaultText(DefaultNoise), Value: given(&s.Noise, document.NotNegative), Beside: ofClusters},
			{Name: "probabilities", About: "relative probabilities P of the clusters, as 1,2,1", Example: "[1, 2, 1]", Default: "equal ones", Value: document.Numbers(&s.Probabilities, document.AboveZero), Beside: ofClusters},
			{Name: "file", About: "read the stimuli from FILE: text (.csv, .tsv, .txt), .npy, .npz, .parquet, .mat or IDX; text, .npy and IDX also as .gz; on the command line - reads rows of text from standard input as they come", Example: "data.csv", Value: document.File(&s.File, folder)},
			{Name: "files", About: "read the stimuli from FILES side by side, one for each view, as x=x.csv,y=y.csv", Example: "{x: x.csv, y: y.csv}", Value: document.MappingOf(&s.Files, func(path *string) document.Value { return document.File(path, folder) })},
			{Name: "views", About: "VIEWS, each with its inputs, or with its columns of the file, counted from 0, as left=0-31,right=32-63", Example: "{left: 0-3, right: 4-9}", Default: "one view of all inputs", Value: document.MappingOf(&s.Views, func(c *Columns) document.Value { return &columns{c} })},
			{Name: "delimiter", About: "MARK between the values of a text: comma, tab, semicolon or space, or the character itself", Example: "semicolon", Default: "recognised from the first lines", Value: &delimiter{&s.Delimiter}, Beside: ofFile},
			{Name: "columns", About: "COLUMNS of the file that are inputs: names in its header, numbers from 0, or ranges of either, as ch0-ch31,ch40", Example: "[ch0-ch31, ch40]", Default: "all", Value: document.Texts(&s.Columns, isColumn), Beside: oneFile},
			{Name: "skip_columns", About: "COLUMNS of the file to leave out, written as for columns", Example: "[id, time]", Default: "none", Value: document.Texts(&s.SkipColumns, isColumn), Beside: oneFile},
			{Name: "transpose", About: "read each column of the file as a stimulus and each row as an input", Example: "true", Default: defaultText(false), Value: document.Bool(&s.Transpose, false), Beside: ofFile},
			{Name: "center", About: "subtract the mean of the file's stimuli", Example: "true", Default: defaultText(false), Value: document.Bool(&s.Center, false), Beside: ofFile},
			{Name: "scale", About: "SCALING of the file's stimuli: eigen for a largest eigenvalue of 1, trace for a trace of 1, or none", Example: "eigen", Default: "none", Value: document.Choice(&s.Scale, "eigen", "trace", "none"), Beside: ofFile},
			{Name: "shuffle", About: "present the file's stimuli in a new random order in every epoch", Example: "true", Default: defaultText(false), Value: document.Bool(&s.Shuffle, false), Beside: ofFile},
			{Name: "epochs", About: "number E of times that the file is presented", Example: "10", Default: "1, or as many as the steps need", Value: document.Integer(&s.Epochs, 1, maxCount), Beside: ofFile},
		},
		OneOf: []document.Group{{Keys: Kinds}, {Keys: []string{"files", "views"}}, {Keys: []string{"views", "columns"}}, {Keys: []string{"views", "skip_columns"}}, {Keys: []string{"mixing", "condition"}}},
	}
}

func measureSection(m *Measure) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "every", About: "measure every period", Unit: "steps", Example: "1000", Default: "none", Value: document.Integer(&m.Every, 1, MaxSteps)},
		{Name: "at", About: "measure at these steps", Example: "[20000, 20010]", Default: "none", Value: document.ListOf(&m.At, func(v *int) document.Value { return document.Integer(v, 1, MaxSteps) })},
		{Name: "around", About: "measure densely around the interventions at known steps (at and every): just before each, one step after it, and then some twenty times in each decade of the time since", Example: "interventions", Default: "none", Value: document.Choice(&m.Around, "interventions")},
	}}
}

func networkNames() (names []string) {
	for _, n := range circuit.Networks() {
		names = append(names, n.Name)
	}
	return names
}

func problemNames() (names []string) {
	for _, p := range stimulus.Problems() {
		names = append(names, p.Name)
	}
	return names
}

// askedMeasures returns the names of the measures that are taken only where they are asked for.
func askedMeasures() (names []string) {
	for _, d := range measure.Declarations() {
		if d.Asked {
			names = append(names, d.Name)
		}
	}
	return names
}

func isMeasure(text string) error {
	_, err := measure.LookupDeclaration(text)
	return err
}

func isRequest(text string) error {
	_, err := recorder.ParseRequest(text)
	return err
}
