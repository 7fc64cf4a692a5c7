import {largest} from './colour.js';
import {letterOf} from './element.js';

// What the circuit shows in a phase: which axons carry what, and what the neurons hold.

// overlayOf returns the overlay of stage k of a replayed step; stage 0 is the stimulus alone. Of a
// change, part is total or one of those of change.js. In parts is what synapses carry, or how they change, by kind.
export function overlayOf(step, k, run, part) {
	const x = step.x, base = {limit: Math.max(largest(x), largestSignal(step)), signals: new Map(), parts: {}};
	let first = 0;
	for (const {name, neurons, input} of run.graph.populations) {
		if (input) base.signals.set(name, {symbol: letterOf(name), values: x.slice(first, first += neurons)});
	}
	const phase = step.phases[k - 1];
	if (!phase) return base; // the stimulus alone, or a phase that a run that diverged did not come to
	const {reads, writes} = run.schedule[k - 1] ?? {reads: [], writes: []}, changes = learns(writes, run);
	// newest returns the signal of a population that is one of some variables, or else the last.
	const newest = (population, variables) => {
		const own = phase.signals.filter((s) => s.population === population);
		return own.find((s) => variables.includes(s.variable)) ?? own.at(-1);
	};
	for (const {name, input} of run.graph.populations) {
		const signal = !input && newest(name, writes);
		if (signal) base.signals.set(name, {symbol: signal.variable, values: signal.values});
	}
	for (const {kind, class: what, variable, to, from, rows, columns} of run.graph.parts) {
		if (what === 'activities') {
			const now = newest(to, []);
			if (now) base.parts[kind] = {columns, values: now.values, limit: base.limit};
		} else if (changes) {
			const values = step.change?.[kind]?.[part];
			if (values) base.parts[kind] = {lit: true, changes: true, columns, values, limit: largest(values)};
		} else if (what === 'synapses' && reads.includes(variable)) {
			const values = (newest(from, reads) ?? base.signals.get(from))?.values, back = run.graph.tied.some((t) => t.of === kind);
			if (back && !reads.some((v) => phase.signals.some((s) => s.population === from && s.variable === v))) continue; // the phase uses them the other way
			base.parts[kind] = {lit: true, columns, values: values && carried(values, rows, columns), limit: base.limit};
		}
	}
	return base;
}

// overlaid returns a snapshot with what its parts carry, or how they change, in the place of their values: such parts have a
// limit of their own.
export function overlaid(snapshot, overlay) {
	if (!snapshot || !overlay) return snapshot;
	const rest = Object.entries(overlay.parts).filter(([kind]) => !snapshot.parts.some((p) => p.kind === kind)); // was not recorded
	return {...snapshot, parts: [...snapshot.parts, ...rest.map(([kind]) => ({kind}))].map((p) => ({...p, ...overlay.parts[p.kind]}))};
}

// largestSignal returns the greatest size of a signal in a replayed step.
export const largestSignal = (step) => Math.max(0, ...step.phases.flatMap((p) => p.signals.map((s) => largest(s.values))));

// learns reports whether a phase that writes such variables changes weights.
export function learns(writes, run) {
	return Boolean(run.graph?.parts.some(({variable}) => writes.includes(variable)));
}

// carried returns for every synapse [rows × signals] what its presynaptic axon carries.
function carried(signals, rows, width) {
	const all = new Array(rows * width);
	for (let i = 0; i < rows * width; i++) all[i] = signals[i % width];
	return all;
}
