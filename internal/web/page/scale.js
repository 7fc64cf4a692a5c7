import {count, power, short} from './number.js';

// Axes: from numbers to pixels and back, and where the ticks stand.

function axis(forward, back, [a, b], [p, q], ticks) {
	const from = forward(a), span = forward(b) - from || 1;
	return {
		domain: [a, b],
		to: (v) => p + ((forward(v) - from) / span) * (q - p),
		from: (x) => back(from + ((x - p) / (q - p || 1)) * span),
		ticks: ticks(Math.abs(q - p)),
	};
}

const logarithm = (t) => Math.log10(1 + Math.max(0, t));
const same = (v) => v;

// timeAxis is an axis of steps. The logarithmic one is of 1 + t, so that step 0 has its place.
export function timeAxis(kind, domain, pixels) {
	if (kind === 'log') return axis(logarithm, (v) => 10 ** v - 1, domain, pixels, (size) => timeTicks(domain, size));
	return axis(same, same, domain, pixels, (size) => linearTicks(domain, size / 90, true));
}

// valueAxis is an axis of values, linear or logarithmic.
export function valueAxis(kind, domain, pixels) {
	if (kind === 'log') return axis(Math.log10, (v) => 10 ** v, domain, pixels, (size) => logTicks(domain, size));
	return axis(same, same, domain, pixels, (size) => linearTicks(domain, Math.max(3.5, Math.min(8, size / 34)), false));
}

function linearTicks([a, b], wanted, whole) {
	const raw = (b - a) / Math.max(1, wanted);
	if (!(raw > 0)) return [{value: a, text: whole ? count(a) : short(a)}];
	const size = 10 ** Math.floor(Math.log10(raw));
	const places = (step) => {
		const found = [];
		for (let i = Math.ceil(a / step - 1e-9); i * step <= b + 1e-9 * step; i++) found.push(i * step);
		return found;
	};
	const steps = [10, 5, 2, 1, 0.5].map((m) => (whole ? Math.max(1, m * size) : m * size));
	const wide = steps.findLastIndex((step) => step >= raw); // one tick alone would not say how far it is to another
	const values = steps.slice(Math.max(0, wide)).map(places).find((found) => found.length > 1) ?? [a];
	return values.map((value) => ({value, text: whole ? count(value) : short(Number(value.toPrecision(12)), 4)}));
}

function timeTicks([a, b], size) {
	const ticks = [];
	const add = (value, text) => { if (value >= a && value <= b) ticks.push({value, text}); };
	add(0, '0');
	for (let k = 0; 10 ** k <= b; k++) add(10 ** k, k < 4 ? count(10 ** k) : power(k));
	if (ticks.length > size / 34) return ticks.filter((_, i) => i % 2 === ticks.length % 2);
	if (ticks.length >= 3) return ticks;
	return linearTicks([a, b], size / 110, true);
}

function logTicks([a, b], size) {
	const ticks = [];
	const low = Math.ceil(Math.log10(a) - 1e-9), high = Math.floor(Math.log10(b) + 1e-9);
	const every = Math.max(1, Math.ceil((high - low + 1) / Math.max(2, size / 26)));
	for (let k = low; k <= high; k++) if (k % every === 0) ticks.push({value: 10 ** k, text: power(k)});
	if (ticks.length >= 2) return ticks;
	for (let k = low - 1; k <= high; k++) {
		for (const m of [2, 5]) if (m * 10 ** k >= a && m * 10 ** k <= b) ticks.push({value: m * 10 ** k, text: short(m * 10 ** k)});
	}
	return ticks.sort((s, t) => s.value - t.value);
}

// extent returns the least and the greatest of the finite numbers, or null.
export function extent(lists, keep = Number.isFinite) {
	let low = Infinity, high = -Infinity;
	for (const list of lists) {
		for (const v of list) {
			if (v === null || !keep(v)) continue;
			if (v < low) low = v;
			if (v > high) high = v;
		}
	}
	return low <= high ? [low, high] : null;
}
