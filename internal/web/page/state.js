import {tellAround} from './frame.js';

// What is looked at. Kept in the fragment of the address, so that it survives a reload and can be
// passed on: #step=5000&element=lateral[0,1]&zoom=100-900&time=log&theme=dark.

let kept = {run: String, over: String, elements: String, filter: String, trial: Number, step: Number, element: String, pins: String, zoom: String, phase: Number, part: String, time: String, theme: String, show: String, talk: String, tab: String, play: String};

let initial = {run: null, over: null, elements: null, filter: null, trial: 0, step: null, element: null, pins: null, time: 'log', theme: 'auto', show: 'run', phase: null, part: 'total', zoom: null, talk: null, tab: null, play: null, hover: null};

export const state = {...initial};

let watchers = [], timer = null, address = ''; // the fragment as it was last read or written

// begin gives another page its own state: how each key that is kept is read from the address, and all values at first.
export function begin(read, values) {
	[kept, initial] = [read, {...initial, ...values}];
	Object.assign(state, initial);
}

// watch calls f whenever one of some keys of the state has changed.
export function watch(keys, f) {
	watchers.push({keys: keys.split(' '), f});
}

// watching calls make, and returns a function that forgets whoever began to watch in it.
export function watching(make) {
	const before = new Set(watchers);
	make();
	const added = watchers.filter((w) => !before.has(w));
	return () => { watchers = watchers.filter((w) => !added.includes(w)); };
}

// unwatch forgets all who watch: the page is laid out again.
export function unwatch() {
	watchers = [];
}

// set changes the state and tells whoever watches what has changed.
export function set(changes) {
	const changed = Object.keys(changes).filter((key) => state[key] !== changes[key]);
	if (changed.length === 0) return;
	Object.assign(state, changes);
	for (const {keys, f} of watchers) if (keys.some((key) => changed.includes(key))) f();
	if (changed.some((key) => key in kept)) keep();
}

// recall reads the state from the address, or from such a text.
export function recall(text = location.hash) {
	clearTimeout(timer);
	timer = null;
	address = location.hash;
	const found = new URLSearchParams(text.replace(/^#/, ''));
	Object.assign(state, initial);
	for (const [key, read] of Object.entries(kept)) if (found.has(key)) state[key] = read(found.get(key));
	if (!Number.isFinite(state.step)) state.step = null;
	if (!Number.isInteger(state.trial) || state.trial < 0) state.trial = 0;
	if (state.time !== 'linear') state.time = 'log';
	if (!['error', 'pruning', 'health'].includes(state.talk)) state.talk = null;
	if (state.tab !== 'play') state.tab = null;
	if (!['light', 'dark'].includes(state.theme)) state.theme = 'auto';
	if (!Number.isInteger(state.phase) || state.phase < 0) state.phase = null;
	const [from, to] = zoomed() ?? [0, 1];
	if (!(/^\d+-\d+$/.test(state.zoom) && from < to)) state.zoom = null;
}

// zoomed returns the two steps between which all plots are drawn, or null.
export function zoomed() {
	return state.zoom ? state.zoom.split('-').map(Number) : null;
}

// fragment returns the state as it stands in the address.
export function fragment() {
	const text = new URLSearchParams();
	for (const key of Object.keys(kept)) if (state[key] !== null) text.set(key, state[key]);
	return '#' + text;
}

// keep writes the state to the address in a moment. Changes until then are written with it, also where they never end.
function keep() {
	timer ??= setTimeout(write, 300);
}

// write writes the state to the address, unless a link has led to another one, which is about to be read.
export function write() {
	clearTimeout(timer);
	timer = null;
	if (location.hash !== address) return;
	try {
		history.replaceState(null, '', fragment());
		address = location.hash;
	} catch { /* a browser may forbid it for a file from the disk */ }
	tellAround({fragment: fragment()});
}

addEventListener('hashchange', () => { address = location.hash; }); // which may not be recalled, if another wish comes first
addEventListener('pagehide', () => { if (timer !== null) write(); });
