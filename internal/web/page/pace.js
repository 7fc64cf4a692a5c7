import {finite} from './number.js';

// How playing spends its time: a share of it evenly along the axis, and the rest where the run moves.

const even = 0.4;

// pace takes a curve, ascending, each moment with its position from 0 to 1 on the axis of time, and
// returns at which share of the playing time a position is reached, and where it is at such a share.
export function pace(curve) {
	const table = [[0, 0]];
	let moved = 0, was = null;
	for (const p of curve) {
		if (was) moved += motion(was, p);
		table.push([Math.max(0, Math.min(1, p.position)), moved]);
		was = p;
	}
	table.push([1, moved]);
	const times = table.map(([position, m]) => [position, moved > 0 ? even * position + (1 - even) * (m / moved) : position]);
	return {timeOf: (position) => along(times, 0, 1, position), positionOf: (time) => along(times, 1, 0, time)};
}

// along interpolates in a table of two columns that ascend.
function along(table, from, to, v) {
	const at = table.findIndex((entry) => entry[from] >= v);
	if (at < 0) return table.at(-1)[to];
	if (at === 0) return table[0][to];
	const [p, q] = [table[at - 1], table[at]];
	return p[to] + ((v - p[from]) / (q[from] - p[from])) * (q[to] - p[to]);
}

// motion returns how much happens between two moments of a curve.
function motion(a, b) {
	const by = (key, of = (v) => v) => (finite(a[key]) && finite(b[key]) ? Math.abs(of(b[key]) - of(a[key])) : 0);
	return 4 * by('lateral_ratio') + by('pruned') + by('e_pro', (v) => Math.log10(Math.max(v, 1e-12)));
}
