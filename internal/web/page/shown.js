import {fillColour, largest} from './colour.js';
import {html, latest} from './dom.js';
import {exists, isAmong, isFixed, letterOf, nameOf, partOf, valuesOf} from './element.js';
import {at, datedAll, stepOf} from './moment.js';
import {finite, short} from './number.js';
import {state} from './state.js';

// What the circuit shows: the weights of the run at a step, or how they differ from those of another
// run; and the range of their colours, which stays the same over time but for receptive fields.

// weightsShown keeps a circuit in step with what is looked at: {legend, dates, fetch, hold, survey, overlay, numbers}. It
// tells onOwn what the run itself has at the step. With minus, the source of another run, the circuit
// shows the difference.
export function weightsShown({source, run, circuit, minus, onOwn}) {
	const legend = html('div', {class: 'scales'}), dates = html('p', {class: 'hint', id: 'dates'});
	const {limits, widen, begin} = rangesOf();
	let fetched = null, snapshot = null, events = [], held = [], overlay = null, whole = null; // whether the limits are those of the whole trial

	const paint = () => {
		if (!snapshot) return;
		dates.textContent = datedAll(snapshot, run, events);
		circuit.show({snapshot, limits, overlay, difference: Boolean(minus)});
		legend.replaceChildren(...keysOf({run, circuit, limits, overlay, minus, whole}));
	};
	// recorded returns what is shown at a step, and what the run has there.
	const recorded = async (step) => {
		const {trial} = state;
		const [own, other] = await Promise.all([source.snapshot({trial, step}), minus?.snapshot({trial, step})]);
		const both = other && own.parts.map((p) => [p.values, valuesOf(p.kind, other)]).filter(([a, b]) => a && b);
		if (other && (both.length === 0 || both.some(([a, b]) => a.length !== b.length))) throw new Error('the other run has recorded other weights, or has another size');
		return [other ? difference(own, other) : own, own];
	};
	// place brings what was recorded to the step, by what was done until then.
	const place = ([shown, own, step]) => {
		fetched = [shown, own, step];
		snapshot = minus ? {...shown, at: step} : at(shown, step, held, run);
		onOwn(at(own, step, held, run), events);
	};
	return {
		legend, dates,
		// hold takes what interventions did in the trial: its events, and what they held.
		hold(trial) {
			[events, held] = [trial.events ?? [], trial.held ?? []];
			if (fetched) place(fetched);
			paint();
		},
		// fetch shows the weights at the present step.
		fetch: latest(async () => {
			const {step} = state;
			if (step === null) return;
			place([...await recorded(step), step]);
			if (!whole) widen(snapshot);
			paint();
			document.documentElement.dataset.shown = String(step);
		}),
		// survey finds the range of the colours: that of the whole trial where it is known. Of a
		// difference it is that of a few moments, and of what has been seen.
		async survey({first, last, extremes}) {
			whole = !minus && Boolean(extremes) && !run.live;
			if (!minus && extremes) {
				begin(extremes);
			} else {
				const moments = minus ? [0, 0.3, 0.5, 0.7, 0.85, 1].map((p) => Math.round((1 + last - first) ** p - 1 + first)) : [];
				const seen = await Promise.all([...moments, state.step].map(recorded));
				begin();
				for (const [s] of seen) widen(s);
			}
			paint();
		},
		// numbers returns the weights that are shown, as rows.
		numbers() {
			return rowsOf(snapshot, run);
		},
		overlay(next) {
			overlay = next;
			circuit.node.classList.toggle('staged', Boolean(overlay));
			paint();
		},
	};
}

// rowsOf returns the weights, scales and activities of a snapshot as rows.
export function rowsOf(snapshot, run) {
	const rows = [['element', 'step', 'value']];
	for (const {kind, columns, values} of snapshot?.parts ?? []) {
		values?.forEach((v, i) => {
			const element = {kind, post: Math.floor(i / columns), pre: partOf(run, kind)?.class === 'synapses' ? i % columns : -1};
			if (v !== null && exists(run, kind, element.post, element.pre)) rows.push([nameOf(element), stepOf(element, snapshot), v]);
		});
	}
	return rows;
}

// rangesOf returns the greatest values of each kind in what has been seen of a run: {limits, widen, begin}. begin forgets them,
// or takes those that are known.
export function rangesOf() {
	const limits = {};
	return {
		limits,
		widen({parts}) {
			for (const {kind, values, blocks} of parts) limits[kind] = Math.max(limits[kind] ?? 0, largest(values ?? blocks?.extreme));
		},
		begin(known = {}) {
			for (const kind of Object.keys(limits)) delete limits[kind];
			Object.assign(limits, known);
		},
	};
}

// keysOf explains what a circuit shows: its colours, rings and tips.
export function keysOf({run, circuit, limits, overlay, minus, whole}) {
	if (!run.graph) return [];
	const {parts, tied} = run.graph, synapses = parts.filter((p) => p.class === 'synapses'), neurons = circuit.drawnAs === 'neurons';
	if (overlay) {
		const changed = synapses.filter(({kind}) => overlay.parts[kind]?.changes && !isFixed(run, kind));
		return changed.length === 0 ? [keyOf('signal on the axons', overlay.limit)] : changed.map(({kind}) => keyOf(`Δ${letterOf(kind)}`, overlay.parts[kind].limit));
	}
	const called = (some) => some.filter((p) => p.recorded).map((p) => letterOf(p.kind)).join(', '), rings = called(parts.filter((p) => p.class === 'scales')), among = called(synapses.filter(isAmong));
	const drawn = circuit.drawnAs !== 'matrices' && parts.some((p) => p.sign);
	return [...synapses.filter((p) => p.recorded && !circuit.fields?.includes(p.kind)).map(({kind}) => keyOf((minus ? 'difference of ' : '') + letterOf(kind), limits[kind] ?? 0)),
		neurons && html('span', {}, [rings && `ring: ${rings}`, !minus && among && `pale: peak of ${among}`].filter(Boolean).join(', ')),
		!minus && drawn && html('span', {}, neurons ? '▸ excites ⊣ inhibits' : '▸ adds ⊣ subtracts'),
		drawn && tied.length > 0 && html('span', {}, neurons ? 'both ends: one synapse, both ways' : 'dashed: the transpose of another'),
		html('span', {class: whole && 'reserved'}, 'so far')].filter(Boolean);
}

function difference(a, b) {
	const minus = (p, q) => p && q && p.map((v, i) => (finite(v) && finite(q[i]) ? v - q[i] : null));
	return {...a, parts: a.parts.map((p) => ({...p, values: minus(p.values, valuesOf(p.kind, b))}))};
}

// keyOf explains the colours of one kind of weight.
export function keyOf(name, limit) {
	const ramp = html('span', {class: 'ramp', 'aria-hidden': 'true'}, [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((t) => {
		const cell = html('i', {});
		cell.style.background = fillColour(t, 1);
		return cell;
	}));
	return html('span', {class: 'key'}, html('b', {}, name), ` −${short(limit, 2)}`, ramp, `+${short(limit, 2)}`);
}
