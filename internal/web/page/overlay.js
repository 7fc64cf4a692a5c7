import {largest} from './colour.js';

// What the circuit shows in a phase: which axons carry what, and what the neurons hold.

// overlayOf returns the overlay of stage k of a replayed step; stage 0 is the stimulus alone. Of a
// change, part is total or one of those of change.js.
export function overlayOf(step, k, run, part) {
	const {inputs, outputs} = run, x = step.x;
	const base = {x, xLimit: largest(x), y: null, symbol: '', w: {lit: false}, m: {lit: false}};
	base.yLimit = Math.max(0, ...step.phases.map((p) => Math.max(largest(p.y_tilde), largest(p.y))));
	const phase = step.phases[k - 1];
	if (!phase) return base; // the stimulus alone, or a phase that a run that diverged did not come to
	const {reads, writes} = run.schedule[k - 1] ?? {reads: [], writes: []};
	const isFinal = writes.includes('y') || !writes.includes('ỹ');
	base.y = (isFinal ? phase.y : phase.y_tilde) ?? phase.y ?? phase.y_tilde;
	base.symbol = isFinal ? 'y' : 'ỹ';
	if (learns(writes)) {
		const {w, m} = step.change ?? {};
		const wide = (values, keep) => values && {lit: true, changes: true, values, limit: largest(values, keep)};
		base.w = wide(w?.[part]) ?? base.w;
		base.m = wide(m?.[part], (i) => i % (outputs + 1) !== 0) ?? base.m;
		return base;
	}
	if (reads.includes('W')) base.w = {lit: true, limit: base.xLimit, values: carried(x, outputs, inputs)};
	if (reads.includes('M_o') || reads.includes('M')) {
		const signals = reads.includes('ỹ') ? phase.y_tilde : phase.y;
		base.m = {lit: true, limit: base.yLimit, values: signals && carried(signals, outputs, outputs)};
	}
	return base;
}

// learns reports whether a phase that writes such variables changes weights.
export function learns(writes) {
	return writes.some((v) => v === 'W' || v === 'M_o');
}

// carried returns for every synapse [rows × signals] what its presynaptic axon carries.
function carried(signals, rows, width) {
	const all = new Array(rows * width);
	for (let i = 0; i < rows * width; i++) all[i] = signals[i % width];
	return all;
}
