package circuitfile

import (
	_ "embed"

	"twophase/internal/text/document"
)

// Circuit is a circuit as an experiment file describes it.
type Circuit struct {
	Name        string
	Summary     string
	Populations []Population
	Projections []Projection
	Schedule    []Phase

	Constants  document.Mapping[float64] // numbers with a name, for all expressions
	Signals    []Signal                  // columns of the stimulus that are broadcast
	Broadcasts document.Mapping[string]  // sums over the neurons of a population

	Output      string // the population that is y; "": the first that is not one of inputs
	Finds       string // circuit.Findings; "": components
	Gains       string // circuit.GainUse; "": none
	Whitens     bool
	Spans       bool
	MostOutputs int
}

// Signal is a column of the stimulus that feeds no population: rules and changes see it.
type Signal struct {
	Name    string
	Columns []int // one, from 0
}

// Population is a population of a Circuit.
type Population struct {
	Name         string
	Input        bool
	Size         string
	Activation   string // linear, rectified, or an expression of v
	Scale        Scale
	InitialScale float64
	Paced        string
	NormOf       string
	Distinct     bool
	Previous     bool
	Mean         *Window
	Variables    []Variable
}

// Variable is a variable of every neuron of a population.
type Variable struct {
	Name   string
	Start  []float64 // of each neuron, or one for all; nil: 0
	Change string    // what is added to it in each step; "": nothing
}

// Scale is the rule of scales, by its name or by expressions.
type Scale struct {
	Named  string
	Custom *ScaleRule
}

// ScaleRule is a rule of scales, m ← (1 − a·decay²)·m + a·(drive² − drain²).
type ScaleRule struct {
	Title, Equation                   string
	Drive, Decay, Drain               string
	Metaplastic, Multiplies, UnitRate bool
}

// Projection is a projection of a Circuit.
type Projection struct {
	Name        string
	From, To    string
	Sign        string
	Enforce     string // clip: negative weights become 0; refuse: they end the run
	Tied        string
	Rule        Rule
	Rate        string
	Wiring      Wiring
	Start       string
	CurrentMean *Window
	Carries     string // what the axons carry in the place of the activity
	Self        bool   // neurons act on themselves too
}

// Rule is the rule of a projection, by its name, as a formula or by the contributions of both neurons; none of them: fixed weights.
type Rule struct {
	Named   string
	Formula string // post*pre - w
	Custom  *RuleText
}

// RuleText is a rule as expressions for both endpoints.
type RuleText struct {
	Title, Equation string
	Post, Pre       Endpoint
	UnitRate        bool
}

// Endpoint is what one neuron of a synapse contributes: a drive for each term of the rule, and
// a decay.
type Endpoint struct {
	Drive []string
	Decay string
}

// Wiring says which synapses exist: by a name, each with a probability, or those of a list.
type Wiring struct {
	Named  string
	Random float64
	Pairs  []Pair
}

// Pair is a synapse of a list.
type Pair struct {
	Post, Pre int
	Weight    *float64 // at the start; nil: as the start of the projection says

	place string // FILE:LINE, if it was read from a file of pairs
}

// Window is the memory of a running mean.
type Window struct {
	Steps int
	Grows bool
}

// population returns the population of a name, or nil.
func (c *Circuit) population(name string) *Population {
	for i := range c.Populations {
		if c.Populations[i].Name == name {
			return &c.Populations[i]
		}
	}
	return nil
}

// Template is an experiment file with a circuit, for people to edit.
//
//go:embed template.yaml
var Template []byte
