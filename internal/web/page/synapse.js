import {lineWidth} from './colour.js';
import {svg} from './dom.js';
import {nameOf} from './element.js';
import {finite} from './number.js';

// A synapse as it is drawn: a line that ends in an arrow where it excites, and in a bar where it inhibits, behind
// which stands how wide it was at its peak; and what interventions did to it.

// drawSynapse draws a synapse along a path. Ends are where its signals arrive, {x, y, angle} in radians: one, or of a
// synapse that carries signals both ways a second one.
export function drawSynapse(element, path, ends, {ghostly = false, onclick} = {}) {
	const part = (name) => svg('path', {d: path, class: name});
	const halo = part('halo'), casing = part('casing'), wire = part('wire'), ghost = ghostly && part('ghost');
	const tips = ends.map(({x, y, angle}) => {
		const place = `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`;
		return {excites: svg('path', {d: 'M2 0L-7 4L-7 -4Z', class: 'tip', transform: place}), inhibits: svg('path', {d: 'M0 -5V5', class: 'tip bar', transform: place})};
	});
	const node = svg('g', {class: `synapse ${element.kind}${ghostly ? ' among' : ''}`, role: 'option', id: 'c-' + nameOf(element), onclick}, ghost, halo, casing, wire, tips.map((tip) => Object.values(tip)), part('hit'));
	return {element, node, wire, tips, ghost, halo, casing};
}

// paintSynapse gives a synapse its colour and width, and the tips that its effects at its ends have: above 0 it
// excites, below 0 it inhibits.
export function paintSynapse({wire, halo, casing, tips}, colour, width, effects) {
	wire.style.stroke = colour;
	wire.style.strokeWidth = width;
	halo.style.strokeWidth = width + 5.5;
	casing.style.strokeWidth = width + 2.5;
	tips.forEach(({excites, inhibits}, i) => {
		excites.style.display = effects[i] > 0 ? '' : 'none';
		inhibits.style.display = effects[i] < 0 ? '' : 'none';
		for (const tip of [excites, inhibits]) tip.style.fill = tip.style.stroke = colour;
	});
}

// haunt draws behind each synapse how wide it was at its peak, by its name; limitOf is the greatest weight of a kind.
export function haunt(items, peaks, limitOf, thick = 1) {
	for (const {element, ghost} of items) {
		if (!ghost) continue;
		const peak = peaks.get(nameOf(element));
		ghost.style.display = finite(peak) && peak > 0 ? '' : 'none';
		if (finite(peak)) ghost.style.strokeWidth = thick * lineWidth(peak, limitOf(element.kind));
	}
}

// heldAt returns the states of elements after all that was done to them before a step: lesioned, frozen
// and clamped ones. A projection that was frozen as a whole stands by its name.
function heldAt(list, step) {
	const states = new Map();
	for (const {step: at, element, state} of list) {
		if (finite(step) && at >= step) break;
		if (!element.includes('[')) {
			for (const name of [...states.keys()]) if (name.startsWith(element + '[') && states.get(name) !== 'lesioned') states.delete(name);
		}
		if (states.get(element) !== 'lesioned') states.set(element, state);
	}
	return states;
}

// restrain marks the synapses and neurons, {element, node}, that are lesioned, frozen or clamped at the step of a snapshot.
export function restrain(items, list, snapshot) {
	const states = heldAt(list, snapshot?.at ?? snapshot?.step);
	for (const {element, node} of items) {
		const state = states.get(nameOf(element)) ?? states.get(element.kind);
		for (const one of ['lesioned', 'frozen', 'clamped']) node.classList.toggle(one, state === one);
		node.dataset.held = ['lesioned', 'frozen', 'clamped'].includes(state) ? state : '';
	}
}
