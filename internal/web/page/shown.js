import {fillColour, largest} from './colour.js';
import {html, latest} from './dom.js';
import {exists, nameOf, partOf} from './element.js';
import {at, datedAll, stepOf} from './moment.js';
import {finite, short} from './number.js';
import {state} from './state.js';

// What the circuit shows: the weights of the run at a step, or how they differ from those of another
// run; and the range of their colours, which stays the same over time but for receptive fields.

// weightsShown keeps a circuit in step with what is looked at: {legend, dates, fetch, hold, survey, overlay, numbers}. It
// tells onOwn what the run itself has at the step. With minus, the source of another run, the circuit
// shows the difference.
export function weightsShown({source, run, circuit, drawnAs, minus, onOwn}) {
	const legend = html('div', {class: 'scales'}), dates = html('p', {class: 'hint', id: 'dates'});
	const {limits, widen} = rangesOf(run);
	let fetched = null, snapshot = null, events = [], held = [], overlay = null, whole = null; // whether the limits are those of the whole trial

	const paint = () => {
		if (!snapshot) return;
		dates.textContent = datedAll(snapshot, run, events);
		circuit.show({snapshot, limits, overlay, difference: Boolean(minus)});
		legend.replaceChildren(...keysOf({run, drawnAs, circuit, limits, overlay, minus, whole}));
	};
	// recorded returns what is shown at a step, and what the run has there.
	const recorded = async (step) => {
		const {trial} = state;
		const [own, other] = await Promise.all([source.snapshot({trial, step}), minus?.snapshot({trial, step})]);
		if (other && (other.m?.length !== own.m?.length || other.w?.length !== own.w?.length)) throw new Error('the other run has recorded other weights, or has another size');
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
				Object.assign(limits, {w: extremes.feedforward ?? 0, m: extremes.lateral ?? 0, scale: extremes.scale ?? 0, parts: extremes.parts ?? {}});
			} else {
				const moments = minus ? [0, 0.3, 0.5, 0.7, 0.85, 1].map((p) => Math.round((1 + last - first) ** p - 1 + first)) : [];
				const seen = await Promise.all([...moments, state.step].map(recorded));
				Object.assign(limits, {w: 0, m: 0, scale: 0, parts: {}});
				for (const [s] of seen) widen(s);
			}
			paint();
		},
		// numbers returns the weights that are shown, as rows.
		numbers() {
			const {w, m, y} = snapshot ?? {}, rows = [['element', 'step', 'value']];
			const add = (kind, post, pre, v) => rows.push([nameOf({kind, post, pre}), stepOf({kind, post, pre}, snapshot), v]);
			w?.forEach((v, i) => add('feedforward', Math.floor(i / run.inputs), i % run.inputs, v));
			m?.forEach((v, i) => {
				const post = Math.floor(i / run.outputs), pre = i % run.outputs, kind = post === pre ? 'scale' : 'lateral';
				if (exists(run, kind, post, pre)) add(kind, post, pre, v);
			});
			for (const {kind, columns, values} of snapshot?.parts ?? []) values?.forEach((v, i) => { if (v !== null) add(kind, Math.floor(i / columns), partOf(run, kind).class === 'synapses' ? i % columns : -1, v); });
			y?.forEach((v, i) => add('outputs', i, -1, v));
			return rows;
		},
		overlay(next) {
			overlay = next;
			circuit.node.classList.toggle('staged', Boolean(overlay));
			paint();
		},
	};
}

// rangesOf returns the greatest weights of each kind in what has been seen of a run: {limits, widen}.
export function rangesOf(run) {
	const limits = {w: 0, m: 0, scale: 0, parts: {}};
	const widen = (s) => {
		for (const p of s.parts ?? []) limits.parts[p.kind] = Math.max(limits.parts[p.kind] ?? 0, largest(p.values ?? p.blocks?.extreme));
		const {outputs} = run, diagonal = (i) => i % (outputs + 1) === 0;
		limits.w = Math.max(limits.w, largest(s.w ?? s.w_blocks?.extreme));
		limits.m = Math.max(limits.m, s.m ? largest(s.m, (i) => !diagonal(i)) : largest(s.m_blocks?.extreme));
		limits.scale = Math.max(limits.scale, largest(s.m, diagonal));
	};
	return {limits, widen};
}

// keysOf explains what a circuit shows: its colours, rings and tips.
export function keysOf({run, drawnAs, circuit, limits, overlay, minus, whole}) {
	if (drawnAs === 'parts') return circuit.key;
	if (overlay && !overlay.w.changes) return [keyOf('signal on the axons', Math.max(overlay.xLimit, overlay.yLimit || 0))];
	if (overlay) return [keyOf('ΔW', overlay.w.limit), keyOf('ΔM', overlay.m.limit)];
	const of = minus ? 'difference of ' : '';
	const has = (kind) => exists(run, kind) && (run.recorded ?? [{kind}]).some((r) => r.kind === kind || r.kind === 'weights');
	return [drawnAs !== 'fields' && has('feedforward') && keyOf(of + 'W', limits.w), has('lateral') && keyOf(of + 'M', limits.m),
		drawnAs === 'graph' && html('span', {}, [has('scale') && 'ring: m', !minus && has('lateral') && 'pale: peak of M'].filter(Boolean).join(', ')),
		drawnAs === 'graph' && !minus && html('span', {}, '▸ excites ⊣ inhibits'),
		html('span', {class: whole && 'reserved'}, 'so far')].filter(Boolean);
}

function difference(a, b) {
	const minus = (p, q) => p && q && p.map((v, i) => (finite(v) && finite(q[i]) ? v - q[i] : null));
	return {step: a.step, w: minus(a.w, b.w), m: minus(a.m, b.m), y: minus(a.y, b.y), parts: a.parts?.map((p) => ({...p, values: minus(p.values, b.parts?.find((q) => q.kind === p.kind)?.values)}))};
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
