import {drawCircuit} from './circuit.js';
import {html} from './dom.js';
import {isPair} from './element.js';
import {drawGraph} from './graph.js';
import {drawMatrices} from './matrices.js';
import {keyOf} from './shown.js';

// Which drawing suits a circuit.

const largeCircuit = 400; // synapses beyond which a circuit is drawn as matrices

// drawRun returns the drawing of a run's circuit, and as what it is drawn: {circuit, drawnAs}. pick hears of the element that is
// clicked on; options are those of drawCircuit.
export function drawRun(run, pick, options) {
	const large = run.inputs * run.outputs + run.outputs * (run.outputs - 1) > largeCircuit;
	const none = run.undrawn || !run.graph, pair = isPair(run);
	const drawnAs = none ? 'nothing' : !pair ? 'parts' : !large ? 'graph' : run.image ? 'fields' : 'matrices';
	return {drawnAs, circuit: (none ? drawNothing : !pair ? drawGraph : large ? drawMatrices : drawCircuit)(run, pick, keyOf, options)};
}

// drawNothing stands where a circuit is too large to be drawn.
function drawNothing(run) {
	return {node: html('div', {class: 'circuit', tabindex: 0}, html('p', {class: 'empty'}, run.undrawn ? 'This circuit is too large to be drawn.' : 'There is no trace that says of what this circuit consists.')), show() {}, select() {}};
}
