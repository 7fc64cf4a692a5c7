import {count, finite, short, signed} from './number.js';

// Why a weight changed.

// The parts of a change: the columns that answers have of them, and what they are called. Those after the
// decay are there only where a phase, or a further product of the rule, makes such a part.
export const parts = [['hebbian', 'Hebbian'], ['decay', 'decay'], ['nonlocal', 'non-local'], ['unlearning', 'unlearning'], ['second', 'second product'], ['third', 'third product']];

// partsOf returns the parts at place i of the columns of a change, those that there are, in words.
export function partsOf(change, i) {
	return parts.filter(([part]) => finite(change[part]?.[i])).map(([part, name]) => `${name} ${signed(change[part][i])}`).join(', ');
}

// sumOf returns their sum.
function sumOf(change, i) {
	return parts.reduce((sum, [part]) => sum + (change[part]?.[i] ?? 0), 0);
}

// change returns a sentence about the last recorded change at or before a step, from index i of a trace.
export function change(series, i) {
	if (i < 0 || !series.hebbian || !finite(series.hebbian[i])) return null;
	const ends = finite(series.post?.[i]) ? `, with ${finite(series.pre?.[i]) ? `pre ${short(series.pre[i])} and ` : ''}post ${short(series.post[i])}` : '';
	return `Step ${count(series.step[i])} changed it by ${signed(sumOf(series, i))}: ${partsOf(series, i)}${ends}.`;
}
