package measure

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/wording"
)

// Declaration is what a measure says of itself. A network names the measures that matter
// for it, and the stimuli and the circuit decide which of these can be taken.
type Declaration struct {
	Name     string // as networks name it and as in summary.json: NAME or PART.NAME
	Part     string // the population or the projection that it is taken of; "": the outputs, or the whole circuit
	Unit     string // empty for a plain number
	Sentence string // what it is; of a measure of one's own its expression
	Needs    []Need
	Asked    bool // taken only where it is asked for
	Better   int  // whether the smallest value (−1) or the largest (1) is the best; 0: neither

	take func(*examined) (value, best float64, err error) // best: what cannot be improved on, NaN if nothing is
}

// Need is something without which a measure cannot be taken.
type Need string

// What measures need.
const (
	NeedFilter    Need = "a linear filter"
	NeedViews     Need = "two views"
	NeedTimeOrder Need = "a time order"
	NeedSources   Need = "sources"
	NeedLabels    Need = "labels"
	NeedActivity  Need = "activity"
	NeedBefore    Need = "a filter at a reference step"
	NeedPrincipal Need = "the principal subspace of the stimuli"
	NeedSaddle    Need = "a saddle function"
	NeedRecent    Need = "recent stimuli"
	NeedReceived  Need = "what a population receives"
	NeedWeights   Need = "the weights of a projection"
	NeedData      Need = "data"
	NeedRead      Need = "what an expression reads" // of a measure of one's own
)

// lacks returns the sentence that says why a need is not met.
func (n Need) lacks() string {
	return map[Need]string{
		NeedFilter:    "the circuit is not known to be linear, so that it has no filter",
		NeedViews:     "the stimuli are not two views with known canonical correlations",
		NeedTimeOrder: "the stimuli are not a process with known autocorrelations",
		NeedSources:   "the stimuli are not mixtures of known sources",
		NeedLabels:    "the stimuli do not belong to known clusters",
		NeedActivity:  "the outputs to stimuli from which the circuit does not learn are not known",
		NeedBefore:    "the run was not followed from a reference step on, or has not come to it (drift_from)",
		NeedPrincipal: "the principal subspace of the stimuli is not known, or the network does not look for it",
		NeedSaddle:    "the network has no saddle function, which is that of PSP or PSW with all synapses among the outputs, or the covariance of the stimuli is not known",
		NeedReceived:  "no neuron of it receives anything that excites, or no stimuli can be shown",
		NeedWeights:   "the circuit has no such projection, or none of its synapses is left",
		NeedData:      "there are no data to compare with (distance), or fewer stimuli were shown than they have rows",
		NeedRecent:    "the network does not match similarities of outputs and stimuli by a cost, or no stimuli were kept",
	}[n]
}

// Declarations returns all measures that are declared. Those that need nothing but activity can be taken of any
// population, as POPULATION.NAME; those that need weights are taken of a projection, as PROJECTION.NAME.
func Declarations() []Declaration {
	return []Declaration{
		{"canonical_angle", "", "degrees", "largest principal angle between the rows of the filter and the top canonical directions of the two views", []Need{NeedFilter, NeedViews}, false, -1, (*examined).canonicalAngle},
		{"slow_angle", "", "degrees", "largest principal angle between the rows of the filter and the slowest directions of the stimuli", []Need{NeedFilter, NeedTimeOrder}, false, -1, (*examined).slowAngle},
		{"slowness", "", "", "mean square of the change of an output from one stimulus to the next, of outputs made white", []Need{NeedFilter, NeedTimeOrder}, false, -1, (*examined).slowness},
		{whitenessName, "", "", "distance ‖C_yy − I‖_F of the covariance of the outputs from the identity", []Need{NeedActivity}, false, -1, (*examined).whiteness},
		{"source_correlation", "", "", "mean correlation of each source with its output, in the best assignment", []Need{NeedActivity, NeedSources}, false, 1, (*examined).sourceCorrelation},
		{"source_error", "", "", "mean square of the difference between each source and its output", []Need{NeedActivity, NeedSources}, false, -1, (*examined).sourceError},
		{"purity", "", "", "fraction of stimuli whose cluster is the most common one among those with the same most active output", []Need{NeedActivity, NeedLabels}, false, 1, (*examined).purity},
		{"sparseness", "", "", "Hoyer's sparseness of the outputs, 1 if one alone is active and 0 if all are equally", []Need{NeedActivity}, false, 0, (*examined).sparseness},
		{"silent", "", "outputs", "number of outputs that answer to no stimulus, or with at most 1e-9 of the largest answer", []Need{NeedActivity}, false, 0, (*examined).silent},
		{"mean_activity", "", "", "mean of the activity", []Need{NeedActivity}, false, 0, (*examined).meanActivity},
		{"largest_correlation", "", "", "largest |r| of two outputs, by Pearson's coefficient over the stimuli", []Need{NeedActivity}, false, 0, (*examined).largestCorrelation},
		{"dimension", "", "", "participation ratio (tr C)²/tr C² of the covariance C of the outputs, from 1 to their number", []Need{NeedActivity}, false, 0, (*examined).dimension},
		{"spread", "", "", "standard deviation of the activity over the stimuli", []Need{NeedActivity}, true, 0, (*examined).spread},
		{"mean_correlation", "", "", "mean r of two outputs, by Pearson's coefficient over the stimuli", []Need{NeedActivity}, true, 0, (*examined).meanCorrelation},
		{"balance", "", "", "what inhibits a neuron ÷ what excites it: the sums of the negative and of the positive w·activity that it receives, through projections that a phase uses and by the activity at the end of a step, mean over the neurons", []Need{NeedReceived}, true, 0, (*examined).balance},
		{"synapses", "", "", "number of the synapses that are left", []Need{NeedWeights}, true, 0, ofWeights(func(w []float64) float64 { return float64(len(w)) })},
		{"mean_weight", "", "", "mean of the weights", []Need{NeedWeights}, true, 0, ofWeights(meanOf)},
		{"weight_spread", "", "", "standard deviation of the weights", []Need{NeedWeights}, true, 0, ofWeights(spreadOf)},
		{"low_weight", "", "", "5 % quantile of the weights", []Need{NeedWeights}, true, 0, ofWeights(quantileOf(0.05))},
		{"median_weight", "", "", "median of the weights", []Need{NeedWeights}, true, 0, ofWeights(quantileOf(0.5))},
		{"high_weight", "", "", "95 % quantile of the weights", []Need{NeedWeights}, true, 0, ofWeights(quantileOf(0.95))},
		{"positive", "", "", "fraction of the weights above 0 among those that are not 0", []Need{NeedWeights}, true, 0, ofWeights(positive)},
		{"near_zero", "", "", "fraction of the weights below a hundredth of the largest, by size", []Need{NeedWeights}, true, 0, ofWeights(nearZero)},
		{"norm", "", "", "Euclidean norm of the weights onto one neuron, mean over the neurons", []Need{NeedWeights}, true, 0, (*examined).norm},
		{"in_degree", "", "", "synapses onto one neuron, mean over the neurons", []Need{NeedWeights}, true, 0, (*examined).inDegree},
		{"out_degree", "", "", "synapses from one neuron, mean over the neurons", []Need{NeedWeights}, true, 0, (*examined).outDegree},
		{"drift", "", "", "cosine of a row of the filter with itself at the reference step, mean over the rows", []Need{NeedFilter, NeedBefore}, true, 0, (*examined).drift},
		{"drift_inside", "", "", "the same of the parts of the rows within the principal subspace", []Need{NeedFilter, NeedBefore, NeedPrincipal}, true, 0, (*examined).driftInside},
		{"drift_outside", "", "", "the same of the parts of the rows out of the principal subspace", []Need{NeedFilter, NeedBefore, NeedPrincipal}, true, 0, (*examined).driftOutside},
		{SubspaceError, "", "", "mean of sin²θ over the angles θ between the subspace of the estimate and the principal one, whatever the scale and the rotation of the outputs", []Need{NeedFilter, NeedPrincipal}, true, -1, (*examined).subspaceError},
		{MeanAlignment, "", "", "mean |cos| of an output and its component", []Need{NeedFilter, NeedPrincipal}, true, 1, (*examined).meanAlignment},
		{DistanceName, "", "", "distance from the data of the key distance: root mean square of the differences", []Need{NeedData}, true, -1, (*examined).distance},
		{"saddle", "", "", "saddle function L(M, W), which W descends and M climbs, by the covariance of the stimuli; the best is its value at the wanted fixed point", []Need{NeedSaddle}, true, 0, (*examined).saddle},
		{"matching_cost", "", "", "cost of similarity matching of the recent stimuli and the outputs that they had; the best is what any outputs to them can reach", []Need{NeedRecent}, true, -1, (*examined).matchingCost},
	}
}

// Names of declared measures that studies follow.
const (
	SubspaceError = "subspace_error"
	MeanAlignment = "mean_alignment"
)

// Names returns the names of the measures of the whole circuit that must be asked for, or of the others.
func Names(asked bool) (names []string) {
	for _, d := range Declarations() {
		if d.Asked == asked && !d.needsPart() {
			names = append(names, d.Name)
		}
	}
	return names
}

// isOfPopulation and isOfProjection report whether the measure can be taken of a population, or only of a projection.
func (d Declaration) isOfPopulation() bool {
	return slices.Equal(d.Needs, []Need{NeedActivity}) || slices.Contains(d.Needs, NeedReceived)
}
func (d Declaration) isOfProjection() bool { return slices.Contains(d.Needs, NeedWeights) }

// needsPart reports whether the measure is of a population or of a projection, and not of the whole circuit.
func (d Declaration) needsPart() bool {
	return d.isOfProjection() || slices.Contains(d.Needs, NeedReceived)
}

// Base returns the name of the measure alone: norm for W.norm.
func (d Declaration) Base() string { return d.Name[strings.LastIndex(d.Name, ".")+1:] }

// Title returns the name in words, such as mean activity of E.
func (d Declaration) Title() string {
	title := strings.ReplaceAll(d.Base(), "_", " ")
	if d.Part != "" {
		title += " of " + d.Part
	}
	return title
}

// CheckIn returns an error unless a graph has the part that the measure is taken of, or all parts that a measure of one's
// own reads.
func (d Declaration) CheckIn(g circuit.Graph) error {
	if d.isOwn() {
		return d.checkOwnIn(g)
	}
	check := g.CheckPopulation
	if d.isOfProjection() {
		check = g.CheckOwn
	}
	if err := check(d.Part); d.Part != "" && err != nil {
		return fmt.Errorf("measure %s: %w", d.Name, err)
	}
	return nil
}

// LookupDeclaration returns the measure of a name. The error lists those that are declared.
func LookupDeclaration(name string) (Declaration, error) {
	if own, definition, is := strings.Cut(name, "="); is {
		return lookupOwn(own, definition)
	}
	part, own, found := strings.Cut(name, ".")
	if !found || part == "" {
		part, own = "", name
	}
	all := Declarations()
	i := slices.IndexFunc(all, func(d Declaration) bool { return d.Name == own })
	if i < 0 {
		var names []string
		for _, d := range all {
			names = append(names, d.Name)
		}
		return Declaration{}, wording.Unknown("measure", own, names)
	}
	d := all[i]
	switch {
	case part == "" && d.isOfProjection():
		return d, fmt.Errorf("measure %s is of a projection: write PROJECTION.%s", own, own)
	case part == "" && d.needsPart():
		return d, fmt.Errorf("measure %s is of a population: write POPULATION.%s", own, own)
	case found && !d.isOfProjection() && !d.isOfPopulation():
		return d, fmt.Errorf("measure %s is not of a single population or projection: write %s", own, own)
	}
	d.Name, d.Part = name, part
	return d, nil
}

// Named returns the measure of a name that a result has: a declared one, or one of one's own, of which the name alone is
// known then.
func Named(name string) (d Declaration, err error) {
	if d, err = LookupDeclaration(name); err != nil && ownName.MatchString(name) {
		return Declaration{Name: name, Asked: true}, nil
	}
	return d, err
}

// Sorted returns the measures of some names in the order of their declarations, those of one's own last, and then of the
// names; what cannot be the name of a measure is left out.
func Sorted(names []string) (all []Declaration) {
	declared := Declarations()
	place := func(d Declaration) int {
		if i := slices.IndexFunc(declared, func(o Declaration) bool { return o.Name == d.Base() }); i >= 0 {
			return i
		}
		return len(declared)
	}
	seen := map[string]bool{}
	for _, name := range names {
		if d, err := Named(name); err == nil && !seen[d.Name] {
			seen[d.Name], all = true, append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b Declaration) int { return place(a) - place(b) })
	return all
}

// OfParts returns the names of the measures that describe each population and each projection of a graph: of the
// activity of neurons that are no inputs, and of the weights of projections that have their own.
func OfParts(g circuit.Graph) (names []string) {
	all := Declarations()
	for _, p := range g.Populations {
		for _, d := range all {
			if !p.Input && d.isOfPopulation() && d.Name != whitenessName {
				names = append(names, p.Name+"."+d.Name)
			}
		}
	}
	for _, p := range g.Projections {
		for _, d := range all {
			if p.Tied == "" && d.isOfProjection() {
				names = append(names, p.Name+"."+d.Name)
			}
		}
	}
	return names
}
