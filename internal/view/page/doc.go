// Package page is the page of the inspector: HTML, style and JavaScript modules, without a build
// step and without files from elsewhere.
//
//	index.html   loads style.css and main.js, and nothing else
//	main.js      reads the run and updates the panels; layout.js places them
//	data.js      the only source of data: the server, or the report
//	state.js     what is shown: step, element, theme; kept in the address
//	shown.js     the weights of a step, in circuit.js or matrices.js; scrubber.js: time
//	synapse.js   a synapse as it is drawn; graph.js: a circuit of any populations
//	phases.js    the schedule, phase by phase; overlay.js: its marks in the circuit
//	trace.js     the selected element; meaning.js: what its number means, parts.js: why it moved
//	pins.js      elements whose traces are drawn over that of the selected one
//	neuron.js    an output: its tuning, its inputs and outputs
//	pace.js      how playing spends its time: where the run moves
//	curves.js    error, pruning, health; table.js: the lateral synapses; plot.js, scale.js: plots
//	save.js      a plot as a picture and as numbers
//	keys.js      the keyboard; live.js, theme.js, colour.js, number.js, element.js, dom.js: small parts
//
// The same files serve two purposes:
//
//  1. The server of package view sends Files unchanged.
//  2. Report joins them into one file that needs no server. For that an import stands on one line,
//     by names and from ./, and an export is in front of what it exports.
//
// The package may import no other package of twophase.
package page
