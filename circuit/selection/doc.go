// Package selection names parts of a circuit in a line of text: synapses, scales, variables of neurons, and
// neurons. Runs record them, interventions change them, and phases rewrite them.
//
//	written      in the paper   elements
//	feedforward  W              synapses W_ij
//	lateral      M_o            synapses M_ij, i ≠ j
//	scale        M_d            scales m_ii
//	weights      W, M           all three
//	outputs      y              output neurons
//	inputs       x              input neurons
//
// In a circuit of any populations and projections, the names are those of its own: P for synapses, y for neurons, y.scale for
// the scales and y.theta for a variable of the neurons of y. Variables are not among the weights.
//
// # Syntax
//
//	selection = synapses [ "[" span "," span "]" ]
//	          | neurons  [ "[" span "]" ]
//	          | "weights"
//	synapses  = "feedforward" | "lateral"
//	neurons   = "scale" | "outputs" | "inputs"
//	span      = "*" | index | index "-" index
//	index     = a whole number ≥ 0, such as 12 or 1e3
//
// Spaces around a selection, a name and a span do not count. Names are in lower case.
// Numbers are written as everywhere in twophase: 1e3 is 1000, and 1_000 and 0x10 are
// errors.
//
// # Meaning
//
//   - Indices count from 0. The postsynaptic neuron comes first, as in W_ij.
//   - A span is one index, a range with both ends, or * for every index. The first end of a
//     range is not above the second.
//   - A name without indices selects all elements of the kind: lateral is lateral[*,*].
//   - The indices of scale count output neurons.
//   - weights takes no indices. In a phase that rewrites synapses it means feedforward and lateral
//     only.
//   - A place without a synapse is passed over within a span: lateral[2,*] does not include
//     M_22. A selection of such places alone is an error for a circuit: lateral[2,2].
//   - An index beyond the circuit is an error of type Missing, also at the end of a range.
//
// Some examples (ExampleParse):
//
//	feedforward         all feedforward synapses
//	lateral[2,*]        the lateral synapses onto neuron 2
//	lateral[*,0]        those from neuron 0
//	feedforward[0-4,7]  the synapses onto neurons 0 to 4 from input 7
//	scale[1]            the scale of output neuron 1
//	outputs             all output neurons
//	inputs[3]           input neuron 3
//	weights             feedforward, lateral and scale
//
// A selection prints in its shortest form, which Parse reads: lateral[*,*] is lateral, and
// scale[3-3] is scale[3]. Selections are equal if they print the same.
//
// # Choices
//
// A Choice takes some of several selections, by their weights, or by lot. Its one line is
//
//	choice = list [ "except" list ] [ "where" bound { "and" bound } ] [ take ] [ "draw" draw ]
//	list   = selection { "," selection }
//	bound  = ( "w" | "|w|" ) ( "<" | ">" ) number
//	take   = ( "fraction" | "count" | "top" | "bottom" ) number
//	draw   = "by-trial" | "alike"
//
// docs/selections.md says what the words mean; examples are at ParseChoice. The text of a plain
// selection is that of a choice, too.
//
// # From text to elements
//
//  1. Parse reads a text and checks its syntax. It needs no circuit.
//  2. Check compares a Selection with the Size of a circuit.
//  3. Synapses, Variables and Neurons return handles of the elements of a Circuit. Row, which
//     allocates nothing, returns the selected places in one row of weights.
//  4. ParseChoice reads a choice, Choice.Check compares it with a Size, and Choice.Elements
//     finds what it names in a circuit at a Moment. Draws are keyed by that moment.
//
// The package imports neuron, synapse and internal/numerics/random. It does not import circuit, whose phases use it.
package selection
