import {subscript} from './number.js';

// Elements of a circuit: synapses, scales and outputs, by the names they have in traces and on the
// command line: feedforward[2,0], lateral[2,0], scale[1], outputs[1]; or by the names of the circuit's own
// populations and projections, which are its parts: Wx[2,0], z[1].

// partOf returns the part of a circuit with a graph that a kind names, or undefined.
export function partOf(run, kind) {
	return run.graph?.parts.find((p) => p.kind === kind);
}

// nameOf returns the name of an element.
export function nameOf({kind, post, pre}) {
	const two = kind === 'feedforward' || kind === 'lateral' || (pre >= 0 && kind !== 'scale' && kind !== 'outputs');
	return two ? `${kind}[${post},${pre}]` : `${kind}[${post}]`;
}

// symbolOf returns an element as the paper writes it.
export function symbolOf({kind, post, pre}) {
	const i = subscript(post), j = subscript(pre ?? 0), apart = post > 9 || pre > 9 ? '\u2009' : '';
	switch (kind) {
	case 'feedforward': return `W${i}${apart && ','}${j}`;
	case 'lateral': return `M${i}${apart && ','}${j}`;
	case 'scale': return `m${i}${apart && ','}${i}`;
	case 'outputs': return `y${i}`;
	}
	return pre >= 0 ? `${kind}${i}${apart && ','}${j}` : `${kind}${i}`;
}

// exists reports whether a circuit has elements of a kind, or that synapse.
export function exists(run, kind, post, pre) {
	if (run.graph) {
		const part = partOf(run, kind);
		if (!part || post === undefined) return Boolean(part);
		if (post >= part.rows || (part.class === 'synapses' && !(pre >= 0 && pre < part.columns))) return false;
		return !(part.from === part.to && part.class === 'synapses') || (part.ordered ? pre < post : pre !== post);
	}
	if (kind === 'outputs') return true;
	if (kind === 'scale') return !run.unscaled && (post === undefined || post < run.outputs);
	const projection = (run.projections ?? []).find((p) => p.name === kind);
	if (!projection || (kind === 'lateral' && run.outputs < 2)) return false;
	if (post === undefined) return true;
	return projection.wiring === 'ordered' ? pre < post : kind !== 'lateral' || pre !== post;
}

// hasParts reports whether the parts of changes of a kind are recorded, of some of it at least.
export function hasParts(run, kind) {
	return (run.recorded ?? []).some((r) => r.parts && (r.kind === kind || r.kind === 'weights'));
}

// firstOf returns the name of the first element of a kind, or null.
export function firstOf(run, kind) {
	if (run.graph) {
		const part = partOf(run, kind) ?? run.graph.parts.find((p) => p.recorded && p.rows * p.columns > 1) ?? run.graph.parts[0];
		const pre = part.class === 'synapses' ? 0 : -1;
		return nameOf({kind: part.kind, post: part.from === part.to && pre === 0 ? 1 : 0, pre});
	}
	if (!exists(run, kind)) return null;
	if (kind !== 'lateral') return nameOf({kind, post: 0, pre: 0});
	return exists(run, kind, 0, 1) ? 'lateral[0,1]' : 'lateral[1,0]';
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
	return run.graph ? run.graph.parts.some((p) => p.class === 'synapses' && p.from === p.to) : exists(run, 'lateral');
}

// parseElement reads the name of an element of a run, or throws an error that says what would be right.
export function parseElement(text, run) {
	if (run.graph) return parsePart(text, run);
	const found = /^\s*(feedforward|lateral|scale|outputs?|w|m|y)\s*\[?\s*(\d+)(?:\s*[,\s]\s*(\d+))?\s*\]?\s*$/i.exec(text);
	if (!found) throw new Error(`“${text}” is no element: write feedforward[i,j], lateral[i,j], scale[i] or outputs[i]`);
	const kinds = {w: 'feedforward', m: 'lateral', y: 'outputs', output: 'outputs'};
	let kind = kinds[found[1].toLowerCase()] ?? found[1].toLowerCase();
	const post = Number(found[2]);
	let pre = found[3] === undefined ? -1 : Number(found[3]);
	if (kind === 'lateral' && pre === post) kind = 'scale';
	const two = kind === 'feedforward' || kind === 'lateral';
	if (post >= run.outputs) throw new Error(`there is no output ${post}: they are 0 to ${run.outputs - 1}`);
	if (two && pre < 0) throw new Error(`${kind} has two indices: ${kind}[post,pre]`);
	const width = kind === 'feedforward' ? run.inputs : run.outputs;
	if (two && pre >= width) throw new Error(`there is no ${kind === 'feedforward' ? 'input' : 'output'} ${pre}: they are 0 to ${width - 1}`);
	if (!two) pre = -1;
	if (!exists(run, kind, post, pre)) throw new Error(absent(run, kind));
	return {kind, post, pre};
}

function parsePart(text, run) {
	const found = /^\s*([\w.]+)\s*\[\s*(\d+)\s*(?:,\s*(\d+)\s*)?\]\s*$/.exec(text), part = found && partOf(run, found[1]);
	if (!part) throw new Error(`“${text}” is no element: this circuit has ${run.graph.parts.map((p) => (p.class === 'synapses' ? `${p.kind}[i,j]` : `${p.kind}[i]`)).join(', ')}`);
	const element = {kind: part.kind, post: Number(found[2]), pre: found[3] === undefined ? -1 : Number(found[3])}, two = part.class === 'synapses';
	if (two !== element.pre >= 0) throw new Error(`${part.kind} has ${two ? 'two indices: [post,pre]' : 'one index'}`);
	if (!exists(run, element.kind, element.post, element.pre)) throw new Error(`there is no ${nameOf(element)}: ${part.kind} has ${part.rows}${two ? ` × ${part.columns}` : ''} places${part.from === part.to && two ? ', and no neuron hears itself' : ''}`);
	return element;
}

// absent says why there is no such element.
function absent(run, kind) {
	if (kind === 'scale') return 'the outputs of this network have no scales';
	return `there is no such synapse: outputs hear ${exists(run, kind) ? 'those before them only' : 'none of the others'}`;
}

// neighbour returns the element that is so many rows and columns away. M has the scales on its
// diagonal; outputs have no columns. Where there is no element it goes on in the same direction.
export function neighbour(element, rows, columns, run) {
	for (let n = 1, next = element; n <= Math.max(run.inputs, run.outputs, 3); n++) {
		next = beside(next, rows, columns, run);
		if (exists(run, next.kind, next.post, next.pre)) return next;
	}
	return element;
}

function beside({kind, post, pre}, rows, columns, run) {
	const wrap = (i, n) => ((i % n) + n) % n;
	if (run.graph) {
		const part = partOf(run, kind);
		return part.class === 'synapses' ? {kind, post: wrap(post + rows, part.rows), pre: wrap(pre + columns, part.columns)} : {kind, post: wrap(post + rows + columns, part.rows), pre: -1};
	}
	const i = wrap(post + rows, run.outputs);
	if (kind === 'feedforward') return {kind, post: i, pre: wrap(pre + columns, run.inputs)};
	if (kind === 'outputs') return {kind, post: wrap(post + rows + columns, run.outputs), pre: -1};
	const j = wrap((kind === 'scale' ? post : pre) + columns, run.outputs);
	return i === j ? {kind: 'scale', post: i, pre: -1} : {kind: 'lateral', post: i, pre: j};
}

// valueOf returns the weight, scale or activity of an element in a snapshot of a run, or null.
export function valueOf({kind, post, pre}, snapshot, run) {
	if (run.graph) {
		const part = snapshot?.parts?.find((p) => p.kind === kind);
		return part?.values?.[post * part.columns + Math.max(0, pre)] ?? null;
	}
	switch (kind) {
	case 'feedforward': return snapshot?.w?.[post * run.inputs + pre] ?? null;
	case 'lateral': return snapshot?.m?.[post * run.outputs + pre] ?? null;
	case 'scale': return snapshot?.m?.[post * run.outputs + post] ?? null;
	}
	return snapshot?.y?.[post] ?? null;
}
