import {letterOf, nameOf, parseElement, valueOf} from './element.js';
import {count} from './number.js';

// The step of which a number is. Not everything is recorded in every step: a snapshot holds the newest record of each
// element, which may be older than the step that is looked at, and interventions may have changed it since.

// stepOf returns the step of an element's number in a snapshot.
export const stepOf = ({kind, post, pre}, snapshot) => snapshot?.lesioned?.get(nameOf({kind, post, pre})) ?? snapshot?.parts.find((p) => p.kind === kind)?.step ?? snapshot?.step ?? null;

// at returns a snapshot as it is at a step: synapses that were lesioned since they were recorded are 0. Its steps are those of its
// records, at is the step itself, and lesioned says after which step each of these was lesioned.
export function at(snapshot, step, held, run) {
	const own = {...snapshot, at: step, lesioned: new Map()};
	for (const {step: when, element: name, state} of held) {
		if (state !== 'lesioned' || when >= step) continue;
		const element = elementOf(name, run);
		if (!element || !valueOf(element, snapshot)) continue; // it is 0, or was not recorded
		own.lesioned.set(name, when);
		put(own, snapshot, element, 0);
	}
	return own;
}

// withNumber returns a snapshot in which an element has another number.
export function withNumber(snapshot, element, value) {
	if (!snapshot || valueOf(element, snapshot) === value) return snapshot;
	const own = {...snapshot};
	put(own, snapshot, element, value);
	return own;
}

// put gives an element of a copy of a snapshot its number; what the two share is copied first.
function put(own, shared, {kind, post, pre}, value) {
	const i = own.parts.findIndex((p) => p.kind === kind);
	if (!own.parts[i]?.values) return; // it was not recorded, or is shown as blocks
	if (own.parts === shared.parts) own.parts = [...own.parts];
	if (own.parts[i] === shared.parts[i]) own.parts[i] = {...own.parts[i], values: [...own.parts[i].values]};
	own.parts[i].values[post * own.parts[i].columns + Math.max(0, pre)] = value;
}

function elementOf(name, run) {
	try {
		return parseElement(name, run);
	} catch {
		return null; // a projection as a whole, or what is not drawn
	}
}

// dated says of which step a number is that is shown at another one, and what has been done since.
export function dated(step, now, {events = [], lesioned} = {}) {
	if (step === null || step === undefined) return '';
	if (lesioned) return `since its lesion after step ${count(step)}`;
	const since = events.find((e) => e.step >= step && e.step < now);
	return `of step ${count(step)}` + (step === now ? '' : step > now ? ', the first record' : since ? `, before what was done after step ${count(since.step)}` : ', the newest record');
}

// datedAll says of which steps the newest numbers of a snapshot are, by kind.
export function datedAll(snapshot, run, events) {
	const {step, parts, at: now} = snapshot, groups = new Map();
	for (const {kind, step: s} of parts) if (s >= 0) groups.set(s, [...(groups.get(s) ?? []), kind]);
	const all = [...groups].sort(([a], [b]) => a - b), oldest = all[0]?.[0] ?? step, since = events.find((e) => e.step >= oldest && e.step < now);
	const named = all.length > 1 ? all.map(([s, of]) => `${of.map(letterOf).join(', ')} of step ${count(s)}`).join('; ') : `of step ${count(oldest)}`;
	return `Newest records: ${named}${since ? `; some are from before what was done after step ${count(since.step)}` : ''}.`;
}
