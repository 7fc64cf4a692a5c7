package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"twophase/circuit"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/measure"
	"twophase/internal/measure/onlinepca"
	"twophase/internal/text/document"
	"twophase/recorder"
)

// Experiment holds everything that decides the bytes of a run. It is plain data, which the
// manifest contains unchanged. The zero value of a field means the default, which package
// planning fills in.
type Experiment struct {
	Network string               `json:"network,omitempty"`
	Circuit *circuitfile.Circuit `json:"circuit,omitempty"` // in the place of a network

	// Rules of one's own of a network's synapses. Package planning makes a circuit of them.
	Rule        circuitfile.Rule `json:"rule,omitzero"`
	LateralRule circuitfile.Rule `json:"lateral_rule,omitzero"`

	// How many times as fast as the scales the lateral synapses decay; nil: as in the network.
	LateralDecay *float64 `json:"lateral_decay,omitempty"`

	Settle   *Settle  `json:"settle,omitempty"`  // nil: the network's own neural phases
	Turns    int      `json:"turns,omitempty"`   // simultaneous turns S of a two-phase network; 0: two
	Offline  bool     `json:"offline,omitempty"` // learn from the covariance of the stimuli
	Stimulus Stimulus `json:"stimulus"`

	Outputs        int          `json:"outputs"` // K
	Lambda         Lambda       `json:"lambda"`
	Tau            float64      `json:"tau"`
	AutoTau        bool         `json:"auto_tau,omitempty"` // τ is chosen from the stimuli; false once it is
	Rate           circuit.Rate `json:"rate"`
	InitialM       float64      `json:"initial_m"`                 // M starts at this times I,
	InitialMFile   string       `json:"initial_m_file,omitempty"`  // or at the matrix in this file
	From           string       `json:"from,omitempty"`            // start with the weights of another run, RUN or RUN:STEP
	InitialW       float64      `json:"initial_w,omitempty"`       // W starts at this times N(0, 1/N),
	InitialWeights string       `json:"initial_weights,omitempty"` // or at the matrix in this file

	// Sizes of populations, and rates and τ of projections.
	Sizes document.Mapping[int]          `json:"sizes,omitempty"`
	Rates document.Mapping[circuit.Rate] `json:"rates,omitempty"`
	Taus  document.Mapping[float64]      `json:"taus,omitempty"`

	// Files of the weights at the start, by projection, and of the scales, by population.
	Initial document.Mapping[string] `json:"initial,omitempty"` // files, or numbers: see StartNumbers

	Steps     int      `json:"steps"`
	Trials    int      `json:"trials"`
	Seed      uint64   `json:"seed"`
	Record    []string `json:"record"`
	Parts     []string `json:"parts,omitempty"` // weights whose parts of changes are recorded too
	Reference bool     `json:"reference"`       // measure against the principal subspace of the stimulus
	Executor  string   `json:"executor"`

	Measure   *Measure  `json:"measure,omitempty"`
	Follow    []string  `json:"follow,omitempty"` // declared measures that are taken throughout the run
	Distance  *Distance `json:"distance,omitempty"`
	Pruning   []string  `json:"pruning,omitempty"`    // projections whose synapses the run follows, besides that among the outputs
	DriftFrom int       `json:"drift_from,omitempty"` // the step whose filter the measures of drift compare with

	Interventions []Intervention `json:"interventions,omitempty"`
}

// New returns the experiment of an empty file.
func New() Experiment { return Experiment{Seed: DefaultSeed, Reference: true} }

// The headings under which help lists the flags of keys.
const (
	OfCircuit  = "Circuit"
	OfStimulus = "Stimulus"
	OfRun      = "Run"
)

// Section returns the keys of an experiment file, bound to an experiment. The manifest has the same keys. Files are relative to a folder in the document, and to
// the working directory in the experiment.
func Section(e *Experiment, folder string) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "network", About: "NAME of the circuit, such as ifPSP, PSP, ifPSW or PSW; twophase networks lists all", Example: "ifPSP", Default: DefaultNetwork, Value: document.ChoiceBut(&e.Network, onlinepca.NotACircuit, networkNames()...), Flag: document.Flag{Name: "network", Group: OfCircuit}},
			{Name: "circuit", About: "a circuit of your own instead of a network: populations, projections, rules as expressions, a schedule (twophase init circuit writes one)", Example: "{name: my-network, populations: {x: {input: true}, y: {}}, projections: {W: {from: x, to: y, rule: Oja}}, schedule: [{turn: y, receives: [W]}, plasticity]}", Default: "none", Value: within{document.Optional(&e.Circuit, circuitfile.Section)}},
			{Name: "rule", About: "a rule of your own for the feedforward synapses of the network: a name, or what post and pre contribute, as expressions of y and x", Example: `{post: {drive: "y", decay: "y^2"}, pre: {drive: "x", decay: "1"}}`, Default: "the network's", Value: within{circuitfile.RuleValue(&e.Rule)}},
			{Name: "lateral_rule", About: "a rule of your own for the lateral synapses, as expressions of y at both ends", Example: `{post: {drive: "y"}, pre: {drive: "y"}}`, Default: "the network's", Value: within{circuitfile.RuleValue(&e.LateralRule)}},
			{Name: "lateral_decay", About: "how many times as fast as the scales the lateral synapses decay, of networks and circuits with the rule of PSP; below 1, two turns find smaller components (see docs/turns.md)", Example: "0.1", Default: "the network's, 1 in the paper", Value: lateralDecay(&e.LateralDecay), Flag: document.Flag{Name: "lateral-decay", Group: OfCircuit}},
			{Name: "settle", About: "how the outputs of a recurrent network, such as PSP or PSW, settle", Default: "as the network does", Value: document.Optional(&e.Settle, func(s *Settle) *document.Section { return settleSection(s) })},
			{Name: "turns", About: "number S of simultaneous turns in which the outputs settle, of ifPSP, ifPSW or a circuit of your own with such turns", Example: "4", Default: defaultText(DefaultTurns), Value: document.Integer(&e.Turns, 2, maxTurns), Flag: document.Flag{Name: "turns", Group: OfCircuit}},
			{Name: "offline", About: "learn from the covariance of the stimuli by the mean of each rule, the mean-field flow, and not from one stimulus after another", Example: "true", Default: defaultText(false), Value: document.Bool(&e.Offline, false), Flag: document.Flag{Name: "offline", Group: OfCircuit}},
			{Name: "stimulus", About: "source of the stimuli: a problem, a spectrum, another population or files", Default: "the problem small", Value: stimulusSection(&e.Stimulus, folder)},
			{Name: "outputs", About: "number K of output neurons", Example: "3", Default: "the problem's, or the rows of the initial weights", Value: document.Integer(&e.Outputs, 1, maxNeurons), Flag: document.Flag{Name: "outputs", Group: OfCircuit}},
			{Name: "lambda", About: "gains Λ, positive: one for each output, as 1,0.85,0.7 or [1, 0.85, 0.7], the first and the last, as 1:0.7, or auto: chosen with τ by the theory, from the eigenvalues of the stimuli", Example: "1:0.7", Default: "1:0.7, or 1 for a network without gains", Value: &gains{&e.Lambda}, Flag: document.Flag{Name: "lambda", Group: OfCircuit}},
			{Name: "tau", About: "ratio τ of the feedforward to the lateral learning rate, above 0, or auto: chosen for the gains by the theory", Example: "0.5", Default: "the network's", Value: &tau{&e.Tau, &e.AutoTau}, Flag: document.Flag{Name: "tau", Group: OfCircuit}},
			{Name: "rate", About: "learning rate α, positive: a number, such as 1e-3, or a schedule, such as '10/(250+t)' or '1.1e-3 until 10000, 1e-4'", Example: "10/(250+t)", Default: "the network's own, or the problem's, or " + DefaultRate, Value: rate(&e.Rate), Flag: document.Flag{Name: "rate", Group: OfCircuit}},
			{Name: "sizes", About: "numbers of neurons of populations, except the outputs", Example: "{layer1: 5}", Default: "the network's", Value: document.MappingOf(&e.Sizes, func(n *int) document.Value { return document.Integer(n, 1, maxNeurons) })},
			{Name: "rates", About: "learning rates α of projections", Example: "{W1: 10/(250+t)}", Default: "rate, as the network uses it", Value: document.MappingOf(&e.Rates, func(r *circuit.Rate) document.Value { return rate(r) })},
			{Name: "taus", About: "ratios τ of projections, above 0", Example: "{M1: 1}", Default: "tau", Value: document.MappingOf(&e.Taus, func(t *float64) document.Value { return document.Positive(t) })},
			{Name: "initial", About: "start projections at the matrices [post×pre] in files (.csv, .npy or weights.npz:NAME; of one within a population with the scales that learn on its diagonal), and populations at scales (POPULATION.scale) or variables (POPULATION.VARIABLE): a file of one column, a number for all neurons, or a list with one for each", Example: "{P: P.csv}", Default: "as their start says", Value: document.MappingOfParts(&e.Initial, func(start *string) document.Value { return &startValues{start, folder} })},
			{Name: "initial_m", About: "start M at the identity times C, a positive number, or at the K×K matrix in a file: .csv, .npy or weights.npz:M, with the scales on its diagonal", Example: "1", Default: "the network's", Value: &startM{&e.InitialM, &e.InitialMFile, folder}, Flag: document.Flag{Name: "initial-m", Group: OfCircuit}},
			{Name: "initial_w", About: "start W at random numbers from N(0, 1/N) times C", Example: "1", Default: defaultText(DefaultInitialW), Value: document.Positive(&e.InitialW), Flag: document.Flag{Name: "initial-w", Group: OfCircuit}},
			{Name: "initial_weights", About: "start W at the K×N matrix in FILE: .csv, .npy or weights.npz:W", Example: "W0.csv", Value: document.File(&e.InitialWeights, folder), Flag: document.Flag{Name: "initial-weights", Group: OfCircuit}},
			{Name: "from", About: "begin with all weights, scales and variables of another run: RUN, its folder, for those at its end, or RUN:STEP for those at a step at which it recorded all of them; trial i begins with those of trial i", Example: "runs/ifPSP-small:5000", Default: "none", Value: document.File(&e.From, folder, isOrigin), Flag: document.Flag{Name: "from", Group: OfCircuit}},
			{Name: "steps", About: "number T of stimuli in each trial", Example: "100000", Default: defaultText(DefaultSteps) + ", or the whole file", Value: document.Integer(&e.Steps, 1, MaxSteps), Flag: document.Flag{Name: "steps", Group: OfRun}},
			{Name: "trials", About: "number R of repetitions, each with its own random numbers", Example: "1", Default: defaultText(DefaultTrials), Value: document.Integer(&e.Trials, 1, recorder.MaxTrials), Flag: document.Flag{Name: "trials", Group: OfRun}},
			{Name: "seed", About: "SEED of all random numbers", Example: "1", Default: defaultText(New().Seed), Value: document.Unsigned(&e.Seed, New().Seed), Flag: document.Flag{Name: "seed", Group: OfRun}},
			{Name: "record", About: "record SELECTION[@STRIDE]: weights, feedforward, lateral, scale, outputs or POPULATION.VARIABLE, all or those of some indices, such as lateral[2,*]; STRIDE is in steps, or log; add 'around interventions' to record densely there, and 'while CONDITION' to record only while it holds", Example: `[weights@100, "lateral[2,*]@10", outputs@log, lateral around interventions, scale while error > 0.1]`, Default: "weights and variables of neurons, as often as " + TrialBudget.String() + " for each trial allow", Value: document.Texts(&e.Record, isRequest), Flag: document.Flag{Name: "record", Group: OfRun, Repeated: true}},
			{Name: "parts", About: "record for SELECTION the parts of each weight change (Hebbian, decay, rounding) and both activities; SELECTION is part of what is recorded, such as lateral or feedforward[0,*], or all", Example: `[lateral, "feedforward[0,*]"]`, Default: "none", Value: &selections{&e.Parts}, Flag: document.Flag{Name: "parts", Group: OfRun, Repeated: true}},
			{Name: "reference", About: "measure errors against the principal subspace of the stimuli", Example: "true", Default: defaultText(New().Reference), Value: document.Bool(&e.Reference, New().Reference), Flag: document.Flag{Name: "reference", Group: OfRun}},
			{Name: "measure", About: "further steps at which errors are measured, besides about twenty in each decade, and measures of your own", Default: "none", Value: document.Optional(&e.Measure, measureSection)},
			{Name: "follow", About: "take the MEASURE during the run and at its end: " + strings.Join(measure.Names(true), ", ") + ", another declared measure, one of a part, such as E.mean_activity or W.norm, or one of your own, such as 'gap = mean(E) - mean(I)'", Example: "[drift, saddle]", Default: "none", Value: document.Texts(&e.Follow, isMeasure), Flag: document.Flag{Name: "follow", Group: OfRun, Repeated: true}},
			{Name: "distance", About: "follow the distance of weights or responses from data in a file, the root mean square of the differences, as the measure distance", Default: "none", Value: document.Optional(&e.Distance, func(x *Distance) *document.Section { return distanceSection(x, folder) })},
			{Name: "pruning", About: "follow the synapses of these projections, too, and say in the summary how many of them are pruned; those among the outputs are followed anyway", Example: "[M, IE]", Default: "none", Value: document.Texts(&e.Pruning, nil)},
			{Name: "drift_from", About: "STEP of the reference filter of drift, drift_inside and drift_outside, and of conditions on drift", Example: "10000", Default: defaultText(0), Value: document.Integer(&e.DriftFrom, 0, MaxSteps), Flag: document.Flag{Name: "drift-from", Group: OfRun}},
			{Name: "interventions", About: "changes of the circuit or its stimuli during the run, in order", Value: document.SomeOf(&e.Interventions, func(i *Intervention) document.Value { return interventionSection(i) })},
			{Name: "executor", About: "MODE of computing a step, with the same bits: compiled (fast) or literal (synapse by synapse)", Example: "compiled", Default: DefaultExecutor, Value: document.Choice(&e.Executor, circuit.Compiled.String(), circuit.Literal.String()), Flag: document.Flag{Name: "executor", Group: OfCircuit}},
		},
		OneOf: []document.Group{{Keys: []string{"initial_w", "initial_weights", "from"}}, {Keys: []string{"initial_m", "from"}}, {Keys: []string{"initial", "from"}}, {Keys: []string{"network", "circuit"}}, {Keys: []string{"circuit", "rule"}}, {Keys: []string{"circuit", "lateral_rule"}}, {Keys: []string{"lateral_rule", "lateral_decay"}}},
	}
}

func networkNames() (names []string) {
	for _, n := range circuit.Networks() {
		names = append(names, n.Name)
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

// ID returns the name of the run: a hash of the experiment and of the hashes of the files
// that it reads. The executor is left out, because it does not change the results.
func (e Experiment) ID(inputs []InputFile) (string, error) {
	e.Executor = ""
	var hashes []string
	for _, f := range inputs {
		hashes = append(hashes, f.SHA256)
	}
	text, err := json.Marshal(struct {
		Experiment Experiment
		Inputs     []string
	}{e, hashes})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6]), nil
}

// InputFile is a file that a run has read.
type InputFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}
