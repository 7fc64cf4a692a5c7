// Package page is the page of the inspector: HTML, style and JavaScript modules, without a build
// step and without files from elsewhere.
//
//	index.html   loads style.css and main.js, and nothing else
//	main.js      reads the run and updates the panels; layout.js places them
//	data.js      the only source of data: the server, or the report
//	tabs.js      the tabs Inspect and Play, which is the page of the simulator in a frame; frame.js: what a page tells the one around it
//	state.js     what is shown: step, element, theme; kept in the address
//	shown.js     the weights of a step, as circuit.js draws them; scrubber.js: time; moment.js: of which step a number is
//	circuit.js   the drawing of a circuit, neuron by neuron; layers.js: where its populations stand; synapse.js: a synapse
//	populations.js  a large circuit, population by population; figures.js: parts as matrices, receptive fields and bars
//	phases.js    the schedule, phase by phase; overlay.js: its marks in the circuit
//	trace.js     the selected element; meaning.js: what its number means, change.js: why it moved
//	pins.js      elements whose traces are drawn over that of the selected one
//	neuron.js    a neuron: its tuning, whom it hears and reaches
//	pace.js      how playing spends its time: where the run moves
//	curves.js    error, pruning, health; table.js: the synapses of a projection; plot.js, scale.js: plots
//	save.js      a plot as a picture and as numbers
//	keys.js      the keyboard; element.js: parts of a circuit by their roles; live.js, theme.js, colour.js, number.js, dom.js: small parts
//
// The same files serve two purposes:
//
//  1. The server of package view sends Files unchanged.
//  2. Report joins them into one file that needs no server. For that an import stands on one line,
//     by names and from ./ or ../, and an export is in front of what it exports.
//
// # The simulator
//
// Explore joins the page in which the simulator of package simulator runs: the modules in the folder explore, and those of the
// inspector that they share.
//
//	main.js        opens an experiment, draws each frame, and does to the circuit what the reader does
//	worker.js      runs the simulator, in a worker; session.js speaks to it
//	unpack.js      the simulator from the text of the page
//	experiment.js  what is explored: an experiment and acts, which stand in the address
//	stage.js       the circuits and their curves; cloud.js: the stimuli; phases.js: the schedule
//	drive.js       run, pause, one step, one phase, and how fast
//	hands.js       the network, its sizes and rates; spectrum.js: bars to be dragged
//	acts.js        what is done to the circuit, and the list of it
//	theory.js      what the theory predicts
//	tour.js        the guided tour, whose stops are in tour.json with what they claim
//
// The package may import no other package of twophase.
package page
