import {subscript} from './number.js';

// Elements of a circuit: synapses, scales and neurons, by the names they have in traces and on the command line:
// feedforward[2,0], lateral[2,0], scale[1], outputs[1]; or by the names of the circuit's own populations and
// projections: Wx[2,0], z[1]. What a name stands for is a part of the circuit.

// partOf returns the part of a circuit that a kind names, or undefined.
export function partOf(run, kind) {
	return run.graph?.parts.find((p) => p.kind === kind);
}

// isAmong reports whether a part is synapses within a population.
export const isAmong = (part) => part.class === 'synapses' && part.from === part.to;

// isFed reports whether a part is synapses from a population of stimuli.
export const isFed = (run, part) => part.class === 'synapses' && run.graph.populations.some((p) => p.input && p.name === part.from);

// scalesIn returns the scales of a population that are a part of a circuit, or undefined.
export const scalesIn = (run, population) => run.graph.parts.find((p) => p.class === 'scales' && p.to === population);

// tiedOf returns the projections that are transposes of others, by the kinds of these.
export const tiedOf = (run) => new Map(run.graph.tied.map((t) => [t.of, t]));

// signOf returns 1 or −1, as the signals of a projection are added or subtracted, or 0 where that is not known.
export const signOf = (part) => ({adds: 1, excitatory: 1, subtracts: -1, inhibitory: -1}[part?.sign] ?? 0);

// inputOf returns the neuron of a population of stimuli that a name means, or null.
export function inputOf(text, run) {
	const [, kind, post] = /^\s*(\w+)\[(\d+)\]\s*$/.exec(text ?? '') ?? [], found = run?.graph.populations.find((p) => p.input && p.name === kind && Number(post) < p.neurons);
	return found ? {kind, post: Number(post), pre: -1} : null;
}

// nounOf returns what a neuron is called in a sentence.
export function nounOf(run, population, i) {
	const inputs = run.graph.populations.filter((p) => p.input);
	return population === run.graph.output ? `output ${i}` : inputs.length === 1 && inputs[0].name === population ? `input ${i}` : `neuron ${i} of ${population}`;
}

// nameOf returns the name of an element.
export function nameOf({kind, post, pre}) {
	return pre >= 0 ? `${kind}[${post},${pre}]` : `${kind}[${post}]`;
}

const letters = {feedforward: 'W', lateral: 'M', scale: 'm', inputs: 'x', outputs: 'y'}; // of parts that have the names of the paper's, as in equations

// letterOf returns what a part is called in equations.
export const letterOf = (kind) => letters[kind] ?? kind;

// symbolOf returns an element as equations have it.
export function symbolOf({kind, post, pre = -1}) {
	const i = subscript(post), j = pre >= 0 ? subscript(pre) : kind === 'scale' ? i : '';
	return `${letterOf(kind)}${i}${j && (post > 9 || pre > 9) ? ',' : ''}${j}`;
}

// exists reports whether a circuit has elements of a kind, or that element.
export function exists(run, kind, post, pre = -1) {
	const part = partOf(run, kind);
	if (!part || post === undefined) return Boolean(part);
	return hasIndex(part, post, pre);
}

// hasIndex reports whether a part has an element of these indices.
export function hasIndex(part, post, pre) {
	if (post >= part.rows || (part.class === 'synapses') !== pre >= 0 || pre >= part.columns) return false;
	return pre < 0 || !isAmong(part) || (part.ordered ? pre < post : pre !== post);
}

// placesIn returns how many synapses there may be in a part.
export const placesIn = (p) => (p.class !== 'synapses' ? 0 : isAmong(p) ? (p.rows * (p.rows - 1)) / (p.ordered ? 2 : 1) : p.rows * p.columns);

// hasParts reports whether the parts of changes of a kind are recorded, of some of it at least.
export function hasParts(run, kind) {
	return (run.recorded ?? []).some((r) => r.parts && (r.kind === kind || r.kind === 'weights'));
}

// isFixed reports whether no phase of the schedule of a run writes a part.
export function isFixed(run, kind) {
	const variable = partOf(run, kind)?.variable;
	return Boolean(variable) && !run.schedule.some(({writes}) => writes.includes(variable));
}

// firstOf returns the name of the first element of a kind, or null.
export function firstOf(run, kind) {
	const part = partOf(run, kind);
	if (!part) return null;
	if (part.class !== 'synapses') return nameOf({kind, post: 0});
	return nameOf(!isAmong(part) ? {kind, post: 0, pre: 0} : part.ordered ? {kind, post: 1, pre: 0} : {kind, post: 0, pre: 1});
}

// firstSynapse returns the name of the element that a reader is led to: a lateral synapse, or else the first that is recorded.
export function firstSynapse(run) {
	const parts = run.graph?.parts ?? [], among = parts.filter(isAmong);
	const part = [...among, ...parts].find((p) => p.recorded && p.rows * p.columns > 1) ?? among[0] ?? parts[0];
	return part ? firstOf(run, part.kind) : null;
}

// livesOf returns what is known of the lives of synapses in a trial, by projection: the lateral ones first.
export function livesOf(trial) {
	return [trial?.pruning, ...trial?.lives ?? []].filter(Boolean);
}

// lifeOf returns the life of a synapse, with how often it was recorded, or null.
export function lifeOf(trial, element) {
	const name = nameOf(element);
	for (const {synapses, cadence} of livesOf(trial)) {
		const found = synapses.find((s) => s.synapse === name);
		if (found) return {...found, cadence};
	}
	return null;
}

// isWired reports whether a circuit of a trial has a synapse, as far as the lives of its projection say.
export function isWired(trial, element) {
	const p = livesOf(trial).find(({projection}) => (projection ?? 'lateral') === element.kind);
	return !p || p.synapses.length < p.lateral || p.synapses.some((s) => s.synapse === nameOf(element));
}

// hasLaterals reports whether a population of a circuit has synapses within it.
export function hasLaterals(run) {
	return Boolean(run.graph?.parts.some(isAmong));
}

const aliases = {w: 'feedforward', m: 'lateral', y: 'outputs', output: 'outputs'}; // other names of the paper's parts

// elementsOf lists the names of the elements that a run has.
export const elementsOf = (run) => (run.graph?.parts ?? []).map((p) => (p.class === 'synapses' ? `${p.kind}[i,j]` : `${p.kind}[i]`)).join(', ');

// parseElement reads the name of an element of a run, or throws an error that says what would be right.
export function parseElement(text, run) {
	const [found, kind] = readings.map((form) => form.exec(text)).filter(Boolean).map((f) => [f, kindOf(f[1], run)]).find(([, k]) => k) ?? [];
	const part = found && partOf(run, kind);
	if (!part) throw new Error(`“${text}” is no element: this circuit has ${elementsOf(run)}`);
	const post = Number(found[2]), pre = found[3] === undefined ? -1 : Number(found[3]), two = part.class === 'synapses', own = isAmong(part) && scalesIn(run, part.to);
	if (own && post === pre && exists(run, own.kind, post)) return {kind: own.kind, post, pre: -1};
	if (two !== pre >= 0) throw new Error(`${kind} has ${two ? 'two indices: [post,pre]' : 'one index'}`);
	if (exists(run, kind, post, pre)) return {kind, post, pre};
	const size = two ? `${part.rows} × ${part.columns} places` : `elements 0 to ${part.rows - 1}`, within = isAmong(part);
	throw new Error(`there is no ${nameOf({kind, post, pre})}: ${kind} has ${size}` + (!within ? '' : part.ordered ? ', and a neuron hears those before it only' : ', and no neuron hears itself'));
}

// readings are how the name of an element is read: all that may belong to the name does, or else the digits at its end are
// the first index.
const readings = ['[\\w.]*', '[\\w.]*?'].map((rest) => new RegExp(`^\\s*([A-Za-z_]${rest})\\s*\\[?\\s*(\\d+)(?:\\s*[,\\s]\\s*(\\d+))?\\s*\\]?\\s*$`));

// kindOf returns the kind of a part that a name means, or undefined.
const kindOf = (name, run) => [name, name.toLowerCase(), aliases[name.toLowerCase()]].find((kind) => kind && partOf(run, kind));

// neighbour returns the element that is so many rows and columns away. Scales stand on the diagonal of the synapses within
// their population. Where there is no element it goes on in the same direction.
export function neighbour(element, rows, columns, run) {
	const far = Math.max(3, ...run.graph.parts.map((p) => Math.max(p.rows, p.columns)));
	for (let n = 1, next = element; n <= far; n++) {
		next = beside(next, rows, columns, run);
		if (exists(run, next.kind, next.post, next.pre)) return next;
	}
	return element;
}

function beside({kind, post, pre}, rows, columns, run) {
	const wrap = (i, n) => ((i % n) + n) % n, part = partOf(run, kind);
	const square = part.class === 'scales' ? run.graph.parts.find((p) => isAmong(p) && p.to === part.to) : part;
	if (square?.class !== 'synapses') return {kind, post: wrap(post + rows + columns, part.rows), pre: -1};
	const i = wrap(post + rows, square.rows), j = wrap((pre < 0 ? post : pre) + columns, square.columns), own = isAmong(square) && scalesIn(run, square.to);
	return own && i === j ? {kind: own.kind, post: i, pre: -1} : {kind: square.kind, post: i, pre: j};
}

// valuesOf returns the values of a part in a snapshot, or null.
export function valuesOf(kind, snapshot) {
	return snapshot?.parts.find((p) => p.kind === kind)?.values ?? null;
}

// valueOf returns the weight, scale or activity of an element in a snapshot, or null.
export function valueOf({kind, post, pre}, snapshot) {
	const part = snapshot?.parts.find((p) => p.kind === kind);
	return part?.values?.[post * part.columns + Math.max(0, pre ?? 0)] ?? null;
}
